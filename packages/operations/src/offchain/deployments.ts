/**
 * Deployments: `POST /v3/offchain/{chain}/…/deploy`, with an overload for each way to sign and to name who holds the
 * supply. The table contains the documented ids literally.
 */
import { formatDecimal, type RejectionCode } from '@tallystick/core'
import {
  type Chain,
  type ChainRecord,
  type DeploymentAwaits,
  type DeploymentSent,
  type EvmChain,
  type EvmRecord,
  type EvmRequest,
  planEvm,
  planEvmPending,
  planTron,
  planTronPending,
  type Recorded,
  records,
  type TronChain,
  type TronRequest,
} from '@tallystick/custody'
import type { TObject } from 'typebox'
import { refused } from '../chains/faults.js'
import { keyIn } from '../chains/signing.js'
import { evmOf } from '../families/evm/reads.js'
import { feeToken } from '../families/evm/sends.js'
import { named } from '../families/named.js'
import { addressOf, deployTrc20, issueTrc10, tronOf } from '../families/tron/tron.js'
import { type ArgsOf, type None, operation } from '../operation.js'
import { unstated } from '../price.js'
import type { TwoPhase } from '../two-phase.js'
import {
  type DeployArgs,
  type DeployedBySend,
  type DeploymentFamily,
  deployCodes,
  deploying,
  pendCodes,
  pending,
} from './deploy.js'
import * as models from './deployment-models.js'
import { keyOfWords } from './keys.js'

interface EvmDeployArgs extends Pick<Parameters<typeof feeToken>[1], 'feeCurrency'> {
  readonly nonce?: number
}

/** Tokens on EVM chains are divisible as their coins are. */
const EVM_DECIMALS = 18

const evmFamily = (
  record: EvmRecord,
): DeploymentFamily<EvmChain, DeployArgs & EvmDeployArgs, EvmRequest> => ({
  record,
  chainOf: (context) => evmOf(context, record, {}),
  decimals: () => EVM_DECIMALS,
  standard: () => null,
  sender: () => null,
  async request(chain, args, { name, symbol, decimals, supply, holder }) {
    // The cap is the supply, so nobody can make more: who may is of no consequence.
    const units = String(supply)
    const token = [name, symbol, String(decimals), units, units, holder, holder]
    return {
      to: null,
      value: 0n,
      data: chain.codec.contracts.deployment('Erc20', token),
      token: null,
      nonce: args.nonce ?? null,
      price: { gasLimit: null, gas: null },
      feeToken: await feeToken(chain, args),
    }
  },
  plan: (custody, order, request, { address }) => planEvm(custody, order, address, request),
  planPending: async (_custody, { chain }, request) => planEvmPending(chain, request),
})

interface TronDeployArgs {
  readonly decimals: number
  readonly type: 'TRC10' | 'TRC20'
  readonly url?: string
  readonly from?: string
}

/** Of a TRC-10 token (java-tron, `AssetIssueActuator`). */
const TRC10_DECIMALS = 6

const tronFamily: DeploymentFamily<TronChain, DeployArgs & TronDeployArgs, TronRequest> = {
  record: records.TRON,
  chainOf: tronOf,
  decimals: ({ decimals }) => decimals,
  standard: ({ type }) => type,
  sender: (chain, { from = '' }) => addressOf(chain, 'from', from),
  request(chain, args, token) {
    const { name, symbol, decimals, supply, holder, from } = token
    const owner = from ?? ''
    const sending = { chain, owner, isLater: args.from !== undefined }
    const made = { recipient: holder, symbol, totalSupply: formatDecimal(supply, decimals), decimals }
    if (args.type === 'TRC20') return deployTrc20(sending, { ...made, name })
    if (args.url === undefined) throw refused('url', { required: 'url must be given: the network wants one' })
    if (decimals > TRC10_DECIMALS) {
      throw refused('decimals', {
        maximum: `decimals are above ${TRC10_DECIMALS}, the most of a TRC-10 token`,
      })
    }
    if (holder !== owner) {
      const field = 'address' in args ? 'address' : 'derivationIndex'
      throw refused(field, {
        issuer: `${field} is not the account that deploys, to which the network gives a TRC-10 supply`,
      })
    }
    const issued = { name: symbol, abbreviation: symbol, description: args.description, url: args.url }
    return issueTrc10(sending, { ...made, ...issued })
  },
  plan: ({ engine }, order, request) => planTron(engine, order, request),
  planPending: ({ engine }, order, request) => planTronPending(engine, order, request),
}

type BodyArgs<Body extends TObject> = ArgsOf<None, None, Body>

