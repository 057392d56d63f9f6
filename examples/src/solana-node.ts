/** A node of Solana: litesvm, the chain's own machine, behind a few methods of JSON-RPC. Every transaction is in a final block. */
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'

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

export interface SolanaExampleNode {
  readonly url: string
  /** As a faucet would. */
  fund(address: string, lamports: bigint): void
  /** Blocks pass, until nothing that was signed before may be in one. */
  expire(): void
  stop(): Promise<void>
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

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString())
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer(method, params) }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Listening on a port, and not on a path of the file system.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    fund: (address, lamports) => void svm.airdrop(address, lamports),
    expire() {
      svm.expireBlockhash()
      height += LIFE + 1
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
