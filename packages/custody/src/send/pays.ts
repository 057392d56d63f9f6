/** Whether one transaction pays what others were to pay. */
import type { Send, Withdrawal } from '@tallystick/core'
import type { Codec, Paid } from '../ports/chain.js'
import { plainAsset } from '../withdrawals/differs.js'

/** A transaction, and the withdrawal that it was to pay. */
export type Due = Pick<Send, 'raw'> & Pick<Withdrawal, 'payments'>

/** Whether it pays to the recipients of all these withdrawals what their transactions do: of each output one of them. */
export function paysThem(codec: Codec, dues: readonly Due[], outputs: readonly Paid[]): boolean {
  const wanted = dues.map(({ raw, payments }) => linesTo(codec, codec.inspect(raw).outputs, payments))
  const paid = linesTo(
    codec,
    outputs,
    dues.flatMap(({ payments }) => payments),
  )
  for (const line of wanted.flat()) {
    const at = paid.indexOf(line)
    if (at < 0) return false
    paid.splice(at, 1)
  }
  return wanted.every((lines) => lines.length > 0)
}

function linesTo(codec: Codec, outputs: readonly Paid[], payments: Withdrawal['payments']): string[] {
  const recipients = new Set(payments.map(({ address }) => address))
  return outputs.flatMap(({ address, amount, asset, tokenId, tag }) => {
    if (address === null || !codec.isAddress(address)) return []
    const canonical = codec.canonical(address)
    if (!recipients.has(canonical)) return []
    const of = asset === undefined ? null : plainAsset(codec, asset)
    return [JSON.stringify([canonical, String(amount), of, tokenId ?? null, tag ?? null])]
  })
}
