/**
 * The description of a noun: its fields, its keys, what loading it brings with it, and what changes do to it.
 * Everything else derives from it: its layer of the view, its rows in every storage, its list in audits, its copy, its
 * fingerprint and its seal. See docs/decisions/035-a-noun-is-one-table.md.
 */
import type { TenantId } from './ids.js'
import type { Reservation } from './send/reservation.js'

/** Every stored item belongs to a tenant. */
export interface Owned {
  readonly tenant: TenantId
}

type SomeType =
  | 'text'
  | 'hex'
  | 'number'
  | 'integer'
  | 'time'
  | 'amount'
  | 'flag'
  | 'words'
  | 'json'
  | 'claims'

/**
 * The type of a field. `hex`: 16 bytes as 32 hex digits in lower case. `number`: whole, up to 2^53. `integer`: a bigint up to 2^63. `time`: epoch milliseconds. `amount`:
 * a bigint of any size. `flag`: true or false. `words`: texts without blanks. `json`: plain data. `claims`: what a
 * transaction uses up. With `?`: or null.
 */
export type FieldType = SomeType | `${SomeType}?`

type TypeOfSome<Value> = [Value] extends [bigint]
  ? 'amount' | 'integer'
  : [Value] extends [boolean]
    ? 'flag'
    : [Value] extends [number]
      ? 'number' | 'time'
      : [Value] extends [string]
        ? 'text' | 'hex'
        : [Value] extends [readonly Reservation[]]
          ? 'claims'
          : 'json' | ([Value] extends [readonly string[]] ? 'words' : never)

/** The field types that fit a TypeScript type. */
type TypeOf<Value> = null extends Value
  ? `${TypeOfSome<NonNullable<Value>>}?`
  : TypeOfSome<NonNullable<Value>>

type Types<Item> = { readonly [Name in keyof Item]?: TypeOf<Item[Name]> }

export interface Field {
  readonly name: string
  readonly column: string
  readonly type: SomeType
  readonly nullable: boolean
  /** Null in the database; the item then does not have the field. */
  readonly optional: boolean
  /** An update sets it. */
  readonly changes: boolean
}

/** Names an item to load. */
export interface KeyLike extends Owned {
  readonly type: string
}

/** One way to load items. */
export interface Lookup<Item, By extends string = string> {
  /** The fields in the key, besides the tenant. */
  readonly by: readonly By[]
  /** The key's name of that field, if it differs. */
  readonly as?: string
  /** The key finds several items: the first `limit` ones in the order of the list, or of `order`. */
  readonly many?: true
  /** For `many`: the field that orders them, if it is not the key. No two of them have the same value. */
  readonly order?: By | (string & {})
  /** For `many`: only items whose fields have these values. */
  readonly only?: Readonly<Record<string, string | null>>
  /** Keys of the items that this item brings with it. */
  follow?(item: Item, key: KeyLike): readonly KeyLike[]
  /** Keys of items that are loaded even if nothing is found. */
  beside?(key: KeyLike): readonly KeyLike[]
}

/**
 * What a change does to the row of its item. `add`: adds its number to the existing row. `note`: continues a history,
 * or replaces the newest state of the same time.
 */
export type Verb = 'insert' | 'update' | 'delete' | 'add' | 'note'

/**
 * Condition on a field: equals this value, is one of these, is none of these, is not below, not above, within these
 * bounds, above, not this, or contains one of these. Null is not this, and none of these.
 */
export type Condition<Value> =
  | Value
  | { readonly in: readonly Value[] }
  | { readonly notIn: readonly NonNullable<Value>[] }
  | { readonly from: Value; readonly to?: Value }
  | { readonly to: Value }
  | { readonly above: Value }
  | { readonly not: NonNullable<Value> }
  | { readonly holds: readonly string[] }

export type Where<Item> = { readonly [Name in keyof Item]?: Condition<Item[Name]> | undefined }

export interface Derivation<Item> {
  of(item: Item): string
  /** The text that earlier releases stored. */
  formerly?(item: Item): string
}

/** An item of another table. */
interface Implied {
  readonly table: Table
  readonly item: Owned
}

