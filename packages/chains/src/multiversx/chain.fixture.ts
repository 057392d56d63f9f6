/** A chain of MultiversX over gateways in memory, with accounts that have money. */
import { createHash } from 'node:crypto'
import {
  type KeySigner,
  type MultiversxChain,
  type MultiversxTransaction,
  records,
  type Signed,
  type Unsigned,
} from '@tallystick/custody'
import { Connections } from '../transport/exchange.js'
import { Endpoint, Pool } from '../transport/pool.js'
import { rest } from '../transport/rest.js'
import { multiversxFamily } from './family.js'
import { signerOf } from './keys.js'
import type { MultiversxLedger } from './ledger.fixture.js'
import { dataOf } from './payload.js'
import { type GatewayServer, startGateway } from './server.fixture.js'

export const EGLD = 10n ** 18n
export const TOKEN = 'USDC-c76f1f'
/** What a plain payment costs. */
export const FEE = 50_000n * 1_000_000_000n

/** 32 bytes. */
export const seedOf = (name: string): Uint8Array =>
  Uint8Array.from(createHash('sha256').update(name).digest())

/** Of a name: the same in every run. */
export function accountOf(name: string): { readonly address: string; readonly key: string } {
  const key = Buffer.from(seedOf(name)).toString('hex')
  return { address: signerOf(key).address, key }
}

const hex = (value: bigint): string => {
  const digits = value.toString(16)
  return digits.length % 2 === 0 ? digits : `0${digits}`
}

/** What moves a token, as the text of a transaction's data. */
export const tokenTransfer = (amount: bigint, token = TOKEN): string =>
  `ESDTTransfer@${Buffer.from(token).toString('hex')}@${hex(amount)}`

export const offlineMultiversx = (
  network: 'mainnet' | 'testnet' | 'regtest' = 'testnet',
): MultiversxChain => {
  const nobody = () => Promise.reject(new TypeError('There is no node'))
  return multiversxFamily(records.EGLD, network, { get: nobody, post: nobody })
}

/** A payment of one EGLD of alice to bob, with the nonce 7, unless told otherwise. */
export const payment = (over: Partial<MultiversxTransaction> = {}): MultiversxTransaction => ({
  nonce: 7,
  value: EGLD.toString(),
  receiver: accountOf('bob').address,
  sender: accountOf('alice').address,
  gasPrice: 1_000_000_000,
  gasLimit: 50_000,
  chainID: 'T',
  version: 2,
  ...over,
})

/** The same of a token. */
export const tokenPayment = (
  amount: bigint,
  over: Partial<MultiversxTransaction> = {},
): MultiversxTransaction =>
  payment({ value: '0', data: dataOf(tokenTransfer(amount)), gasLimit: 500_000, ...over })

export function signed({ codec }: MultiversxChain, unsigned: Unsigned, signer: KeySigner): Signed {
  const signatures = codec
    .signingRequests(unsigned)
    .map((request) => ({ publicKey: signer.publicKey, signature: signer.sign(request) }))
  return codec.combine(unsigned, signatures)
}

export interface MultiversxWorld {
  readonly chain: MultiversxChain
  readonly servers: readonly GatewayServer[]
  readonly server: GatewayServer
  readonly ledger: MultiversxLedger
  /** A signer whose account has so many EGLD. */
  funded(name: string, egld: bigint): KeySigner
  /** `payment`, of the signer and with its next nonce. */
  sign(from: KeySigner, over?: Partial<MultiversxTransaction>): Promise<Signed>
  close(): Promise<void>
}

export async function multiversxWorld(count = 1, timeoutMs = 400): Promise<MultiversxWorld> {
  const server = await startGateway()
  const { ledger } = server
  const servers = [server]
  while (servers.length < count) servers.push(await startGateway(ledger))
  const connections = new Connections()
  const endpoints = servers.map(
    ({ url }) => new Endpoint({ url: new URL(url), headers: {}, timeoutMs, maxBytes: 8 * 1024 * 1024 }),
  )
  const pool = new Pool({ chain: 'EGLD', network: 'testnet', endpoints })
  const chain = multiversxFamily(records.EGLD, 'testnet', rest(connections, pool))
  return {
    chain,
    servers,
    server,
    ledger,
    funded(name, egld) {
      const one = signerOf(accountOf(name).key)
      ledger.fund(one.address, egld * EGLD)
      return one
    },
    async sign(from, over = {}) {
      const nonce = over.nonce ?? (await chain.node.nonce(from.address))
      return signed(chain, chain.codec.build(payment({ sender: from.address, nonce, ...over })), from)
    },
    async close() {
      connections.close()
      await Promise.all(servers.map((each) => each.close()))
    },
  }
}
