/**
 * Child: sends payments over connections that stay open, the next one when the answer has come. On plain
 * sockets, with requests made beforehand: a load generator that costs more than the server measures itself.
 */
import { connect, type Socket } from 'node:net'
import { serveQuestions } from './child.js'
import { type Keys, makeKey } from './keys.js'
import { quantile } from './measure.js'
import { Cycle, diceOf, spreadPayment } from './traffic.js'

export interface LoadQuestion {
  readonly port: number
  readonly path: string
  readonly apiKey: string
  readonly accounts: readonly string[]
  readonly seed: number
  readonly connections: number
  readonly requests: number
  /** Idempotency keys. */
  readonly keys: Keys
}

export interface LoadAnswer {
  readonly ms: number
  /** Answers of 200 with a reference. */
  readonly paid: number
  /** Anything else; the first of them, to be shown. */
  readonly failed: number
  readonly failure: string | null
  readonly medianMs: number
  readonly p99Ms: number
}

const PREPARED = 8_192
/** A connection that is silent for this long has failed. */
const PATIENCE_MS = 30_000

serveQuestions<LoadQuestion>((question) => load(question))

async function load(question: LoadQuestion): Promise<LoadAnswer> {
  const { connections, requests, keys } = question
  const prepared = prepare(question)
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(question.port)))
  const times: number[] = []
  let left = requests
  let paid = 0
  let failed = 0
  let failure: string | null = null
  const start = performance.now()
  await Promise.all(
    sockets.map(async (socket) => {
      const exchange = exchanger(socket)
      while (left > 0) {
        left--
        const { request, keyAt } = prepared.take()
        if (keys !== 'no') request.write(makeKey(keys), keyAt, 'latin1')
        const sent = performance.now()
        const answer = await exchange(request)
        times.push(performance.now() - sent)
        if (answer.startsWith('HTTP/1.1 200 ') && answer.includes('{"reference":"')) {
          paid++
        } else {
          failed++
          failure ??= answer
        }
      }
    }),
  )
  const ms = performance.now() - start
  for (const socket of sockets) socket.destroy()
  return { ms, paid, failed, failure, medianMs: quantile(times, 0.5), p99Ms: quantile(times, 0.99) }
}

interface Prepared {
  readonly request: Buffer
  /** Where the idempotency key is written before it is sent. */
  readonly keyAt: number
}

function prepare({ accounts, seed, path, apiKey, keys }: LoadQuestion): Cycle<Prepared> {
  const dice = diceOf(seed)
  const keyed = keys === 'no' ? '' : `idempotency-key: ${makeKey(keys)}\r\n`
  return Cycle.of(PREPARED, () => {
    const body = JSON.stringify(spreadPayment(dice, accounts).args)
    const request = Buffer.from(
      `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nx-api-key: ${apiKey}\r\n${keyed}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    )
    return { request, keyAt: request.indexOf(keyed) + 'idempotency-key: '.length }
  })
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
    socket.setTimeout(PATIENCE_MS)
  })
}

/** One request, its answer; what goes wrong is an answer, too. */
function exchanger(socket: Socket): (request: Buffer) => Promise<string> {
  let received = ''
  let done: (answer: string) => void = () => undefined
  let broken: string | null = null
  const finish = (answer: string): void => {
    received = ''
    done(answer)
  }
  const fail = (why: string): void => {
    broken ??= why
    finish(broken)
  }
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    received += chunk
    const head = received.indexOf('\r\n\r\n')
    if (head === -1) return
    const length = /\r\ncontent-length: (\d+)/i.exec(received)
    if (length === null) fail(`An answer without content-length: ${received}`)
    else if (received.length >= head + 4 + Number(length[1])) finish(received)
  })
  socket.on('timeout', () => {
    fail(`No answer within ${PATIENCE_MS / 1_000} s`)
    socket.destroy()
  })
  socket.on('error', (error) => fail(error.message))
  socket.on('close', () => fail('The connection was closed'))
  return (request) =>
    new Promise((resolve) => {
      if (broken !== null) {
        resolve(broken)
        return
      }
      done = resolve
      socket.write(request)
    })
}
