/**
 * What must never be repeated. A schema marks its secrets with `secret`: `true` for one that a caller sends,
 * `'answered'` for one that a caller has asked for. A call that may carry a secret repeats nothing of what it
 * was sent, whatever the field: a key is also sent in the wrong one. Other calls leave out what looks like a key.
 */
import { operations } from './catalogue/index.js'
import type { AnyOperation } from './operation.js'

/** The paths of the secrets that an operation takes, with `[]` for the items of a list; none for most. */
export function secretsOf({ params, query, body }: AnyOperation): readonly string[] {
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

/** Shorter ones may stand in a note by chance. */
const SHORTEST_SECRET = 16

/**
 * The field that holds, besides what belongs there, a secret of the same call: what is no secret goes to nodes,
 * and into blocks. Undefined when there is none.
 */
export function misplacedSecret(secrets: readonly string[], args: unknown): string | undefined {
  const texts = [...textsOf(args, '')]
  const sent = texts.filter(([path]) => secrets.includes(path)).map(([, text]) => bare(text))
  const found = texts.find(
    ([path, text]) =>
      !secrets.includes(path) &&
      sent.some((secret) => secret.length >= SHORTEST_SECRET && bare(text).includes(secret)),
  )
  return found?.[0]
}

/** Every text, with its path as `secretsOf` writes it. */
function* textsOf(value: unknown, path: string): Generator<readonly [path: string, text: string]> {
  if (typeof value === 'string') yield [path, value]
  else if (Array.isArray(value)) for (const item of value) yield* textsOf(item, `${path}[]`)
  else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      yield* textsOf(inner, path === '' ? name : `${path}.${name}`)
    }
  }
}

const bare = (text: string): string => text.trim().toLowerCase().replace(/^0x/, '')

let discreetRoutes: ReadonlySet<string> | null = null

/** Whether a call by the operation's method and path may carry a secret: its siblings' bodies come there too. */
export function isDiscreet(operation: AnyOperation): boolean {
  discreetRoutes ??= new Set(operations.filter((each) => secretsOf(each).length > 0).map(routeOf))
  return discreetRoutes.has(routeOf(operation)) || secretsOf(operation).length > 0
}

function routeOf({ method, path }: AnyOperation): string {
  return `${method} ${path}`
}

const SECRET_NAME = /key|mnemonic|secret|seed|phrase|priv|passw|pwd|token|wif/i

const SECRET_TEXTS = [
  // The shortest mnemonics have 12 words. Looked for from the start of a word only: from every letter of a long
  // one it would take hours.
  /(?<![a-z])(?:[a-z]+[\s,+_-]+){11}[a-z]+/i,
  /[0-9a-f]{64}/i,
  // In base 58: a private key (WIF), an extended private key, a family seed of XRP.
  /\b[5KLc9QT6][1-9A-HJ-NP-Za-km-z]{50,51}\b/,
  /prv[1-9A-HJ-NP-Za-km-z]{50}/,
  /\bs[1-9A-HJ-NP-Za-km-z]{28,30}\b/,
] as const

/** Whether a text may be a key. Hashes and addresses look like one too: leaving them out costs little. */
export function looksSecret(text: string): boolean {
  return SECRET_TEXTS.some((pattern) => pattern.test(text))
}

/** Whether a field of this name may hold one. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name)
}

/** A word, too short to be a key or to give much of one away. */
const NAME = /^[a-z][A-Za-z]{0,15}$/

/** The name of a field that no schema has; null when it may itself be a key. */
export function shownName(name: string, discreet: boolean): string | null {
  return discreet ? (NAME.test(name) ? name : null) : looksSecret(name) ? null : name
}