/** The argument of `defineTable`. */
interface Definition<Item extends Owned> {
  /** The name of the list, in audits, seals and fingerprints. */
  readonly list: string
  /** The name of one item, in messages. */
  readonly noun: string
  /** The name of the table in the databases. */
  readonly table: string
  readonly fixed: Types<Item>
  readonly changing: Types<Item>
  /** Changing fields that an item may lack. */
  readonly optional?: { readonly [Name in keyof Item]?: SomeType }
  /** Column names that are not the field name in snake case. */
  readonly columns?: { readonly [Name in keyof Item]?: string }
  /** Texts that a row stores besides the fields and that derive from them. */
  readonly derived?: Readonly<Record<string, Derivation<Item>>>
  /** The fields that identify an item within the list. The list is in their order, text by its UTF-8 bytes. */
  readonly key: readonly (keyof Item & string)[]
  /** Lookups by type of key. The first one finds every item. */
  readonly keys: Readonly<Record<string, Lookup<Item>>>
  /** The name of the item in changes. */
  readonly subject: string
  readonly changes: Readonly<Record<string, Verb>>
  /** An item that is stored because of this one, and follows from it: it need not be loaded. */
  implies?(item: Item): Implied | null
  /** Fields that `verify` recomputes and seals leave out. */
  readonly recomputed?: readonly (keyof Item & string)[]
  /** Indexes of SQLite for paging: the first columns; the key follows them. Of those that fit, the last one is used. */
  readonly indexes?: Readonly<Record<string, readonly (keyof Item & string)[]>>
  /** Of these indexes, those that have a part of the list: the value of a field. */
  readonly within?: Readonly<Record<string, readonly [field: keyof Item & string, value: string]>>
  /** Small parts of the list with an index of their own. */
  readonly parts?: Readonly<Record<string, Where<Item>>>
  /** The key is not shown to anybody. Messages show the tenant instead. */
  readonly secretKey?: true
}

/** A noun, for code that works with any noun. */
export interface Table<Item extends Owned = Owned> {
  readonly list: string
  readonly noun: string
  readonly table: string
  /** The tenant first, then the fixed fields, then the changing ones. */
  readonly fields: readonly Field[]
  readonly derived: readonly (Derivation<Item> & { readonly name: string })[]
  readonly key: readonly Field[]
  readonly keys: Readonly<Record<string, Lookup<Item>>>
  readonly subject: string
  readonly changes: Readonly<Record<string, Verb>>
  readonly recomputed: ReadonlySet<string>
  readonly indexes: Readonly<Record<string, readonly string[]>>
  readonly within: Readonly<Record<string, readonly [field: string, value: string]>>
  readonly parts: Readonly<Record<string, Where<Item>>>
  readonly secretKey: boolean
  /** For a table that is only added to: the field with the number. */
  readonly adds: string | null
  /** Only the storage knows which row a note replaces. */
  readonly isHistory: boolean
  /** See `Definition`. */
  implies(item: Item): Implied | null
  /** Identifies the item in the whole ledger. */
  identify(item: Item): string
  /** The field or derived text with this name. */
  valueOf(item: Item, name: string): unknown
}

/** The information from which the types of its keys and changes are made. */
export interface Noun<Item extends Owned, Keys, Changes, Subject extends string> extends Table<Item> {
  readonly types: {
    readonly item: Item
    readonly keys: Keys
    readonly changes: Changes
    readonly subject: Subject
  }
}

type Rest<Item, Fields> = Exclude<keyof Item, keyof Fields | 'tenant'>

/** Every field is in one of the three groups. */
type Complete<Item, D extends Definition<Item & Owned>> =
  Rest<Item, D['fixed'] & D['changing'] & D['optional']> extends never
    ? unknown
    : { readonly missing: Rest<Item, D['fixed'] & D['changing'] & D['optional']> }

