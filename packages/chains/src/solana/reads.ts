/**
 * What accounts hold, and what a transaction may name. All of it is read at the commitment `finalized`, because money
 * depends on it.
 */
import { BadTransaction, NodeFault, type SolanaNode } from '@tallystick/custody'
import { textIn } from '../answers.js'
import { TOKEN, TOKEN_2022 } from './address.js'
import { amountOf, contextual, objectOf, type Solana, wholeIn } from './rpc.js'
import { LIFE, statusesOf } from './standing.js'
import { withholds } from './transfer-fee.js'

export const FINAL = { commitment: 'finalized' } as const
export const LATEST = { commitment: 'confirmed' } as const
/** Transactions that may be asked about at once. */
const MAX_STATUSES = 256
/** Of a mint's account: the byte that holds its decimals (spl-token, `Mint`), and the least length of one. */
const DECIMALS_AT = 44
const MINT_BYTES = 82
/** Of a token account: where its amount stands. */
const AMOUNT_AT = 64
const PROGRAMS: readonly string[] = [TOKEN, TOKEN_2022]

export const balanceOf = async (node: Solana, address: string): Promise<bigint> =>
  amountOf(contextual(await node.ask('getBalance', [address, FINAL])).value, 'a balance')

export const heightAt = async (node: Solana, commitment: object): Promise<bigint> =>
  amountOf(await node.ask('getBlockHeight', [commitment]), 'a height')

const epochOf = async (node: Solana): Promise<bigint> =>
  wholeIn(objectOf(await node.ask('getEpochInfo', [FINAL])), 'epoch')

/** The last final block. */
export async function latest(node: Solana) {
  const { value, slot } = contextual(await node.ask('getLatestBlockhash', [FINAL]))
  const block = objectOf(value)
  return { blockhash: textIn(block, 'blockhash'), last: wholeIn(block, 'lastValidBlockHeight'), slot }
}

/** What all token accounts of an owner have of one mint, final. */
export async function heldOf(node: Solana, owner: string, mint: string): Promise<bigint> {
  const asked = [owner, { mint }, { ...FINAL, encoding: 'base64' }]
  const { value } = contextual(await node.ask('getTokenAccountsByOwner', asked))
  if (!Array.isArray(value)) throw new NodeFault('unreachable', 'The node did not list the token accounts')
  return value.reduce((sum: bigint, one) => {
    const { data } = objectOf(objectOf(one)['account'])
    const [text] = Array.isArray(data) ? data : []
    const bytes = Buffer.from(textIn({ data: text }, 'data'), 'base64')
    if (bytes.length < AMOUNT_AT + 8) throw new NodeFault('unreachable', 'The node listed no token account')
    return sum + bytes.readBigUInt64LE(AMOUNT_AT)
  }, 0n)
}

/** Undefined when there is none of a token program. */
async function tokenData(node: Solana, address: string) {
  const { value } = contextual(await node.ask('getAccountInfo', [address, { ...FINAL, encoding: 'base64' }]))
  if (value === null) return undefined
  const account = objectOf(value)
  const [text] = Array.isArray(account['data']) ? account['data'] : []
  const program = textIn(account, 'owner')
  return PROGRAMS.includes(program)
    ? { program, data: Buffer.from(textIn({ data: text }, 'data'), 'base64') }
    : undefined
}

export const accountReads = (
  node: Solana,
): Pick<SolanaNode, 'mint' | 'tokens' | 'funds' | 'leastBalance'> => ({
  async mint(address) {
    const found = await tokenData(node, address)
    if (found === undefined || found.data.length < MINT_BYTES) {
      throw new BadTransaction('malformed', `${address} is not the mint of a token.`)
    }
    const { program, data } = found
    return {
      mint: address,
      program,
      decimals: data[DECIMALS_AT] ?? 0,
      withholds: await withholds(data, () => epochOf(node)),
    }
  },
  async tokens(address) {
    const found = await tokenData(node, address)
    return found === undefined || found.data.length < AMOUNT_AT + 8
      ? undefined
      : found.data.readBigUInt64LE(AMOUNT_AT)
  },
  async funds(address, txIds) {
    const own = node.pinned()
    const settled = new Set<string>()
    // Before the lamports: what is final by then is part of them.
    for (let from = 0; from < txIds.length; from += MAX_STATUSES) {
      const asked = txIds.slice(from, from + MAX_STATUSES)
      const { all } = await statusesOf(own, asked)
      for (const [at, txId] of asked.entries()) if (all[at]?.commitment === 'finalized') settled.add(txId)
    }
    return { lamports: await balanceOf(own, address), settled }
  },
  leastBalance: async (bytes) =>
    amountOf(await node.ask('getMinimumBalanceForRentExemption', [bytes, FINAL]), 'a balance'),
})

export const lifetimeReads = (
  node: Solana,
): Pick<SolanaNode, 'lifetime' | 'lastFor' | 'finalHeight' | 'feeFor' | 'unitPrice'> => ({
  async lifetime() {
    const { blockhash, last } = await latest(node)
    return { blockhash, last }
  },
  async lastFor(blockhash) {
    const own = node.pinned()
    const now = { commitment: 'processed' } as const
    const { value, slot } = contextual(await own.ask('isBlockhashValid', [blockhash, now]))
    // Behind one address there may be several nodes: one that is behind would tell an end that comes too soon.
    const minContextSlot = Number(slot)
    return value === true ? (await heightAt(own, { ...now, minContextSlot })) + LIFE : undefined
  },
  finalHeight: () => heightAt(node, FINAL),
  async unitPrice(accounts) {
    const told = await node.ask('getRecentPrioritizationFees', [accounts]).catch((fault: unknown) => {
      if (fault instanceof NodeFault && fault.code === 'unsupported') return []
      throw fault
    })
    const prices = (Array.isArray(told) ? told : []).map((slot) =>
      wholeIn(objectOf(slot), 'prioritizationFee'),
    )
    prices.sort((one, other) => (one < other ? -1 : 1))
    return prices[Math.floor((prices.length * 3) / 4)] ?? 0n
  },
  async feeFor(message) {
    const { value } = contextual(await node.ask('getFeeForMessage', [message, LATEST]))
    return value === null ? undefined : amountOf(value, 'a fee')
  },
})
