/** The documented operations, models and error codes, as scripts/extract-spec.mjs took them out. */
import { readFileSync } from 'node:fs'

/** A parameter or field. Lists of words are one text with blanks. */
export interface SpecSchema {
  readonly type?: string
  readonly $ref?: string
  readonly required?: true
  readonly min?: number
  readonly max?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly default?: unknown
  readonly enum?: string
  readonly items?: SpecSchema
}

export type SpecFields = Readonly<Record<string, SpecSchema>>

interface SpecModel {
  readonly fields?: SpecFields
  readonly enum?: string
  readonly oneOf?: readonly SpecSchema[]
}

export interface SpecOperation {
  readonly id: string
  readonly area: string
  readonly scope: 'documented' | 'companion' | 'neighbour'
  readonly method: string
  readonly path: string
  readonly params: SpecFields
  readonly query: SpecFields
  readonly headers: readonly string[]
  /** The name of a model; `object` for any JSON. */
  readonly body: string | null
  readonly status: number
  /** The name of a model, with `[]` for a list of it. */
  readonly answer: string | null
  readonly credits: string
  readonly creditsStated: boolean
  readonly discriminators: readonly string[]
  /** Codes with status 403. */
  readonly refusals: string
}

interface Spec {
  readonly operations: readonly SpecOperation[]
  readonly models: Readonly<Record<string, SpecModel>>
  /** Error codes by status, over the whole API. */
  readonly errors: Readonly<Record<string, string>>
}

export const spec: Spec = JSON.parse(readFileSync(new URL('./spec.fixture.json', import.meta.url), 'utf8'))

/** Of a list of words; none of undefined. */
export const words = (text: string | undefined): string[] =>
  (text ?? '').split(' ').filter((word) => word !== '')
