/**
 * One-call transfers: `POST /v3/offchain/{chain}/transfer`, with an overload for each way to sign. The table contains the
 * documented ids literally.
 */
import type { RejectionCode } from '@tallystick/core'
import {
  type AwaitsSignature,
  type ChainRecord,
  type EvmRecord,
  records,
  type SentWithdrawal,
  type UtxoRecord,
  type Withdrawn,
} from '@tallystick/custody'
import type { TObject } from 'typebox'
import { keyIn } from '../chains/signing.js'
import { named } from '../families/named.js'
import { SignatureId } from '../models/send.js'
import { type ArgsOf, type None, operation, type ResultOf } from '../operation.js'
import { unstated } from '../price.js'
import type { TwoPhase } from '../two-phase.js'
import { leftBy, signedBy } from './account-family.js'
import { bnbFamily, egldFamily, solanaFamily, tronFamily, xlmFamily, xrpFamily } from './accounts.js'
import { evmFamily } from './evm.js'
import { keyInEither, keyOfWords } from './keys.js'
import * as models from './models.js'
import { outputTransfers } from './outputs.js'
import { leavingCodes, transferCodes } from './transfer.js'

/** What the overloads of a path have in common. */
export interface Row {
  readonly record: ChainRecord
  /** Of a call. */
  readonly credits: number
  /** Refusals of its chain. */
  readonly codes: readonly RejectionCode[]
  /** Path between that of the chain and `/transfer`. */
  readonly below?: string
}

type BodyArgs<Body extends TObject> = ArgsOf<None, None, Body>
export type Signed<Body extends TObject> = TwoPhase<
  BodyArgs<Body>,
  SentWithdrawal,
  ResultOf<typeof models.Transferred>,
  Withdrawn
>
export type Left<Body extends TObject> = TwoPhase<BodyArgs<Body>, AwaitsSignature, AwaitsSignature>

const common = ({ record, credits, below = '' }: Row, id: string, by: string) =>
  ({
    id,
    area: 'Blockchain operations',
    method: 'POST',
    path: `/v3/offchain/${record.segment}${below}/transfer`,
    summary: `Withdraws from an account to ${record.name}, ${by}`,
    price: unstated(credits),
  }) as const

/** Keys in a list are told by the list. With either of two keys, it takes what other overloads leave. */
function signers<Key extends string>(by: Key | readonly string[]) {
  if (typeof by !== 'string') return { discriminators: by }
  const [told = ''] = by.split('[]')
  return { keyField: by, discriminators: by.includes('|') ? [] : [told] }
}

export const signed = <Body extends TObject, Key extends string = never>(
  row: Row,
  id: string,
  body: Body,
  how: Signed<Body>,
  /** The field of the key; or the fields of another way to sign, which distinguish it. */
  by: Key | readonly string[],
) =>
  operation<None, None, Body, typeof models.Transferred, null, Key>({
    ...common(row, id, by.includes('mnemonic') ? 'signed with the words of a wallet' : 'signed with a key'),
    description:
      'Stores the withdrawal together with its signed transaction, and sends it. If the network refuses the transaction, the withdrawal is cancelled, and the account gets everything back.',
    body,
    output: models.Transferred,
    errors: transferCodes(row.record, row.codes),
    ...signers(by),
  }).twoPhase(how)

export const left = <Body extends TObject>(row: Row, id: string, body: Body, how: Left<Body>) =>
  operation({
    ...common(row, id, 'signed by a key-management system'),
    description:
      'Stores the withdrawal together with its pending signature. Deleting the signature cancels the withdrawal.',
    body,
    output: SignatureId,
    errors: leavingCodes(row.codes),
    discriminators: ['signatureId'],
  }).twoPhase(how)

type Ids<Ways extends string> = Readonly<Record<Ways, string>>

/** Refusals of a chain of accounts whose wallets have words. */
const WORDS_CODES = ['key.generation.failed.wrong.mnemonic', 'transaction.amount.eth'] as const

const EVM_CREDITS = 4
const evmRow = (record: EvmRecord, below?: string): Row => ({
  record,
  credits: EVM_CREDITS,
  codes: [...WORDS_CODES, 'erc20.token.notFound', 'erc20.decimals.different', 'execution.reverted'],
  ...(below === undefined ? {} : { below }),
})

/** The chains whose bodies differ only in their names. */
function evmTransfers<const Named extends Ids<'key' | 'mnemonic' | 'kms'>>(
  record: EvmRecord,
  ids: Named,
  bodies: models.EvmBodies,
  { below, isToken = false }: { readonly below?: string; readonly isToken?: boolean } = {},
) {
  const row = evmRow(record, below)
  const family = evmFamily(record, { isToken })
  const byKey = signedBy(family, EVM_CREDITS, keyIn('privateKey'))
  return named(ids, {
    key: signed(row, ids.key, bodies.key, byKey, 'privateKey'),
    mnemonic: signed(row, ids.mnemonic, bodies.mnemonic, signedBy(family, EVM_CREDITS, keyOfWords), WORDS),
    kms: left(row, ids.kms, bodies.kms, leftBy(family)),
  })
}

