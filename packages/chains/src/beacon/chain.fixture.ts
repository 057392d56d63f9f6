/** A chain of BNB Beacon Chain over nodes in memory, with accounts that have money. */
import { createHash } from 'node:crypto'
import {
  type BeaconChain,
  type BeaconTransaction,
  BNB,
  type KeySigner,
  records,
  type Signed,
  type Unsigned,
} from '@tallystick/custody'
import { type BeaconLedger, type BeaconServer, startBeacon } from '@tallystick/testing/simulated'
import { Connections } from '../transport/exchange.js'
import { Endpoint, Pool } from '../transport/pool.js'
import { rest } from '../transport/rest.js'
import { beaconFamily } from './family.js'
import { privateKeyText, signerOf } from './keys.js'

export interface BeaconWorld {
  readonly chain: BeaconChain
  readonly server: BeaconServer
  readonly ledger: BeaconLedger
  /** Of a name, the same in every run. Not on the chain yet. */
  signer(name: string): KeySigner
  /** A signer whose account has so many BNB. */
  funded(name: string, coins: bigint): KeySigner
  /** A payment of one BNB that is next, unless told otherwise. */
  transaction(from: KeySigner, over?: Partial<BeaconTransaction>): BeaconTransaction
  /** The same, signed and not sent. */
  sign(from: KeySigner, over?: Partial<BeaconTransaction>): Signed
  close(): Promise<void>
}

export const COIN = 100_000_000n
const PREFIX = 'tbnb'

/** 32 bytes. */
export const secretOf = (name: string): Uint8Array =>
  Uint8Array.from(createHash('sha256').update(name).digest())

/** An account, and its private key. */
export function accountOf(name: string): { readonly address: string; readonly privateKey: string } {
  const privateKey = privateKeyText(secretOf(name))
  return { address: signerOf(PREFIX, privateKey).address, privateKey }
}

export async function beaconWorld(timeoutMs = 400): Promise<BeaconWorld> {
  const server = await startBeacon()
  const { ledger } = server
  const connections = new Connections()
  const target = { url: new URL(server.url), headers: {}, timeoutMs, maxBytes: 8 * 1024 * 1024 }
  const pool = new Pool({ chain: 'BNB', network: 'testnet', endpoints: [new Endpoint(target)] })
  const chain = beaconFamily(records.BNB, 'testnet', rest(connections, pool))
  const signer = (name: string): KeySigner => chain.codec.signer(accountOf(name).privateKey)
  const transaction: BeaconWorld['transaction'] = (from, over = {}) => {
    const { number, sequence } = ledger.account(from.address)
    return {
      from: from.address,
      to: accountOf('bob').address,
      asset: BNB,
      amount: COIN.toString(),
      memo: '',
      accountNumber: number.toString(),
      sequence: sequence.toString(),
      source: '0',
      ...over,
    }
  }
  return {
    chain,
    server,
    ledger,
    signer,
    funded(name, coins) {
      const one = signer(name)
      ledger.fund(one.address, coins * COIN)
      return one
    },
    transaction,
    sign: (from, over) => signed(chain, chain.codec.build(transaction(from, over), 7_500n), from),
    async close() {
      connections.close()
      await server.close()
    },
  }
}

export function signed({ codec }: Pick<BeaconChain, 'codec'>, unsigned: Unsigned, signer: KeySigner): Signed {
  const signatures = codec
    .signingRequests(unsigned)
    .map((request) => ({ publicKey: signer.publicKey, signature: signer.sign(request) }))
  return codec.combine(unsigned, signatures)
}
