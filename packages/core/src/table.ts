/**
 * What a noun is, said once: its fields, its keys, what loading it brings with it, and what changes do to it. From this
 * follow its layer of the view, its rows in every storage, its list in audits, its copy, its fingerprint and its seal.
 */
import type { TenantId } from './ids.js'

/** Whatever the books keep is somebody's. */
export interface Owned {
  readonly tenant: TenantId
}

type SomeType = 'text' | 'number' | 'time' | 'amount' | 'flag' | 'words' | 'json'

/**
 * What a field holds. `number`: whole, up to 2^53. `time`: epoch milliseconds. `amount`: a bigint of any size. `flag`:
 * true or false. `words`: texts without blanks. `json`: plain data. With `?`: or null.
 */
export type FieldType = SomeType | `${SomeType}?`

type TypeOfSome<Value> = [Value] extends [bigint]
  ? 'amount'
  : [Value] extends [boolean]
    ? 'flag'
    : [Value] extends [number]
      ? 'number' | 'time'
      : [Value] extends [string]
        ? 'text'
        : 'json' | ([Value] extends [readonly string[]] ? 'words' : never)

/** The types that a field of this kind may have. */
type TypeOf<Value> = null extends Value
  ? `${TypeOfSome<NonNullable<Value>>}?`
  : TypeOfSome<NonNullable<Value>>

type Types<Item> = { readonly [Name in keyof Item]?: TypeOf<Item[Name]> }

export interface Field {
  readonly name: string
  readonly column: string
  readonly type: SomeType
  readonly nullable: boolean
  /** Null in the database, and not there at all in the item. */
  readonly optional: boolean
  /** Set by an update. */
  readonly changes: boolean
}

/** What names something to be loaded. */
export interface KeyLike extends Owned {
  readonly type: string
}

/** One way to load items. */
export interface Lookup<Item, By extends string = string> {
  /** Fields, beside the tenant, that the key tells. */
  readonly by: readonly By[]
  /** What the key calls that field, where there is one and it is called otherwise. */
  readonly as?: string
  /** The key finds several: the first ones in the order of the list, as many as its `limit` says. */
  readonly many?: true
  /** Keys of what comes with an item. */
  follow?(item: Item, key: KeyLike): readonly KeyLike[]
  /** Keys of what comes even if nothing is found. */
  beside?(key: KeyLike): readonly KeyLike[]
}

/**
 * What a change does to the row of its item. `add`: adds its number to the row that is there. `note`: continues a
 * history, or replaces the newest state of the same time.
 */
export type Verb = 'insert' | 'update' | 'delete' | 'add' | 'note'

/** Of a field: this value, or one of these, or not below, not above, not this, or holding one of these. */
export type Condition<Value> =
  | Value
  | { readonly in: readonly Value[] }
  | { readonly from: Value }
  | { readonly to: Value }
  | { readonly not: Value }
  | { readonly holds: readonly string[] }

export type Where<Item> = { readonly [Name in keyof Item]?: Condition<Item[Name]> | undefined }

export interface Derivation<Item> {
  of(item: Item): string
  /** As earlier releases have written it. */
  formerly?(item: Item): string
}

/** What `defineTable` is told. */
interface Definition<Item extends Owned> {
  /** The list of all of them: in audits, seals and fingerprints. */
  readonly list: string
  /** One of them, for a message. */
  readonly noun: string
  /** In the databases. */
  readonly table: string
  readonly fixed: Types<Item>
  readonly changing: Types<Item>
  /** Changing fields that an item has or has not. */
  readonly optional?: { readonly [Name in keyof Item]?: SomeType }
  /** Where a field's column is not its name in snake case. */
  readonly columns?: { readonly [Name in keyof Item]?: string }
  /** Texts that a row keeps beside the fields, and that follow from them. */
  readonly derived?: Readonly<Record<string, Derivation<Item>>>
  /** Name an item within the list, which is in their order, text by its UTF-8 bytes. */
  readonly key: readonly (keyof Item & string)[]
  /** By the type of their keys; by the first one, each item is found. */
  readonly keys: Readonly<Record<string, Lookup<Item>>>
  /** What changes call the item. */
  readonly subject: string
  readonly changes: Readonly<Record<string, Verb>>
  /** Fields that `verify` recomputes, and seals leave out. */
  readonly recomputed?: readonly (keyof Item & string)[]
  /** Indexes of SQLite to page by: their first columns, behind which the key stands. */
  readonly indexes?: Readonly<Record<string, readonly (keyof Item & string)[]>>
  /** Parts of the list, few among all, that have an index of their own. */
  readonly parts?: Readonly<Record<string, Where<Item>>>
  /** Not told to anybody: the tenant stands for the key in messages. */
  readonly secretKey?: true
}