/** What the overloads of a path have in common. */
interface Row {
  readonly record: ChainRecord
  /** Between the path of the chain and `/deploy`. */
  readonly standard: string
  readonly credits: number
  readonly codes: readonly RejectionCode[]
}

const DEPLOYS =
  'Makes a currency of the ledger with an account, and stores the transaction that deploys the token, in one commit. Once the transaction is final, the service stores the address of the token by itself, and the account gets the supply. If it fails, the same call may be repeated, and takes the same account. On the chain the token has the symbol, and the description as its name; nobody can ever make more of it.'

const common = ({ record, standard, credits }: Row, id: string, how: string) =>
  ({
    id,
    area: 'Blockchain operations',
    method: 'POST',
    path: `/v3/offchain/${record.segment}/${standard}/deploy`,
    summary: `Registers and deploys a token of ${record.name}, ${how}`,
    description: DEPLOYS,
    price: unstated(credits),
    output: models.Deployed,
    ignored: ['chain'],
  }) as const

const HELD = { xpub: 'held by an address of an xpub', address: 'held by an address' } as const
type Held = keyof typeof HELD

const signed = <Body extends TObject, Key extends string = never>(
  row: Row,
  id: string,
  body: Body,
  how: TwoPhase<BodyArgs<Body>, DeploymentSent, DeployedBySend, DeploymentSent & Recorded>,
  held: Held,
  /** The field of the key. Without one, words sign. */
  keyField?: Key,
) =>
  operation<None, None, Body, typeof models.Deployed, null, Key>({
    ...common(
      row,
      id,
      `${HELD[held]}, signed with ${keyField === undefined ? 'the words of a wallet' : 'a key'}`,
    ),
    body,
    errors: deployCodes(row.record, row.codes),
    discriminators: [held, keyField ?? 'mnemonic'],
    ...(keyField === undefined ? {} : { keyField }),
  }).twoPhase(how)

const left = <Body extends TObject>(
  row: Row,
  id: string,
  body: Body,
  how: TwoPhase<BodyArgs<Body>, DeploymentAwaits, DeploymentAwaits>,
  held: Held,
) =>
  operation({
    ...common(row, id, `${HELD[held]}, signed by a key-management system`),
    body,
    errors: pendCodes(row.codes),
    discriminators: [held, 'signatureId'],
  }).twoPhase(how)

type Name = 'keyXpub' | 'keyAddress' | 'wordsXpub' | 'wordsAddress' | 'kmsXpub' | 'kmsAddress'
type Sending<Args> = TwoPhase<Args, DeploymentSent, DeployedBySend, DeploymentSent & Recorded>

/** The six overloads of a path. */
function six<
  const Ids extends Readonly<Record<Name, string>>,
  Bodies extends Readonly<Record<Name, TObject>>,
>(
  row: Row,
  ids: Ids,
  bodies: Bodies,
  by: {
    readonly key: Sending<BodyArgs<Bodies['keyXpub']> | BodyArgs<Bodies['keyAddress']>>
    readonly words: Sending<BodyArgs<Bodies['wordsXpub']> | BodyArgs<Bodies['wordsAddress']>>
    readonly kms: TwoPhase<
      BodyArgs<Bodies['kmsXpub']> | BodyArgs<Bodies['kmsAddress']>,
      DeploymentAwaits,
      DeploymentAwaits
    >
  },
) {
  return named(ids, {
    keyXpub: signed(row, ids.keyXpub, bodies.keyXpub, by.key, 'xpub', 'privateKey'),
    keyAddress: signed(row, ids.keyAddress, bodies.keyAddress, by.key, 'address', 'privateKey'),
    wordsXpub: signed(row, ids.wordsXpub, bodies.wordsXpub, by.words, 'xpub'),
    wordsAddress: signed(row, ids.wordsAddress, bodies.wordsAddress, by.words, 'address'),
    kmsXpub: left(row, ids.kmsXpub, bodies.kmsXpub, by.kms, 'xpub'),
    kmsAddress: left(row, ids.kmsAddress, bodies.kmsAddress, by.kms, 'address'),
  })
}

/** The three ways to sign. */
const ways = <On extends Chain, Args extends DeployArgs, Request>(
  family: DeploymentFamily<On, Args, Request>,
  credits: number,
) => ({
  key: deploying(family, credits, keyIn('privateKey')),
  words: deploying(family, credits, keyOfWords),
  kms: pending(family),
})

const CODES = ['key.generation.failed.wrong.mnemonic'] as const
const EVM_CREDITS = 4
const TRON_CREDITS = 10

/** The chains whose bodies are the same. */
const erc20 = <const Ids extends Readonly<Record<Name, string>>>(
  record: EvmRecord,
  standard: string,
  ids: Ids,
) =>
  six(
    { record, standard, credits: EVM_CREDITS, codes: CODES },
    ids,
    models.erc20Deployments,
    ways(evmFamily(record), EVM_CREDITS),
  )

