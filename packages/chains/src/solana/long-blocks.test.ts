/**
 * A stranger fills a slot with transactions of some hundred bytes that name many token accounts each, and the node's answer
 * has 45 KiB for each of them. The service still reads the block.
 */
import { NodeFault, records } from '@tallystick/custody'
import { expect, it } from 'vitest'
import { open } from '../networks.fixture.js'
import { json, LoopbackServer } from '../transport/server.fixture.js'

const key = (letter: string): string => letter.repeat(44)
const held = Array.from({ length: 60 }, (_, place) => ({
  accountIndex: place + 2,
  mint: key('m'),
  owner: key('o'),
  programId: key('p'),
  uiTokenAmount: {
    ...{ amount: '184467440737095516', decimals: 6 },
    ...{ uiAmount: 184467440737.0955, uiAmountString: '184467440737.095516' },
  },
}))
const naming = JSON.stringify({
  transaction: {
    signatures: ['s'.repeat(88)],
    accountKeys: Array.from({ length: 62 }, () => ({ pubkey: key('k'), source: 'lookupTable' })),
  },
  meta: {
    err: null,
    preBalances: Array(62).fill(2_039_280),
    postBalances: Array(62).fill(2_039_280),
    preTokenBalances: held,
    postTokenBalances: held,
  },
})
/** More lamports than a double can hold. */
const paying = {
  transaction: { signatures: ['a payment'], accountKeys: [{ pubkey: key('a') }, { pubkey: key('b') }] },
  meta: {
    err: null,
    preBalances: ['30000000000000001', '0'],
    postBalances: ['9999999999994999', '20000000000000002'],
  },
}
/** Nodes write them as numbers. */
const written = JSON.stringify(paying).replaceAll(/"(\d+)"/g, '$1')

async function chainsOf(transactions: number) {
  const around = { blockTime: 1, blockhash: 'b', parentSlot: 8, previousBlockhash: 'a' }
  const [before = '', after = ''] = JSON.stringify({ ...around, transactions: [] }).split('[]')
  const server = await LoopbackServer.start(({ body }, response) => {
    const { id, method } = JSON.parse(body)
    const { genesis } = records.SOL.networks.mainnet ?? {}
    if (method === 'getGenesisHash') return json(response, { id, result: genesis })
    if (method === 'getBlocksWithLimit') return json(response, { id, result: [9] })
    response.write(`{"jsonrpc":"2.0","id":${id},"result":${before}[`)
    for (let made = 0; made < transactions; made += 1) response.write(`${naming},`)
    response.end(`${written}]${after}}`)
  })
  return open('SOL', 'mainnet', { nodes: [{ kind: 'solana', url: server.url }] })
}

it('a block of 40 MiB is read, to the last lamport, and no caller reads it', async () => {
  const chains = await chainsOf(920)
  const { blocks } = await chains.chain('SOL', 'mainnet')
  const movement = { txId: 'a payment', asset: null }
  expect(await blocks?.block(9, new Set())).toEqual({
    ...{ height: 9, hash: 'b', parent: 'a', time: 1_000, spends: [], others: [] },
    movements: [
      { ...movement, position: 0, address: key('a'), amount: -20_000_000_000_005_002n, from: null },
      { ...movement, position: 1, address: key('b'), amount: 20_000_000_000_000_002n, from: key('a') },
    ],
  })
  const caller = await chains.askedBy?.('somebody').chain('SOL', 'mainnet')
  await expect(caller?.blocks?.block(9, new Set())).rejects.toThrow(NodeFault)
})
