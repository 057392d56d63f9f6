/** What a payment costs at most: one stranger sets no price, and no market takes more than the ceiling. */
import { randomBytes } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { ethereum } from '../definitions/ethereum.js'
import { type Calls, refusalOf, txIdOf } from '../open-ledger.fixture.js'
import { json } from '../transport/server.fixture.js'
import { RICH_KEY } from './anvil.fixture.js'
import { evm, signed } from './chain.fixture.js'
import {
  type Account,
  type EvmWorld,
  openEvmWorld,
  WORLDS,
  type WorldOptions,
} from './ledger-world.fixture.js'
import { type EvmCalls, evmCalls } from './operations.fixture.js'

let world: EvmWorld
let keyed: Calls
let calls: EvmCalls
let alice: Account

async function open(options: WorldOptions): Promise<void> {
  world = await openEvmWorld(options)
  keyed = await world.as('testnet')
  calls = evmCalls(options.id ?? 'ETH', keyed)
  alice = await world.account()
}
afterEach(() => world.close())

const to = `0x${'7'.repeat(40)}`
const payment = (changes: object = {}) => ({
  to,
  amount: '0.001',
  currency: 'ETH',
  fromPrivateKey: alice.fromPrivateKey,
  ...changes,
})
const GWEI = 10n ** 9n

describe('one stranger who tips 100,000 Gwei on a quiet chain', () => {
  /** A transaction of somebody who has nothing to do with the service. */
  async function strangerTips(gwei: bigint): Promise<void> {
    const chain = evm(ethereum, 'testnet', world.anvil.rpc)
    const signer = chain.codec.signer(RICH_KEY)
    const nonce = await chain.node.pendingNonce(signer.address)
    const price = gwei * GWEI
    const unsigned = chain.codec.build({
      from: signer.address,
      to,
      value: 0n,
      data: '0x',
      nonce,
      gasLimit: 21_000n,
      gas: { kind: 'eip1559', maxFeePerGas: price + 10n * GWEI, maxPriorityFeePerGas: price },
    })
    await world.rpc('eth_sendRawTransaction', signed(chain, unsigned, signer).raw)
    await world.rpc('evm_mine')
  }

  it.each([0, 1, 5, 30])('sets nobody else’s price, after %i quiet blocks', async (quiet) => {
    await open({ mines: false })
    for (let block = 0; block < quiet; block += 1) await world.rpc('evm_mine')
    await strangerTips(100_000n)
    const rates = await evm(ethereum, 'testnet', world.anvil.rpc).node.feeRates()
    expect(rates.fast < 100n * GWEI && rates.priority < 100n * GWEI).toBe(true)
    const txId = await txIdOf(calls.transfer(payment()))
    const { gas, maxFeePerGas } = await world.rpc<{ gas: string; maxFeePerGas: string }>(
      'eth_getTransactionByHash',
      txId,
    )
    expect(BigInt(gas) * BigInt(maxFeePerGas)).toBeLessThan(10n ** 16n)
  })
})
void [randomBytes, describe, refusalOf, json, WORLDS]
