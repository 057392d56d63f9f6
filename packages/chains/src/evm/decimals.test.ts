/** A token whose decimals are configured otherwise than its contract has them, on a real node. */
import { afterEach, describe, expect, it } from 'vitest'
import { pendingOf, refusalOf, txIdOf } from '../open-ledger.fixture.js'
import { dies, json } from '../transport/server.fixture.js'
import { type Account, type EvmWorld, openEvmWorld, WORLDS } from './ledger-world.fixture.js'
import { evmCalls } from './operations.fixture.js'

const SIGNATURE = '26d3883e-4e17-48b3-a0ee-09a3e484ac83'
/** `decimals()` of ERC-20. */
const DECIMALS = '0x313ce567'

let world: EvmWorld
afterEach(() => world.close())

const tokensOf = async ({ address }: Account): Promise<bigint> => {
  const data = `0x70a08231${address.slice(2).padStart(64, '0')}`
  return BigInt(await world.rpc<string>('eth_call', { to: world.token.address, data }, 'latest'))
}
const asksDecimals = (params: readonly unknown[]): boolean => {
  const [call] = params
  return typeof call === 'object' && call !== null && 'data' in call && call.data === DECIMALS
}

describe.each(WORLDS)('on $id', ({ id, tokens: [currency] }) => {
  it('a token of 6 decimals that is configured with 18 is not sent, and the refusal says both', async () => {
    world = await openEvmWorld({ id, token: { decimals: 18 } })
    const calls = evmCalls(id, await world.as('testnet'))
    const alice = await world.account(10n, 10n ** 18n)
    const bob = await world.account(0n)
    const body = { to: bob.address, amount: '1', currency }
    for (const call of [
      () => calls.transfer({ ...body, fromPrivateKey: alice.fromPrivateKey }),
      () => calls.transferKms({ ...body, signatureId: SIGNATURE }),
    ]) {
      const { code, message } = await refusalOf(call())
      expect(code).toBe('erc20.decimals.different')
      expect(message).toContain(`${currency} on testnet: 18 are configured, its contract has 6`)
      expect(message).toContain('under tokens of the chain and network')
    }
    expect(await tokensOf(bob)).toBe(0n)
    expect(await world.sends()).toEqual([])
  })

  it('is asked once, and again when a node has failed, which may be another one now', async () => {
    world = await openEvmWorld({ id })
    const calls = evmCalls(id, await world.as('testnet'))
    const alice = await world.account(10n, 10n ** 12n)
    const bob = await world.account(0n)
    const send = () =>
      calls.transfer({ to: bob.address, amount: '1', currency, fromPrivateKey: alice.fromPrivateKey })
    let asked = 0
    world.interfere = ({ params }) => {
      if (asksDecimals(params)) asked += 1
      return undefined
    }
    for (let payment = 0; payment < 3; payment += 1) await txIdOf(send())
    await pendingOf(calls.transferKms({ to: bob.address, amount: '1', currency, signatureId: SIGNATURE }))
    expect(asked).toBe(1)
    // The node fails, and what comes back at its address is another one.
    world.interfere = () => dies
    await calls.height().catch(() => undefined)
    world.interfere = ({ params }) =>
      asksDecimals(params)
        ? (request, response) =>
            json(response, { id: JSON.parse(request.body).id, result: `0x${'12'.padStart(64, '0')}` })
        : undefined
    const { code, message } = await refusalOf(send())
    expect([code, message]).toEqual([
      'erc20.decimals.different',
      expect.stringContaining('its contract has 18'),
    ])
    await world.mined()
    expect(await tokensOf(bob)).toBe(3_000_000n)
  })
})

it('Celo tells a balance of tokens by the decimals of the contract', async () => {
  world = await openEvmWorld({ id: 'CELO', token: { decimals: 18 } })
  const calls = await world.as('testnet')
  const { address } = await world.account(3n, 1_500_001n)
  expect(await calls.celoGetBalance({ address })).toEqual({ celo: '3', cUsd: '1.500001', cEur: '1.500001' })
})