export const deployments = {
  ...erc20(records.ETH, 'erc20', {
    keyXpub: 'deployErc20OffchainPKXpub',
    keyAddress: 'deployErc20OffchainPKAddress',
    wordsXpub: 'deployErc20OffchainMnemXpub',
    wordsAddress: 'deployErc20OffchainMnemonicAddress',
    kmsXpub: 'deployErc20OffchainKMSXpub',
    kmsAddress: 'deployErc20OffchainKMSAddress',
  }),
  ...erc20(records.BSC, 'bep20', {
    keyXpub: 'offBscDeployErc20OffchainPKXpub',
    keyAddress: 'offBscDeployErc20OffchainPKAddress',
    wordsXpub: 'offBscDeployErc20OffchainMnemXpub',
    wordsAddress: 'offBscDeployErc20OffchainMnemonicAddress',
    kmsXpub: 'offBscDeployErc20OffchainKMSXpub',
    kmsAddress: 'offBscDeployErc20OffchainKMSAddress',
  }),
  ...erc20(records.KLAY, 'erc20', {
    keyXpub: 'offKlaDeployErc20OffchainPKXpub',
    keyAddress: 'offKlaDeployErc20OffchainPKAddress',
    wordsXpub: 'offKlaDeployErc20OffchainMnemXpub',
    wordsAddress: 'offKlaDeployErc20OffchainMnemonicAddress',
    kmsXpub: 'offKlaDeployErc20OffchainKMSXpub',
    kmsAddress: 'offKlaDeployErc20OffchainKMSAddress',
  }),
  ...erc20(records.KCS, 'erc20', {
    keyXpub: 'offKcsDeployErc20OffchainPKXpub',
    keyAddress: 'offKcsDeployErc20OffchainPKAddress',
    wordsXpub: 'offKcsDeployErc20OffchainMnemXpub',
    wordsAddress: 'offKcsDeployErc20OffchainMnemonicAddress',
    kmsXpub: 'offKcsDeployErc20OffchainKMSXpub',
    kmsAddress: 'offKcsDeployErc20OffchainKMSAddress',
  }),
  ...erc20(records.ONE, 'hrm20', {
    keyXpub: 'offOneDeployErc20OffchainPKXpub',
    keyAddress: 'offOneDeployErc20OffchainPKAddress',
    wordsXpub: 'offOneDeployErc20OffchainMnemXpub',
    wordsAddress: 'offOneDeployErc20OffchainMnemonicAddress',
    kmsXpub: 'offOneDeployErc20OffchainKMSXpub',
    kmsAddress: 'offOneDeployErc20OffchainKMSAddress',
  }),
  ...erc20(records.XDC, 'erc20', {
    keyXpub: 'offXdcDeployErc20OffchainPKXpub',
    keyAddress: 'offXdcDeployErc20OffchainPKAddress',
    wordsXpub: 'offXdcDeployErc20OffchainMnemXpub',
    wordsAddress: 'offXdcDeployErc20OffchainMnemonicAddress',
    kmsXpub: 'offXdcDeployErc20OffchainKMSXpub',
    kmsAddress: 'offXdcDeployErc20OffchainKMSAddress',
  }),
  ...six(
    { record: records.CELO, standard: 'erc20', credits: EVM_CREDITS, codes: CODES },
    {
      keyXpub: 'deployCeloErc20OffchainPKXpub',
      keyAddress: 'deployCeloErc20OffchainPKAddress',
      wordsXpub: 'deployCeloErc20OffchainMnemXpub',
      wordsAddress: 'deployCeloErc20OffchainMnemonicAddress',
      kmsXpub: 'deployCeloErc20OffchainKMSXpub',
      kmsAddress: 'deployCeloErc20OffchainKMSAddress',
    },
    models.celoDeployments,
    ways(evmFamily(records.CELO), EVM_CREDITS),
  ),
  ...six(
    { record: records.TRON, standard: 'trc', credits: TRON_CREDITS, codes: CODES },
    {
      keyXpub: 'deployTrcOffchainPKXpub',
      keyAddress: 'deployTrcOffchainPKAddress',
      wordsXpub: 'deployTrcOffchainMnemXpub',
      wordsAddress: 'deployTrcOffchainMnemonicAddress',
      kmsXpub: 'deployTrcOffchainKMSXpub',
      kmsAddress: 'deployTrcOffchainKMSAddress',
    },
    models.trcDeployments,
    ways(tronFamily, TRON_CREDITS),
  ),
} as const
