/**
 * Payments on the UTXO chains from the wire's words, signed with keys of the call or left to a key-management system,
 * and the broadcast of what was signed elsewhere.
 */

import type { RejectionCode } from '@tallystick/core'
import {
  checkReplacement,
  type Found,
  findOutputs,
  type Order,
  pendUtxo,
  planFromAddresses,
  planFromOutputs,
  type Signer,
  type SignerSource,
  type UtxoChain,
  type UtxoPayment,
  type UtxoPlan,
  type UtxoRecord,
  type WalletsOf,
} from '@tallystick/custody'
import { refused } from '../../chains/faults.js'
import { broadcastCodes, broadcasting, pendingCodes, sendCodes, sending, waiting } from '../../chains/send.js'
import { signerOf } from '../../chains/signing.js'
import { unitsOf } from '../../chains/units.js'
import type { CallContext } from '../../context.js'
import { inCoins } from './present.js'
import { addressIn, utxoOf } from './reads.js'

/** What building a payment may be refused with. */
const PAYMENT_CODES = [
  'balance.insufficient',
  'transaction.preparation.failed.utxo',
  'tx.hash.index.spent',
  'transaction.invalid.body',
  'fee.exceptional',
  'amount.dust',
] as const satisfies readonly RejectionCode[]

export const paymentCodes = (record: UtxoRecord): readonly RejectionCode[] => sendCodes(record, PAYMENT_CODES)
export const PENDING_PAYMENT_CODES = pendingCodes(PAYMENT_CODES)
/** A transaction that spends what another of ours spends is refused unless it may take its place. */
export const broadcastCodesOf = (record: UtxoRecord): readonly RejectionCode[] => [
  ...broadcastCodes(record),
  'tx.hash.index.spent',
]

/** Coins, as `exactText` reads them. */
type Coins = number | string

interface Recipients {
  readonly to: readonly { readonly address: string; readonly value: Coins }[]
  readonly fee?: string
  readonly changeAddress?: string
}

interface FromAddress<Source> extends Recipients {
  readonly fromAddress: readonly ({ readonly address: string } & Source)[]
}

/** The amount (Dogecoin: value) and the address are what the caller says that the output has. */
interface Output {
  readonly txHash: string
  readonly index: number
  readonly amount?: Coins
  readonly value?: string
  readonly address?: string
}

interface FromOutputs<Source> extends Recipients {
  readonly fromUTXO: readonly (Output & Source)[]
}

interface Key {
  readonly privateKey: string
}

interface AddressWallet {
  readonly signatureId: string
  readonly index?: number
}

/** An output has an `index` of its own. */
interface OutputWallet {
  readonly signatureId: string
  readonly signatureIdIndex?: number
}

interface KeyOwner {
  readonly signer: Signer
  /** Of the signer's key, hex. */
  readonly publicKey: string
  /** The field that the key came in. */
  readonly property: string
}

/** In a key-management system, which alone knows the key. */
interface Wallet {
  readonly id: string
  readonly index: number | null
}

// ---- the operations

export const payFromAddresses = (record: UtxoRecord, credits: number) =>
  sending(
    (context: CallContext, _args: FromAddress<Key>) => utxoOf(context, record),
    credits,
    async (context, order, args) => {
      const owners = keysOf(context, order.chain, 'fromAddress', args.fromAddress)
      const plan = ofAddresses(
        context,
        order,
        args,
        owners.map(({ publicKey }) => publicKey),
      )
      return { plan, source: keysFor(plan, owners) }
    },
  )

export const payFromOutputs = (record: UtxoRecord, credits: number) =>
  sending(
    (context: CallContext, _args: FromOutputs<Key>) => utxoOf(context, record),
    credits,
    async (context, order, args) => {
      const owners = keysOf(context, order.chain, 'fromUTXO', args.fromUTXO)
      const plan = await ofOutputs(
        context,
        order,
        args,
        owners.map(({ publicKey }) => publicKey),
      )
      return { plan, source: keysFor(plan, owners) }
    },
  )

export const waitFromAddresses = (record: UtxoRecord) =>
  waiting(
    (context: CallContext, _args: FromAddress<AddressWallet>) => utxoOf(context, record),
    async (context, order, args) => {
      const plan = ofAddresses(context, order, args)
      const wallets = args.fromAddress.map(({ signatureId, index }) => walletOf(signatureId, index))
      return { plan: pendUtxo(order.chain, plan), wallets: walletsFor(plan, wallets) }
    },
  )

export const waitFromOutputs = (record: UtxoRecord) =>
  waiting(
    (context: CallContext, _args: FromOutputs<OutputWallet>) => utxoOf(context, record),
    async (context, order, args) => {
      const plan = await ofOutputs(context, order, args)
      const wallets = args.fromUTXO.map(({ signatureId, signatureIdIndex }) =>
        walletOf(signatureId, signatureIdIndex),
      )
      return { plan: pendUtxo(order.chain, plan), wallets: walletsFor(plan, wallets) }
    },
  )

