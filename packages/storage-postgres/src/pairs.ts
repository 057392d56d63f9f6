/** Names of rows within tenants, as statements take them. */
import type { Value } from './connection.js'
import { arrayOf } from './statement.js'

export const textArray = (texts: readonly string[]): string => arrayOf('text', texts, (text) => text)

/** Pairs of columns that identify rows, as two arrays for `unnest`. */
export class Pairs {
  readonly tenants: string[] = []
  readonly names: string[] = []

  add(tenant: string, name: string): void {
    this.tenants.push(tenant)
    this.names.push(name)
  }

  get some(): boolean {
    return this.names.length > 0
  }

  get values(): readonly Value[] {
    return [textArray(this.tenants), textArray(this.names)]
  }
}

/** Many calls of a batch may name the same busy account. */
export class Distinct extends Pairs {
  private readonly known = new Map<string, Set<string>>()

  override add(tenant: string, name: string): void {
    let names = this.known.get(tenant)
    if (names === undefined) {
      names = new Set()
      this.known.set(tenant, names)
    }
    if (names.has(name)) return
    names.add(name)
    super.add(tenant, name)
  }

  /** A batch usually belongs to one tenant. */
  get onlyTenant(): string | undefined {
    return this.known.size === 1 ? this.tenants[0] : undefined
  }
}

export const PAIRS = 'unnest($1::text[], $2::text[])'