const WORDS = ['index', 'mnemonic'] as const
const CREDITS = 10

const kcsRow = evmRow(records.KCS)
const kcs = evmFamily(records.KCS)
const celoRow = evmRow(records.CELO)
const celo = evmFamily(records.CELO)

const egldRow = {
  record: records.EGLD,
  credits: EVM_CREDITS,
  codes: [...WORDS_CODES, 'execution.reverted'],
} as const
const tronRow = {
  record: records.TRON,
  credits: CREDITS,
  codes: [...WORDS_CODES, 'execution.reverted'],
} as const
const xrpRow = {
  record: records.XRP,
  credits: CREDITS,
  codes: ['attr.wrong.format', 'xrp.account.failed', 'transaction.amount.eth'],
} as const
const xlmRow = {
  record: records.XLM,
  credits: CREDITS,
  codes: [
    'amount.dust',
    'xlm.account.failed',
    'xlm.memo.required',
    'xlm.trustline.missing',
    'transaction.amount.eth',
  ],
} as const
const solRow = {
  record: records.SOL,
  credits: CREDITS,
  codes: ['amount.dust', 'transaction.amount.eth'],
} as const
const bnbRow = {
  record: records.BNB,
  credits: CREDITS,
  codes: ['bnb.account.failed', 'bnb.memo.required', 'transaction.amount.eth'],
} as const

const UTXO_CODES = [
  'transaction.amount.btc',
  'transaction.preparation.failed.utxo',
  'tx.hash.index.spent',
  'key.generation.failed.wrong.mnemonic',
  'amount.dust',
] as const

/** @param fee The default, in coins */
function utxoTransfers<const Named extends Ids<'mnemonic' | 'keyPair' | 'kms'>>(
  record: UtxoRecord,
  credits: number,
  fee: string,
  ids: Named,
  bodies: models.OutputBodies,
) {
  const row: Row = { record, credits, codes: UTXO_CODES }
  const ways = outputTransfers(record, credits, fee)
  return named(ids, {
    mnemonic: signed(row, ids.mnemonic, bodies.mnemonic, ways.mnemonic, ['mnemonic']),
    keyPair: signed(row, ids.keyPair, bodies.keyPair, ways.keyPair, 'keyPair[].privateKey'),
    kms: left(row, ids.kms, bodies.kms, ways.kms),
  })
}

/** Documented under this name on Bitcoin, Litecoin and Dogecoin alike. */
const pairOf = models.keyPairOf('TransferLtcKeyPairKeyPairInner')
const pairOfBch = models.keyPairOf('TransferBchKeyPairKeyPairInner')

