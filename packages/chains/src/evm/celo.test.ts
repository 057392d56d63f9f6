/** Transactions of Celo as its network took them before it was a layer 2 of Ethereum, and as old clients still sign them. */
import { BadTransaction, records } from '@tallystick/custody'
import { expect, it, onTestFinished } from 'vitest'
import { refusalOf } from '../open-ledger.fixture.js'
import { evm } from './chain.fixture.js'
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
