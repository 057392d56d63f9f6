/** A TRON chain over nodes in memory, with accounts that have money. */
import { createHash } from 'node:crypto'
import {
  type KeySigner,
  records,
  type Signed,
  type TronChain,
  type TronContract,
  type Unsigned,
} from '@tallystick/custody'
import { Connections } from '../transport/exchange.js'
import { Endpoint, Pool } from '../transport/pool.js'
import { rest } from '../transport/rest.js'
import { tronFamily } from './family.js'
import { startTronServer, type TronServer } from './server.fixture.js'

export const SUN = 1_000_000n

/** Of a name: the same in every run. */
export const keyOf = (name: string): string => createHash('sha256').update(name).digest('hex')

export interface TronWorld {
  readonly chain: TronChain
  readonly servers: readonly TronServer[]
  readonly server: TronServer
  signer(name: string): KeySigner
  /** A signer whose account has so many TRX. */
  funded(name: string, trx: bigint): KeySigner
  /** @param feeLimit Sun, of a call */
  built(contract: TronContract, feeLimit?: bigint): Promise<Unsigned>
  signed(contract: TronContract, signer: KeySigner, feeLimit?: bigint): Promise<Signed>
  close(): Promise<void>
}

export async function tronWorld(count = 1): Promise<TronWorld> {
  const server = await startTronServer()
  const servers = [server]
  while (servers.length < count) servers.push(await startTronServer(server.ledger))
  const connections = new Connections()
  const endpoints = servers.map(
    ({ url }) =>
      new Endpoint({ url: new URL(url), headers: {}, timeoutMs: 10_000, maxBytes: 8 * 1024 * 1024 }),
  )
  const pool = new Pool({ chain: 'TRON', network: 'testnet', endpoints })
  const chain = tronFamily(records.TRON, 'testnet', rest(connections, pool))
  const { codec, node } = chain
  const signer = (name: string): KeySigner => codec.signer(keyOf(name))
  let timestamp = 1
  async function built(contract: TronContract, feeLimit = 0n): Promise<Unsigned> {
    const { height, hash, time } = await node.solid()
    timestamp += 1
    const refBlock = { bytes: height.toString(16).padStart(16, '0').slice(12), hash: hash.slice(16, 32) }
    return codec.build({ contract, refBlock, expiration: time + 600_000, timestamp, feeLimit }, 0n)
  }
  return {
    chain,
    servers,
    server,
    signer,
    built,
    funded(name, trx) {
      const one = signer(name)
      server.ledger.fund(one.address, trx * SUN)
      return one
    },
    signed: async (contract, one, feeLimit) => signedBy(chain, await built(contract, feeLimit), one),
    async close() {
      connections.close()
      await Promise.all(servers.map((each) => each.close()))
    },
  }
}

export function signedBy({ codec }: TronChain, unsigned: Unsigned, signer: KeySigner): Signed {
  const signatures = codec
    .signingRequests(unsigned)
    .map((request) => ({ publicKey: signer.publicKey, signature: signer.sign(request) }))
  return codec.combine(unsigned, signatures)
}
