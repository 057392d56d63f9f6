/** Transactions of Celo as its network took them before it was a layer 2 of Ethereum, and as old clients still sign them. */
import { BadTransaction, records } from '@tallystick/custody'
import { expect, it, onTestFinished } from 'vitest'
import { refusalOf } from '../open-ledger.fixture.js'
import type { JsonRpc } from '../transport/transport.js'
import { evm, payment, signed } from './chain.fixture.js'
import { openEvmWorld } from './ledger-world.fixture.js'

/**
 * Signed with @celo-tools/celo-ethers-wrapper 0.0.5, as the 1.x client, its successor's `@tatumio/celo` and the
 * key-management daemon do it; with the key 0x1111…11, for chain 11142220.
 */
const OLD = {
  'with the fee in CELO':
    '0xf86a07843b9aca00825208808080943535353535353535353535353535353535353535058084015408bba01e5f28175c4b2b68ce6e2ac660d84c672be00fd3e8cdd512ad9ce0c7cff9d915a0701b657ab88da4341e376a95cc104b6954ea5969c949d36360e2152c45917304',
  'with the fee in a token':
    '0xf87e07843b9aca0082520894de9e4c3ce781b4ba68120d6261cbad65ce0ab00b8080943535353535353535353535353535353535353535058084015408bca008c306b78ef96d3925cf33cce83cd12ee02b13f94714ee8ef66125582f5096b6a05658f6a7a32b366d9a508b81e178dd4a99a5509ab0217ad1cefdf0353d97921f',
  'of CIP-42': '0x7c01',
} as const

const SENTENCE =
  /^This is one of Celo's old transactions, with fields for a gateway, .* Send a plain one or one of EIP-1559 .* CIP-64/

it.each(Object.entries(OLD))('an old transaction %s is refused with what to send instead', (_name, raw) => {
  expect(() => evm(records.CELO, 'testnet').codec.inspect(raw)).toThrow(SENTENCE)
  expect(() => evm(records.CELO, 'testnet').codec.inspect(raw)).toThrow(BadTransaction)
  // Of another chain it is nothing at all.
  expect(() => evm(records.ETH, 'testnet').codec.inspect(raw)).toThrow(BadTransaction)
})

it('who broadcasts one reads why it is refused, and nothing is recorded', async () => {
  const world = await openEvmWorld({ id: 'CELO' })
  onTestFinished(() => world.close())
  const calls = await world.as('testnet')
  const refused = await refusalOf(calls.celoBroadcast({ txData: OLD['with the fee in CELO'] }))
  expect(refused.code).toBe('transaction.invalid.body')
  expect(refused.message).toContain("This is one of Celo's old transactions")
  expect(refused.message).toContain('CIP-64 (type 0x7b)')
  expect(await world.sends()).toEqual([])
})

/** The same payment twice, with one nonce: of the coin, and through the contract by which the coin moves as a token does. */
const bothWays = (rpc?: JsonRpc) => {
  const chain = evm(records.CELO, 'mainnet', rpc)
  const { codec, node } = chain
  const signer = codec.signer(`0x${'46'.repeat(32)}`)
  const to = `0x${'ab'.repeat(20)}`
  const coinToken = records.CELO.networks.mainnet?.coinToken ?? ''
  const data = codec.encodeErc20Transfer(to, 7n)
  const orders = [
    payment(signer.address, to, { value: 7n }),
    payment(signer.address, coinToken, { value: 0n, data }),
  ]
  const [coin, token] = orders.map((order) => signed(chain, codec.build(order), signer))
  if (coin === undefined || token === undefined) throw new TypeError('two are signed')
  const told = {
    hash: token.txId,
    from: signer.address,
    nonce: '0x0',
    to: coinToken,
    value: '0x0',
    input: data,
  }
  return {
    codec,
    node,
    coin,
    token,
    told,
    paid: [{ address: expect.stringMatching(new RegExp(to, 'i')), amount: 7n }],
  }
}

it('what its contract moves is the coin: a withdrawal that a wallet pays by it is paid, and the other way round', async () => {
  const { codec, coin, token, paid } = bothWays()
  expect([coin, token].map(({ raw }) => codec.inspect(raw).outputs)).toEqual([paid, paid])
  const answers: Readonly<Record<string, unknown>> = {
    eth_blockNumber: '0x1000',
    eth_getTransactionCount: '0x1',
    eth_getBlockByNumber: { hash: '0x1', transactions: [bothWays().told] },
  }
  const receipt = { blockNumber: '0x0', status: '0x1' }
  const { node } = bothWays({
    call: async (method, params) =>
      method === 'eth_getTransactionReceipt' && Object.values(params)[0] === token.txId
        ? receipt
        : (answers[method] ?? null),
  })
  expect(await node.status(coin)).toMatchObject({
    kind: 'dead',
    instead: { txId: token.txId, outputs: paid },
  })
})
