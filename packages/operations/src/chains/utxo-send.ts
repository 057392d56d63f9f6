/**
 * Payments on the UTXO chains, signed with keys of the call or left to a key-management system, and the broadcast of
 * what was signed elsewhere. What they spend: utxo-spend.ts.
 */
import type { RejectionCode } from '@tallystick/core'
import type { Signed, Signer, UtxoChain } from '@tallystick/custody'
import type { CallContext } from '../operation.js'
import type { Performance, Recorder } from '../performed.js'
import { refused } from './faults.js'
import {
  type AwaitsSignature,
  broadcastCodes,
  deliverSend,
  foreignSend,
  pendingCodes,
  pendingSend,
  type SentTx,
  sendCodes,
  signedSend,
} from './send.js'
import { signerOf } from './signing.js'
import { type UtxoId, utxoOf } from './utxo.js'
import { checkReplacement, mustBeTaken } from './utxo-replace.js'
import {
  type Built,
  type FromAddress,
  type FromOutputs,
  fromAddresses,
  fromOutputs,
  type Owner,
} from './utxo-spend.js'

/** What building a payment may be refused with. */
const PAYMENT_CODES = [
  'balance.insufficient',
  'transaction.preparation.failed.utxo',
  'tx.hash.index.spent',
  'transaction.invalid.body',
  'fee.exceptional',
  'amount.dust',
] as const satisfies readonly RejectionCode[]

export const paymentCodes = (id: UtxoId): readonly RejectionCode[] => sendCodes(id, PAYMENT_CODES)
export const PENDING_PAYMENT_CODES = pendingCodes(PAYMENT_CODES)
/** A transaction that spends what another of ours spends is refused unless it may take its place. */
export const broadcastCodesOf = (id: UtxoId): readonly RejectionCode[] => [
  ...broadcastCodes(id),
  'tx.hash.index.spent',
]

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

interface KeyOwner extends Owner {
  readonly publicKey: string
  readonly signer: Signer
  /** The field that the key came in. */
  readonly property: string
}

/** In a key-management system, which alone knows the key. */
interface Wallet extends Owner {
  readonly publicKey: null
  readonly id: string
  readonly index: number | null
}

type Sending<Args> = Performance<Args, SentTx, SentTx>
type Waiting<Args> = Performance<Args, AwaitsSignature, AwaitsSignature>

// ---- the operations

export const payFromAddresses = (id: UtxoId, credits: number): Sending<FromAddress<Key>> => ({
  async prepare(context, args, record) {
    const chain = await utxoOf(context, id)
    const owners = args.fromAddress.map((source, place) =>
      keyOwner(context, chain, source, `fromAddress.${place}.privateKey`),
    )
    return fromAddresses(context, chain, args, owners, (built) =>
      recordSigned(context, chain, built, credits, record),
    )
  },
  finish: async (context, sent) => deliverSend(context, await utxoOf(context, id), sent),
})

export const payFromOutputs = (id: UtxoId, credits: number): Sending<FromOutputs<Key>> => ({
  async prepare(context, args, record) {
    const chain = await utxoOf(context, id)
    const owners = args.fromUTXO.map((source, place) =>
      keyOwner(context, chain, source, `fromUTXO.${place}.privateKey`),
    )
    const built = await fromOutputs(context, chain, args, owners)
    return recordSigned(context, chain, built, credits, record)
  },
  finish: async (context, sent) => deliverSend(context, await utxoOf(context, id), sent),
})

export const waitFromAddresses = (id: UtxoId): Waiting<FromAddress<AddressWallet>> => ({
  async prepare(context, args, record) {
    const chain = await utxoOf(context, id)
    const wallets = args.fromAddress.map(({ signatureId, index }) => walletOf(signatureId, index))
    return fromAddresses(context, chain, args, wallets, (built) =>
      recordPending(context, chain, built, record),
    )
  },
  finish: async (_context, pending) => pending,
})

export const waitFromOutputs = (id: UtxoId): Waiting<FromOutputs<OutputWallet>> => ({
  async prepare(context, args, record) {
    const chain = await utxoOf(context, id)
    const wallets = args.fromUTXO.map(({ signatureId, signatureIdIndex }) =>
      walletOf(signatureId, signatureIdIndex),
    )
    return recordPending(context, chain, await fromOutputs(context, chain, args, wallets), record)
  },
  finish: async (_context, pending) => pending,
})

interface Broadcasting {
  readonly txData: string
  readonly signatureId?: string
}

export const broadcastSigned = (id: UtxoId, credits: number): Sending<Broadcasting> => ({
  async prepare(context, { txData, signatureId }, record) {
    const chain = await utxoOf(context, id)
    await checkReplacement(context, chain, txData)
    return record(await foreignSend(context, chain, txData, { credits, signature: signatureId }))
  },
  finish: async (context, sent) => deliverSend(context, await utxoOf(context, id), sent, true),
})

// ---- who signs

function keyOwner(
  { caller }: CallContext,
  chain: UtxoChain,
  { privateKey }: Key,
  property: string,
): KeyOwner {
  const signer = signerOf(caller, chain, property, privateKey)
  return { signer, property, publicKey: Buffer.from(signer.publicKey).toString('hex') }
}

const walletOf = (id: string, index: number | undefined): Wallet => ({
  publicKey: null,
  id,
  index: index ?? null,
})

async function recordSigned(
  context: CallContext,
  chain: UtxoChain,
  built: Built<KeyOwner>,
  credits: number,
  record: Recorder<SentTx>,
): Promise<SentTx> {
  const { unsigned, replaced } = built
  const signed = signEach(chain, built)
  if (replaced !== null) await mustBeTaken(chain, replaced, signed.raw)
  const options = { credits, replaces: replaced !== null }
  return record(signedSend(context, chain, signed, unsigned.claims, options))
}

/** Each input with the key that came with it. @throws Rejected `validation.failed` when it is another's */
function signEach({ codec }: UtxoChain, { unsigned, owners }: Built<KeyOwner>): Signed {
  const signatures = codec.signingRequests(unsigned).map((request, place) => {
    const owner = owners[place]
    if (owner === undefined || !request.accepts(owner.signer.publicKey)) {
      const property = owner?.property ?? 'privateKey'
      throw refused(property, { key: `${property} is not the key of what is spent` })
    }
    return { publicKey: owner.signer.publicKey, signature: owner.signer.sign(request) }
  })
  return codec.combine(unsigned, signatures)
}

/** The wallets in the order of the inputs: as a key-management system signs them (wire-notes, "KMS"). */
function recordPending(
  context: CallContext,
  chain: UtxoChain,
  { unsigned, owners, replaced }: Built<Wallet>,
  record: Recorder<AwaitsSignature>,
): Promise<AwaitsSignature> {
  return record(
    pendingSend(context, chain, {
      hashes: owners.map(({ id }) => id),
      // Told only where a wallet is a mnemonic: then the system derives a key from each index that is here.
      signatures: owners.some(({ index }) => index !== null)
        ? owners.map(({ id, index }) => ({ id, index }))
        : null,
      serialized: chain.codec.serializeForKms(unsigned),
      claims: unsigned.claims,
      replaces: replaced !== null,
    }),
  )
}
