/**
 * What an engine sees of a chain: one address. Behind it, a load balancer, which repeats requests by itself, chooses
 * between two nodes that may disagree. It answers as the families do (docs/decisions/020-sends.md): a transaction is
 * accepted when a node shows it, refused only if no node could ever take it, and otherwise unknown.
 */
import {
  type Broadcast,
  type EvmNode,
  NodeFault,
  type Signed,
  type TransactionStatus,
} from '@tallystick/custody'
import { between, happens } from '../chance.js'
import type { Stage } from '../stage.js'
import { everyoneHasHeard } from '../timeline.js'
import { GAS, type SimulatedNode, type Taken, transferOf } from './node.js'

/** Blocks from which on one is final: more than a reorganisation undoes. */
export const CONFIRMATIONS = 8

const GWEI = 10n ** 9n
/** What the network asks for a unit of gas; and what a node that is out of its mind asks. */
export const USUAL_PRICE = 10n * GWEI
const DEAR_PRICE = 200n * USUAL_PRICE

/** As much of a node of the EVM family as sending takes. */
export type SendingNode = Pick<
  EvmNode,
  'broadcast' | 'status' | 'raw' | 'head' | 'balance' | 'funds' | 'pendingNonce' | 'estimateGas' | 'feeRates'
>

/** A call gives up after this, in microseconds. */
const TIMEOUT = 10_000_000

export interface Nodes {
  readonly first: SimulatedNode
  /** Behind, until the two meet. */
  readonly second: SimulatedNode
}

export class Balancer implements SendingNode {
  constructor(
    private readonly stage: Stage,
    private readonly nodes: Nodes,
    /** Of the engine that asks: a dead one hears nothing any more. */
    private readonly alive: () => boolean,
    private readonly machine: number,
  ) {}

  async broadcast({ raw, txId }: Signed): Promise<Broadcast> {
    const told = await this.send(raw)
    if (told === 'known') return { kind: 'known' }
    const shown = await this.shows(txId)
    if (shown) return { kind: told === 'taken' ? 'accepted' : 'known' }
    if (told === null || told === 'taken') return { kind: 'unknown', reason: 'no node shows it' }
    if (told === 'malformed') return { kind: 'refused', reason: told }
    return { kind: 'declined', reason: told, ...(told === 'nonce too low' ? {} : { inPlace: true }) }
  }

  /** @param confirmations Blocks that are taken as final. */
  async status({ raw, txId }: Signed, confirmations = CONFIRMATIONS): Promise<TransactionStatus> {
    const node = await this.asked()
    const depthOf = (height: number): number => node.height - height + 1
    const height = node.placeOf(txId)
    if (height !== undefined) {
      return { kind: 'confirmed', height, ok: true, final: depthOf(height) >= confirmations }
    }
    if (node.isWaiting(txId)) return { kind: 'pending' }
    const rival = node.rivalOf(transferOf(raw))
    if (rival === undefined || depthOf(rival) < confirmations) return { kind: 'absent' }
    return { kind: 'dead', reason: 'a final transaction has its nonce' }
  }

  async head() {
    const { height } = await this.asked()
    return { height, hash: `block ${height}` }
  }

  async raw(txId: string) {
    return (await this.asked()).rawOf(txId)
  }

  async balance(owner: string) {
    return (await this.asked()).balanceOf(owner)
  }

  async funds(owner: string) {
    const node = await this.asked()
    return { nonce: node.nonceOf(owner), coins: node.balanceOf(owner), tokens: [] }
  }

  async pendingNonce(owner: string): Promise<number> {
    return (await this.asked()).pendingNonceOf(owner)
  }

  async estimateGas() {
    await this.asked()
    return GAS
  }

  async feeRates() {
    await this.asked()
    const { stage, machine } = this
    const isDear = stage.strikes(stage.weather.nodeDear, 'node that asks any price', machine)
    const fast = isDear ? DEAR_PRICE : USUAL_PRICE
    return { fast, medium: fast, slow: fast, base: null, priority: 0n }
  }

  /** What a node says of a transaction; null when nobody answers. */
  private async send(raw: string): Promise<Taken | null> {
    const { stage, machine } = this
    const { weather } = stage
    const { first, second } = this.nodes
    const transfer = transferOf(raw)
    await this.passes(between(stage.random, 1_000, 50_000))
    const strikes = (rate: number, fault: Parameters<Stage['strikes']>[1]) =>
      stage.strikes(rate, fault, machine)
    if (strikes(weather.sendDropped, 'transaction dropped on its way')) return this.silence()
    if (strikes(weather.sendRefused, 'transaction refused for the time being')) return 'underpriced'
    if (strikes(weather.sendRepeated, 'transaction repeated by a balancer')) {
      first.take(transfer)
      return happens(stage.random, 5_000) ? 'underpriced' : second.take(transfer)
    }
    const node = strikes(weather.sendElsewhere, 'transaction taken by the node behind') ? second : first
    const told = node.take(transfer)
    if (strikes(weather.sendUnanswered, 'answer of a node lost')) return this.silence()
    return told
  }

  private async shows(txId: string): Promise<boolean> {
    try {
      const node = await this.asked()
      return node.placeOf(txId) !== undefined || node.isWaiting(txId)
    } catch (fault) {
      if (fault instanceof NodeFault) return false
      throw fault
    }
  }

  /** The node that answers a question. @throws NodeFault when none does */
  private async asked(): Promise<SimulatedNode> {
    const { stage, machine, nodes } = this
    await this.passes(between(stage.random, 500, 20_000))
    if (stage.strikes(stage.weather.nodeSilent, 'node silent', machine)) {
      await this.passes(TIMEOUT)
      throw new NodeFault('unreachable', 'nobody answers')
    }
    return stage.strikes(stage.weather.nodeBehind, 'answer of the node behind', machine)
      ? nodes.second
      : nodes.first
  }

  private async silence(): Promise<null> {
    await this.passes(TIMEOUT)
    return null
  }

  private passes(duration: number): Promise<void> {
    return new Promise((resolve) => {
      this.stage.timeline.after(duration, () => {
        if (!this.alive()) return
        resolve()
        return everyoneHasHeard()
      })
    })
  }
}
