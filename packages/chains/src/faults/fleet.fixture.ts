/**
 * The processes of a service, each the `tallystick` command itself, on one database. They run at a multiple of the time
 * of the day, and are ended as `kill -9` ends them.
 */
import { built, type Serving, type Workplace } from '@tallystick/harness'

/** Seconds of the service in a second. */
const HASTE = 10
const KEY = 'a-key-that-all-processes-know'
/** A process that answers nothing for so long hangs. */
const PATIENCE_MS = 30_000
/** A process that is asked to stop ends within this time, as the command says. */
const GRACE_MS = 28_000

/** What came back of a call: nothing, if its process ended meanwhile. */
export type Answer = { readonly status: number; readonly body: unknown } | null

interface FleetOptions {
  readonly place: Workplace
  readonly database: string
  /** The name of the file that configures the chains. */
  readonly config: string
  readonly size: number
  /** More settings of the command. */
  readonly env?: Readonly<Record<string, string>>
}

export class Fleet {
  readonly problems: string[] = []
  kills = 0
  /** Ends that processes were asked for. */
  stops = 0
  private readonly began = Date.now()
  private readonly serving: (Serving | undefined)[] = []

  constructor(private readonly options: FleetOptions) {}

  /** @param step Milliseconds by which the clock of the new process is ahead */
  async start(at: number, step = 0): Promise<void> {
    const { config, database, place, env: more } = this.options
    const env = {
      TALLYSTICK_API_KEY: KEY,
      TALLYSTICK_DATABASE: database,
      TALLYSTICK_LOG_LEVEL: 'error',
      NODE_OPTIONS: `--import=${built('harness/dist/programs/haste.js')}`,
      HASTE: String(HASTE),
      HASTE_FROM: String(this.began),
      HASTE_STEP: String(step),
      ...more,
    }
    this.serving[at] = await place.serve(['--config', config], env)
  }

  async startAll(): Promise<void> {
    // One after the other: the first makes the database.
    for (let at = 0; at < this.options.size; at++) await this.start(at)
  }

  /** Ends it at once, whatever it is doing. */
  async kill(at: number): Promise<void> {
    const serving = this.serving[at]
    if (serving === undefined) return
    this.serving[at] = undefined
    serving.signal('SIGKILL')
    const { code, stderr } = await serving.ended
    this.kills++
    if (code !== null) this.problems.push(`a process ended by itself with ${code}: ${stderr.slice(-2_000)}`)
  }

  /** Asks it to end, whatever it is doing: it does in time, and with nothing to complain of. */
  async stop(at: number): Promise<void> {
    const serving = this.serving[at]
    if (serving === undefined) return
    this.serving[at] = undefined
    const asked = performance.now()
    serving.signal('SIGTERM')
    const { code, stderr } = await serving.ended
    this.stops++
    const took = performance.now() - asked
    if (code !== 0 || took > GRACE_MS) {
      this.problems.push(
        `asked to stop, it ended with ${code} after ${Math.round(took)} ms: ${stderr.slice(-2_000)}`,
      )
    }
  }

  get isRunning(): boolean {
    return this.serving.some((serving) => serving !== undefined)
  }

  /** By one of the processes that run. */
  async call(luck: number, method: string, path: string, body?: object, key?: string): Promise<Answer> {
    const running = this.serving.filter((serving) => serving !== undefined)
    const serving = running[luck % running.length]
    if (serving === undefined) return null
    const headers = {
      'x-api-key': KEY,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    }
    const given = body === undefined ? {} : { body: JSON.stringify(body) }
    const signal = AbortSignal.timeout(PATIENCE_MS)
    try {
      const response = await fetch(`${serving.url}${path}`, { method, headers, signal, ...given })
      const text = await response.text()
      const answer = { status: response.status, body: text === '' ? null : JSON.parse(text) }
      if (answer.status === 500) {
        this.problems.push(`500 to ${method} ${path}: ${text}, logged: ${serving.stderr().slice(-2_000)}`)
      }
      return answer
    } catch (error) {
      if (signal.aborted) this.problems.push(`no answer to ${method} ${path} within ${PATIENCE_MS} ms`)
      if (error instanceof SyntaxError) this.problems.push(`an answer that is not JSON to ${method} ${path}`)
      return null
    }
  }

  /** Of a call that must succeed, repeated until a process answers it. */
  async must<Result>(method: string, path: string, body?: object): Promise<Result> {
    for (let times = 0; times < 100; times++) {
      const answer = await this.call(times, method, path, body)
      if (answer !== null && answer.status < 300) return answer.body as Result
      if (answer !== null && answer.status < 500 && answer.status !== 429) {
        throw new TypeError(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
      }
      await new Promise((wake) => setTimeout(wake, 100))
    }
    throw new TypeError(`${method} ${path} is not answered`)
  }

  async killAll(): Promise<void> {
    await Promise.all(this.serving.map((_, at) => this.kill(at)))
  }
}