export const broadcastSigned = (record: UtxoRecord, credits: number) =>
  broadcasting(
    (context, _args: { readonly txData: string; readonly signatureId?: string }) => utxoOf(context, record),
    credits,
    ({ engine }, order, raw) => checkReplacement(engine, order, raw),
  )

// ---- who signs

const keysOf = (
  { caller }: CallContext,
  chain: UtxoChain,
  field: string,
  sources: readonly Key[],
): readonly KeyOwner[] =>
  sources.map(({ privateKey }, place) => {
    const property = `${field}.${place}.privateKey`
    const signer = signerOf(caller, chain, property, privateKey)
    return { signer, property, publicKey: Buffer.from(signer.publicKey).toString('hex') }
  })

/** Each input with the key that came with it. @throws Rejected `validation.failed` when it is another's */
const keysFor = ({ sourceOf }: UtxoPlan, owners: readonly KeyOwner[]): SignerSource => ({
  signers: async ({ claims }, requests) =>
    requests.map((request, place) => {
      const claim = claims[place]
      const owner = claim === undefined ? undefined : owners[sourceOf(claim)]
      if (owner?.signer !== undefined && request.accepts(owner.signer.publicKey)) return owner.signer
      const property = owner?.property ?? 'privateKey'
      throw refused(property, { key: `${property} is not the key of what is spent` })
    }),
})

const walletOf = (id: string, index: number | undefined): Wallet => ({ id, index: index ?? null })

/** The wallets in the order of the inputs: as a key-management system signs them (wire-notes, "KMS"). */
const walletsFor =
  ({ sourceOf }: UtxoPlan, wallets: readonly Wallet[]): WalletsOf =>
  (claims) => {
    const owners = claims.flatMap((claim) => wallets[sourceOf(claim)] ?? [])
    return {
      hashes: owners.map(({ id }) => id),
      // Told only where a wallet is a mnemonic: then the system derives a key from each index that is here.
      signatures: owners.some(({ index }) => index !== null)
        ? owners.map(({ id, index }) => ({ id, index }))
        : null,
      index: null,
    }
  }

// ---- what is paid, and spent

function paymentOf(chain: UtxoChain, { to, fee, changeAddress }: Recipients): UtxoPayment {
  return {
    to: to.map(({ address, value }, place) => ({
      address: addressIn(chain, address, `to.${place}.address`),
      value: unitsOf(`to.${place}.value`, value, chain.record.decimals, chain.record.id),
    })),
    fee: fee === undefined ? null : unitsOf('fee', fee, chain.record.decimals, chain.record.id),
    changeAddress: changeAddress === undefined ? null : addressIn(chain, changeAddress, 'changeAddress'),
  }
}

/** @param publicKeys Of who signs for each source; without them they are not known here */
function ofAddresses(
  { engine }: CallContext,
  order: Order<UtxoChain>,
  args: FromAddress<unknown>,
  publicKeys: readonly string[] = [],
): UtxoPlan {
  const payment = paymentOf(order.chain, args)
  const sources = args.fromAddress.map(({ address }, place) => ({
    address: addressIn(order.chain, address, `fromAddress.${place}.address`),
    publicKey: publicKeys[place] ?? null,
  }))
  return planFromAddresses(engine, order, sources, payment)
}

async function ofOutputs(
  { engine }: CallContext,
  order: Order<UtxoChain>,
  args: FromOutputs<unknown>,
  publicKeys: readonly string[] = [],
): Promise<UtxoPlan> {
  const payment = paymentOf(order.chain, args)
  const outpoints = args.fromUTXO.map(({ txHash, index }, place) => {
    const property = `fromUTXO.${place}.txHash`
    if (!/^[0-9a-f]{64}$/i.test(txHash)) throw refused(property, { hash: `${property} is not a hash` })
    return { txId: txHash.toLowerCase(), index }
  })
  const found = await findOutputs(engine, order, outpoints)
  mustBeAsTold(order.chain, args.fromUTXO, found)
  return planFromOutputs(
    engine,
    order,
    found,
    args.fromUTXO.map((_, place) => publicKeys[place] ?? null),
    payment,
  )
}

/** @throws Rejected `validation.failed` when an output is not what the caller says it is */
function mustBeAsTold(chain: UtxoChain, told: readonly Output[], { outputs }: Found): void {
  for (const [place, utxo] of outputs.entries()) {
    const { amount, value, address } = told[place] ?? {}
    const field = `fromUTXO.${place}.${amount === undefined ? 'value' : 'amount'}`
    const coins = amount ?? value
    if (coins !== undefined && unitsOf(field, coins, chain.record.decimals, chain.record.id) !== utxo.value) {
      throw refused(field, { value: `the output holds ${inCoins(chain, utxo.value)} ${chain.record.id}` })
    }
    const property = `fromUTXO.${place}.address`
    if (address !== undefined && addressIn(chain, address, property) !== utxo.address) {
      throw refused(property, { address: `the output belongs to ${utxo.address ?? 'no address'}` })
    }
  }
}
