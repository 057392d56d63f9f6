/** What a payment costs at most: one stranger sets no price, and no market takes more than the ceiling. */
import { records } from '@tallystick/custody'
import { afterEach, describe, expect, it } from 'vitest'
import { type Calls, refusalOf, txIdOf } from '../open-ledger.fixture.js'
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

const GWEI = 10n ** 9n
const to = `0x${'7'.repeat(40)}`

let world: EvmWorld
let keyed: Calls
let calls: EvmCalls
let alice: Account

async function open(options: WorldOptions): Promise<void> {
  world = await openEvmWorld({ mines: false, ...options })
  keyed = await world.as('testnet')
  calls = evmCalls(options.id ?? 'ETH', keyed)
  alice = await world.account(1_000n, 10n ** 12n)
}
afterEach(() => world.close())

const payment = (changes: object = {}) => ({
  to,
  amount: '0.001',
  currency: 'ETH',
  fromPrivateKey: alice.fromPrivateKey,
  ...changes,
})

/** What a transaction may cost at most, wei. */
async function highestFee(txId: string): Promise<bigint> {
  const {
    gas,
    gasPrice,
    maxFeePerGas = gasPrice,
  } = await world.rpc<
    Record<'gas' | 'gasPrice', string> & {
      readonly maxFeePerGas?: string
    }
  >('eth_getTransactionByHash', txId)
  return BigInt(gas) * BigInt(maxFeePerGas)
}

describe('one stranger who tips 100,000 Gwei on a quiet chain', () => {
  /** A transaction of somebody who has nothing to do with the service. */
  async function strangerTips(price: bigint): Promise<void> {
    const chain = evm(records.ETH, 'testnet', world.anvil.rpc)
    const signer = chain.codec.signer(RICH_KEY)
    const unsigned = chain.codec.build({
      from: signer.address,
      to,
      value: 0n,
      data: '0x',
      nonce: await chain.node.pendingNonce(signer.address),
      gasLimit: 21_000n,
      gas: { kind: 'eip1559', maxFeePerGas: price + 10n * GWEI, maxPriorityFeePerGas: price },
    })
    await world.rpc('eth_sendRawTransaction', signed(chain, unsigned, signer).raw)
    await world.rpc('evm_mine')
  }

  it.each([0, 1, 5, 30])('sets nobody else’s price, after %i quiet blocks', async (quiet) => {
    await open({})
    for (let block = 0; block < quiet; block += 1) await world.rpc('evm_mine')
    await strangerTips(100_000n * GWEI)
    const txId = await txIdOf(calls.transfer(payment()))
    // At 100 Gwei for a unit of gas.
    expect(await highestFee(txId)).toBeLessThan(21_000n * 100n * GWEI)
    await world.rpc('evm_mine')
    expect(BigInt(await world.rpc<string>('eth_getBalance', to, 'latest'))).toBe(10n ** 15n)
  })
})

describe.each(WORLDS)('a market of $id that asks more than the ceiling', ({ id, tokens: [token] }) => {
  const CEILING = { ETH: '0.1', MATIC: '5', CELO: '2' }[id]
  /** The base fee of the next block: a payment of 21,000 units then costs up to 31.5 coins. */
  const asks = () => world.rpc('anvil_setNextBlockBaseFeePerGas', `0x${(10n ** 6n * GWEI).toString(16)}`)
  const contract = () => ({
    contractAddress: world.sample,
    methodName: 'store',
    methodABI: { type: 'function', name: 'store', inputs: [{ type: 'uint256', name: 'x' }], outputs: [] },
    params: ['1'],
    fromPrivateKey: alice.fromPrivateKey,
  })

  it('is refused with what it asks, the ceiling and the remedy, and nothing is recorded', async () => {
    await open({ id })
    await asks()
    for (const call of [
      () => calls.transfer(payment({ currency: id })),
      () => calls.transfer(payment({ currency: token })),
      () => calls.call(contract()),
    ]) {
      const { code, message } = await refusalOf(call())
      expect(code).toBe('fee.exceptional')
      expect(message).toMatch(/the market asks \d+\.\d+ (ETH|MATIC|CELO) for this transaction/)
      expect(message).toContain(`the ceiling is ${CEILING} ${id}). Set the fee in the call, raise maxFee`)
    }
    expect(await world.sends()).toEqual([])
    expect(await calls.count(alice.address)).toBe(0)
  })

  it('is paid by who names the fee', async () => {
    await open({ id })
    await asks()
    const fee = { gasLimit: '21000', gasPrice: '1000001' }
    const txId = await txIdOf(calls.transfer(payment({ currency: id, fee })))
    expect(await highestFee(txId)).toBe(21_000n * 1_000_001n * GWEI)
  })

  it('is paid where the configuration has raised it', async () => {
    await open({ id, settings: { maxFee: '40' } })
    await asks()
    const txId = await txIdOf(calls.transfer(payment({ currency: id })))
    expect(await highestFee(txId)).toBeGreaterThan(31n * 10n ** 18n)
  })
})
