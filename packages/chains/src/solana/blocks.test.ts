/** Blocks of Solana: of the chain's own machine in memory, and crafted ones that try to pass for value. */
import { type Block, NoBlock, NodeFault, records, type SolanaIntent } from '@tallystick/custody'
import { blocksContract } from '@tallystick/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Connections } from '../transport/exchange.js'
import { jsonRpc } from '../transport/json-rpc.js'
import { Endpoint, Pool } from '../transport/pool.js'
import { TOKEN } from './address.js'
import { blockOf, movementsOf, solanaBlocks } from './blocks.js'
import { accountOf, signed } from './chain.fixture.js'
import { solanaFamily } from './family.js'
import { solana } from './rpc.js'
import { SolanaServer, versionOf } from './server.fixture.js'
import { issue } from './token.fixture.js'
import { paying, transactionBytes } from './version-1.fixture.js'

const SOL = 1_000_000_000n
const [ALICE, BOB, CAROL, PAYER] = ['alice', 'bob', 'carol', 'payer'].map(accountOf) as [
  Account,
  Account,
  Account,
  Account,
]
type Account = ReturnType<typeof accountOf>
const [MINT, OTHER] = ['mint', 'other mint'].map((name) => accountOf(name).address) as [string, string]

blocksContract('SOL', async () => {
  const server = await SolanaServer.start()
  const { ledger } = server
  const connections = new Connections()
  const target = server.target({ timeoutMs: 10_000 })
  const pool = new Pool({ chain: 'SOL', network: 'testnet', endpoints: [new Endpoint(target)] })
  const chain = solanaFamily(records.SOL, 'testnet', jsonRpc(connections, pool))
  const { codec, node } = chain
  ledger.fund(ALICE.address, 1_000n * SOL)
  ledger.fund(CAROL.address, 1_000n * SOL)
  for (const mint of [MINT, OTHER]) {
    issue(ledger, chain, { mint, program: TOKEN, decimals: 6, holder: ALICE.address, supply: 2n ** 64n - 1n })
  }
  let salt = 0
  const send = async (transfer: SolanaIntent['transfer']) => {
    salt += 1
    const unsigned = codec.build({ transfer, lifetime: await node.lifetime(), fee: 5_000n, salt })
    const signers = [ALICE, CAROL].map(({ secret }) => codec.signer(secret))
    expect(await node.broadcast(signed(chain, unsigned, signers))).toEqual({ kind: 'accepted' })
  }
  const token = (mint: string, opens = false) => ({ mint, program: TOKEN, decimals: 6, opens })
  return {
    chain,
    watched: [ALICE, BOB, CAROL].flatMap(({ address }) => [
      { address, asset: null },
      { address, asset: MINT },
    ]),
    balance: async (address, asset) =>
      asset === null
        ? node.balance(address)
        : ((await node.tokens(codec.tokenAccount(address, { mint: asset, program: TOKEN }))) ?? 0n),
    live: async () => {
      await send({ from: ALICE.address, to: BOB.address, amount: SOL + 1n })
      await send({ from: ALICE.address, to: BOB.address, amount: 2n ** 63n + 1n, token: token(MINT, true) })
      ledger.close()
      await send({ from: ALICE.address, to: BOB.address, amount: 7n, token: token(OTHER, true) })
      await send({ from: ALICE.address, to: BOB.address, amount: 3n, payer: CAROL.address })
      ledger.finalize()
      ledger.close()
    },
    close: async () => {
      connections.close()
      await server.close()
    },
  }
})

