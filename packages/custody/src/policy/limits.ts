/** The built-in policy: lists of addresses, limits in rolling windows, and the second approval above a limit. */
import { formatDecimal, parseDecimal } from '@tallystick/core'
import type { Asked, Intent, Policy, Scope, SigningIntent, SigningVerdict, Verdict } from '../ports/policy.js'
import { encodedIn } from './encoded.js'
import { amountOf } from './gate.js'

/** The file as written: see docs/custody.md. */
export interface PolicyFile {
  readonly limits?: readonly LimitFile[]
  /** By the currency of the chain (`BTC`). Where a chain has a list, no other address is paid. */
  readonly allow?: Readonly<Record<string, readonly string[]>>
  /** Addresses that are never paid. */
  readonly deny?: Readonly<Record<string, readonly string[]>>
  /** Hours after which an approval expires. Default: 24. */
  readonly approvalHours?: number
}

export interface LimitFile {
  readonly currency: string
  /** Decimal text. What the recipients get counts, the fee does not. */
  readonly amount: string
  /** The rolling window. */
  readonly hours: number
  /** Whose withdrawals count together: those of one account (default), or all of the currency. */
  readonly per?: Scope
  /** What a withdrawal above it is: denied (default), or allowed with a second approval. */
  readonly above?: 'deny' | 'approval'
}

/** All problems of a policy, each with its position and what is accepted there. */
export class PolicyError extends Error {
  override readonly name = 'PolicyError'
  constructor(readonly problems: readonly string[]) {
    super(`The policy cannot be used: ${problems.join('; ')}`)
  }
}

const HOUR_MS = 3_600_000
const MAX_HOURS = 24 * 366
const DEFAULT_APPROVAL_HOURS = 24
const CURRENCY = /^[A-Za-z0-9_-]{2,50}$/

interface Rules {
  readonly limits: readonly Required<LimitFile>[]
  readonly allow: Readonly<Record<string, readonly string[]>>
  readonly deny: Readonly<Record<string, readonly string[]>>
  readonly approvalHours: number
}

/** @throws PolicyError */
export function limitsPolicy(file: PolicyFile): Policy {
  const rules = readRules(file)
  return {
    check: (intent, asked) => judge(rules, intent, asked),
    checkSigning: (intent) => judgeSigning(rules, intent),
  }
}

/**
 * The lists hold for managed wallets too. The limits do not: they count what accounts of the ledger withdraw. A call that
 * names no address, such as one with a serialized transaction, hides whom it pays, so a list refuses it. Encoded data may
 * hide an address too: a list of denied ones refuses what it cannot read. A list of allowed ones need not: it must have the
 * contract.
 */
function judgeSigning(rules: Rules, { chain, addresses, request }: SigningIntent): SigningVerdict {
  const { id } = chain.record
  const isListed = rules.allow[id] !== undefined || rules.deny[id] !== undefined
  if (isListed && addresses.length === 0) {
    return { verdict: 'deny', reason: `the call names no address to look up in the lists of ${id}` }
  }
  const hidden =
    rules.deny[id] === undefined || rules.allow[id] !== undefined ? null : encodedIn(chain, request)
  if (hidden !== null) {
    return { verdict: 'deny', reason: `${hidden} is encoded, and may name an address that ${id} denies` }
  }
  const reason = judgeAddresses(rules, { chain, payments: addresses.map((address) => ({ address })) })
  return reason === null
    ? { verdict: 'allow', rules: isListed ? [`the lists of ${id}`] : [] }
    : { verdict: 'deny', reason }
}

async function judge(rules: Rules, intent: Intent, asked: Asked): Promise<Verdict> {
  const listed = judgeAddresses(rules, intent)
  if (listed !== null) return { verdict: 'deny', reason: listed }
  const { currency, scale } = intent
  const applied: string[] = []
  const above: string[] = []
  for (const limit of rules.limits.filter((one) => one.currency === currency)) {
    const { hours, per } = limit
    const since = asked.now - hours * HOUR_MS
    const sum = (await asked.withdrawn(per, since)) + amountOf(intent)
    const window = `${formatDecimal(sum, scale)} of ${limit.amount} ${currency} per ${per} in ${hours} hours`
    if (sum <= unitsOf(limit.amount, scale)) applied.push(window)
    else if (limit.above === 'deny') return { verdict: 'deny', reason: `with it, ${window}` }
    else above.push(window)
  }
  if (above.length === 0 || asked.approval !== null) {
    return { verdict: 'allow', rules: [...applied, ...above.map((window) => `approved: ${window}`)] }
  }
  return {
    verdict: 'approval',
    reason: `with it, ${above.join('; ')}`,
    validFor: rules.approvalHours * HOUR_MS,
  }
}