export function defineTable<Item extends Owned>() {
  return <const D extends Definition<Item>>(
    definition: D & Complete<Item, D>,
  ): Noun<Item, D['keys'], D['changes'], D['subject']> & Pick<D, 'list'> => {
    const { list, noun, table, keys, subject, changes } = definition
    // This code reads a definition without the types that checked it.
    const columns = (definition.columns ?? {}) as Readonly<Record<string, string>>
    const fieldsOf = (types: object, how: Pick<Field, 'optional' | 'changes'>): readonly Field[] =>
      Object.entries(types as Readonly<Record<string, string>>).map(([name, type]) => ({
        name,
        column: columns[name] ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
        type: type.replace('?', '') as SomeType,
        nullable: type.endsWith('?') || how.optional,
        ...how,
      }))
    const fields = [
      ...fieldsOf({ tenant: 'text', ...definition.fixed }, { optional: false, changes: false }),
      ...fieldsOf(definition.changing, { optional: false, changes: true }),
      ...fieldsOf(definition.optional ?? {}, { optional: true, changes: true }),
    ]
    const derived = Object.entries(definition.derived ?? {}).map(([name, how]) => ({ name, ...how }))
    const key = definition.key.map((name) => fields.find((field) => field.name === name) as Field)
    const verbs: readonly string[] = Object.values(changes)
    const [only = 'tenant', ...more] = definition.key
    const made: Table<Item> = {
      list,
      noun,
      table,
      fields,
      derived,
      key,
      keys,
      subject,
      changes,
      implies: definition.implies ?? (() => null),
      recomputed: new Set(definition.recomputed),
      indexes: definition.indexes ?? {},
      within: definition.within ?? {},
      parts: definition.parts ?? {},
      secretKey: definition.secretKey ?? false,
      adds: verbs.includes('add') ? (Object.keys(definition.changing)[0] ?? null) : null,
      isHistory: verbs.includes('note'),
      identify:
        more.length === 0
          ? reading(only)
          : (item) => {
              let id = String(item[only])
              for (const name of more) id += `\0${String(item[name])}`
              return id
            },
      valueOf: (item, name) => derived.find((one) => one.name === name)?.of(item) ?? Reflect.get(item, name),
    }
    // The types exist only for the compiler.
    return made as Noun<Item, D['keys'], D['changes'], D['subject']> & Pick<D, 'list'>
  }
}

/**
 * Reads a field as text. Most identities are an `id`: a field whose name stands in the code is read in a fraction of the
 * time.
 */
export const reading = (name: string): ((of: object) => string) =>
  name === 'id' ? (of) => String((of as { readonly id?: unknown }).id) : (of) => String(Reflect.get(of, name))

/** No stored text contains NUL, so different lists of values give different names. */
export function nameOf(values: readonly unknown[]): string {
  return values.join('\0')
}

type Told<Item, L> = L extends { readonly as: infer As extends string }
  ? {
      readonly [Name in As]: L extends { readonly by: readonly [infer By extends keyof Item] }
        ? Item[By]
        : never
    }
  : L extends { readonly by: readonly (infer By)[] }
    ? { readonly [Name in By & string]: Name extends keyof Item ? Item[Name] : string }
    : never

type KeyOfType<Item, Keys, Type extends keyof Keys> = Type extends string
  ? { readonly type: Type; readonly tenant: TenantId } & Told<Item, Keys[Type]> &
      (Keys[Type] extends { readonly many: true } ? { readonly limit: number } : unknown)
  : never

/** Every key of these nouns. */
export type KeysOf<N> =
  N extends Noun<infer Item, infer Keys, infer _Changes, infer _Subject>
    ? { [Type in keyof Keys]: KeyOfType<Item, Keys, Type> }[keyof Keys]
    : never

/** Every change of these nouns. */
export type ChangesOf<N> =
  N extends Noun<infer Item, infer _Keys, infer Changes, infer Subject>
    ? {
        [Type in keyof Changes]: { readonly type: Type } & { readonly [Name in Subject]: Item }
      }[keyof Changes]
    : never

/** The items that keys of this type find. */
export type ItemOf<N, Type extends string> =
  N extends Noun<infer Item, infer Keys, infer _Changes, infer _Subject>
    ? Type extends keyof Keys
      ? Item
      : never
    : never
