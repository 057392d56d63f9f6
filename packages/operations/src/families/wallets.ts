/**
 * Wallets of the chains with xpubs: generated, and derived from, without a node. Nothing is stored: a mnemonic is only
 * in the answer.
 */
import type { ChainRecord } from '@tallystick/custody'
import { Rejected } from '@tallystick/engine'
import { readKeyAs } from '../chains/faults.js'
import type { CallContext } from '../context.js'
import {
  AddressIndex,
  generatedAddress,
  MnemonicQuery,
  MnemonicRequest,
  PrivKey,
  PrivKeyRequest,
  Wallet,
  Xpub,
} from '../models/wallet.js'
import { type Area, operation } from '../operation.js'
import { flat, unstated } from '../price.js'
import { optional } from '../wire/fields.js'
import type { OnTestnet } from './evm/reads.js'
import { named } from './named.js'

/** The ids of the wallet operations. */
interface WalletIds extends Readonly<Record<string, string>> {
  readonly wallet: string
  readonly walletFromMnemonic: string
  readonly address: string
  readonly privateKey: string
}

interface WalletTable<Ids extends WalletIds> {
  readonly record: ChainRecord
  readonly area: Area
  readonly ids: Ids
  /** For a wallet, an address and a private key. */
  readonly credits: readonly [number, number, number]
  /** Whether the documentation states them. */
  readonly stated: boolean | readonly [boolean, boolean, boolean]
  /** The name of the model of its addresses. */
  readonly address: string
}

/** Bytes of a mnemonic of 24 words. */
const ENTROPY_BYTES = 32

async function keysOf({ chains, caller }: CallContext, { id }: ChainRecord, { testnetType }: OnTestnet) {
  const { keys } = await chains.chain(id, caller.network, testnetType)
  if (keys === undefined) throw new Rejected({ code: 'chain.unsupported', detail: `${id} has no xpubs` })
  return keys
}

async function walletOf(
  context: CallContext,
  record: ChainRecord,
  args: OnTestnet & { readonly mnemonic?: string },
) {
  const keys = await keysOf(context, record, args)
  let { mnemonic } = args
  if (mnemonic === undefined) {
    const entropy = new Uint8Array(ENTROPY_BYTES)
    context.random.fill(entropy)
    mnemonic = keys.mnemonic(entropy)
    entropy.fill(0)
  }
  const words = mnemonic
  return {
    mnemonic: words,
    xpub: await readKeyAs('key.generation.failed.wrong.mnemonic', () => keys.xpub(words)),
  }
}

async function addressOf(
  context: CallContext,
  record: ChainRecord,
  args: OnTestnet & { readonly xpub: string; readonly index: number },
) {
  const keys = await keysOf(context, record, args)
  return {
    address: await readKeyAs('address.generation.failed.wrong.xpub', () =>
      keys.address(args.xpub, args.index),
    ),
  }
}

async function privateKeyOf(
  context: CallContext,
  record: ChainRecord,
  args: OnTestnet & { readonly mnemonic: string; readonly index: number },
) {
  const keys = await keysOf(context, record, args)
  return {
    key: await readKeyAs('key.generation.failed.wrong.mnemonic', () =>
      keys.privateKey(args.mnemonic, args.index),
    ),
  }
}

const MNEMONIC_ERRORS = ['key.generation.failed.wrong.mnemonic', 'chain.not.configured'] as const

export function walletOperations<const Ids extends WalletIds>(table: WalletTable<Ids>) {
  const { record, area, credits, address } = table
  const ids: WalletIds = table.ids
  const { stated } = table
  const price = (at: 0 | 1 | 2) => ((typeof stated === 'boolean' ? stated : stated[at]) ? flat : unstated)
  const [walletCredits, addressCredits, keyCredits] = credits
  return named(table.ids, {
    wallet: operation({
      id: ids.wallet,
      area,
      method: 'GET',
      path: `/v3/${record.segment}/wallet`,
      summary: `Generates a ${area} wallet of 24 words`,
      description: `If you have a mnemonic, call ${ids.walletFromMnemonic} instead: proxies and histories store URLs.`,
      price: price(0)(walletCredits),
      query: { mnemonic: optional(MnemonicQuery) },
      output: Wallet,
      errors: MNEMONIC_ERRORS,
    }).read((context, args) => walletOf(context, record, args)),

    walletFromMnemonic: operation({
      id: ids.walletFromMnemonic,
      area,
      method: 'POST',
      path: `/v3/${record.segment}/wallet`,
      summary: `Returns the ${area} wallet of a mnemonic`,
      description:
        "Works like GET on this path, but takes the mnemonic in the body, so no log on the way contains it. This operation is Tallystick's own, beside the documented ones.",
      price: unstated(walletCredits),
      body: MnemonicRequest,
      output: Wallet,
      errors: MNEMONIC_ERRORS,
    }).read((context, args) => walletOf(context, record, args)),

    address: operation({
      id: ids.address,
      area,
      method: 'GET',
      path: `/v3/${record.segment}/address/{xpub}/{index}`,
      summary: `Returns an address of a ${area} wallet`,
      price: price(1)(addressCredits),
      params: { xpub: Xpub, index: AddressIndex },
      output: generatedAddress(address),
      errors: ['address.generation.failed.wrong.xpub', 'chain.not.configured'],
    }).read((context, args) => addressOf(context, record, args)),

    privateKey: operation({
      id: ids.privateKey,
      area,
      method: 'POST',
      path: `/v3/${record.segment}/wallet/priv`,
      summary: `Returns the private key of a ${area} address`,
      price: price(2)(keyCredits),
      body: PrivKeyRequest,
      output: PrivKey,
      errors: MNEMONIC_ERRORS,
    }).read((context, args) => privateKeyOf(context, record, args)),
  })
}
