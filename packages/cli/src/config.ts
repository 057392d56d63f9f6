/**
 * Reads settings from flags and the environment; a flag wins. Every problem is found before anything is
 * opened, and all of them are reported at once. The value of a secret is never part of a report.
 */
import { ConfigurationError } from './failure.js'
import { nearest } from './nearest.js'

/** One thing that can be set. What help says of it and what is checked come from the same record. */
export interface Setting<T> {
  /** Without its dashes. A secret has none: flags are seen by `ps` and kept by shells. */
  readonly flag?: string
  readonly env?: string
  /** How help names the value, for example `<port>`. */
  readonly argument: string
  readonly about: string
  /** Completes "accepted is …". */
  readonly accepts: string
  readonly secret?: true
  /** The value when nothing is set, and how help tells it; null where help need not say anything. */
  readonly unset: T
  readonly unsetText: string | null
  /** @param env For what a value refers to; not where the value itself comes from. */
  read(text: string, env: Sources['env']): Read<T> | Promise<Read<T>>
}

/** A value, or that it is refused. */
export type Read<T> = { readonly value: T } | Refused

export interface Refused {
  readonly refused: true
  /** A clause that begins with `but`, where `accepts` alone would not tell what is wrong. */
  readonly why?: string
  /** Of a file: each with its place in it. */
  readonly problems?: readonly string[]
}

export type Settings = Readonly<Record<string, Setting<unknown>>>

export type Config<S extends Settings> = {
  readonly [Name in keyof S]: S[Name] extends Setting<infer T> ? T : never
}

export interface Sources {
  /** As given on the command line, by name of the setting; true for a flag without a value. */
  readonly flags: Readonly<Record<string, string | true | undefined>>
  readonly env: Readonly<Record<string, string | undefined>>
}

/** @throws ConfigurationError with every problem of these settings. */
export async function readConfig<S extends Settings>(settings: S, sources: Sources): Promise<Config<S>> {
  const problems: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, setting] of Object.entries(settings)) {
    values[name] = await readSetting(name, setting, sources, problems)
  }
  if (problems.length > 0) throw new ConfigurationError(problems)
  // Each value came out of its own setting's `read`.
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
  // An empty variable is how a compose file or a CI system says that there is none.
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

/** The flag that someone would try for a secret; it exists only to be refused with a reason. */
export function flagOfSecret(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** Longest piece of a value that a report repeats. */
const QUOTED = 80

function quote(given: string | true, secret: boolean): string {
  if (given === true) return 'given without a value'
  if (secret) return `${given.length} characters long (not shown)`
  // A URL of a database or a price source may hold a password; its scheme is enough to recognise it by.
  const scheme = /^[a-z][a-z0-9+.-]+:/i.exec(given)?.[0]
  if (scheme !== undefined) return `"${scheme}…"`
  return JSON.stringify(given.length > QUOTED ? `${given.slice(0, QUOTED)}…` : given)
}

/** One warning for each TALLYSTICK_ variable that means nothing: a misspelt one would be ignored in silence. */
export function unknownVariables(env: Sources['env'], known: readonly string[]): readonly string[] {
  return Object.keys(env)
    .filter((name) => name.toUpperCase().startsWith('TALLYSTICK_') && !known.includes(name))
    .sort()
    .map((name) => {
      const meant = nearest(name.toUpperCase(), known)
      return `${name} is not a variable of tallystick and is ignored${meant === undefined ? '' : `; did you mean ${meant}?`}`
    })
}
