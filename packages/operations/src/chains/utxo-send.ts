/**
 * Payments on the UTXO chains: from addresses, of which outputs are selected, or from outputs, which are spent whole;
 * signed with keys of the call, or left to a key-management system. What is spent is looked up on a node first, and
 * what transactions and pending signatures of ours have claimed is never selected (docs/decisions/019).
 */
import { isOfNetwork, parseDecimal, type RejectionCode, type SignatureId } from '@tallystick/core'
import {
  BadTransaction,
  type Claim,
  type Outpoint,
  type Signed,
  type Signer,
  type Unsigned,
  type Utxo,
  type UtxoChain,
  type UtxoIntent,
} from '@tallystick/engine'
import { exactText } from '../exact.js'
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
import { addressIn, type UtxoId, utxoOf } from './utxo.js'
import { inCoins } from './utxo-present.js'

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
export const utxoBroadcastCodes = (id: UtxoId): readonly RejectionCode[] => broadcastCodes(id)

/** Outputs that storage is asked about at once. */
const CLAIMS_PAGE = 1_000
/** Outputs that a node is asked about at once. */
const LOOKUPS = 8
/** Selections of one payment, each without what the one before found to be spent in the mempool. */
const MAX_SELECTIONS = 32

interface Recipients {
  readonly to: readonly { readonly address: string; readonly value: number | string }[]
  readonly fee?: string
  readonly changeAddress?: string
}

interface FromAddress<Source> extends Recipients {
  readonly fromAddress: readonly ({ readonly address: string } & Source)[]
}

/** The amount and the address are what the caller says that the output has. */
interface Output {
  readonly txHash: string
  readonly index: number
  readonly amount?: number | string
  readonly value?: string
  readonly address?: string
}

interface FromOutputs<Source> extends Recipients {
  readonly fromUTXO: readonly (Output & Source)[]
}

interface Key {
  readonly privateKey: string
}

/** An output has `index` already: there the wallet's own is `signatureIdIndex`. */
interface AddressWallet {
  readonly signatureId: string
  readonly index?: number
}
interface OutputWallet {
  readonly signatureId: string
  readonly signatureIdIndex?: number
}

/** Who signs for an output. */
interface Wallet {
  readonly id: string
  readonly index: number | null
}

/** What is paid, once it is read. */
type Payment = Pick<UtxoIntent, 'to' | 'fee' | 'changeAddress' | 'anyFee'>

interface Owned<Owner> {
  readonly utxo: Utxo
  readonly owner: Owner
}

/** A transaction, with who signs for each of its inputs, in order. */
interface Built<Owner> {
  readonly unsigned: Unsigned
  readonly owners: readonly Owner[]
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
    const built = await fromOutputs(chain, args, owners)
    return recordSigned(context, chain, built, credits, record)
  },
  finish: async (context, sent) => deliverSend(context, await utxoOf(context, id), sent),
})

export const waitFromAddresses = (id: UtxoId): Waiting<FromAddress<AddressWallet>> => ({
  async prepare(context, args, record) {
    const chain = await utxoOf(context, id)
    const wallets = args.fromAddress.map(({ signatureId, index = null }) => ({ id: signatureId, index }))
    return fromAddresses(context, chain, args, wallets, (built) =>
      recordPending(context, chain, built, record),
    )
  },
  finish: async (_context, pending) => pending,
})

export const waitFromOutputs = (id: UtxoId): Waiting<FromOutputs<OutputWallet>> => ({
  async prepare(context, args, record) {
    const chain = await utxoOf(context, id)
    const wallets = args.fromUTXO.map(({ signatureId, signatureIdIndex: index = null }) => ({
      id: signatureId,
      index,
    }))
    return recordPending(context, chain, await fromOutputs(chain, args, wallets), record)
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
    if (signatureId !== undefined) await checkAskedFor(context, chain, txData, signatureId as SignatureId)
    return record(await foreignSend(context, chain, txData, { credits, signature: signatureId }))
  },
  finish: async (context, sent) => deliverSend(context, await utxoOf(context, id), sent),
})

/**
 * That a signed transaction is the one a pending signature asks for, in all but its signatures: else it would
 * complete a payment that was never made. Whether there is such a signature is the rule's to say.
 */
async function checkAskedFor(
  { engine, caller }: CallContext,
  { codec, record }: UtxoChain,
  raw: string,
  signature: SignatureId,
): Promise<void> {
  const pending = await engine.query.signature(caller.tenant, signature)
  if (pending?.chain !== record.id || !isOfNetwork(pending.network, caller.network)) return
  if (pending.status === 'deleted' || codec.isSignedFrom(pending.serialized, raw)) return
  throw new BadTransaction('malformed', 'It is not the transaction that the pending signature asks for')
}

