/**
 * Payments on the UTXO chains: converts their bodies, signs with keys from the call or leaves the signature to a
 * key-management system, and broadcasts transactions that were signed elsewhere.
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
import { broadcastCodes, broadcasting, sending, waiting } from '../../chains/send.js'
import { keysInList, type SignedBy } from '../../chains/signing.js'
import { unitsOf } from '../../chains/units.js'
import type { CallContext } from '../../context.js'
import { inCoins } from './present.js'
import { addressIn, utxoOf } from './reads.js'

/** Refusals when a payment is built. */
export const PAYMENT_CODES = [
  'balance.insufficient',
  'transaction.preparation.failed.utxo',
  'tx.hash.index.spent',
  'transaction.invalid.body',
  'fee.exceptional',
  'amount.dust',
] as const satisfies readonly RejectionCode[]

/** A transaction that spends the same output as another one of ours is refused unless it may replace that one. */
export const broadcastCodesOf = (record: UtxoRecord): readonly RejectionCode[] => [
  ...broadcastCodes(record),
  'tx.hash.index.spent',
]

/** Coins, read by `exactText`. */
type Coins = number | string

interface Recipients {
  readonly to: readonly { readonly address: string; readonly value: Coins }[]
  readonly fee?: string
  readonly changeAddress?: string
}

/** Recipients, and what is spent: addresses or outputs, in a field of its own. */
type From<Field extends string, Source> = Recipients & Readonly<Record<Field, readonly Source[]>>

interface Address {
  readonly address: string
}

/** Amount (Dogecoin: value) and address are what the caller states about the output. */
interface Output {
  readonly txHash: string
  readonly index: number
  readonly amount?: Coins
  readonly value?: string
  readonly address?: string
}

type Key = SignedBy<'privateKey'>

interface AddressWallet {
  readonly signatureId: string
  readonly index?: number
}

/** An output has its own `index`. */
interface OutputWallet {
  readonly signatureId: string
  readonly signatureIdIndex?: number
}

interface KeyOwner {
  readonly signer: Signer
  /** Public key of the signer, hex. */
  readonly publicKey: string
  /** The field of the key. */
  readonly property: string
}

/** In a key-management system. Only that system knows the key. */
interface Wallet {
  readonly id: string
  readonly index: number | null
}

// ---- operations

/**
 * Both operations that spend from a field: signed with the key of each source, or left to its wallet in a key-management
 * system.
 * @param planOf Gets the signer's public key for each source, if they are known here
 */
const both = <Field extends string, Source, InKms>(
  record: UtxoRecord,
  credits: number,
  field: Field,
  planOf: (
    context: CallContext,
    order: Order<UtxoChain>,
    args: From<Field, Source>,
    publicKeys: readonly string[],
  ) => UtxoPlan | Promise<UtxoPlan>,
  walletOf: (source: InKms) => Wallet,
) =>
  [
    sending(
      (context: CallContext, _args: From<Field, Source & Key>) => utxoOf(context, record),
      credits,
      async (context, order, args) => {
        const owners = await keysOf(context, order.chain, field, args)
        const publicKeys = owners.map(({ publicKey }) => publicKey)
        const plan = await planOf(context, order, args, publicKeys)
        return { plan, source: keysFor(plan, owners) }
      },
    ),
    waiting(
      (context: CallContext, _args: From<Field, Source & InKms>) => utxoOf(context, record),
      async (context, order, args) => {
        const plan = await planOf(context, order, args, [])
        return {
          plan: pendUtxo(order.chain, plan, (claim) => plan.addressAt(plan.sourceOf(claim))),
          // Those that are named to pay get nothing. Which of them pay is told by what is built.
          request: { ...args, [field]: undefined },
          wallets: walletsFor(plan, args[field].map(walletOf)),
        }
      },
    ),
  ] as const

export const payFromAddresses = (record: UtxoRecord, credits: number) =>
  both(
    record,
    credits,
    'fromAddress',
    ofAddresses,
    ({ signatureId: id, index }: AddressWallet): Wallet => ({ id, index: index ?? null }),
  )

export const payFromOutputs = (record: UtxoRecord, credits: number) =>
  both(
    record,
    credits,
    'fromUTXO',
    ofOutputs,
    ({ signatureId: id, signatureIdIndex: index }: OutputWallet): Wallet => ({ id, index: index ?? null }),
  )

export const broadcastSigned = (record: UtxoRecord, credits: number) =>
  broadcasting(
    (context, _args: { readonly txData: string; readonly signatureId?: string }) => utxoOf(context, record),
    credits,
    ({ engine }, order, raw) => checkReplacement(engine, order, raw),
  )

// ---- signers

async function keysOf<Field extends string>(
  context: CallContext,
  chain: UtxoChain,
  field: Field,
  args: From<Field, Key>,
): Promise<readonly KeyOwner[]> {
  const found = await keysInList(context, chain, field, args)
  return found.map(({ signer, field: property }) => ({
    signer,
    property,
    publicKey: Buffer.from(signer.publicKey).toString('hex'),
  }))
}

/** The key of each input, from the call. @throws Rejected `validation.failed` if a key belongs to another address */
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

/** The wallets in the order of the inputs, which is the signing order of a key-management system. */
const walletsFor =
  ({ sourceOf }: UtxoPlan, wallets: readonly Wallet[]): WalletsOf =>
  (claims) => {
    const owners = claims.flatMap((claim) => wallets[sourceOf(claim)] ?? [])
    return {
      hashes: owners.map(({ id }) => id),
      // Only if a wallet is a mnemonic: the system then derives a key from every index in the list.
      signatures: owners.some(({ index }) => index !== null)
        ? owners.map(({ id, index }) => ({ id, index }))
        : null,
      index: null,
    }
  }

// ---- recipients and sources

function paymentOf(chain: UtxoChain, { to, fee, changeAddress }: Recipients): UtxoPayment {
  return {
    to: to.map(({ address, value }, place) => ({
      address: addressIn(chain, address, `to.${place}.address`),
      value: unitsOf(`to.${place}.value`, value, chain.record.decimals, chain.record.id),
    })),
    fee: fee === undefined ? null : feeOf(chain, fee),
    changeAddress: changeAddress === undefined ? null : addressIn(chain, changeAddress, 'changeAddress'),
  }
}

/** No node would relay a transaction without a fee: it would wait, and hold its outputs. */
function feeOf({ record }: UtxoChain, fee: string): bigint {
  const units = unitsOf('fee', fee, record.decimals, record.id)
  if (units > 0n) return units
  throw refused('fee', { minimum: 'fee is zero, and nodes relay no transaction without a fee' })
}

function ofAddresses(
  { engine }: CallContext,
  order: Order<UtxoChain>,
  args: From<'fromAddress', Address>,
  publicKeys: readonly string[],
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
  args: From<'fromUTXO', Output>,
  publicKeys: readonly string[],
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

/** @throws Rejected `validation.failed` if an output differs from what the caller states */
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
