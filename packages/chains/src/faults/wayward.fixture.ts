/**
 * A node that a service asks first and that does not serve it well: it ends calls, stays behind, leaves things out of its
 * blocks, or is well for a while. Behind it is a real one.
 */
import { writeExact } from '@tallystick/core'
import type { SeededRandom } from '@tallystick/testing'
import { json, LoopbackServer, text } from '../transport/server.fixture.js'

export type Asked = (method: string, params: readonly unknown[]) => Promise<unknown>

/** How the calls of a family are answered by a node that does not serve. Undefined: as the node behind answers. */
export interface Ways {
  /** The height of the newest block. */
  height(ask: Asked): Promise<number>
  /** As if there were no block above this height. */
  behind(method: string, params: readonly unknown[], height: number, ask: Asked): Promise<unknown> | undefined
  /** Without a part of each block. */
  holes(method: string, params: readonly unknown[], ask: Asked): Promise<unknown> | undefined
}

/** Answered as an error of JSON-RPC. */
export class Refused extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message)
  }
}

const MODES = ['well', 'well', 'dead', 'behind', 'holes'] as const

export class WaywardNode {
  private mode: (typeof MODES)[number] = 'well'
  private height = 0

  private constructor(
    private readonly server: LoopbackServer,
    private readonly ask: Asked,
    private readonly ways: Ways,
  ) {}

  static async start(ask: Asked, ways: Ways): Promise<WaywardNode> {
    const server = new LoopbackServer()
    const node = new WaywardNode(server, ask, ways)
    server.behaviour = ({ body }, response) => {
      const { id, method, params = [] } = JSON.parse(body)
      if (node.mode === 'dead') return void response.destroy()
      node.answer(method, params).then(
        // With every digit of the node's numbers.
        (result) => text(response, writeExact({ jsonrpc: '2.0', id, result })),
        ({ code = -32_000, message }) => json(response, { jsonrpc: '2.0', id, error: { code, message } }),
      )
    }
    await server.up()
    return node
  }

  get url(): string {
    return this.server.url
  }

  async wander(random: SeededRandom): Promise<void> {
    this.height = await this.ways.height(this.ask)
    this.mode = MODES[random.below(MODES.length)] ?? 'well'
  }

  heal(): void {
    this.mode = 'well'
  }

  close(): Promise<void> {
    return this.server.down()
  }

  private answer(method: string, params: readonly unknown[]): Promise<unknown> {
    const { ask, height, mode, ways } = this
    const answer =
      mode === 'behind'
        ? ways.behind(method, params, height, ask)
        : mode === 'holes'
          ? ways.holes(method, params, ask)
          : undefined
    return answer ?? ask(method, params)
  }
}
