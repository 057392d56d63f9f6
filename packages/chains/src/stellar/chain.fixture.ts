/** A chain of Stellar over Horizons in memory, with accounts that have money. */
import { createHash } from 'node:crypto'
import {
  type KeySigner,
  records,
  type Signed,
  type StellarChain,
  type StellarTransaction,
  type Unsigned,
  XLM,
} from '@tallystick/custody'
import { type HorizonServer, type StellarLedger, startHorizon } from '@tallystick/testing/simulated'
import { Connections } from '../transport/exchange.js'
import { Endpoint, Pool } from '../transport/pool.js'
import { rest } from '../transport/rest.js'
import { stellarFamily } from './family.js'
import { signerOf, stellarAccounts } from './keys.js'

export interface StellarWorld {
  readonly chain: StellarChain
  readonly servers: readonly HorizonServer[]
  /** The first of them, and its ledger. */
  readonly server: HorizonServer
  readonly ledger: StellarLedger
  /** Of a name, the same in every run. Not on the ledger yet. */
  signer(name: string): KeySigner
  /** A signer whose account has so much XLM. */
  funded(name: string, xlm: bigint): KeySigner
  /** A payment of one XLM that is next, unless told otherwise. */
  transaction(from: KeySigner, over?: Partial<StellarTransaction>): Promise<StellarTransaction>
  /** The same, signed and not sent. */
  sign(from: KeySigner, over?: Partial<StellarTransaction>): Promise<Signed>
  close(): Promise<void>
}

export const STROOPS = 10_000_000n

/** 32 bytes. */
export const seedOf = (name: string): Uint8Array =>
  Uint8Array.from(createHash('sha256').update(name).digest())

/** An account, and its secret. */
export function accountOf(name: string): { readonly address: string; readonly secret: string } {
  const secret = stellarAccounts.secret(seedOf(name))
  return { address: signerOf(secret).address, secret }
}

const BOB = accountOf('bob').address

export async function stellarWorld(count = 1, timeoutMs = 400): Promise<StellarWorld> {
  const server = await startHorizon()
  const { ledger } = server
  const servers = [server]
  while (servers.length < count) servers.push(await startHorizon(ledger))
  const connections = new Connections()
  const endpoints = servers.map(
    ({ url }) => new Endpoint({ url: new URL(url), headers: {}, timeoutMs, maxBytes: 8 * 1024 * 1024 }),
  )
  const pool = new Pool({ chain: 'XLM', network: 'testnet', endpoints })
  const chain = stellarFamily(records.XLM, 'testnet', rest(connections, pool))
  const signer = (name: string): KeySigner => signerOf(accountOf(name).secret)
  const transaction: StellarWorld['transaction'] = async (from, over = {}) => {
    const account = over.sequence === undefined ? await chain.node.account(from.address) : undefined
    return {
      source: from.address,
      sequence: ((account?.sequence ?? 0n) + 1n).toString(),
      fee: '100',
      since: '0',
      until: String(ledger.last.closed + 60),
      memo: null,
      operation: { type: 'payment', to: BOB, asset: XLM, amount: STROOPS.toString() },
      ...over,
    }
  }
  return {
    chain,
    servers,
    server,
    ledger,
    signer,
    funded(name, xlm) {
      const one = signer(name)
      ledger.fund(one.address, xlm * STROOPS)
      return one
    },
    transaction,
    sign: async (from, over) => signed(chain, chain.codec.build(await transaction(from, over)), from),
    async close() {
      connections.close()
      await Promise.all(servers.map((each) => each.close()))
    },
  }
}

export function signed({ codec }: StellarChain, unsigned: Unsigned, signer: KeySigner): Signed {
  const signatures = codec
    .signingRequests(unsigned)
    .map((request) => ({ publicKey: signer.publicKey, signature: signer.sign(request) }))
  return codec.combine(unsigned, signatures)
}
