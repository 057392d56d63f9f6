/**
 * The built-in policy: lists of addresses and how long an address must be on one, limits in rolling windows, and the second
 * approval.
 */
import { builtInCurrency, formatDecimal, parseDecimal } from '@tallystick/core'
import { recordOf } from '../assets.js'
import { type Chain, NodeFault } from '../ports/chain.js'
import type { Chains } from '../ports/chains.js'
import {
  type Asked,
  type Intent,
  type Policy,
  PolicyError,
  type Scope,
  type SigningIntent,
  type SigningVerdict,
  type Verdict,
} from '../ports/policy.js'
import { records } from '../records.js'
import { encodedIn } from './encoded.js'
import { amountOf } from './gate.js'

/** The file as written: see docs/custody.md. */
export interface PolicyFile {
  readonly limits?: readonly LimitFile[]
  /** By the currency of the chain (`BTC`). Where a chain has a list, no other address is paid. */
  readonly allow?: Readonly<Record<string, readonly ListedAddress[]>>
  /** How long an address must have been on a list of `allow`. Then each entry there says since when it is on it. */
  readonly minimumAge?: AgeFile
  /** Addresses that are never paid. */
  readonly deny?: Readonly<Record<string, readonly string[]>>
  /** Hours after which an approval expires. Default: 24. */
  readonly approvalHours?: number
}

export interface LimitFile {
  readonly currency: string
  /** Decimal text. What the recipients get counts; the fee does not, which is at most the ceiling of the chain. */
  readonly amount: string
  /** The rolling window. */
  readonly hours: number
  /** Whose withdrawals count together: those of one account (default), or all of the currency. */
  readonly per?: Scope
  /** What a withdrawal above it is: denied (default), or allowed with a second approval. */
  readonly above?: 'deny' | 'approval'
}

/** In UTC: `2026-05-01` or `2026-05-01T09:30:00Z`. */
export type ListedAddress = string | { readonly address: string; readonly since: string }

export interface AgeFile {
  readonly hours: number
  /** What a withdrawal to a younger address is: denied (default), or allowed with a second approval. */
  readonly below?: 'deny' | 'approval'
}

const HOUR_MS = 3_600_000
const MAX_HOURS = 24 * 366
const DEFAULT_APPROVAL_HOURS = 24
const CURRENCY = /^[A-Za-z0-9_-]{2,50}$/

const SINCE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?Z)?$/

interface Listed {
  readonly address: string
  /** Milliseconds since 1970; of those without a time 0. */
  readonly since: number
}
type Lists = Readonly<Record<string, readonly Listed[]>>

interface Rules {
  readonly limits: readonly Required<LimitFile>[]
  readonly allow: Lists
  readonly deny: Lists
  readonly minimumAge: Required<AgeFile> | null
  readonly approvalHours: number
}

/**
 * @param added The ids of chains beside those of `records`
 * @throws PolicyError
 */
export function limitsPolicy(file: PolicyFile, added: readonly string[] = []): Policy {
  const rules = readRules(file, [...Object.keys(records), ...added])
  return {
    async ready(chains) {
      const problems = await unreadable(rules, chains)
      if (problems.length > 0) throw new PolicyError(problems)
    },
    check: (intent, asked) => judge(rules, intent, asked),
    checkSigning: (intent, asked) => judgeSigning(rules, intent, asked),
  }
}

/**
 * The lists hold for managed wallets too. The limits do not: they count what accounts of the ledger withdraw. A call that
 * names no address, such as one with a serialized transaction, hides whom it pays, so a list refuses it. Encoded data may
 * hide an address too: a list of denied ones refuses what it cannot read. A list of allowed ones does not: it must have the
 * contract, and whom calls of tokens pay; of any other call, whoever allows the contract trusts all that it can do.
 * Nobody can approve a signature, so that an address which is too young is denied.
 */
function judgeSigning(
  rules: Rules,
  { chain, addresses, request }: SigningIntent,
  { now }: Pick<Asked, 'now'>,
): SigningVerdict {
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
  const { denied, young } = judgeAddresses(
    rules,
    { chain, payments: addresses.map((address) => ({ address })) },
    now,
  )
  const [reason] = [...denied, ...young]
  return reason === undefined
    ? { verdict: 'allow', rules: isListed ? [`the lists of ${id}`] : [] }
    : { verdict: 'deny', reason }
}

