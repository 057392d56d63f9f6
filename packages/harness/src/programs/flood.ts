/**
 * Child process: sends payments to a service. It uses plain sockets, because a load generator must cost less than the
 * service. Each line of input is a `FloodQuestion` of one of two kinds. `closed`: a connection sends its next call when the
 * answer has come. `open`: calls come at a fixed rate, whether or not earlier ones were answered.
 *
 * Writes `ready`; in an open flood, `over` when it sends no more; then `answered` and a `FloodAnswer`. For each accepted
 * call, it writes a line to the file: its paymentId and its reference.
 */
import { closeSync, openSync, writeSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { hear, say } from './say.js'

export interface FloodQuestion {
  readonly name: string
  readonly kind: 'closed' | 'open'
  readonly port: number
  readonly key: string
  readonly sender: string
  readonly recipient: string
  readonly ms: number
  /** The most connections. */
  readonly connections: number
  /** Only in an open flood. */
  readonly perSecond: number
  /** The file for accepted calls. */
  readonly accepted: string
}

export interface FloodAnswer {
  /** The time from the first call to the last answer. */
  readonly ms: number
  readonly sent: number
  /** The most that were open at once. */
  readonly connections: number
  /** The number of answers by status. */
  readonly answers: Readonly<Record<string, number>>
  /** Calls without an answer, and the reason of the first. */
  readonly unanswered: number
  readonly reason: string | null
  /** Refusals that differ from the documentation, and the first of them. */
  readonly undocumented: number
  readonly example: string | null
  /** The time from when a call was due to its answer, for accepted calls. */
  readonly medianMs: number
  readonly p99Ms: number
  /** The same, without the time that the call waited here for a connection. */
  readonly inServiceP99Ms: number
  /** The time from when a call was due to its answer, for refused calls. */
  readonly refusedP99Ms: number
}

/** A call without an answer after this time counts as unanswered. */
const PATIENCE_MS = 30_000
const TICK_MS = 2

class Line {
  private text = ''
  private done: ((answer: string | null) => void) | null = null
  closed = false
  why = 'the connection was closed'

  constructor(private readonly socket: Socket) {
    socket.setNoDelay(true)
    socket.setEncoding('latin1')
    socket.on('error', (error) => {
      this.why = error.message
    })
    socket.on('close', () => {
      this.closed = true
      this.finish(null)
    })
    socket.on('data', (piece: string) => {
      this.text += piece
      const head = this.text.indexOf('\r\n\r\n')
      if (head === -1) return
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(this.text)?.[1] ?? 0)
      if (this.text.length >= head + 4 + length) this.finish(this.text)
    })
  }

  /** @returns The answer, or null if there is none */
  exchange(request: string): Promise<string | null> {
    return new Promise((resolve) => {
      if (this.closed) {
        resolve(null)
        return
      }
      const timer = setTimeout(() => {
        this.why = `no answer in ${PATIENCE_MS} ms`
        this.socket.destroy()
      }, PATIENCE_MS)
      this.done = (answer) => {
        clearTimeout(timer)
        resolve(answer)
      }
      this.socket.write(request)
    })
  }

  end(): void {
    this.socket.destroy()
  }

  private finish(answer: string | null): void {
    this.text = ''
    const { done } = this
    this.done = null
    done?.(answer)
  }
}

class Flood {
  private readonly idle: Line[] = []
  private readonly answers: Record<string, number> = {}
  private readonly acceptedMs: number[] = []
  private readonly inServiceMs: number[] = []
  private readonly refusedMs: number[] = []
  private readonly file: number
  /** The due times of calls that wait for a connection. */
  private due: number[] = []
  private connections = 0
  private most = 0
  private underWay = 0
  private sent = 0
  private unanswered = 0
  private reason: string | null = null
  private undocumented = 0
  private example: string | null = null

  constructor(private readonly question: FloodQuestion) {
    this.file = openSync(question.accepted, 'w')
  }

