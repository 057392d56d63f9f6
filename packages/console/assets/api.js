/** Calls of the service. The API key is in this variable and nowhere else: leaving the page forgets it. */
let key = ''

export function useKey(text) {
  key = text
}

export class Refused extends Error {
  constructor(status, code, message) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** Paths are relative to the page, so it works below a prefix. @throws Refused */
async function ask(method, path, { query = {}, body, headers = {} } = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(given)
  const response = await fetch(`${path}${search.size === 0 ? '' : `?${search}`}`, {
    method,
    headers: {
      accept: 'application/json',
      'x-api-key': key,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    credentials: 'omit',
    cache: 'no-store',
  })
  const text = await response.text()
  const answer = text === '' ? null : JSON.parse(text)
  if (!response.ok)
    throw new Refused(response.status, answer?.errorCode, answer?.message ?? `status ${response.status}`)
  return answer
}

/** What the service tells the console beside its operations. */
export const fact = (name, query) => ask('GET', `console/facts/${name}`, { query })

/** An operation that reads. */
export const get = (path, query) => ask('GET', `v3/${path}`, { query })
export const list = (path, query, body) => ask('POST', `v3/${path}`, { query, body })

/** An operation that changes something. Sent twice by mistake, it is done once. */
export function change(method, path, body) {
  const random = crypto.getRandomValues(new Uint8Array(16))
  const id = Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return ask(method, `v3/${path}`, { body, headers: { 'idempotency-key': `console-${id}` } })
}
