/** Reads envelopes that others have made: what they use and pay, and whether their signatures are valid. */
import {
  type Asset,
  FeeBumpTransaction,
  Keypair,
  type Operation,
  type Transaction,
  TransactionBuilder,
} from '@stellar/stellar-base'
import { parseDecimal } from '@tallystick/core'
import {
  claimAt,
  type Inspected,
  type Paid,
  type Reservation,
  type StellarAsset,
  type StellarOutlay,
  XLM,
} from '@tallystick/custody'
import { readParty } from './address.js'
import { malformed } from './transaction.js'

/** Larger ones no node takes: a hundred operations have 30,000 bytes. */
const MAX_TEXT = 100_000

export interface Envelope {
  /** Lower case hex. */
  readonly hash: string
  /** Of what uses up the sequence: of a fee bump the transaction that it is about. */
  readonly inner: Transaction
  readonly innerHash: string
  readonly isBump: boolean
  /** Stroops, at most. */
  readonly fee: bigint
  /** `G…`, whose sequence it is. */
  readonly source: string
  readonly sequence: bigint
  /** Seconds since 1970 after which no ledger takes it; 0: never. */
  readonly until: bigint
}

/** @param raw XDR in Base64 @throws BadTransaction `malformed` */
export function envelopeOf(raw: string, passphrase: string): Envelope {
  if (raw.length > MAX_TEXT) throw malformed('it is too long')
  let outer: Transaction | FeeBumpTransaction
  let again: string
  try {
    outer = TransactionBuilder.fromXDR(raw, passphrase)
    again = outer.toEnvelope().toXDR('base64')
  } catch {
    throw malformed('it is not the Base64 of an envelope')
  }
  if (again !== raw) throw malformed('its bytes are not in the one spelling')
  const isBump = outer instanceof FeeBumpTransaction
  const inner = outer instanceof FeeBumpTransaction ? outer.innerTransaction : outer
  const source = readParty(inner.source)?.account
  if (source === undefined) throw malformed('its source is not an account')
  return {
    hash: outer.hash().toString('hex'),
    inner,
    innerHash: inner.hash().toString('hex'),
    isBump,
    fee: BigInt(outer.fee),
    source,
    sequence: BigInt(inner.sequence),
    until: BigInt(inner.timeBounds?.maxTime ?? '0'),
  }
}

/**
 * Whether it is signed, as far as can be told here: other keys than the account's own may sign for it, and which of them
 * only a ledger knows. What has the hint of the account's own key must be of that key.
 */
export function isSigned({ inner, source }: Envelope): boolean {
  const own = Keypair.fromPublicKey(source)
  const hint = own.signatureHint()
  return (
    inner.signatures.length > 0 &&
    inner.signatures.every((each) => !hint.equals(each.hint()) || own.verify(inner.hash(), each.signature()))
  )
}

export const claimsOf = ({
  source,
  sequence,
}: Pick<Envelope, 'source' | 'sequence'>): readonly Reservation[] => [claimAt(source, sequence)]

/** What it pays whom, and whatever else it does. */
export const paymentsOf = (envelope: Envelope): Pick<Inspected, 'outputs' | 'from' | 'besides'> => ({
  outputs: paidBy(envelope),
  ...partiesOf(envelope),
})

/** What it pays others, where the transaction says how much. */
function paidBy({ inner }: Envelope): readonly Paid[] {
  const memo = memoTag(inner)
  return inner.operations.flatMap((operation): readonly Paid[] => {
    const paid = paymentOf(operation)
    if (paid === undefined) return []
    const { account = paid.to, id = null } = readParty(paid.to) ?? {}
    const tag = id === null ? memo : `id:${id}`
    return [
      {
        address: account,
        amount: paid.amount,
        ...(paid.asset === XLM ? {} : { asset: paid.asset }),
        ...(tag === undefined ? {} : { tag }),
      },
    ]
  })
}

/** Who pays, and what it does besides: an operation may have a source of its own, and need not be a payment. */
function partiesOf({ inner, source }: Envelope): Pick<Inspected, 'from' | 'besides'> {
  const { operations } = inner
  const own = operations.every(
    (operation) => operation.source === undefined || readParty(operation.source)?.account === source,
  )
  const other = operations.find(({ type }) => type !== 'payment' && type !== 'createAccount')
  return {
    from: own ? source : null,
    ...(other === undefined ? {} : { besides: `it has the operation ${other.type}` }),
  }
}

/** The same text is another memo where its type is another one. */
function memoTag({ memo }: Transaction): string | undefined {
  const { type, value } = memo
  if (value === null) return undefined
  const isBytes = typeof value !== 'string'
  return `${type}:${isBytes ? value.toString(type === 'text' ? 'utf8' : 'hex') : value}`
}

function paymentOf(
  operation: Operation,
): { readonly to: string; readonly asset: StellarAsset; readonly amount: bigint } | undefined {
  switch (operation.type) {
    case 'createAccount':
      return { to: operation.destination, asset: XLM, amount: stroops(operation.startingBalance) }
    case 'payment':
      return {
        to: operation.destination,
        asset: assetName(operation.asset),
        amount: stroops(operation.amount),
      }
    case 'pathPaymentStrictReceive': {
      const { destination, destAsset, destAmount } = operation
      return { to: destination, asset: assetName(destAsset), amount: stroops(destAmount) }
    }
    default:
      return undefined
  }
}

/** Of its source account. What merges an account, or trades, is not counted. */
export function outlayOf({ inner, source, fee, isBump }: Envelope): StellarOutlay {
  const paid = new Map<StellarAsset, bigint>()
  for (const operation of inner.operations) {
    const from = operation.source === undefined ? source : readParty(operation.source)?.account
    const taken = from === source ? takenBy(operation) : undefined
    if (taken !== undefined) paid.set(taken.asset, (paid.get(taken.asset) ?? 0n) + taken.amount)
  }
  // Of a fee bump another account pays the fee.
  return { fee: isBump ? 0n : fee, paid }
}

function takenBy(
  operation: Operation,
): { readonly asset: StellarAsset; readonly amount: bigint } | undefined {
  switch (operation.type) {
    case 'pathPaymentStrictReceive':
      return { asset: assetName(operation.sendAsset), amount: stroops(operation.sendMax) }
    case 'pathPaymentStrictSend':
      return { asset: assetName(operation.sendAsset), amount: stroops(operation.sendAmount) }
    case 'createClaimableBalance':
      return { asset: assetName(operation.asset), amount: stroops(operation.amount) }
    default:
      return paymentOf(operation)
  }
}

export const assetName = (asset: Asset): StellarAsset =>
  asset.isNative() ? XLM : `${asset.getCode()}:${asset.getIssuer()}`

/** Of an amount with 7 decimals. */
export function stroops(text: string): bigint {
  const parsed = parseDecimal(text, 7)
  if (!parsed.ok) throw malformed('it has an amount that is none')
  return parsed.amount
}
