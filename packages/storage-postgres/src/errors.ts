/** The meaning of errors: of the server, of a pooler before it, and of the connection. */
import { Fault } from '@tallystick/engine'
import pg from 'pg'
import { NotPrimary } from './primary.js'

/** SQLSTATE of the server's answer; undefined if no server answered. */
export function sqlState(cause: unknown): string | undefined {
  return cause instanceof pg.DatabaseError ? cause.code : undefined
}

const UNIQUE_VIOLATION = '23505'
/** A statement in a transaction that has already failed. */
export const ABORTED = '25P02'
export const LOCK_NOT_GIVEN = '55P03'
/** Serialization failure; on a standby, a read that needs what the primary has removed. */
export const CONFLICT = '40001'
/** Serialization failure, deadlock, a lock held too long by another unit of work, a statement over its time limit. */
const CONFLICTS: ReadonlySet<string> = new Set([CONFLICT, '40P01', LOCK_NOT_GIVEN, '57014'])
/** The server is a standby, or read-only, and another one is the primary. */
const READ_ONLY = '25006'
/** The server shuts down, starts, takes no writes, or has no connection left. */
const SERVER_GOES: ReadonlySet<string> = new Set([
  READ_ONLY,
  '57P01',
  '57P02',
  '57P03',
  '57P04',
  // We were idle for too long, within a transaction or without one.
  '57P05',
  '25P03',
  '53300',
])
/** Whatever ends the connection, as a pooler says that it has lost its own: its message has no code that tells more. */
const CONNECTION_FAILED = '08'

/** Authentication failed, or a database or schema does not exist or may not be used. */
const REFUSED = /^(28|3D|3F|42501)/

/** The server lets nobody in with this URL. */
export function refusesUs(cause: unknown): boolean {
  return REFUSED.test(sqlState(cause) ?? '')
}

/** A statement, or its wait for a lock, exceeded its time limit. */
export const TOO_LONG = '57014'

export function tookTooLong(cause: unknown): Fault {
  return new Fault(
    'A read took longer than PostgreSQL was told to spend on it. Ask for less at once',
    { state: TOO_LONG },
    { cause, transient: true },
  )
}

export function endedByReplay(cause: unknown): Fault {
  return new Fault(
    'A standby ended a read, because the primary has removed what it needs. Repeat the call; with max_standby_streaming_delay or hot_standby_feedback, the standby waits for reads',
    { state: CONFLICT },
    { cause, transient: true },
  )
}

/** Of a column, and of a table. */
export const UNKNOWN_NAMES: ReadonlySet<string> = new Set(['42703', '42P01'])

export function doesNotFit(cause: unknown): Fault {
  return new Fault(
    'The database does not have what this release reads: a newer release may have migrated it. Stop this process; the newer release takes the call',
    {},
    { cause, transient: true },
  )
}

/** Another unit of work was first: it created the same row, or holds locks. Nothing was written. */
export function lostRace(cause: unknown): boolean {
  const state = sqlState(cause)
  return state === UNIQUE_VIOLATION || (state !== undefined && CONFLICTS.has(state))
}

/** The values that violate a unique key, with its name; undefined if the server says neither that nor which. */
export function takenKey(cause: unknown): string | undefined {
  if (!(cause instanceof pg.DatabaseError) || cause.code !== UNIQUE_VIOLATION) return undefined
  return cause.detail === undefined ? undefined : `${cause.constraint} ${cause.detail}`
}

/** A value that does not fit, a constraint that is violated, or a limit of the server. */
export function refusesWhatIsWritten(cause: unknown): boolean {
  return /^(22|23|54)/.test(sqlState(cause) ?? '')
}

/** The connection or the server is gone. */
export function lostConnection(cause: unknown): boolean {
  const state = sqlState(cause)
  // They end the connection, or the whole server, whatever their code. The outcome of a COMMIT is then open.
  if (cause instanceof pg.DatabaseError && /^(FATAL|PANIC)$/.test(cause.severity ?? '')) {
    return !refusesUs(cause)
  }
  if (state !== undefined) return SERVER_GOES.has(state) || state.startsWith(CONNECTION_FAILED)
  if (cause instanceof NotPrimary) return true
  return cause instanceof Error && !(cause instanceof Fault) && LOST.test(`${codeOf(cause)} ${cause.message}`)
}

/** Errors after a COMMIT that may have taken place. */
const IN_DOUBT: ReadonlySet<string> = new Set(['40003', '57014'])

/** Whether the error leaves the outcome of a commit open. If the server refuses a commit, it says so otherwise. */
export function inDoubt(cause: unknown): boolean {
  const state = sqlState(cause)
  return state === undefined || IN_DOUBT.has(state) || state.startsWith(CONNECTION_FAILED)
}

/** For a call that has changed nothing. */
export function noAnswer(cause: unknown): Fault {
  const code = sqlState(cause) ?? (cause instanceof Error ? codeOf(cause) : '')
  // A host with several addresses fails with an error for each, without a message of its own.
  const message = cause instanceof Error && cause.message !== '' ? cause.message : code
  const readOnly = cause instanceof NotPrimary || code === READ_ONLY
  return new Fault(
    readOnly
      ? `PostgreSQL takes no writes: ${message}. Check that the URL leads to the primary, and that there is one`
      : `PostgreSQL does not answer: ${message}. Check the URL, and that the server runs and accepts connections`,
    code === '' ? {} : { code },
    { cause, transient: true },
  )
}

const LOST =
  /ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|Connection terminated|timeout exceeded|Query read timeout|not queryable|Client was closed|socket/i

function codeOf(cause: Error): string {
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
}

export function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
