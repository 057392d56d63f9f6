/**
 * The options of each call, as agave reads them (rpc-client-api/src/config.rs). It ignores names that it does not know;
 * here they are mistakes.
 */
type Test = (value: unknown) => boolean
type Options = Readonly<Record<string, Test>>

const whole =
  (most: number): Test =>
  (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most
const oneOf =
  (...words: readonly unknown[]): Test =>
  (value) =>
    words.includes(value)

const size = whole(Number.MAX_SAFE_INTEGER)
const flag = oneOf(true, false)
const text: Test = (value) => typeof value === 'string'

const LEVEL = oneOf('processed', 'confirmed', 'finalized')
const CONTEXT: Options = { commitment: LEVEL, minContextSlot: size }
/** Of what blocks have: nothing below `confirmed` is told (agave, `check_is_at_least_confirmed`). */
const IN_BLOCKS: Options = { commitment: oneOf('confirmed', 'finalized') }
const OF_ACCOUNT: Options = {
  ...CONTEXT,
  encoding: oneOf('base58', 'base64', 'base64+zstd', 'jsonParsed'),
}
const OF_TRANSACTION: Options = {
  ...IN_BLOCKS,
  encoding: oneOf('base58', 'base64', 'json', 'jsonParsed'),
  maxSupportedTransactionVersion: whole(255),
}

const OPTIONS: Readonly<Record<string, Options>> = {
  getAccountInfo: OF_ACCOUNT,
  getBalance: CONTEXT,
  getBlock: {
    ...OF_TRANSACTION,
    transactionDetails: oneOf('full', 'accounts', 'signatures', 'none'),
    rewards: flag,
  },
  getBlockHeight: CONTEXT,
  getBlocksWithLimit: { ...IN_BLOCKS, minContextSlot: size },
  getEpochInfo: CONTEXT,
  getFeeForMessage: CONTEXT,
  getLatestBlockhash: CONTEXT,
  getMinimumBalanceForRentExemption: { commitment: LEVEL },
  getSignatureStatuses: { searchTransactionHistory: flag },
  getSignaturesForAddress: {
    ...IN_BLOCKS,
    minContextSlot: size,
    limit: whole(1_000),
    before: text,
    until: text,
  },
  getTokenAccountsByOwner: OF_ACCOUNT,
  getTransaction: OF_TRANSACTION,
  isBlockhashValid: CONTEXT,
  sendTransaction: {
    encoding: oneOf('base58', 'base64'),
    skipPreflight: flag,
    preflightCommitment: LEVEL,
    maxRetries: size,
    minContextSlot: size,
  },
}

/** The name of an option that a node does not take. */
export function wrongOption(method: string, params: readonly unknown[]): string | undefined {
  const last = params.at(-1)
  if (typeof last !== 'object' || last === null || Array.isArray(last)) return undefined
  const known = OPTIONS[method] ?? {}
  return Object.entries(last).find(([name, value]) => known[name]?.(value) !== true)?.[0]
}
