/** A node of Solana: litesvm, the chain's own machine, behind a few JSON-RPC methods. Every block is final. */
import { createRequire } from 'node:module'
import { type JsonServer, serveJson } from './json-server.js'

/** What is used of @solana/kit, which litesvm brings: it reads transactions apart from our own code. */
interface Kit {
  getTransactionDecoder(): { decode(bytes: Uint8Array): object }
  getSignatureFromTransaction(transaction: object): string
}

/** What is used of litesvm. */
interface Litesvm {
  readonly LiteSVM: new () => {
    latestBlockhash(): string
    expireBlockhash(): void
    airdrop(address: string, lamports: bigint): unknown
    getBalance(address: string): bigint | null
    sendTransaction(transaction: object): unknown
  }
  readonly FailedTransactionMetadata: new () => object
}

const require = createRequire(import.meta.url)
const { LiteSVM, FailedTransactionMetadata }: Litesvm = require('litesvm')
const kit: Kit = createRequire(require.resolve('litesvm'))('@solana/kit')

/** Blocks that a transaction lives for. */
const LIFE = 150

export interface SolanaExampleNode extends JsonServer {
  /** As a faucet would. */
  fund(address: string, lamports: bigint): void
  /** Blocks pass, until nothing that was signed before may be in one. */
  expire(): void
}

export async function startSolana(): Promise<SolanaExampleNode> {
  const svm = new LiteSVM()
  let height = 1_000

  function send(text: unknown): object {
    const transaction = kit.getTransactionDecoder().decode(Buffer.from(String(text), 'base64'))
    const outcome = svm.sendTransaction(transaction)
    if (outcome instanceof FailedTransactionMetadata) {
      return { error: { code: -32_002, message: 'Transaction simulation failed', data: { err: 'Failed' } } }
    }
    height += 1
    return { result: kit.getSignatureFromTransaction(transaction) }
  }

  function answer(method: string, [first]: readonly unknown[]): object {
    const told = (value: unknown) => ({ result: { context: { slot: height }, value } })
    switch (method) {
      case 'getGenesisHash':
        return { result: '4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZAMdL4VZHirAn' }
      case 'getBlockHeight':
        return { result: height }
      case 'getLatestBlockhash':
        return told({ blockhash: svm.latestBlockhash(), lastValidBlockHeight: height + LIFE })
      case 'isBlockhashValid':
        return told(first === svm.latestBlockhash())
      case 'getBalance':
        return told(Number(svm.getBalance(String(first)) ?? 0n))
      // It keeps no history.
      case 'getSignatureStatuses':
        return told([null])
      case 'getTransaction':
        return { result: null }
      case 'sendTransaction':
        return send(first)
      default:
        return { error: { code: -32_601, message: 'Method not found' } }
    }
  }

  const server = await serveJson((_path, body) => {
    const { id, method, params } = JSON.parse(body)
    return [200, { jsonrpc: '2.0', id, ...answer(method, params) }]
  })
  return {
    ...server,
    fund: (address, lamports) => void svm.airdrop(address, lamports),
    expire() {
      svm.expireBlockhash()
      height += LIFE + 1
    },
  }
}
