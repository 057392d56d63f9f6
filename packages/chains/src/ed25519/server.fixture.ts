/** A ledger in memory behind a node of the family in family.fixture.ts. */
import { onTestFinished } from 'vitest'
import { Connections } from '../transport/exchange.js'
import { networkCheck } from '../transport/network-check.js'
import { Endpoint, Pool } from '../transport/pool.js'
import { rest } from '../transport/rest.js'
import { LoopbackServer, text } from '../transport/server.fixture.js'
import { codec, ed25519Chain, identity } from './family.fixture.js'

/** The first sequence of every account: above the safe integers of JavaScript. */
export const FIRST = 1n << 60n

interface Known {
  readonly raw: string
  /** The height of its block; 0 while it waits. */
  height: number
}

export class Ledger {
  height = 1
  time = Date.UTC(2030, 0, 1)
  readonly known = new Map<string, Known>()
  private readonly sequences = new Map<string, bigint>()
  private readonly balances = new Map<string, bigint>()

  fund(address: string, amount: bigint): void {
    this.balances.set(address, this.balanceOf(address) + amount)
  }

  balanceOf(address: string): bigint {
    return this.balances.get(address) ?? 0n
  }

  sequenceOf(address: string): bigint {
    return this.sequences.get(address) ?? FIRST
  }

  /** Makes a block with everything that waits and has not expired. */
  close(): void {
    this.height += 1
    this.time += 5_000
    for (const [txId, known] of this.known) {
      if (known.height > 0) continue
      const { from, to, amount, sequence, until } = paymentIn(known.raw)
      if (until < this.time || BigInt(sequence) !== this.sequenceOf(from)) {
        this.known.delete(txId)
        continue
      }
      this.sequences.set(from, BigInt(sequence) + 1n)
      this.fund(from, -BigInt(amount))
      this.fund(to, BigInt(amount))
      known.height = this.height
    }
  }

  /** The answer of the node; errors have status 200 too. */
  answer(path: string, body: string): string {
    const { address, txId } = path === '/transactions' ? {} : JSON.parse(body)
    switch (path) {
      case '/identity':
        return '{"network":"test"}'
      case '/head':
        return JSON.stringify({ height: this.height, hash: `block ${this.height}`, time: this.time })
      case '/account':
        // Numbers of any length, as such nodes write them.
        return `{"balance":${this.balanceOf(address)},"sequence":${this.sequenceOf(address)}}`
      case '/transaction':
        return JSON.stringify(this.known.get(txId) ?? {})
      default:
        return JSON.stringify(this.take(new URLSearchParams(body).get('tx') ?? ''))
    }
  }

  private take(raw: string): object {
    let txId: string
    try {
      txId = codec.inspect(raw).txId
    } catch {
      return { error: 'malformed' }
    }
    if (this.known.has(txId)) return { known: true }
    const { from, amount, sequence, until } = paymentIn(raw)
    if (until < this.time) return { error: 'expired' }
    if (BigInt(sequence) < this.sequenceOf(from)) return { error: 'its sequence is used' }
    const waits = [...this.known.values()]
      .filter(({ height }) => height === 0)
      .map((one) => paymentIn(one.raw))
    if (waits.some((one) => one.from === from && one.sequence === sequence)) return { error: 'another waits' }
    if (this.balanceOf(from) < BigInt(amount)) return { error: 'no funds' }
    this.known.set(txId, { raw, height: 0 })
    return {}
  }
}

const paymentIn = (raw: string) =>
  JSON.parse(Buffer.from(raw, 'base64').subarray(64).toString()) as {
    readonly [Name in 'from' | 'to' | 'amount' | 'sequence']: string
  } & { readonly until: number }

/** A chain over its own node. The caller closes it. */
export async function openChain() {
  const ledger = new Ledger()
  const server = new LoopbackServer()
  server.behaviour = ({ url, body }, response) => text(response, ledger.answer(url, body))
  await server.up()
  const connections = new Connections()
  const endpoints = [new Endpoint(server.target())]
  const own = networkCheck(connections, 'TST on testnet', identity)
  const chain = ed25519Chain(
    rest(connections, new Pool({ chain: 'TST', network: 'testnet', endpoints, identify: own })),
  )
  const close = async () => {
    connections.close()
    await server.down()
  }
  return { chain, ledger, server, close }
}

/** The same, closed at the end of the test. */
export async function openedChain() {
  const opened = await openChain()
  onTestFinished(opened.close)
  return opened
}
