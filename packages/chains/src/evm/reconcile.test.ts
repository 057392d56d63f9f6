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

/** Anvil's, who signs for it. It has all tokens of the world. */
const RICH = '0xa0ee7a142d267c1f36714e4a8f75612f20a79720'
const RECIPIENT = `0x${'35'.repeat(20)}`

it('what a wallet has paid for withdrawals before somebody watches it is explained from then on', async () => {
  const world = await openEvmWorld({ mines: false, settings: { follow: { from: 1 } } })
  onTestFinished(() => world.close())
  const calls = await world.as('testnet')
  const { custody } = world.ledger
  const { codec } = await world.ledger.chains.chain('ETH', 'testnet')
  const settle = async () => {
    await world.rpc('evm_mine')
    await world.rpc('anvil_mine', '0x50')
    await world.round()
    await custody.follow()
  }
  await settle()
  const { xpub } = await calls.ethGenerateWallet()
  const open = async (currency: string) => (await calls.createAccountXpub({ currency, xpub })).id
  const [coins, tokens] = [await open('ETH'), await open('USDC')]
  const to = async (id: string) => (await calls.getAllDepositAddresses({ id }))[0]?.address ?? ''
  await world.rpc('eth_sendTransaction', {
    from: RICH,
    to: await to(coins),
    value: `0x${(3n * WEI).toString(16)}`,
  })
  const data = codec.encodeErc20Transfer(await to(tokens), 9_000_000n)
  await world.rpc('eth_sendTransaction', { from: RICH, to: world.token.address, data })
  await settle()

  const wallet = await world.account(1_000n, 9_000_000n)
  const pay = async (senderAccountId: string, amount: string) => {
    const payer = { privateKey: wallet.fromPrivateKey, address: RECIPIENT }
    await calls.transferEth({ senderAccountId, amount, ...payer })
    await settle()
  }
  await pay(coins, '1')
  await pay(tokens, '4')
  const told = async () => {
    const { currencies, isExplained } = await world.ledger.reconcile()
    const lines = currencies.flatMap(({ currency, lines }) => lines.map((line) => ({ ...line, currency })))
    const wrong = lines.filter((line) => !line.isExplained && line.amount !== 0n)
    return [isExplained, ...wrong.map(({ what, amount, currency }) => `${currency} ${amount} ${what}`)]
  }
  const unwatched = 'withdrawals that a wallet has paid which nobody watches (docs/custody.md)'
  expect(await told()).toEqual([false, `ETH ${WEI} ${unwatched}`, `USDC 4000000 ${unwatched}`])

  await custody.watch(embeddedCaller(), 'ETH', wallet.address)
  expect(await told()).toEqual([true])
  // Once more changes nothing, and neither does what it pays from then on.
  await custody.watch(embeddedCaller(), 'ETH', wallet.address)
  await pay(coins, '0.5')
  await pay(tokens, '2')
  expect(await told()).toEqual([true])

  // Two payments that a fork undoes, of a wallet that was watched after them.
  const late = await world.account(1_000n, 9_000_000n)
  for (const [senderAccountId, amount] of [
    [coins, '0.25'],
    [tokens, '1'],
  ] as const) {
    await calls.transferEth({ senderAccountId, amount, privateKey: late.fromPrivateKey, address: RECIPIENT })
    await world.rpc('evm_mine')
  }
  await custody.follow()
  await custody.watch(embeddedCaller(), 'ETH', late.address)
  expect(await told()).toEqual([true])
  await world.rpc('anvil_reorg', 2, [])
  await world.rpc('evm_mine')
  await world.round()
  await custody.follow()
  await settle()
  expect(await told()).toEqual([true])
  expect((await world.sends()).map(({ status }) => status)).toEqual(Array(6).fill('final'))
})
