/**
 * A proxy on loopback between a pool and its PostgreSQL, that reads what the client says well enough to know
 * a COMMIT, and then decides what becomes of it and of its answer.
 */
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/**
 * - `answer`: as if there were no proxy
 * - `swallow`: committed; the answer never arrives, and the connection is cut instead
 * - `crash`: committed; the answer is `crashed` instead, and the connection is cut
 * - `hang`: committed; the answer never arrives, and neither does anything else
 * - `lose`: never reaches the server; the connection is cut
 * - `late`: the client's connection is cut, and the server gets the COMMIT only then
 * - `stall`: the same, and what is written, which travels before the COMMIT, is as late
 */
export type Fate = 'answer' | 'swallow' | 'crash' | 'hang' | 'lose' | 'late' | 'stall'

const LATE_MS = 40
const LENGTH_BYTES = 4
/** A type, and a length. */
const HEAD_BYTES = 1 + LENGTH_BYTES
const SIMPLE_QUERY = 'Q'.charCodeAt(0)
const PARSE = 'P'.charCodeAt(0)
const BIND = 'B'.charCodeAt(0)
const READY = Buffer.from('Z\0\0\0\x05I', 'latin1')
const COMMITTED = Buffer.from('COMMIT\0', 'latin1')
const TERMINATED = errorResponse('SFATAL', 'VFATAL', 'C57P01', 'Mterminating connection')

interface Link {
  readonly client: Socket
  readonly server: Socket
  /** No answer of the server goes through any more. */
  mute: boolean
  /** The answer to its COMMIT is another one. */
  crashes: boolean
  /** What is written, from where it begins, until the COMMIT behind it has come. */
  held: Buffer[] | null
}

export class CommitProxy {
  /** Decides about each COMMIT; gets their number, from 1. */
  fate: (commit: number) => Fate = () => 'answer'
  /** Whether what is written now is kept back until its COMMIT comes: without one it would be kept for ever. */
  holds: () => boolean = () => true
  /** So many new connections are ended by the server as soon as they are ready, in one breath with it. */
  stillborn = 0
  /** What is said in place of an answer to COMMIT: the words of a pooler, unless a test has others. */
  crashed = errorResponse('SFATAL', 'VFATAL', 'C08P01', 'Mserver conn crashed?')
  /** While true nothing moves, in either direction, and new connections are not served. */
  private frozen = false
  private commits = 0
  private readonly links = new Set<Link>()

  private constructor(
    private readonly listener: Server,
    private readonly target: { readonly host: string; readonly port: number },
  ) {
    listener.on('connection', (client) => this.accept(client))
  }

  static start(url: string): Promise<CommitProxy> {
    const { hostname, port } = new URL(url)
    const listener = createServer()
    return new Promise((resolve, reject) => {
      listener.once('error', reject)
      listener.listen(0, '127.0.0.1', () =>
        resolve(new CommitProxy(listener, { host: hostname, port: Number(port === '' ? 5432 : port) })),
      )
    })
  }

  /** The same place, by way of the proxy. */
  through(url: string): string {
    const changed = new URL(url)
    changed.hostname = '127.0.0.1'
    changed.port = String((this.listener.address() as AddressInfo).port)
    return changed.href
  }

  /** Cuts every connection; answers how many there were. */
  cut(): number {
    const count = this.links.size
    for (const link of [...this.links]) this.end(link)
    return count
  }

  freeze(): void {
    this.frozen = true
    for (const { client, server } of this.links) {
      client.pause()
      server.pause()
    }
  }

  thaw(): void {
    this.frozen = false
    for (const { client, server } of this.links) {
      client.resume()
      server.resume()
    }
  }

  close(): Promise<void> {
    this.cut()
    return new Promise((resolve) => this.listener.close(() => resolve()))
  }

  private accept(client: Socket): void {
    const server = connect(this.target)
    const link: Link = { client, server, mute: false, crashes: false, held: null }
    this.links.add(link)
    client.setNoDelay(true)
    server.setNoDelay(true)
    if (this.frozen) {
      client.pause()
      server.pause()
    }
    for (const socket of [client, server]) {
      socket.on('error', () => this.end(link))
      socket.on('close', () => this.end(link))
    }
    server.on('data', (data) => {
      if (link.mute) return
      if (link.crashes && data.includes(COMMITTED)) return this.crash(link, data)
      const ends = this.stillborn > 0 && data.includes(READY)
      if (ends) this.stillborn--
      client.write(ends ? Buffer.concat([data, TERMINATED]) : data)
    })
    let rest: Buffer = Buffer.alloc(0)
    let greeted = false
    client.on('data', (data) => {
      rest = rest.length === 0 ? data : Buffer.concat([rest, data])
      for (;;) {
        // The first message has no type.
        const head = greeted ? 1 : 0
        if (rest.length < head + LENGTH_BYTES) return
        const length = head + rest.readUInt32BE(head)
        if (rest.length < length) return
        const message = rest.subarray(0, length)
        rest = rest.subarray(length)
        if (greeted && isWrite(message) && this.holds()) link.held ??= []
        if (greeted && isCommit(message)) this.commit(link, message)
        else if (link.held === null) server.write(message)
        else link.held.push(message)
        greeted = true
      }
    })
  }

  private commit(link: Link, message: Buffer): void {
    const { client, server } = link
    const fate = this.fate(++this.commits)
    const held = Buffer.concat(link.held ?? [])
    link.held = null
    if (fate !== 'stall') server.write(held)
    switch (fate) {
      case 'answer':
        server.write(message)
        break
      case 'swallow':
        link.mute = true
        // Once its answer has come, behind those to what was asked before, the commit is done. None goes on.
        server.on('data', (data) => {
          if (data.includes(COMMITTED)) this.end(link)
        })
        server.write(message)
        break
      case 'crash':
        link.crashes = true
        server.write(message)
        break
      case 'hang':
        link.mute = true
        server.write(message)
        break
      case 'lose':
        this.end(link)
        break
      case 'late':
      case 'stall':
        this.links.delete(link)
        client.removeAllListeners('close')
        client.destroy()
        setTimeout(() => server.end(fate === 'late' ? message : Buffer.concat([held, message])), LATE_MS)
        break
    }
  }

  /** What was answered before it goes on. */
  private crash(link: Link, data: Buffer): void {
    this.links.delete(link)
    link.client.end(Buffer.concat([data.subarray(0, data.indexOf(COMMITTED) - HEAD_BYTES), this.crashed]))
    link.server.destroy()
  }

  private end(link: Link): void {
    this.links.delete(link)
    link.client.destroy()
    link.server.destroy()
  }
}

export function errorResponse(...fields: readonly string[]): Buffer {
  const body = Buffer.from(`${fields.map((field) => `${field}\0`).join('')}\0`)
  const head = Buffer.from('E\0\0\0\0')
  head.writeUInt32BE(LENGTH_BYTES + body.length, 1)
  return Buffer.concat([head, body])
}

function isCommit(message: Buffer): boolean {
  if (message[0] === SIMPLE_QUERY) return /^commit\b/i.test(message.toString('utf8', 1 + LENGTH_BYTES))
  // The name of the statement, then its text.
  return message[0] === PARSE && /^[^\0]*\0commit\b/i.test(message.toString('utf8', 1 + LENGTH_BYTES))
}

/** The portal's name, then that of the statement: those that write are called so. */
function isWrite(message: Buffer): boolean {
  return message[0] === BIND && /^[^\0]*\0write_/.test(message.toString('latin1', 1 + LENGTH_BYTES, 100))
}
