/** Whether two transactions pay the same. */
import type { Send } from '@tallystick/core'
import type { Codec, Paid } from '../ports/chain.js'
import { plainAsset } from '../withdrawals/differs.js'

/** Whether it pays to each of the addresses what the other one does. */
export function paysThem(
  codec: Codec,
  { raw }: Send,
  outputs: readonly Paid[],
  addresses: readonly string[],
): boolean {
  const wanted = codec.inspect(raw).outputs.flatMap((output) => lineTo(codec, output, addresses))
  const paid = outputs.flatMap((output) => lineTo(codec, output, addresses))
  for (const line of wanted) {
    const at = paid.indexOf(line)
    if (at < 0) return false
    paid.splice(at, 1)
  }
  return wanted.length > 0
}

function lineTo(codec: Codec, { address, ...paid }: Paid, addresses: readonly string[]): readonly string[] {
  if (address === null || !codec.isAddress(address)) return []
  const canonical = codec.canonical(address)
  if (!addresses.includes(canonical)) return []
  const { amount, tokenId, tag } = paid
  const asset = paid.asset === undefined ? null : plainAsset(codec, paid.asset)
  return [JSON.stringify([canonical, String(amount), asset, tokenId ?? null, tag ?? null])]
}
