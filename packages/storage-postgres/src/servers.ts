/**
 * The URL of a database that several servers have: `postgres://user@a:5432,b:5432/db?target_session_attrs=read-write`.
 * libpq reads this form and node-pg does not.
 */
import { nearest } from '@tallystick/core'

export interface Server {
  readonly host: string
  readonly port: number
}

export interface Servers {
  /** Of the first server, in the form that node-pg reads. */
  readonly url: string
  /** Those among which the primary is looked for; empty if the URL leads to it in any case. */
  readonly candidates: readonly Server[]
  /** Between us and the server is a pooler, which may give each transaction another connection. */
  readonly pooled: boolean
  /** The proof of the password is tied to the TLS connection, if the server can do that. */
  readonly bound: boolean
}

const ATTRIBUTE = 'target_session_attrs'
/** As other clients call it. */
const POOLER = 'pgbouncer'
/** What a ledger can use: each of its connections may write. */
const WRITES: ReadonlySet<string> = new Set(['read-write', 'primary'])
const DEFAULT_PORT = 5432
const BINDING = 'channel_binding'
const TLS = 'sslmode'
const TLS_MODES: readonly string[] = [
  ...['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'],
  // Of node-pg.
  'no-verify',
]

/** Whatever else is in a URL has no effect: a misspelt `sslmode` would send all of it as plain text. */
const KNOWN: readonly string[] = [
  ...[ATTRIBUTE, POOLER, BINDING, TLS],
  // What node-pg reads.
  ...['ssl', 'sslcert', 'sslkey', 'sslrootcert', 'sslnegotiation', 'uselibpqcompat'],
  ...['host', 'port', 'user', 'password', 'options', 'client_encoding'],
  ...['application_name', 'fallback_application_name'],
  ...['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'query_timeout'],
  // Of libpq, which other clients need. The engine has its own times, and its own way to keep connections alive.
  ...['connect_timeout', 'tcp_user_timeout', 'gssencmode'],
  ...['keepalives', 'keepalives_idle', 'keepalives_interval', 'keepalives_count'],
]

/** Scheme, user and password, servers, path, parameters. */
const PARTS = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#]*)([^?#]*)(?:\?([^#]*))?$/is
const SERVER = /^(\[[0-9a-f:.%]+\]|[^[\]:@\s]+)(?::(\d{1,5}))?$/i

/** What the URL says; or what is wrong with it, as a clause that never contains user or password. */
export function serversIn(text: string): Servers | string {
  const [, scheme = '', user = '', servers = '', path = '', query = ''] = PARTS.exec(text) ?? []
  const parameters = new URLSearchParams(query)
  const wrong = problemOf(parameters)
  if (wrong !== null) return wrong
  const wanted = parameters.get(ATTRIBUTE) ?? undefined
  const pooler = parameters.get(POOLER)
  const pooled = pooler === 'true'
  const bound = ['prefer', 'require'].includes(parameters.get(BINDING) ?? '')
  const names = servers.split(',')
  if ((parameters.get('host') ?? '').includes(',')) {
    return 'it names several servers as a parameter: write them before the path, as in //user@a:5432,b:5432/database'
  }
  if (wanted !== undefined && wanted !== 'any' && !WRITES.has(wanted)) {
    return `it has ${ATTRIBUTE}=${wanted}, and a ledger is written: write ${ATTRIBUTE}=read-write`
  }
  if (wanted === 'any' && names.length > 1) {
    return `it names several servers with ${ATTRIBUTE}=any, and only the primary takes writes: write ${ATTRIBUTE}=read-write`
  }
  if (pooler !== null && !pooled && pooler !== 'false') {
    return `it has a ${POOLER} that is neither true nor false`
  }
  const isAny = names.length === 1 && !WRITES.has(wanted ?? 'any')
  if (isAny && pooler === null) return { url: text, candidates: [], pooled, bound }
  parameters.delete(ATTRIBUTE)
  parameters.delete(POOLER)
  const rest = parameters.size === 0 ? '' : `?${parameters}`
  const url = `${scheme}${user}${names[0]}${path}${rest}`
  if (isAny) return { url, candidates: [], pooled, bound }
  const candidates: Server[] = []
  for (const [index, name] of names.entries()) {
    const server = readServer(name)
    if (server === null) {
      return `its server ${index + 1} is not a host, or a host and a port: write the servers as in //user@a:5432,b:5432/database`
    }
    candidates.push(server)
  }
  return { url, candidates, pooled, bound }
}

function problemOf(parameters: URLSearchParams): string | null {
  for (const [index, name] of [...parameters.keys()].entries()) {
    if (KNOWN.includes(name)) continue
    // What a ? in a password begins is no parameter, and is not shown.
    const meant = nearest(name.toLowerCase(), KNOWN)
    const hint = meant === undefined ? 'a ? in a password is written %3F' : `perhaps ${meant} is meant`
    return `its parameter ${index + 1} is not known (${hint})`
  }
  const mode = parameters.get(TLS)
  if (mode === null || TLS_MODES.includes(mode)) return null
  return `its ${TLS} is none of ${TLS_MODES.join(', ')}`
}

function readServer(name: string): Server | null {
  const [, host, port] = SERVER.exec(name) ?? []
  const number = port === undefined ? DEFAULT_PORT : Number(port)
  if (host === undefined || number < 1 || number > 65_535) return null
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port: number }
}
