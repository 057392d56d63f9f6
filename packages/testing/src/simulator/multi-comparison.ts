/** The index of multi tokens: as stored, against the model. */
import { MULTI_BALANCES, MULTI_TOKENS, MULTI_TRANSFERS } from '@tallystick/core'
import type { Audit } from '@tallystick/engine'
import { everyItem } from '../dump.js'
import { chainName } from '../model/deposits.js'
import type { MultiModel } from '../model/multi.js'
import { sameLists } from './chain-comparison.js'

const ALL = 1_000_000

/** @throws Difference */
export async function compareMulti(audit: Audit, model: MultiModel): Promise<void> {
  const stored = {
    contracts: await everyItem(audit, MULTI_TOKENS, ALL),
    transfers: await everyItem(audit, MULTI_TRANSFERS, ALL),
    balances: await everyItem(audit, MULTI_BALANCES, ALL),
  }
  sameLists(
    'Contracts of multi tokens',
    [...model.contracts].map(([name, { block }]) => `${name} in ${block.height} ${block.hash}`),
    stored.contracts.map((one) => `${chainName(one)} ${one.contract} in ${one.height} ${one.blockHash}`),
  )
  sameLists(
    'Transfers of multi tokens',
    [...model.sides].map(([name, { block, transfer }]) => {
      const { tokenId, amount, from, to } = transfer
      return [name, tokenId, amount, from, to, block.height, block.hash].join(', ')
    }),
    stored.transfers.map((one) => {
      const { contract, address, place, tokenId, amount, from, to, height, blockHash } = one
      const name = [chainName(one), contract, address, place].join(' ')
      return [name, tokenId, amount, from, to, height, blockHash].join(', ')
    }),
  )
  sameLists(
    'Balances of multi tokens',
    [...model.balances()].map(([name, [amount, height]]) => `${name}: ${amount} since ${height}`),
    stored.balances.map((one) => {
      const name = [chainName(one), one.address, one.contract, one.tokenId].join(' ')
      return `${name}: ${one.amount} since ${one.height}`
    }),
  )
}
