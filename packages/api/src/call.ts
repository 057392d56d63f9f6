import { nearest, Rejected } from '@tallystick/core'

/** What every call may carry beside its arguments. A name that is not here is refused. */
export interface CallOptions {
  /**
   * 1 to 255 characters. The first answer to a key is stored together with the effect. A repeated call with the same
   * key and arguments returns it and does nothing. Reads ignore the key.
   */
  readonly idempotencyKey?: string
}

const KEY = 'idempotencyKey' satisfies keyof CallOptions

/** Longer names, and those with other characters, may be a secret in the wrong place. They are not repeated. */
const NAME = /^\w{1,20}$/

/**
 * For transports. Otherwise a misspelt key would be no key, and a repeated call would take effect again.
 * @throws Rejected
 */
export function requireOptions(options: CallOptions): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw refused(`the options of a call are an object, such as { ${KEY}: 'order-17' }`)
  // No list of names, because every call pays for it. What is undefined counts as absent, as in arguments.
  for (const name in options) {
    if (name !== KEY && Reflect.get(options, name) !== undefined) throw unknown(name)
  }
  const key: unknown = options.idempotencyKey
  if (key !== undefined && typeof key !== 'string') throw refused(`${KEY} must be text`, KEY)
}

function unknown(name: string): Rejected {
  const meant = nearest(name.toLowerCase(), [KEY.toLowerCase()]) !== undefined
  const hint = meant ? `did you mean ${KEY}?` : `the only one is ${KEY}`
  return NAME.test(name)
    ? refused(`${name} is not an option of a call (${hint})`, name)
    : refused(`what is given is not an option of a call, and its name is not repeated (${hint})`)
}

function refused(text: string, property?: string): Rejected {
  const constraints = { options: text }
  const violation = {
    target: 'header',
    ...(property === undefined ? {} : { property }),
    constraints,
  } as const
  return new Rejected({ code: 'validation.failed', violations: [violation] })
}
