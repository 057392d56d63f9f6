/** Whether a mint of Token-2022 withholds a part of each transfer (spl-token-2022, `extension/transfer_fee/mod.rs`). */

/** Behind the length of a token account and a byte that tells the kind: type, length and value of each extension. */
const EXTENSIONS_AT = 166
const TRANSFER_FEE = 1
/** Two authorities and what is withheld stand before the older and the newer fee. */
const FEES_AT = 72
const FEE_BYTES = 18

interface TransferFee {
  /** The first epoch that takes it. */
  readonly epoch: bigint
  readonly isTaken: boolean
}

/**
 * Whether recipients get less than is sent, now or from an epoch on that is announced.
 * @param epoch The epoch of the last final block
 */
export async function withholds(mint: Buffer, epoch: () => Promise<bigint>): Promise<boolean> {
  const config = extensionOf(mint, TRANSFER_FEE)
  if (config === undefined) return false
  // What cannot be read may be a fee.
  if (config.length < FEES_AT + 2 * FEE_BYTES) return true
  const [older, newer] = [FEES_AT, FEES_AT + FEE_BYTES].map((at) => feeAt(config, at))
  if (newer?.isTaken === true) return true
  if (older?.isTaken !== true) return false
  return (await epoch()) < (newer?.epoch ?? 0n)
}

/** Epoch, maximum, and hundredths of a percent. */
const feeAt = (config: Buffer, at: number): TransferFee => ({
  epoch: config.readBigUInt64LE(at),
  isTaken: config.readBigUInt64LE(at + 8) > 0n && config.readUInt16LE(at + 16) > 0,
})

function extensionOf(mint: Buffer, wanted: number): Buffer | undefined {
  for (let at = EXTENSIONS_AT; at + 4 <= mint.length; ) {
    const end = at + 4 + mint.readUInt16LE(at + 2)
    if (mint.readUInt16LE(at) === wanted) return mint.subarray(at + 4, end)
    at = end
  }
  return undefined
}
