/** What the comparison says of transactions of ours that belong to no withdrawal: on anvil. */
import { embeddedCaller } from '@tallystick/engine'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, it, onTestFinished } from 'vitest'
import { openEvmWorld } from './ledger-world.fixture.js'

const WEI = 10n ** 18n
const GAS_PRICE = 30n * 10n ** 9n

it('a transaction that failed has paid its fee and nothing else, before and after it is final', async () => {
  const world = await openEvmWorld({ mines: false, settings: { follow: { from: 1 } } })
  onTestFinished(() => world.close())
  const calls = await world.as('testnet')
  const { address, fromPrivateKey } = await world.account()
  await world.rpc('evm_mine')
  await world.ledger.custody.follow()
  await world.ledger.custody.watch(embeddedCaller(), 'ETH', address)
  const signer = privateKeyToAccount(fromPrivateKey as `0x${string}`)
  const send = async (nonce: number, to: string, gas: bigint) => {
    const order = { type: 'legacy', chainId: 11_155_111, gasPrice: GAS_PRICE, value: 5n * WEI } as const
    const txData = await signer.signTransaction({ ...order, nonce, gas, to: to as `0x${string}` })
    await calls.ethBroadcast({ txData })
    await world.rpc('evm_mine')
    await world.ledger.custody.follow()
  }
  const told = async () => {
    const { currencies, isExplained } = await world.ledger.reconcile()
    const lines = currencies.find(({ currency }) => currency === 'ETH')?.lines ?? []
    return [isExplained, ...lines.map(({ what, amount }) => `${amount} ${what}`)]
  }
  const opening = `${1_000n * WEI} there before it was watched`

  // The token takes no coins.
  await send(0, world.token.address, 100_000n)
  const failed = await told()
  expect(failed).toMatchObject([true, opening, expect.stringMatching(/^-\d{15} fees charged, less what/)])
  await world.rpc('anvil_mine', '0x100')
  await world.round()
  await world.ledger.custody.follow()
  expect(await world.sends()).toMatchObject([{ status: 'final', reason: 'its execution failed' }])
  expect(await told()).toEqual(failed)

  await send(1, `0x${'35'.repeat(20)}`, 21_000n)
  const paid = `${-5n * WEI} sent by transactions of ours without a withdrawal`
  expect(await told()).toMatchObject([false, opening, expect.stringContaining('fees charged'), paid])
})
