/**
 * Reads settings from flags and the environment; a flag takes precedence. It finds all problems before anything is
 * opened, and reports them together. A report never contains the value of a secret.
 */
import { ConfigurationError } from './failure.js'

/** A setting. Its help and its check derive from the same record. */
export interface Setting<T> {
  /** Without dashes. A secret has none, because `ps` shows flags and shells store them. */
  readonly flag?: string
  readonly env?: string
  /** The name of the value in the help, for example `<port>`. */
  readonly argument: string
  readonly about: string
  /** Completes "accepted is …". */
  readonly accepts: string
  readonly secret?: true
  /** The value if nothing is set, and its text in the help; null if the help needs none. */
  readonly unset: T
  readonly unsetText: string | null
  /** @param env For values that refer to other variables */
  read(text: string, env: Sources['env']): Read<T> | Promise<Read<T>>
}

/** A value, or its refusal. */
export type Read<T> = { readonly value: T } | Refused

export interface Refused {
  readonly refused: true
  /** A clause that begins with `but`, if `accepts` alone does not explain the problem. */
  readonly why?: string
  /** Problems of a file, each with its position. */
  readonly problems?: readonly string[]
}

export type Settings = Readonly<Record<string, Setting<unknown>>>

export type Config<S extends Settings> = {
  readonly [Name in keyof S]: S[Name] extends Setting<infer T> ? T : never
}

export interface Sources {
  /** The flags of the command line by name of the setting; true for a flag without a value. */
  readonly flags: Readonly<Record<string, string | true | undefined>>
  readonly env: Readonly<Record<string, string | undefined>>
}

/** @throws ConfigurationError with all problems of these settings */
export async function readConfig<S extends Settings>(settings: S, sources: Sources): Promise<Config<S>> {
  const problems: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, setting] of Object.entries(settings)) {
    values[name] = await readSetting(name, setting, sources, problems)
  }
  if (problems.length > 0) throw new ConfigurationError(problems)
  // Each value came from its own setting's `read`.
  return values as Config<S>
}

async function readSetting<T>(
  name: string,
  setting: Setting<T>,
  { flags, env }: Sources,
  problems: string[],
): Promise<T> {
  const flag = flags[name]
  if (setting.flag === undefined && flag !== undefined) {
    problems.push(
      `${flagOfSecret(name)} is not accepted: every user of the machine can read the flags of a program, and shells keep them. Set ${setting.env} instead`,
    )
    return setting.unset
  }
  // Compose files and CI systems express a missing variable by an empty one.
  const text = flag ?? (setting.env === undefined ? undefined : env[setting.env] || undefined)
  if (text === undefined) return setting.unset
  const label = flag === undefined ? setting.env : `--${setting.flag}`
  const read: Read<T> = text === true ? { refused: true } : await setting.read(text, env)
  if ('value' in read) return read.value
  if (read.problems !== undefined) {
    problems.push(...read.problems.map((problem) => `${label}: ${problem}`))
    return setting.unset
  }
  problems.push(
    `${label} is ${quote(text, setting.secret === true)}${read.why === undefined ? '' : `, ${read.why}`}; accepted is ${setting.accepts}`,
  )
  return setting.unset
}

/** The flag that a user might try for a secret. It exists only to be refused with a reason. */
export function flagOfSecret(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** Longest part of a value in a report. */
const QUOTED = 80

function quote(given: string | true, secret: boolean): string {
  if (given === true) return 'given without a value'
  if (secret) return `${given.length} characters long (not shown)`
  // The URL of a database or price source may contain a password, so only its scheme is shown.
  const scheme = /^[a-z][a-z0-9+.-]+:/i.exec(given)?.[0]
  if (scheme !== undefined) return `"${scheme}…"`
  // One with something before it, or in another form.
  if (/:\/\/|[@=]/.test(given)) return `${given.length} characters long (not shown)`
  return JSON.stringify(given.length > QUOTED ? `${given.slice(0, QUOTED)}…` : given)
}

/** A warning for each unknown TALLYSTICK_ variable, because a misspelt one would be ignored silently. */
export async function unknownVariables(
  env: Sources['env'],
  known: readonly string[],
): Promise<readonly string[]> {
  const unknown = Object.keys(env).filter(
    (name) => name.toUpperCase().startsWith('TALLYSTICK_') && !known.includes(name),
  )
  if (unknown.length === 0) return []
  // Only now, so that the help does not wait for it.
  const { nearest } = await import('@tallystick/core')
  return unknown.sort().map((name) => {
    const meant = nearest(name.toUpperCase(), known)
    return `${name} is not a variable of tallystick and is ignored${meant === undefined ? '' : `; did you mean ${meant}?`}`
  })
}
