/** Field types that several models share, with the documented limits. */
import {
  CHAIN_CURRENCIES,
  FIAT_CURRENCIES,
  MAX_METADATA,
  MAX_WIRE_LENGTH,
  TOKEN_CURRENCIES,
} from '@tallystick/core'
import Type, { type TObject, type TSchema } from 'typebox'
import { COUNTRY_CODES } from '../ledger/models/countries.js'
import { DECIMAL } from './forms.js'

const FIAT_CODES = Object.keys(FIAT_CURRENCIES).filter((code) => code.length === 3)

/** An id in a path without documented limits: an unknown one is not found. */
export const PathId = Type.String({ minLength: 1, maxLength: 100, description: 'Internal ID' })

/** An id in the path of customer operations. */
export const CustomerPathId = Type.String({
  minLength: 10,
  maxLength: 50,
  description: 'Internal customer ID',
})

/** Exactly 24 characters. */
export const LedgerId = Type.String({ minLength: 24, maxLength: 24, description: '24-character ID' })

/** Decimal text of an amount on the wire. It is never a JSON number. */
export const AmountText = Type.String({
  maxLength: MAX_WIRE_LENGTH,
  ...DECIMAL,
  description: 'Decimal text in units of the currency, for example "12.5"',
})

export const text = (minLength: number, maxLength: number, description: string) =>
  Type.String({ minLength, maxLength, description })

export const FiatCode = Type.Enum(FIAT_CODES, { description: 'ISO 4217 code' })

/** Currencies that a virtual currency may be pegged to, and that a rate may be quoted in. */
const BASE_PAIRS = [
  ...new Set([
    ...Object.keys(FIAT_CURRENCIES),
    ...Object.keys(CHAIN_CURRENCIES),
    ...Object.keys(TOKEN_CURRENCIES),
  ]),
].sort()

export const BasePair = Type.Enum(BASE_PAIRS, { description: 'Fiat or crypto code' })

export const BasePairOrEur = Type.Enum(BASE_PAIRS, { default: 'EUR', description: 'Fiat or crypto code' })

export const CountryCode = Type.Enum([...COUNTRY_CODES], { description: 'ISO 3166-1 alpha-2' })

/** A rate as a JSON number: one of the three documented exceptions. */
export const BaseRate = Type.Number({ minimum: 0, description: 'Exchange rate of the base pair' })

export const EpochMs = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Epoch milliseconds',
})

export const PageSize = Type.Integer({ minimum: 1, maximum: 50, description: 'Items per page' })

export const Offset = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Items to skip',
})

export const PageNumber = Type.Integer({ minimum: 0, maximum: 2 ** 40, description: 'Page, from 0' })

export const Sort = Type.Enum(['asc', 'desc'], { description: 'Direction' })

/** Items of a batch. A batch is one unit of work, and all other calls wait for it. */
export const MAX_BATCH = 1_000

/** A request body refuses undeclared fields, so that a misspelt field is never ignored. */
export const closed = { additionalProperties: false } as const

/** It begins with a letter or digit, so none of an object's own names is one. */
const METADATA_NAME = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9_.-]{0,39}$' })

const metadata = (minLength: number, description: string) =>
  Type.Record(METADATA_NAME, Type.String({ minLength, maxLength: 200 }), {
    ...closed,
    maxProperties: MAX_METADATA,
    description: `${description}. Up to ${MAX_METADATA} names of letters, digits, "_", "." and "-", up to 40 characters each; values of up to 200 characters. An extension of the documented API`,
  })

/** See docs/decisions/062-metadata.md. */
export const Metadata = metadata(1, 'Your own values by name, to find it by')

export const MetadataChanges = metadata(0, 'Sets these names. "" removes one, and others stay as they are')

export const MetadataFilter = metadata(
  1,
  'Only those that have all of these values. In a URL: `metadata[name]=value`',
)

/** Of an answer. */
export const ShownMetadata = Type.Record(Type.String(), Type.String(), {
  description: 'Your own values by name. An extension of the documented API',
})

export const optional = <T extends TSchema>(schema: T) => Type.Optional(schema)

/** An object as a node wrote it. */
export type NodeObject = Readonly<Record<string, unknown>>

/** The model names the documented fields. Others may stand beside them, so no field has a type in TypeScript. */
export const nodeObject = (model: TObject) => Type.Unsafe<NodeObject>(model)
