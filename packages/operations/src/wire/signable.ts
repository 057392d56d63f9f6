/**
 * Bodies with a private key. By one rule for all chains, a call may name a managed wallet in their place: `caller`, the
 * address of the wallet, stands beside where the key would.
 */
import Type, { type TObject, type TProperties, type TSchema } from 'typebox'
import type { ByManaged } from '../chains/signing.js'
import { optional, text } from './fields.js'

const MANAGED = 'caller'

/**
 * The arguments of an operation with a key in this field, or with `caller`. The field is one of the body (`fromSecret`),
 * one of the items of a list (`fromAddress[].privateKey`), or either of two (`privateKey|fromPrivateKey`).
 */
export type Signable<Args, Field extends string> = [Field] extends [never]
  ? Args
  : Field extends `${infer List}[].${infer Key}`
    ? Omit<Args, List> & { readonly [Name in List & keyof Args]: Items<Args[Name], Key> }
    : OrManaged<Args, Field>

type OrManaged<Args, Field extends string> = Args | (Omit<Args, Field> & ByManaged)
type Items<List, Key extends string> = List extends readonly (infer Item)[]
  ? readonly OrManaged<Item, Key>[]
  : never

/** The body in which exactly one of the key and `caller` is given. */
export function signable(body: TObject, field: string): TObject {
  const [name = '', inner] = field.split('[].')
  if (inner !== undefined) {
    // Each such field is a list of objects.
    const { items, ...list } = body.properties[name] as TSchema & { readonly items: TObject }
    return withFields(body, { [name]: Type.Array(signable(items, inner), options(list)) })
  }
  const keys = name.split('|')
  const description = `Address of a managed wallet, which signs in place of ${keys.join(' or ')}`
  const fields = Object.entries(body.properties).map(([own, schema]) => [
    own,
    keys.includes(own) ? optional(schema) : schema,
  ])
  return withFields(
    body,
    { ...Object.fromEntries(fields), [MANAGED]: optional(text(1, 256, description)) },
    { oneOf: [...keys, MANAGED].map((one) => ({ required: [one] })) },
  )
}

/** The discriminators, with `caller` as an alternative to the key. */
export const toldBy = (discriminators: readonly string[], field: string): readonly string[] =>
  discriminators.map((one) => (one === field ? `${one}|${MANAGED}` : one))

function withFields({ properties, ...rest }: TObject, fields: TProperties, more: object = {}): TObject {
  return Type.Object({ ...properties, ...fields }, { ...options(rest), ...more })
}

/** Keywords without those that the type makes itself. */
function options(schema: object): Record<string, unknown> {
  const { type: _type, required: _required, ...others } = { required: null, type: null, ...schema }
  return others
}