it.each(['legacy', 0, 1] as const)('a payment counts in a transaction of version %s', async (version) => {
  const server = await SolanaServer.start()
  const connections = new Connections()
  onTestFinished(async () => {
    connections.close()
    await server.close()
  })
  const pool = new Pool({ chain: 'SOL', network: 'testnet', endpoints: [new Endpoint(server.target())] })
  const { codec, node, blocks } = solanaFamily(records.SOL, 'testnet', jsonRpc(connections, pool))
  const { ledger } = server
  ledger.fund(ALICE.address, 10n * SOL)
  const pay = { from: ALICE.address, to: BOB.address, amount: SOL }
  if (version !== 1) {
    const unsigned = codec.build({
      transfer: pay,
      lifetime: await node.lifetime(),
      fee: 5_000n,
      salt: 1,
      version,
    })
    const sent = signed({ codec }, unsigned, [codec.signer(ALICE.secret)])
    expect(await node.broadcast(sent)).toEqual({ kind: 'accepted' })
  } else {
    // The machine in memory executes none of these.
    const bytes = transactionBytes(paying(ALICE.address, BOB.address, SOL), [ALICE.secret])
    const { txId } = codec.inspect(Buffer.from(bytes).toString('base64'))
    const held = (lamports: bigint) => ({ slot: 0, lamports, owner: '1'.repeat(32), data: new Uint8Array(0) })
    ledger.entries.set(txId, {
      slot: ledger.block(0).slot,
      err: null,
      bytes,
      keys: [ALICE.address, BOB.address],
      before: [held(10n * SOL), held(0n)],
      after: [held(9n * SOL - 5_000n), held(SOL)],
    })
  }
  const [[txId = '', { slot, bytes }] = ['', { slot: 0, bytes: new Uint8Array(0) }]] = [...ledger.entries]
  expect(versionOf(bytes)).toBe(version)
  ledger.close()
  ledger.finalize()
  const { movements = [] } = (await blocks?.block(slot, new Set())) ?? {}
  expect(movements.filter(({ address }) => address === BOB.address)).toMatchObject([{ txId, amount: SOL }])
  const raw = await node.raw(txId)
  expect(codec.inspect(raw ?? '').outputs).toEqual([{ address: BOB.address, amount: SOL }])
})

type Json = Readonly<Record<string, unknown>>
const ID = 'a signature'
const KEYS = [PAYER.address, BOB.address, 'one token account', 'another']

const held = (accountIndex: number, owner: string, amount: bigint, mint = MINT): Json => ({
  accountIndex,
  owner,
  mint,
  uiTokenAmount: { amount: String(amount), decimals: 6 },
})

function blockWith(meta: Json, assets = [MINT]): Block {
  const balances = { preBalances: [100, 0, 50, 50], postBalances: [95, 0, 50, 50] }
  const transaction = { signatures: [ID], accountKeys: KEYS.map((pubkey) => ({ pubkey })) }
  const block = {
    blockhash: 'a hash',
    previousBlockhash: 'the one before',
    parentSlot: 8,
    blockTime: 1_700_000_000,
    transactions: [{ transaction, meta: { err: null, ...balances, ...meta } }],
  }
  return blockOf(block, block.transactions.map(movementsOf), { slot: 9, height: 9, assets: new Set(assets) })
}

const read = (meta: Json) => blockWith(meta).movements

