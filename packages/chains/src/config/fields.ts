/** The fields of one object of a configuration, and the problems found in it, each with its position. */

/** Longest part of a value in a problem. */
const QUOTED = 60

export class Fields {
  private constructor(
    private readonly place: string,
    private readonly given: Readonly<Record<string, unknown>>,
    private readonly problems: string[],
  ) {}

  /** Undefined, with a problem, if the value is not an object. */
  static of(place: string, value: unknown, problems: string[]): Fields | undefined {
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
      return new Fields(place, { ...value }, problems)
    }
    problems.push(`${place === '' ? 'the whole' : place} is no object ({ … })`)
    return undefined
  }

  names(): readonly string[] {
    return Object.keys(this.given)
  }

  has(name: string): boolean {
    return Object.hasOwn(this.given, name)
  }

  value(name: string): unknown {
    return this.has(name) ? this.given[name] : undefined
  }

  /** @param what Follows the position of the field: "is …, accepted is …" */
  problem(name: string, what: string): void {
    this.problems.push(`${this.at(name)} ${what}`)
  }

  /** Reports each name that is not accepted, because a misspelt one would be ignored silently. */
  allowOnly(accepted: readonly string[]): void {
    for (const name of this.names()) {
      if (!accepted.includes(name)) this.problem(name, `is not known here; accepted is ${list(accepted)}`)
    }
  }

  /** Undefined if it is absent, or a problem has been reported. */
  fieldsOf(name: string): Fields | undefined {
    return this.has(name) ? Fields.of(this.at(name), this.given[name], this.problems) : undefined
  }

  /** The objects of a list. Empty if a problem has been reported. */
  list(name: string, most: number): readonly Fields[] {
    const value = this.value(name)
    if (!Array.isArray(value) || value.length === 0 || value.length > most) {
      this.problem(name, `is ${this.has(name) ? 'not such' : 'missing'}; accepted is a list of 1 to ${most}`)
      return []
    }
    return value.flatMap(
      (one: unknown, index) => Fields.of(`${this.at(name)}[${index}]`, one, this.problems) ?? [],
    )
  }

  count(name: string, least: number, most: number): number | undefined {
    const value = this.value(name)
    if (value === undefined) return undefined
    if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value
    this.problem(name, `is ${quote(value)}; accepted is a whole number from ${least} to ${most}`)
    return undefined
  }

  /** False if it is absent. */
  flag(name: string): boolean {
    const value = this.value(name) ?? false
    if (typeof value === 'boolean') return value
    this.problem(name, `is ${quote(value)}; accepted is true or false`)
    return false
  }

  oneOf<const Word extends string>(name: string, words: readonly Word[]): Word | undefined {
    const value = this.value(name)
    const word = words.find((one) => one === value)
    if (word === undefined) this.problem(name, `is ${quote(value)}; accepted is ${list(words)}`)
    return word
  }

  private at(name: string): string {
    const shown = name.length > QUOTED ? `${name.slice(0, QUOTED)}…` : name
    const step = /^[A-Za-z0-9_-]+$/.test(shown) ? shown : JSON.stringify(shown)
    return this.place === '' ? step : `${this.place}.${step}`
  }
}

export function quote(value: unknown): string {
  if (value === undefined) return 'missing'
  if (value !== null && typeof value === 'object') return Array.isArray(value) ? 'a list' : 'an object'
  const text = JSON.stringify(value)
  return text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text
}

function list(words: readonly string[]): string {
  return words.length === 1 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}
