/**
 * Whether a signed transaction is that of a withdrawal: it spends what was reserved, pays each recipient and the change,
 * and does nothing else. It is read from the signed bytes by the codec, whoever made them.
 */
import type { Reservation } from '@tallystick/core'
import type { Codec, Inspected, Paid } from '../ports/chain.js'

/** What the transaction of a withdrawal must do. Addresses are in the codec's canonical spelling. */
export interface Promised {
  /** What the recipients get: the token's contract or issuer, or null for the coin of the chain. */
  readonly asset: string | null
  /** Amounts in base units, as digits. */
  readonly payments: readonly { readonly address: string; readonly amount: string; readonly tag?: string }[]
  /** UTXO: the outputs that it spends, all of them and no others. */
  readonly inputs: readonly Reservation[]
  /** UTXO: what it pays back to one of `changeTo`; 0: nothing. */
  readonly change: bigint
  readonly changeTo: readonly string[]
  /** Whose coins it pays on chains without outputs; null: whoever signs. */
  readonly from: string | null
}

type Spelling = Pick<Codec, 'canonical' | 'isAddress' | 'tokenAccounts'>

/** What the transaction does otherwise, in words; null when it is that of the withdrawal. */
export function differs(codec: Spelling, read: Inspected, promised: Promised): string | null {
  return (
    read.besides ??
    (read.from === undefined
      ? otherInputs(read.claims, promised.inputs)
      : otherSender(codec, read.from, promised.from)) ??
    otherOutputs(codec, read.outputs, promised)
  )
}

const nameOf = ({ owner, index }: Reservation): string => `${owner}:${index}`

function otherInputs(spent: readonly Reservation[], reserved: readonly Reservation[]): string | null {
  const [own, wanted] = [spent, reserved].map((all) => new Set(all.map(nameOf)))
  const extra = spent.map(nameOf).find((name) => wanted?.has(name) !== true)
  if (extra !== undefined) return `it spends ${extra}, which is not reserved for it`
  const missing = reserved.map(nameOf).find((name) => own?.has(name) !== true)
  return missing === undefined ? null : `it does not spend ${missing}, which is reserved for it`
}

function otherSender(codec: Spelling, from: string | null, wanted: string | null): string | null {
  if (from === null) return 'it pays from several accounts'
  if (wanted === null || codec.canonical(from) === wanted) return null
  return `it pays from ${from}, not from ${wanted}`
}

/** What one output pays, so that two that pay the same are equal. */
const line = ({ address, amount, asset, tokenId, tag }: Paid): string =>
  JSON.stringify([address, amount.toString(), asset ?? null, tokenId ?? null, tag ?? null])

const inWords = ({ address, amount, asset, tag }: Paid): string =>
  [
    `${amount}`,
    ...(asset === undefined ? [] : [`of ${asset}`]),
    `base units to ${address ?? 'a script without an address'}`,
    ...(tag === undefined ? [] : [`with the tag ${tag}`]),
  ].join(' ')

/** A token is named by its contract's address, or by a number or a text of its own. */
export const plainAsset = (codec: Spelling, asset: string): string =>
  codec.isAddress(asset) ? codec.canonical(asset) : asset

/** The recipients by their accounts of the token, where it is paid to these. */
function ownersOf(
  codec: Spelling,
  asset: string | null,
  payments: Promised['payments'],
): ReadonlyMap<string, string> {
  if (asset === null) return new Map()
  const accountsOf = (address: string) => codec.tokenAccounts?.(address, asset) ?? []
  return new Map(
    payments.flatMap(({ address }) => accountsOf(address).map((account) => [account, address] as const)),
  )
}

function otherOutputs(
  codec: Spelling,
  outputs: readonly Paid[],
  { asset, payments, change, changeTo }: Promised,
): string | null {
  const wanted = payments.map(
    ({ address, amount, tag }): Paid => ({
      address,
      amount: BigInt(amount),
      ...(asset === null ? {} : { asset }),
      ...(tag === undefined ? {} : { tag }),
    }),
  )
  const missing = new Map<string, Paid[]>()
  for (const one of wanted) missing.set(line(one), [...(missing.get(line(one)) ?? []), one])
  const owners = ownersOf(codec, asset, payments)
  let isChangePaid = change === 0n
  for (const output of outputs) {
    const { address } = output
    const own: Paid = {
      ...output,
      address: address === null ? null : (owners.get(address) ?? codec.canonical(address)),
      ...(output.asset === undefined ? {} : { asset: plainAsset(codec, output.asset) }),
    }
    if (missing.get(line(own))?.pop() !== undefined) continue
    const isChange = own.amount === change && own.address !== null && changeTo.includes(own.address)
    if (isChangePaid || !isChange) return `it pays ${inWords(output)}, which is not asked for`
    isChangePaid = true
  }
  const [left] = [...missing.values()].flat()
  if (left !== undefined) return `it does not pay ${inWords(left)}`
  return isChangePaid
    ? null
    : `it does not pay the change of ${change} base units to ${changeTo[0] ?? 'the pool'}`
}
