/**
 * What must never be repeated. A schema marks its secrets with `secret`: `true` for one that a caller sends,
 * `'answered'` for one that a caller requests. A call that may carry a secret repeats nothing of its input, in any
 * field, because a key may be in the wrong field. Other calls leave out what looks like a key.
 */
import { operations } from '../catalogue/index.js'
import type { AnyOperation } from '../operation.js'

/** The paths of an operation's secrets, with `[]` for the items of a list; most operations have none. */
export function secretsOf({
  params,
  query,
  body,
}: Pick<AnyOperation, 'params' | 'query' | 'body'>): readonly string[] {
  return [params, query, body?.properties ?? {}].flatMap((fields) =>
    Object.entries(fields).flatMap(([name, schema]) => secretsIn(schema, name)),
  )
}

function secretsIn(schema: unknown, path: string): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { secret, properties, items, anyOf } = schema as Readonly<Record<string, unknown>>
  if (secret === true) return [path]
  return [
    ...Object.entries(properties ?? {}).flatMap(([name, inner]) => secretsIn(inner, `${path}.${name}`)),
    ...secretsIn(items, `${path}[]`),
    ...(Array.isArray(anyOf) ? anyOf.flatMap((inner) => secretsIn(inner, path)) : []),
  ]
}

/** Shorter ones may appear in a note by chance. */
const SHORTEST_SECRET = 16

/**
 * The field that contains a secret of the same call and is not meant for it: fields that are not secret go to nodes and
 * into blocks. Undefined if there is none.
 */
export function leakedSecret(secrets: readonly string[], args: unknown): string | undefined {
  const texts = textsOf(args).map(([path, text]) => [path, bare(text)] as const)
  const sent = new Map<number, Set<string>>()
  for (const [path, text] of texts) {
    if (text.length < SHORTEST_SECRET || !secrets.includes(path)) continue
    sent.set(text.length, (sent.get(text.length) ?? new Set()).add(text))
  }
  const found = texts.find(
    ([path, text]) =>
      !secrets.includes(path) && [...sent].some(([length, these]) => holdsOne(text, length, these)),
  )
  return found?.[0]
}

/**
 * Up to this many are searched for one by one. For more, each part of the text is looked up, which takes no longer for
 * a thousand.
 */
const FEW = 16

function holdsOne(text: string, length: number, secrets: ReadonlySet<string>): boolean {
  if (secrets.size <= FEW) return [...secrets].some((secret) => text.includes(secret))
  for (let start = 0; start + length <= text.length; start++) {
    if (secrets.has(text.slice(start, start + length))) return true
  }
  return false
}

/**
 * Every text with its path, in the format of `secretsOf`. Not recursive, because a request to a node may nest deeply.
 */
function textsOf(args: unknown): readonly (readonly [path: string, text: string])[] {
  const texts: (readonly [string, string])[] = []
  const open: [path: string, value: unknown][] = [['', args]]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [path, value] = next
    if (typeof value === 'string') texts.push([path, value])
    else if (Array.isArray(value)) for (const item of value) open.push([`${path}[]`, item])
    else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) {
        open.push([path === '' ? name : `${path}.${name}`, inner])
      }
    }
  }
  return texts
}

const bare = (text: string): string => text.trim().toLowerCase().replace(/^0x/, '')

let discreetRoutes: ReadonlySet<string> | null = null

/**
 * Whether a call with the operation's method and path may carry a secret: the bodies of its overloads arrive there too.
 */
export function isDiscreet(operation: AnyOperation): boolean {
  discreetRoutes ??= new Set(operations.filter((each) => secretsOf(each).length > 0).map(routeOf))
  return discreetRoutes.has(routeOf(operation)) || secretsOf(operation).length > 0
}

function routeOf({ method, path }: AnyOperation): string {
  return `${method} ${path}`
}

const SECRET_NAME = /key|mnemonic|secret|seed|phrase|priv|passw|pwd|token|wif/i

const SECRET_TEXTS = [
  // The shortest mnemonics have 12 words. It matches only from the start of a word: from every letter of a long word it
  // would take hours.
  /(?<![a-z])(?:[a-z]+[\s,+_-]+){11}[a-z]+/i,
  /[0-9a-f]{64}/i,
  // In base 58: a private key (WIF), an extended private key, a family seed of XRP.
  /\b[5KLc9QT6][1-9A-HJ-NP-Za-km-z]{50,51}\b/,
  /prv[1-9A-HJ-NP-Za-km-z]{50}/,
  /\bs[1-9A-HJ-NP-Za-km-z]{28,30}\b/,
  // In base 32: a secret of Stellar.
  /\bS[A-Z2-7]{55}\b/,
] as const

/** Whether a text may be a key. Hashes and addresses look like keys too; leaving them out costs little. */
export function looksSecret(text: string): boolean {
  return SECRET_TEXTS.some((pattern) => pattern.test(text))
}

/** The text without what may be a key. Unlike `looksSecret`, it takes a sentence for a sentence. */
export function withoutSecrets(text: string, mark: string): string {
  return HIDDEN.reduce((rest, pattern) => rest.replace(pattern, mark), text)
}

/** Words of a mnemonic have three to eight letters, and these are none (BIP 39). */
const MNEMONIC_WORD =
  '(?!(?:the|and|was|not|for|its|are|with|from|did|has|were|been|have)(?![a-z]))[a-z]{3,8}(?![a-z])'

const [, ...KEYS] = SECRET_TEXTS
const HIDDEN: readonly RegExp[] = [
  new RegExp(`(?<![a-z])(?:${MNEMONIC_WORD}[\\s,+_-]+){11,}${MNEMONIC_WORD}`, 'gi'),
  ...KEYS.map((pattern) => new RegExp(`(?:${pattern.source})\\w*`, `g${pattern.flags}`)),
]

/** Whether a field of this name may contain one. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name)
}

/** A word that is too short to be a key or to reveal much of one. */
const NAME = /^[a-z][A-Za-z]{0,15}$/

/** The name of a field that no schema has; null if it may be a key itself. */
export function shownName(name: string, discreet: boolean): string | null {
  return discreet ? (NAME.test(name) ? name : null) : looksSecret(name) ? null : name
}