// ---- what is paid

function paymentOf(chain: UtxoChain, { to, fee, changeAddress }: Recipients): Payment {
  return {
    to: to.map(({ address, value }, place) => ({
      address: addressIn(chain, address, `to.${place}.address`),
      value: unitsOf(chain, value, `to.${place}.value`),
    })),
    fee: fee === undefined ? null : unitsOf(chain, fee, 'fee'),
    changeAddress: changeAddress === undefined ? null : addressIn(chain, changeAddress, 'changeAddress'),
    anyFee: false,
  }
}

/** Base units. @throws Rejected `validation.failed` when it is finer than one of them */
function unitsOf({ record }: UtxoChain, amount: number | string, property: string): bigint {
  const parsed = parseDecimal(exactText(amount), record.decimals)
  if (parsed.ok) return parsed.amount
  const limit = `${property} is not an amount of ${record.id}, with ${record.decimals} decimals at most`
  throw refused(property, { decimals: limit })
}

// ---- what is spent

/** Selects of all that the addresses have, in their turn: what this call selects, no other of the address does. */
async function fromAddresses<Owner extends { readonly publicKey?: string }, Stored>(
  context: CallContext,
  chain: UtxoChain,
  args: FromAddress<unknown>,
  owners: readonly Owner[],
  recordBuilt: (built: Built<Owner>) => Promise<Stored>,
): Promise<Stored> {
  const payment = paymentOf(chain, args)
  const byAddress = new Map<string, Owner>()
  for (const [place, { address }] of args.fromAddress.entries()) {
    const canonical = addressIn(chain, address, `fromAddress.${place}.address`)
    const owner = owners[place]
    if (owner !== undefined && !byAddress.has(canonical)) byAddress.set(canonical, owner)
  }
  const { sends } = context.engine
  // Calls of the same addresses wait for one another; where only some are the same, the claims decide.
  const [first = ''] = [...byAddress.keys()].sort()
  const turn = { ...sends.place(context.caller.tenant, chain, context.caller.network), owner: first }
  return sends.inTurn(turn, async () => recordBuilt(await select(context, chain, byAddress, payment)))
}

async function select<Owner extends { readonly publicKey?: string }>(
  context: CallContext,
  chain: UtxoChain,
  byAddress: ReadonlyMap<string, Owner>,
  payment: Payment,
): Promise<Built<Owner>> {
  const found: Owned<Owner>[] = []
  for (const [address, owner] of byAddress) {
    for (const utxo of await chain.node.utxos(address)) found.push({ utxo: ownedBy(utxo, owner), owner })
  }
  const marketRate = (await chain.node.feeRates()).medium
  const owners = new Map(found.map(({ utxo, owner }) => [nameOf(utxo), owner]))
  const gone = await claimed(context, chain, found)
  for (let selections = 1; ; selections += 1) {
    const free = found.map(({ utxo }) => utxo).filter((utxo) => !gone.has(nameOf(utxo)))
    const unsigned = cheapest(chain, free, { ...payment, marketRate })
    const spent = await chain.node.spent(unsigned)
    if (spent.length === 0) return { unsigned, owners: ownersOf(unsigned, owners) }
    if (selections === MAX_SELECTIONS)
      throw new BadTransaction('output.spent', 'Others spend of these addresses')
    for (const outpoint of spent) gone.add(nameOf(outpoint))
  }
}

/** Of what blocks have, if that is enough; else also of what waits in the mempool, which may yet come to nothing. */
function cheapest(
  { codec }: UtxoChain,
  free: readonly Utxo[],
  payment: Payment & Pick<UtxoIntent, 'marketRate'>,
): Unsigned {
  const confirmed = free.filter(({ height }) => height !== null)
  try {
    return codec.build({ ...payment, required: [], available: confirmed })
  } catch (error) {
    const isShort = error instanceof BadTransaction && error.code === 'insufficient.funds'
    if (!isShort || confirmed.length === free.length) throw error
    return codec.build({ ...payment, required: [], available: free })
  }
}

