/**
 * Stops a server: accepted calls are finished and answered, within a time limit. A signal stops it, and so does a fault
 * outside of any call (docs/operations.md, "A fault outside of any call").
 */
import type { Server } from 'node:http'
import closeWithGrace from 'close-with-grace'
import { EXIT } from './failure.js'

/** After this time the process ends, whatever it is doing. Kubernetes would kill it after 30 s. */
export const STOP_LIMIT_MS = 28_000

/**
 * A second signal within this time repeats the first. On Ctrl+C the terminal signals the whole group, and npm passes
 * its own copy on (npm's run-script, `signal-manager.js`).
 */
const SAME_SIGNAL_MS = 500

const UNSURE = 'A call that was not answered may have been written; repeat it with its Idempotency-Key'

export interface Stopping {
  readonly server: Server
  /** Resolves when current requests are answered and the ledger is closed. */
  close(): Promise<void>
  say(line: string): void
  fail(error: unknown): void
  /** A fault without a call to answer. */
  fault(error: unknown): void
}

export function stopInOrder({ server, close, say, fail, fault }: Stopping): void {
  let underWay = 0
  server.on('request', (_request, response) => {
    underWay++
    response.once('close', () => underWay--)
  })

  let isFaulty = false
  let isStopping = false
  const grace = closeWithGrace(
    {
      delay: STOP_LIMIT_MS,
      // Handled below: neither npm's copy nor a second fault may force the end.
      skip: ['SIGINT', 'SIGTERM', 'uncaughtException', 'unhandledRejection'],
      logger: false,
      onTimeout: () => say(`Not done after ${STOP_LIMIT_MS / 1000} s: stopping now. ${UNSURE}.`),
    },
    async () => {
      isStopping = true
      try {
        await close()
      } catch (error) {
        fail(error)
        throw error
      }
      say('Stopped. Everything that was accepted is written.')
      // The exit code tells a supervisor that this end was not requested.
      if (isFaulty) process.exit(EXIT.failed)
    },
  )
  const stop = (): void => {
    if (!isStopping) grace.close()
  }

  const onFault = (error: unknown): void => {
    fault(error)
    if (isFaulty) return
    isFaulty = true
    say(`A fault outside of any call: finishing ${requests(underWay)}, then stopping.`)
    stop()
  }
  process.on('uncaughtException', onFault)
  process.on('unhandledRejection', onFault)

  const onSignal = signalHandler(stop, say, () => underWay)
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}

/** The first signal stops cleanly, a later one at once. */
function signalHandler(
  stop: () => void,
  say: Stopping['say'],
  underWay: () => number,
): (signal: NodeJS.Signals) => void {
  let first: number | null = null
  return (signal) => {
    const now = performance.now()
    if (first === null) {
      first = now
      const doing =
        underWay() === 0
          ? `${signal}: stopping`
          : `${signal}: finishing ${requests(underWay())}; once more to stop at once`
      // A terminal has just written ^C at the start of this line.
      say(`${signal === 'SIGINT' && process.stderr.isTTY ? '\n' : ''}${doing}.`)
      stop()
    } else if (now - first > SAME_SIGNAL_MS) {
      say(`${signal} again: stopping at once. ${UNSURE}.`)
      process.exit(EXIT.failed)
    }
  }
}

const requests = (count: number): string => `${count} request${count === 1 ? '' : 's'}`
