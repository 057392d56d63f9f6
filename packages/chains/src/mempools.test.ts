/** What a node says of one transaction that waits: what nobody understands, and what it does not have, is no fault of others. */
import { ExactNumber } from '@tallystick/core'
import { type Blocks, records } from '@tallystick/custody'
import { expect, it } from 'vitest'
import { evmFamily } from './evm/family.js'
import { type JsonRpc, RpcError } from './transport/transport.js'
import { utxoFamily } from './utxo/family.js'

type Answers = Readonly<Record<string, unknown>>

const told = (answers: Answers): JsonRpc => ({
  async call(_method, params) {
    const answer = answers[String((params as readonly unknown[])[0])]
    if (answer instanceof RpcError) throw answer
    return answer
  },
})

const idOf = (digit: number): string => `${digit}`.repeat(64)
const [WAITS, ODD, MINED, GONE] = [1, 2, 3, 4].map(idOf) as [string, string, string, string]

const output = { n: 0, value: new ExactNumber('1.00000000'), scriptPubKey: { hex: `0014${'ab'.repeat(20)}` } }
const spending = { vin: [{ txid: idOf(9), vout: 0 }], vout: [output] }
const inUtxo: Answers = {
  [WAITS]: spending,
  [ODD]: { ...spending, vout: [{ ...output, value: 'much' }] },
  [MINED]: { ...spending, blockhash: idOf(8) },
  // Litecoin Core without -txindex, once a block has it.
  [GONE]: new RpcError(
    -5,
    'No such mempool transaction. Use -txindex or provide a block hash',
    undefined,
    false,
  ),
}

const call = { from: `0x${'a'.repeat(40)}`, to: `0x${'b'.repeat(40)}`, value: '0x1', input: '0x' }
const inEvm: Answers = {
  [WAITS]: { ...call, blockHash: null },
  [ODD]: { ...call, blockHash: null, value: 'much' },
  [MINED]: { ...call, blockHash: idOf(8) },
  [GONE]: null,
}

it.each<readonly [string, Blocks | undefined]>([
  ['UTXO', utxoFamily(records.LTC, 'testnet', { rpc: told(inUtxo) }).blocks],
  ['EVM', evmFamily(records.ETH, 'testnet', { rpc: told(inEvm) }).blocks],
])('on a chain of %s', async (_family, blocks) => {
  const mempool = blocks?.mempool?.() ?? expect.fail('no mempool')
  const found = await mempool.waiting([WAITS, ODD, MINED, GONE])
  expect([...found]).toEqual([
    [
      WAITS,
      expect.objectContaining({
        movements: expect.arrayContaining([expect.objectContaining({ txId: WAITS })]),
      }),
    ],
    [ODD, null],
  ])
})