async function judge(rules: Rules, intent: Intent, asked: Asked): Promise<Verdict> {
  const { chain, payments, changeTo } = intent
  const paid = changeTo === undefined ? payments : [...payments, { address: changeTo }]
  const { denied, young } = judgeAddresses(rules, { chain, payments: paid }, asked.now)
  const [refused] = rules.minimumAge?.below === 'approval' ? denied : [...denied, ...young]
  if (refused !== undefined) return { verdict: 'deny', reason: refused }
  const { currency, scale } = intent
  const applied: string[] = []
  const above: string[] = []
  for (const limit of rules.limits.filter((one) => one.currency === currency)) {
    const { hours, per } = limit
    if (intent.changeTo !== undefined) {
      const reason = `the change goes to ${intent.changeTo}, which no wallet that pays has: no limit counts it`
      return { verdict: 'deny', reason }
    }
    const since = asked.now - hours * HOUR_MS
    const sum = (await asked.withdrawn(per, since)) + amountOf(intent)
    const window = `${formatDecimal(sum, scale)} of ${limit.amount} ${currency} per ${per} in ${hours} hours`
    if (sum <= unitsOf(limit.amount, scale)) applied.push(window)
    else if (limit.above === 'deny') return { verdict: 'deny', reason: `with it, ${window}` }
    else above.push(window)
  }
  const unusual = [...young, ...above]
  if (unusual.length === 0 || asked.approval !== null) {
    return { verdict: 'allow', rules: [...applied, ...unusual.map((one) => `approved: ${one}`)] }
  }
  return {
    verdict: 'approval',
    reason: [...young, ...(above.length > 0 ? [`with it, ${above.join('; ')}`] : [])].join('; '),
    validFor: rules.approvalHours * HOUR_MS,
  }
}

/** Why some of the recipients may never be paid, or not yet. */
function judgeAddresses(
  { allow, deny, minimumAge }: Rules,
  { chain, payments }: Pick<Intent, 'chain'> & { readonly payments: readonly { readonly address: string }[] },
  now: number,
): { readonly denied: readonly string[]; readonly young: readonly string[] } {
  const { record, codec } = chain
  /** By address: since when. Addresses of other networks are not addresses here. */
  const spelled = (list: readonly Listed[]): ReadonlyMap<string, number> =>
    new Map(
      list
        .filter(({ address }) => codec.isAddress(address))
        // Of one that is written twice, the later time counts.
        .sort((one, other) => one.since - other.since)
        .map(({ address, since }) => [codec.canonical(address), since]),
    )
  const never = spelled(deny[record.id] ?? [])
  const allowed = allow[record.id]
  const only = allowed === undefined ? null : spelled(allowed)
  const denied: string[] = []
  const young: string[] = []
  for (const { address } of payments) {
    const since = only?.get(address)
    if (never.has(address)) denied.push(`the address ${address} is on the list of denied ones`)
    else if (only !== null && since === undefined)
      denied.push(`the address ${address} is not on the list of allowed ones`)
    if (minimumAge === null || since === undefined) continue
    const from = since + minimumAge.hours * HOUR_MS
    if (now < from) young.push(`the address ${address} is new, until ${new Date(from).toISOString()}`)
  }
  return { denied, young }
}

/**
 * Addresses that are none on any network of their chain: no call would ever have them. And those of `allow` that may hold
 * a tag: lists do not know tags, so every customer of the account would be allowed.
 */
async function unreadable({ allow, deny }: Rules, chains: Chains): Promise<readonly string[]> {
  const problems: string[] = []
  for (const [place, lists] of Object.entries({ allow, deny })) {
    for (const [id, list] of Object.entries(lists)) {
      const codecs = await codecsOf(chains, id)
      const isTagged = place === 'allow' && recordOf(chains, id)?.tag !== undefined
      for (const [index, { address }] of list.entries()) {
        const codec = codecs.find((one) => one.isAddress(address))
        const plain = codec?.canonical(address)
        if (codec === undefined && codecs.length > 0) {
          problems.push(`${place}.${id}[${index}] is not an address of ${id} on any of its networks`)
        } else if (isTagged && plain !== undefined && plain !== address) {
          problems.push(`${place}.${id}[${index}] may hold a tag, which lists do not know: name ${plain}`)
        }
      }
    }
  }
  return problems
}

async function codecsOf(chains: Chains, id: string): Promise<readonly Chain['codec'][]> {
  const testnets = Object.keys(recordOf(chains, id)?.testnets ?? {})
  const networks = [['mainnet'], ['testnet'], ...testnets.map((name) => ['testnet', name] as const)] as const
  const found = networks.map(([network, testnet]) =>
    chains.chain(id, network, testnet).then(
      ({ codec }) => [codec],
      (error: unknown) => {
        // The chain has no such network.
        if (error instanceof NodeFault) return []
        throw error
      },
    ),
  )
  return (await Promise.all(found)).flat()
}