/** A noun, as all code sees it that knows none by name. */
export interface Table<Item extends Owned = Owned> {
  readonly list: string
  readonly noun: string
  readonly table: string
  /** The tenant first, then the fixed and the changing ones. */
  readonly fields: readonly Field[]
  readonly derived: readonly (Derivation<Item> & { readonly name: string })[]
  readonly key: readonly Field[]
  readonly keys: Readonly<Record<string, Lookup<Item>>>
  readonly subject: string
  readonly changes: Readonly<Record<string, Verb>>
  readonly recomputed: ReadonlySet<string>
  readonly indexes: Readonly<Record<string, readonly string[]>>
  readonly parts: Readonly<Record<string, Where<Item>>>
  readonly secretKey: boolean
  /** Of a table that is only added to: the field with the number. */
  readonly adds: string | null
  /** What a note takes the place of, only the store knows. */
  readonly isHistory: boolean
  /** Names the item in the whole ledger. */
  identify(item: Item): string
  /** The field, or derived text, of this name. */
  valueOf(item: Item, name: string): unknown
}

/** With what the types of its keys and changes are made of. */
export interface Noun<Item extends Owned, Keys, Changes, Subject extends string> extends Table<Item> {
  readonly types: {
    readonly item: Item
    readonly keys: Keys
    readonly changes: Changes
    readonly subject: Subject
  }
}

type Rest<Item, Fields> = Exclude<keyof Item, keyof Fields | 'tenant'>

/** Every field stands in one of the three groups. */
type Complete<Item, D extends Definition<Item & Owned>> =
  Rest<Item, D['fixed'] & D['changing'] & D['optional']> extends never
    ? unknown
    : { readonly missing: Rest<Item, D['fixed'] & D['changing'] & D['optional']> }

export function defineTable<Item extends Owned>() {
  return <const D extends Definition<Item>>(
    definition: D & Complete<Item, D>,
  ): Noun<Item, D['keys'], D['changes'], D['subject']> & Pick<D, 'list'> => {
    const { list, noun, table, keys, subject, changes } = definition
    // A definition is read here without the types that it was checked by.
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
      recomputed: new Set(definition.recomputed),
      indexes: definition.indexes ?? {},
      parts: definition.parts ?? {},
      secretKey: definition.secretKey ?? false,
      adds: verbs.includes('add') ? (Object.keys(definition.changing)[0] ?? null) : null,
      isHistory: verbs.includes('note'),
      identify(item) {
        let id = String(item[only])
        for (const name of more) id += `\0${String(item[name])}`
        return id
      },
      valueOf: (item, name) => derived.find((one) => one.name === name)?.of(item) ?? Reflect.get(item, name),
    }
    // The types are there for the compiler alone.
    return made as Noun<Item, D['keys'], D['changes'], D['subject']> & Pick<D, 'list'>
  }
}

/** No text of the books holds a NUL, so no two lists of values look the same. */
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
      (Keys[Type] extends { readonly many: true } ? { readonly limit: number } : unknown) &
      (Keys[Type] extends { readonly told: infer More } ? More : unknown)
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

/** What keys of this type find. */
export type ItemOf<N, Type extends string> =
  N extends Noun<infer Item, infer Keys, infer _Changes, infer _Subject>
    ? Type extends keyof Keys
      ? Item
      : never
    : never