/** Why the recipients may not be paid; null if they may. */
function judgeAddresses(
  { allow, deny }: Rules,
  { chain, payments }: Pick<Intent, 'chain'> & { readonly payments: readonly { readonly address: string }[] },
): string | null {
  const { record, codec } = chain
  const spelled = (list: readonly string[]): ReadonlySet<string> =>
    // Addresses of other networks are not addresses here.
    new Set(list.filter((address) => codec.isAddress(address)).map((address) => codec.canonical(address)))
  const denied = spelled(deny[record.id] ?? [])
  const allowed = allow[record.id]
  const only = allowed === undefined ? null : spelled(allowed)
  for (const { address } of payments) {
    if (denied.has(address)) return `the address ${address} is on the list of denied ones`
    if (only !== null && !only.has(address))
      return `the address ${address} is not on the list of allowed ones`
  }
  return null
}

/** Digits beyond the currency's are cut off, so a limit is never above what was written. */
function unitsOf(amount: string, scale: number): bigint {
  const [whole = '0', fraction = ''] = amount.split('.')
  const read = parseDecimal(scale === 0 ? whole : `${whole}.${fraction.slice(0, scale)}`, scale)
  return read.ok ? read.amount : 0n
}

/** @throws PolicyError */
function readRules(file: unknown): Rules {
  const problems: string[] = []
  const top = objectOf(file, 'the whole', problems)
  onlyFields(top, '', ['limits', 'allow', 'deny', 'approvalHours'], problems)
  const given = top['limits'] ?? []
  if (!Array.isArray(given)) problems.push('limits is not a list ([ … ])')
  const limits = (Array.isArray(given) ? given : []).map((limit: unknown, index) =>
    readLimit(limit, `limits[${index}]`, problems),
  )
  const rules: Rules = {
    limits,
    allow: readLists(top['allow'], 'allow', problems),
    deny: readLists(top['deny'], 'deny', problems),
    approvalHours: readHours(top['approvalHours'] ?? DEFAULT_APPROVAL_HOURS, 'approvalHours', problems),
  }
  if (problems.length > 0) throw new PolicyError(problems)
  return rules
}

function readLimit(value: unknown, place: string, problems: string[]): Required<LimitFile> {
  const limit = objectOf(value, place, problems)
  onlyFields(limit, `${place}.`, ['currency', 'amount', 'hours', 'per', 'above'], problems)
  const { currency, amount, per = 'account', above = 'deny' } = limit
  const hours = readHours(limit['hours'], `${place}.hours`, problems)
  if (typeof currency !== 'string' || !CURRENCY.test(currency)) {
    problems.push(`${place}.currency is not the name of a currency, such as "BTC"`)
  }
  if (typeof amount !== 'string' || !parseDecimal(amount, MAX_DECIMALS).ok || amount.startsWith('.')) {
    problems.push(`${place}.amount is not a decimal in quotes, such as "1.5"`)
  }
  const isScope = per === 'account' || per === 'currency'
  if (!isScope) problems.push(`${place}.per is not "account" or "currency"`)
  const isAbove = above === 'deny' || above === 'approval'
  if (!isAbove) problems.push(`${place}.above is not "deny" or "approval"`)
  return {
    currency: String(currency),
    amount: String(amount),
    hours,
    per: isScope ? per : 'account',
    above: isAbove ? above : 'deny',
  }
}

const MAX_DECIMALS = 37

function readHours(value: unknown, place: string, problems: string[]): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_HOURS) return value
  problems.push(`${place} is not a whole number from 1 to ${MAX_HOURS}`)
  return 1
}

function readLists(value: unknown, place: string, problems: string[]): Rules['allow'] {
  if (value === undefined) return {}
  const lists = objectOf(value, place, problems)
  for (const [chain, list] of Object.entries(lists)) {
    if (!Array.isArray(list) || !list.every((one) => typeof one === 'string' && one !== '')) {
      problems.push(`${place}.${chain} is not a list of addresses`)
    }
  }
  // Each list was checked; with a problem, nobody reads them.
  return lists as Rules['allow']
}

function objectOf(value: unknown, place: string, problems: string[]): Readonly<Record<string, unknown>> {
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) return { ...value }
  problems.push(`${place} is not an object ({ … })`)
  return {}
}

/** A misspelt field would be ignored silently. */
function onlyFields(of: object, place: string, known: readonly string[], problems: string[]): void {
  for (const name of Object.keys(of)) {
    if (!known.includes(name)) problems.push(`${place}${name} is not known; accepted is ${known.join(', ')}`)
  }
}