/** Names of those that a transaction or a pending signature of ours has claimed. */
async function claimed(
  { engine, caller }: CallContext,
  chain: UtxoChain,
  found: readonly Owned<unknown>[],
): Promise<Set<string>> {
  const place = engine.sends.place(caller.tenant, chain, caller.network)
  const claims = found.map(({ utxo }): Claim => ({ owner: utxo.txId, index: utxo.index }))
  const held = new Set<string>()
  for (let start = 0; start < claims.length; start += CLAIMS_PAGE) {
    const page = await engine.query.heldClaims(place, claims.slice(start, start + CLAIMS_PAGE))
    for (const { owner, index } of page) held.add(nameOf({ txId: owner, index }))
  }
  return held
}

/** Spends the outputs that are named, each as a node knows it. */
async function fromOutputs<Owner extends { readonly publicKey?: string }>(
  chain: UtxoChain,
  args: FromOutputs<unknown>,
  owners: readonly Owner[],
): Promise<Built<Owner>> {
  const payment = paymentOf(chain, args)
  const known = new Map<string, Owner>()
  const required: Utxo[] = []
  for (let start = 0; start < args.fromUTXO.length; start += LOOKUPS) {
    const page = args.fromUTXO.slice(start, start + LOOKUPS)
    required.push(...(await Promise.all(page.map((output, at) => lookUp(chain, output, start + at)))))
  }
  const spending = required.map((utxo, place) => {
    const owner = owners[place]
    if (owner === undefined) return utxo
    known.set(nameOf(utxo), owner)
    return ownedBy(utxo, owner)
  })
  const marketRate = (await chain.node.feeRates()).medium
  const unsigned = chain.codec.build({ ...payment, required: spending, available: [], marketRate })
  const [spent] = await chain.node.spent(unsigned)
  if (spent !== undefined) throw spentOutput(spent)
  return { unsigned, owners: ownersOf(unsigned, known) }
}

/** @throws BadTransaction `output.spent`; Rejected when it is not what the caller says it is */
async function lookUp(chain: UtxoChain, output: Output, place: number): Promise<Utxo> {
  const { index, amount, value, address } = output
  const txId = output.txHash.toLowerCase()
  if (!/^[0-9a-f]{64}$/.test(txId)) {
    throw refused(`fromUTXO.${place}.txHash`, { hash: `fromUTXO.${place}.txHash is not a hash` })
  }
  const utxo = await chain.node.utxo({ txId, index })
  if (utxo === undefined) throw spentOutput({ txId, index })
  const field = amount === undefined ? 'value' : 'amount'
  const told = amount ?? value
  if (told !== undefined && unitsOf(chain, told, `fromUTXO.${place}.${field}`) !== utxo.value) {
    const has = `the output holds ${inCoins(chain, utxo.value)} ${chain.record.id}`
    throw refused(`fromUTXO.${place}.${field}`, { value: has })
  }
  const property = `fromUTXO.${place}.address`
  if (address !== undefined && addressIn(chain, address, property) !== utxo.address) {
    throw refused(property, { address: `the output belongs to ${utxo.address ?? 'no address'}` })
  }
  return utxo
}

const spentOutput = ({ txId, index }: Outpoint): BadTransaction =>
  new BadTransaction('output.spent', `output ${index} of ${txId} is spent, or never was`)

const nameOf = ({ txId, index }: Outpoint): string => `${txId}:${index}`

/** With the key that will spend it, where there is one: a p2sh output asks for it. */
const ownedBy = (utxo: Utxo, { publicKey }: { readonly publicKey?: string }): Utxo =>
  publicKey === undefined ? utxo : { ...utxo, publicKey }

/** In the order of the inputs. */
function ownersOf<Owner>({ claims }: Unsigned, known: ReadonlyMap<string, Owner>): readonly Owner[] {
  return claims.map(({ owner, index }) => {
    const found = known.get(nameOf({ txId: owner, index }))
    if (found === undefined) throw new BadTransaction('malformed', 'An input was not asked for')
    return found
  })
}

// ---- who signs

interface KeyOwner {
  readonly signer: Signer
  /** The field that the key came in. */
  readonly property: string
  /** Hex. */
  readonly publicKey: string
}

function keyOwner(
  { caller }: CallContext,
  chain: UtxoChain,
  { privateKey }: Key,
  property: string,
): KeyOwner {
  const signer = signerOf(caller, chain, property, privateKey)
  return { signer, property, publicKey: Buffer.from(signer.publicKey).toString('hex') }
}

function recordSigned(
  context: CallContext,
  chain: UtxoChain,
  built: Built<KeyOwner>,
  credits: number,
  record: Recorder<SentTx>,
): Promise<SentTx> {
  return record(signedSend(context, chain, signEach(chain, built), built.unsigned.claims, { credits }))
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
  { unsigned, owners }: Built<Wallet>,
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
    }),
  )
}
