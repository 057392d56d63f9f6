/** Signed transactions from anywhere, as JSON: checks their signatures, and reads what they take and pay. */
import { ed25519 } from '@noble/curves/ed25519.js'
import {
  claimAt,
  type EvmOutlay,
  type MultiversxParams,
  type MultiversxTransaction,
  type Paid,
  type Reservation,
} from '@tallystick/custody'
import { bytesIn, malformed } from './address.js'
import { transfersIn } from './payload.js'
import { checked, messageOf, type SignedTransaction } from './transaction.js'

/** Room for the Base64 of the longest data and the fields around it. */
const MAX_TEXT = 501_500

/** Reads a transaction that was checked before, without its signature. @throws BadTransaction `malformed` */
export const senderIn = (raw: string): Sender => jsonIn(raw)

export type Sender = Pick<SignedTransaction, 'sender' | 'nonce'>

/** @param raw JSON without blanks @throws BadTransaction `malformed` */
export function signedIn(raw: string, chainIds: readonly string[]): SignedTransaction {
  const transaction = jsonIn(raw)
  mustBeOf(chainIds, transaction)
  const message = messageOf(transaction)
  const { sender, signature = '', guardian, guardianSignature, relayer, relayerSignature } = transaction
  const isSigned = [
    [sender, signature] as const,
    ...(guardian ? [[guardian, guardianSignature] as const] : []),
    ...(relayer ? [[relayer, relayerSignature] as const] : []),
  ].every(([address, text = '']) => holds(address, text, message))
  if (!isSigned) throw malformed('a signature is wrong or missing')
  return transaction
}

function jsonIn(raw: string): SignedTransaction {
  const json = raw.length > MAX_TEXT ? undefined : objectIn(raw)
  if (json === undefined) throw malformed('it is not the JSON of a transaction, without blanks')
  // `checked` looks at each field.
  return checked(json as SignedTransaction)
}

function objectIn(raw: string): object | undefined {
  try {
    const json: unknown = JSON.parse(raw)
    const isOne = typeof json === 'object' && json !== null && JSON.stringify(json) === raw
    return isOne ? json : undefined
  } catch {
    return undefined
  }
}

/** @throws BadTransaction `malformed` */
export function mustBeOf(
  chainIds: readonly string[],
  { chainID, version }: Pick<MultiversxTransaction, 'chainID' | 'version'>,
): void {
  if (!chainIds.includes(chainID)) throw malformed('it is of another network')
  if (version !== 1 && version !== 2) throw malformed('its version is neither 1 nor 2')
}

/** @param signature Hex */
export function holds(address: string, signature: string, message: Uint8Array): boolean {
  const publicKey = bytesIn(address)
  try {
    const bytes = Uint8Array.from(Buffer.from(signature, 'hex'))
    return publicKey !== undefined && ed25519.verify(bytes, message, publicKey, { zip215: false })
  } catch {
    // The library throws if the bytes do not have the format of a signature.
    return false
  }
}

export const claimsOf = ({
  sender,
  nonce,
}: Pick<MultiversxTransaction, 'sender' | 'nonce'>): readonly Reservation[] => [
  claimAt(sender, BigInt(nonce)),
]

type Movement = Pick<MultiversxTransaction, 'sender' | 'receiver' | 'value'> & { readonly data?: string }

/** What it pays others: its value, and the tokens that its data moves. */
export function paidBy({ sender, receiver, value, data }: Movement): readonly Paid[] {
  const own = BigInt(value) === 0n ? [] : [{ address: receiver, amount: BigInt(value) }]
  return [...own, ...(transfersIn({ sender, receiver }, data) ?? [])]
}

type Costs = Movement & Pick<MultiversxTransaction, 'gasPrice' | 'gasLimit'> & { readonly relayer?: string }

/** The highest price of its gas ("Gas and Fees", "Processing fee"). */
export function feeOf({ gasPrice, gasLimit, data = '' }: Costs, gas: MultiversxParams['gas']): bigint {
  const [price, limit] = [BigInt(gasPrice), BigInt(gasLimit)]
  const move = gas.move + gas.byte * BigInt(Buffer.from(data, 'base64').length)
  if (limit <= move) return limit * price
  return move * price + ((limit - move) * price) / gas.others
}

export function outlayOf(transaction: Costs, gas: MultiversxParams['gas']): EvmOutlay {
  const { value, relayer } = transaction
  const tokens = new Map<string, bigint>()
  for (const { asset, tokenId, amount } of paidBy(transaction)) {
    if (asset === undefined || tokenId !== undefined) continue
    tokens.set(asset, (tokens.get(asset) ?? 0n) + amount)
  }
  // A relayer pays the fee.
  const fee = relayer ? 0n : feeOf(transaction, gas)
  return {
    coin: BigInt(value) + fee,
    tokens: [...tokens].map(([address, amount]) => ({ address, amount })),
  }
}