describe('crafted', () => {
  const fee = { txId: ID, position: 0, address: PAYER.address, asset: null, amount: -5n, from: null }
  const got = {
    txId: ID,
    position: 1_002,
    address: BOB.address,
    asset: MINT,
    from: PAYER.address,
    decimals: 6,
  }
  const failed = { err: { InstructionError: [0, { Custom: 1 }] } }

  it('what was paid in a transaction that failed is not paid', () => {
    const tokens = {
      preTokenBalances: [held(2, BOB.address, 1n)],
      postTokenBalances: [held(2, BOB.address, 9n)],
    }
    expect(read({ ...tokens })).toEqual([fee, { ...got, amount: 8n }])
    expect(read({ ...failed, ...tokens, postBalances: [95, 7, 50, 50] })).toEqual([fee])
  })

  it('a token that nobody asks for is told apart, in the same place', () => {
    const meta = { postTokenBalances: [held(2, BOB.address, 9n, OTHER)] }
    const paid = { ...got, asset: OTHER, amount: 9n }
    expect(blockWith(meta)).toMatchObject({ movements: [fee], others: [paid] })
    expect(blockWith(meta, [OTHER])).toMatchObject({ movements: [fee, paid], others: [] })
    expect(blockWith({ ...meta, ...failed }).others).toEqual([])
  })

  it('a token is its mint', () => {
    expect(read({ postTokenBalances: [held(2, BOB.address, 9n, OTHER)] })).toEqual([fee])
    expect(read({ postTokenBalances: [held(2, BOB.address, 2n ** 64n - 1n)] })).toEqual([
      fee,
      { ...got, amount: 2n ** 64n - 1n },
    ])
  })

  it('an account that changed its owner brings nothing to the new one, and is gone for the old', () => {
    const meta = {
      preTokenBalances: [held(2, CAROL.address, 9n)],
      postTokenBalances: [held(2, BOB.address, 9n)],
    }
    expect(read(meta)).toEqual([fee, { ...got, address: CAROL.address, amount: -9n, from: null }])
    const closed = { preTokenBalances: [held(2, BOB.address, 9n)] }
    expect(read(closed)).toEqual([fee, { ...got, amount: -9n, from: null }])
  })

  it('all accounts of an owner are one', () => {
    const meta = {
      preTokenBalances: [held(2, BOB.address, 9n), held(3, BOB.address, 1n)],
      postTokenBalances: [held(2, BOB.address, 0n), held(3, BOB.address, 10n)],
    }
    expect(read(meta)).toEqual([fee])
    expect(
      read({ ...meta, postTokenBalances: [held(2, BOB.address, 0n), held(3, BOB.address, 12n)] }),
    ).toEqual([fee, { ...got, amount: 2n }])
  })

  it.each<[string, Json]>([
    ['without metadata', { meta: null }],
    ['without its result', { meta: { preBalances: [], postBalances: [] } }],
    ['without all balances', { meta: { err: null, preBalances: [1], postBalances: [1, 2, 3, 4] } }],
    [
      'with tokens of nobody',
      {
        meta: {
          err: null,
          preBalances: [1, 1, 1, 1],
          postBalances: [1, 1, 1, 1],
          postTokenBalances: [{ ...held(2, '', 1n), owner: null }],
        },
      },
    ],
  ])('a transaction %s is a fault', (_what, changes) => {
    const transaction = { signatures: [ID], accountKeys: KEYS.map((pubkey) => ({ pubkey })) }
    expect(() => movementsOf({ transaction, ...changes })).toThrow(NodeFault)
  })
})

describe('slots', () => {
  /** Blocks at the slots 5, 6 and 9, of which the node shows some. */
  function node(shown: readonly number[]) {
    const made = [5, 6, 9]
    return solanaBlocks(
      solana({
        call: async (method, params) => {
          const [first] = params as readonly unknown[]
          if (method === 'getLatestBlockhash') {
            return { context: { slot: 9 }, value: { blockhash: 'hash 9', lastValidBlockHeight: 100 } }
          }
          if (method === 'getBlocksWithLimit')
            return shown.filter((slot) => slot >= Number(first)).slice(0, 1)
          const parent = made.findLast((slot) => slot < Number(first)) ?? 4
          return {
            blockhash: `hash ${first}`,
            previousBlockhash: `hash ${parent}`,
            parentSlot: parent,
            blockTime: 1,
            transactions: [],
          }
        },
      }),
    )
  }

  it('of a slot without a block, the next one that was made is told', async () => {
    const blocks = node([5, 6, 9])
    for (const height of [7, 8, 9]) {
      expect(await blocks.header(height)).toEqual({
        height: 9,
        hash: 'hash 9',
        parent: 'hash 6',
        time: 1_000,
      })
      expect(await blocks.block(height, new Set())).toMatchObject({ height: 9, hash: 'hash 9' })
    }
    expect(await blocks.header(10)).toBeUndefined()
    expect(await blocks.block(1_000, new Set())).toBeUndefined()
  })

  it('a node that has lost a block is at fault, and does not go on with the next one', async () => {
    await expect(node([5, 9]).block(6, new Set())).rejects.toThrow(NoBlock)
    await expect(node([5]).block(6, new Set())).rejects.toThrow(NoBlock)
    await expect(node([]).header(9)).rejects.toThrow(NoBlock)
  })
})
