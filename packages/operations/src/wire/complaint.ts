/** What is wrong with a value, for a reader who does not see the schema. */

/** Of an error of TypeBox. */
export interface SchemaError {
  readonly keyword: string
  readonly message: string
  readonly schemaPath: string
  /** The place of the value. */
  readonly instancePath: string
  readonly params: object
}

/** Longer lists would hide the other complaints. */
const MOST_LISTED = 10
/** What a title says better: see `forms.ts`. */
const OF_FORM: ReadonlySet<string> = new Set(['type', 'pattern', 'anyOf'])

/** What follows the name of the field. */
export function complaint(schema: unknown, error: SchemaError, value: unknown): string {
  if (error.keyword === 'required') return 'is missing'
  const { title, description } = schemaOf(schema, error.schemaPath)
  if (error.keyword === 'enum') return notListed(listIn(error.params, 'allowedValues'), description, value)
  return typeof title === 'string' && OF_FORM.has(error.keyword) ? `must be ${title}` : error.message
}

function notListed(members: readonly string[], description: unknown, value: unknown): string {
  const what = typeof description === 'string' ? `: ${description}` : ''
  const listed =
    members.length > MOST_LISTED
      ? `one of ${members.length} values${what}`
      : [members.slice(0, -1).join(', '), members.at(-1)].filter((part) => part !== '').join(' or ')
  const given = typeof value === 'string' && members.length > 1 ? value.toLowerCase() : undefined
  const meant = members.find((member) => member.toLowerCase() === given)
  return `must be ${listed}${hintOf(meant)}`
}

/** Ends what is said, without a stop of its own. */
export const hintOf = (meant: string | undefined): string =>
  meant === undefined ? '' : ` (did you mean ${meant}?)`

/** Whether the complaint of the whole says what this one, of one of its alternatives, would say; or the other way round. */
export function isSaidElsewhere(schema: unknown, { keyword, schemaPath }: SchemaError): boolean {
  const whole = /^(.*)\/anyOf\/\d+/.exec(schemaPath)?.[1]
  if (whole !== undefined) return schemaOf(schema, whole)['title'] !== undefined
  return keyword === 'anyOf' && schemaOf(schema, schemaPath)['title'] === undefined
}

/** The schema that an error is about, by its JSON pointer: `#/properties/a`. */
function schemaOf(schema: unknown, path: string): Readonly<Record<string, unknown>> {
  let found = schema
  for (const step of path.split('/').slice(1)) found = Reflect.get(Object(found), unescapePointer(step))
  return typeof found === 'object' && found !== null ? (found as Readonly<Record<string, unknown>>) : {}
}

/** JSON Pointer (RFC 6901, section 4). */
export function unescapePointer(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~')
}

/** A list of words in the parameters of an error. */
export function listIn(params: object, name: string): readonly string[] {
  const list: unknown = Reflect.get(params, name)
  return Array.isArray(list) ? list.map(String) : []
}
