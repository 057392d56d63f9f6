/** An XRP chain over servers in memory, with accounts that have money. */
import { createHash } from 'node:crypto'
import {
  type KeySigner,
  records,
  type Signed,
  type Unsigned,
  type XrpChain,
  type XrpJson,
} from '@tallystick/custody'
import { startXrpServer, type XrpServer } from '@tallystick/testing/simulated'
import { Connections } from '../transport/exchange.js'
import { jsonRpc } from '../transport/json-rpc.js'
import { Endpoint, Pool } from '../transport/pool.js'
import { xrpFamily } from './family.js'
import { signerOf, xrpAccounts } from './keys.js'

export interface XrpWorld {
  readonly chain: XrpChain
  readonly servers: readonly XrpServer[]
  /** The first of them. */
  readonly server: XrpServer
  /** Of a name, the same in every run. Not on the ledger yet. */
  signer(name: string): KeySigner
  /** A signer whose account has so much XRP. */
  funded(name: string, xrp: bigint): Promise<KeySigner>
  /** Signs and does not send. */
  sign(signer: KeySigner, fields: XrpJson): Promise<Signed>
  close(): Promise<void>
}

export const DROPS = 1_000_000n

/** 16 bytes. */
export const seedOf = (name: string): Uint8Array => createHash('sha256').update(name).digest().subarray(0, 16)

/** An account, and the seed that is its secret. */
export function accountOf(name: string): { readonly address: string; readonly secret: string } {
  const secret = xrpAccounts.secret(seedOf(name))
  return { address: signerOf(secret).address, secret }
}

export async function xrpWorld(count = 1, timeoutMs = 400): Promise<XrpWorld> {
  const first = await startXrpServer()
  const servers = [first]
  while (servers.length < count) servers.push(await startXrpServer(first.ledger))
  const connections = new Connections()
  const endpoints = servers.map(
    ({ url }) => new Endpoint({ url: new URL(url), headers: {}, timeoutMs, maxBytes: 8 * 1024 * 1024 }),
  )
  const pool = new Pool({ chain: 'XRP', network: 'testnet', endpoints })
  const chain = xrpFamily(records.XRP, 'testnet', jsonRpc(connections, pool))
  const { codec, node } = chain
  const signer = (name: string): KeySigner => codec.signer(accountOf(name).secret)
  return {
    chain,
    servers,
    server: first,
    signer,
    async funded(name, coins) {
      const one = signer(name)
      first.ledger.fund(one.address, coins * DROPS)
      return one
    },
    async sign(one, fields) {
      const unsigned = codec.build({
        Account: one.address,
        Fee: '10',
        Flags: 0,
        Sequence: fields['Sequence'] ?? (await node.nextSequence(one.address)),
        LastLedgerSequence: first.ledger.index + 20,
        SigningPubKey: Buffer.from(one.publicKey).toString('hex'),
        ...fields,
      })
      return signed(chain, unsigned, one)
    },
    async close() {
      connections.close()
      await Promise.all(servers.map((server) => server.close()))
    },
  }
}

export function signed({ codec }: XrpChain, unsigned: Unsigned, signer: KeySigner): Signed {
  const signatures = codec
    .signingRequests(unsigned)
    .map((request) => ({ publicKey: signer.publicKey, signature: signer.sign(request) }))
  return codec.combine(unsigned, signatures)
}