  async run(): Promise<FloodAnswer> {
    const start = performance.now()
    if (this.question.kind === 'closed') await this.closed(start + this.question.ms)
    else await this.open(start)
    const ms = performance.now() - start
    for (const line of this.idle) line.end()
    closeSync(this.file)
    return {
      ms,
      sent: this.sent,
      connections: this.most,
      answers: this.answers,
      unanswered: this.unanswered,
      reason: this.reason,
      undocumented: this.undocumented,
      example: this.example,
      medianMs: quantile(this.acceptedMs, 0.5),
      p99Ms: quantile(this.acceptedMs, 0.99),
      inServiceP99Ms: quantile(this.inServiceMs, 0.99),
      refusedP99Ms: quantile(this.refusedMs, 0.99),
    }
  }

  private async closed(end: number): Promise<void> {
    await Promise.all(
      Array.from({ length: this.question.connections }, async () => {
        while (performance.now() < end) await this.call(performance.now())
      }),
    )
  }

  private async open(start: number): Promise<void> {
    const { ms, perSecond, connections } = this.question
    let made = 0
    for (;;) {
      const now = Math.min(performance.now() - start, ms)
      for (; made < (now * perSecond) / 1_000; made++) this.due.push(start + (made * 1_000) / perSecond)
      while (this.due.length > 0 && this.underWay < connections) this.next()
      if (now === ms) break
      await sleep(TICK_MS)
    }
    say('over')
    while (this.underWay > 0) await sleep(TICK_MS)
  }

  private next(): void {
    const due = this.due.shift()
    if (due !== undefined) void this.call(due).then(() => this.next())
  }

  private async call(due: number): Promise<void> {
    this.underWay++
    const { name, key, sender, recipient } = this.question
    const id = `${name}/${this.sent++}`
    const line = this.idle.pop() ?? this.connect()
    const body = `{"senderAccountId":"${sender}","recipientAccountId":"${recipient}","amount":"0.000001","paymentId":"${id}"}`
    const written = performance.now()
    const answer = await line.exchange(
      `POST /v3/ledger/transaction HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    )
    this.underWay--
    if (answer === null) {
      this.unanswered++
      this.reason ??= line.why
      return
    }
    const isLast = /\r\nconnection: close\r\n/i.test(answer)
    if (isLast) line.end()
    else if (!line.closed) this.idle.push(line)
    this.take(id, answer, due, written)
  }

  private take(id: string, answer: string, due: number, written: number): void {
    const now = performance.now()
    const status = answer.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)
    this.answers[status] = (this.answers[status] ?? 0) + 1
    if (status === '200') {
      this.acceptedMs.push(now - due)
      this.inServiceMs.push(now - written)
      const reference = /\{"reference":"([^"]+)"\}$/.exec(answer)?.[1]
      writeSync(this.file, `${id} ${reference}\n`)
      return
    }
    this.refusedMs.push(now - due)
    if (!isDocumented(status, answer)) {
      this.undocumented++
      this.example ??= answer
    }
  }

  private connect(): Line {
    this.connections++
    this.most = Math.max(this.most, this.connections)
    const line = new Line(
      connect({ port: this.question.port, host: '127.0.0.1' }).once('close', () => {
        this.connections--
        const place = this.idle.indexOf(line)
        if (place !== -1) this.idle.splice(place, 1)
      }),
    )
    return line
  }
}

const CODES: Readonly<Record<string, string>> = { '429': 'overloaded', '503': 'unavailable' }

function isDocumented(status: string, answer: string): boolean {
  if (!/\r\nretry-after: [1-9]\d*\r\n/i.test(answer)) return false
  if (!/\r\ncontent-type: application\/json; charset=utf-8\r\n/i.test(answer)) return false
  const body: unknown = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))
  if (typeof body !== 'object' || body === null) return false
  const { statusCode, errorCode, message, ...others } = body as Record<string, unknown>
  return (
    String(statusCode) === status &&
    errorCode === CODES[status] &&
    typeof message === 'string' &&
    message.length > 0 &&
    Object.keys(others).length === 0
  )
}

function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0
}

say('ready')
for (let text = await hear(); text !== ''; text = await hear()) {
  const answer = await new Flood(JSON.parse(text) as FloodQuestion).run()
  say('answered', JSON.stringify(answer))
}
process.exit(0)