/** Digits beyond the currency's are cut off, so a limit is never above what was written. */
function unitsOf(amount: string, scale: number): bigint {
  const [whole = '0', fraction = ''] = amount.split('.')
  const read = parseDecimal(scale === 0 ? whole : `${whole}.${fraction.slice(0, scale)}`, scale)
  return read.ok ? read.amount : 0n
}

/** @throws PolicyError */
function readRules(file: unknown, chains: readonly string[]): Rules {
  const problems: string[] = []
  const top = objectOf(file, 'the whole', problems)
  onlyFields(top, '', ['limits', 'allow', 'minimumAge', 'deny', 'approvalHours'], problems)
  const given = top['limits'] ?? []
  if (!Array.isArray(given)) problems.push('limits is not a list ([ … ])')
  const limits = (Array.isArray(given) ? given : []).map((limit: unknown, index) =>
    readLimit(limit, `limits[${index}]`, problems),
  )
  const rules: Rules = {
    limits,
    allow: readLists(top['allow'], 'allow', { chains, isDated: 'minimumAge' in top }, problems),
    deny: readLists(top['deny'], 'deny', { chains, isDated: false }, problems),
    minimumAge: readAge(top, problems),
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
  } else if (isMisspelt(currency)) {
    problems.push(`${place}.currency is ${currency}, and the currency is ${currency.toUpperCase()}`)
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

/** Tenants have currencies of their own, which nobody knows at the start; but `btc` is meant to be BTC. */
function isMisspelt(currency: string): boolean {
  const meant = builtInCurrency(currency.toUpperCase())
  return meant !== undefined && meant.code !== currency && meant.kind !== 'fiat'
}

const MAX_DECIMALS = 37

function readHours(value: unknown, place: string, problems: string[]): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_HOURS) return value
  problems.push(`${place} is not a whole number from 1 to ${MAX_HOURS}`)
  return 1
}

function readAge(top: Readonly<Record<string, unknown>>, problems: string[]): Required<AgeFile> | null {
  const { minimumAge, allow } = top
  if (minimumAge === undefined) return null
  const age = objectOf(minimumAge, 'minimumAge', problems)
  onlyFields(age, 'minimumAge.', ['hours', 'below'], problems)
  if (allow === undefined) problems.push('minimumAge needs a list of addresses in allow')
  const { below = 'deny' } = age
  const isBelow = below === 'deny' || below === 'approval'
  if (!isBelow) problems.push('minimumAge.below is not "deny" or "approval"')
  return { hours: readHours(age['hours'], 'minimumAge.hours', problems), below: isBelow ? below : 'deny' }
}

interface ListTerms {
  readonly chains: readonly string[]
  /** Each address must say since when it is on the list. */
  readonly isDated: boolean
}

function readLists(value: unknown, place: string, terms: ListTerms, problems: string[]): Lists {
  if (value === undefined) return {}
  const lists = Object.entries(objectOf(value, place, problems)).map(([chain, list]) => {
    if (!terms.chains.includes(chain)) {
      problems.push(`${place}.${chain} is not the id of a chain; accepted is ${terms.chains.join(', ')}`)
    }
    if (!Array.isArray(list)) problems.push(`${place}.${chain} is not a list of addresses`)
    const entries: readonly unknown[] = Array.isArray(list) ? list : []
    const read = entries.map((one, index) =>
      readListed(one, `${place}.${chain}[${index}]`, terms.isDated, problems),
    )
    return [chain, read] as const
  })
  return Object.fromEntries(lists)
}

function readListed(value: unknown, place: string, isDated: boolean, problems: string[]): Listed {
  if (!isDated && typeof value === 'string' && value !== '') return { address: value, since: 0 }
  const { address, since } = Object(value)
  const time = timeOf(since)
  if (typeof address === 'string' && address !== '' && time !== null) return { address, since: time }
  problems.push(
    isDated
      ? `${place} is not an address with its time, such as { "address": "…", "since": "2026-05-01T09:30:00Z" }`
      : `${place} is not an address`,
  )
  return { address: '', since: 0 }
}

function timeOf(since: unknown): number | null {
  if (typeof since !== 'string' || !SINCE.test(since)) return null
  const time = Date.parse(since)
  // There is no 31st of April, which is read as the 1st of May.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(since.slice(0, 10)) ? time : null
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