export const transfers = {
  ...utxoTransfers(
    records.BTC,
    2,
    '0.0005',
    { mnemonic: 'transferBtcMnemonic', keyPair: 'transferBtcKeyPair', kms: 'transferBtcKMS' },
    models.outputBodies('TransferBtc', pairOf, '0.0005'),
  ),
  ...utxoTransfers(
    records.LTC,
    10,
    '0.0005',
    { mnemonic: 'transferLtcMnemonic', keyPair: 'transferLtcKeyPair', kms: 'transferLtcKMS' },
    models.outputBodies('TransferLtc', pairOf, '0.0005'),
  ),
  ...utxoTransfers(
    records.DOGE,
    4,
    '1',
    { mnemonic: 'transferDogeMnemonic', keyPair: 'transferDogeKeyPair', kms: 'transferDogeKMS' },
    models.outputBodies('TransferDoge', pairOf, '1'),
  ),
  ...utxoTransfers(
    records.BCH,
    10,
    '0.00005',
    { mnemonic: 'transferBchMnemonic', keyPair: 'transferBchKeyPair', kms: 'transferBchKMS' },
    models.outputBodies('TransferBch', pairOfBch, '0.00005'),
  ),

  ...evmTransfers(
    records.ETH,
    { key: 'transferEth', mnemonic: 'transferEthMnemonic', kms: 'transferEthKMS' },
    models.ethBodies,
  ),
  ...evmTransfers(
    records.ETH,
    { key: 'transferErc20', mnemonic: 'transferErc20Mnemonic', kms: 'transferErc20KMS' },
    models.erc20Bodies,
    { below: '/erc20', isToken: true },
  ),
  ...evmTransfers(
    records.MATIC,
    { key: 'offPolTransferEth', mnemonic: 'offPolTransferEthMnemonic', kms: 'offPolTransferEthKMS' },
    models.ethBodies,
  ),
  ...evmTransfers(
    records.BSC,
    { key: 'transferBsc', mnemonic: 'transferBscMnemonic', kms: 'transferBscKMS' },
    models.bscBodies,
  ),
  ...evmTransfers(
    records.KLAY,
    { key: 'offKlaTransferEth', mnemonic: 'offKlaTransferEthMnemonic', kms: 'offKlaTransferEthKMS' },
    models.ethBodies,
  ),
  ...evmTransfers(
    records.ONE,
    { key: 'offOneTransferEth', mnemonic: 'offOneTransferEthMnemonic', kms: 'offOneTransferEthKMS' },
    models.ethBodies,
  ),
  ...evmTransfers(
    records.XDC,
    { key: 'offXdcTransferEth', mnemonic: 'offXdcTransferEthMnemonic', kms: 'offXdcTransferEthKMS' },
    models.ethBodies,
  ),
  transferKCS: signed(
    kcsRow,
    'transferKCS',
    models.kcsBodies.key,
    signedBy(kcs, EVM_CREDITS, keyIn('fromPrivateKey')),
    'fromPrivateKey',
  ),
  transferKCSMnemonic: signed(
    kcsRow,
    'transferKCSMnemonic',
    models.kcsBodies.mnemonic,
    signedBy(kcs, EVM_CREDITS, keyOfWords),
    WORDS,
  ),
  transferKCSKMS: left(kcsRow, 'transferKCSKMS', models.kcsBodies.kms, leftBy(kcs)),
  transferCelo: signed(
    celoRow,
    'transferCelo',
    models.celoBodies.key,
    signedBy(celo, EVM_CREDITS, keyInEither('privateKey', 'fromPrivateKey')),
    'privateKey|fromPrivateKey',
  ),
  transferCeloMnemonic: signed(
    celoRow,
    'transferCeloMnemonic',
    models.celoBodies.mnemonic,
    signedBy(celo, EVM_CREDITS, keyOfWords),
    WORDS,
  ),
  transferCeloKMS: left(celoRow, 'transferCeloKMS', models.celoBodies.kms, leftBy(celo)),
  offEglTransferEth: signed(
    egldRow,
    'offEglTransferEth',
    models.egldBodies.key,
    signedBy(egldFamily, EVM_CREDITS, keyIn('privateKey')),
    'privateKey',
  ),
  offEglTransferEthMnemonic: signed(
    egldRow,
    'offEglTransferEthMnemonic',
    models.egldBodies.mnemonic,
    signedBy(egldFamily, EVM_CREDITS, keyOfWords),
    WORDS,
  ),
  offEglTransferEthKMS: left(egldRow, 'offEglTransferEthKMS', models.egldBodies.kms, leftBy(egldFamily)),
  transferTron: signed(
    tronRow,
    'transferTron',
    models.tronBodies.key,
    signedBy(tronFamily, CREDITS, keyIn('fromPrivateKey')),
    'fromPrivateKey',
  ),
  transferTronMnemonic: signed(
    tronRow,
    'transferTronMnemonic',
    models.tronBodies.mnemonic,
    signedBy(tronFamily, CREDITS, keyOfWords),
    WORDS,
  ),
  transferTronKMS: left(tronRow, 'transferTronKMS', models.tronBodies.kms, leftBy(tronFamily)),
  transferXrp: signed(
    xrpRow,
    'transferXrp',
    models.xrpBodies.key,
    signedBy(xrpFamily, CREDITS, keyIn('secret')),
    'secret',
  ),
  transferXrpKMS: left(xrpRow, 'transferXrpKMS', models.xrpBodies.kms, leftBy(xrpFamily)),
  transferXlm: signed(
    xlmRow,
    'transferXlm',
    models.xlmBodies.key,
    signedBy(xlmFamily, CREDITS, keyIn('secret')),
    'secret',
  ),
  transferXlmKMS: left(xlmRow, 'transferXlmKMS', models.xlmBodies.kms, leftBy(xlmFamily)),
  transferSol: signed(
    solRow,
    'transferSol',
    models.solanaBodies.key,
    signedBy(solanaFamily, CREDITS, keyIn('privateKey')),
    'privateKey',
  ),
  transferSolKMS: left(solRow, 'transferSolKMS', models.solanaBodies.kms, leftBy(solanaFamily)),
  transferBnb: signed(
    bnbRow,
    'transferBnb',
    models.bnbBodies.key,
    signedBy(bnbFamily, CREDITS, keyIn('fromPrivateKey')),
    'fromPrivateKey',
  ),
  transferBnbKMS: left(bnbRow, 'transferBnbKMS', models.bnbBodies.kms, leftBy(bnbFamily)),
} as const
