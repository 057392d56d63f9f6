/** The outputs of wallets, and which of them a withdrawal may spend: as stored, against the model. */
import { OUTPUTS, type Output, type OutputPlace, outputKey, type View } from '@tallystick/core'
import { records, walletOutputs } from '@tallystick/custody'
import type { Audit, Storage } from '@tallystick/engine'
import { TENANTS } from '../arbitraries.js'
import { everyItem } from '../dump.js'
import { callerOf } from '../labels.js'
import { chainName } from '../model/deposits.js'
import type { Model } from '../model/model.js'
import { type ModelOutput, outputName } from '../model/outputs.js'
import { sameLists } from './chain-comparison.js'
import { OF_OUTPUTS } from './coin-generator.js'
import { same } from './difference.js'
import type { ReadBack } from './read-back.js'

const ALL = 1_000_000
/** Of transactions that a node or a block has, and whose place no other one has taken. */
const ALIVE: ReadonlySet<string> = new Set(['sent', 'confirmed', 'final'])

export function outputsBack(model: Model, places: Iterable<OutputPlace>): ReadBack {
  const keys = [...places].map(outputKey)
  const compare = (view: View): void => {
    for (const key of keys) {
      const known = model.outputs.outputs.get(outputName(key))
      const stored = view.find(key)
      same(`Output ${outputName(key)}`, known && textOf(known), stored && storedText(stored))
    }
  }
  return { keys, compare }
}

/**
 * All that there are, and those that are free in each wallet.
 *
 * @throws Difference
 */
export async function compareCoins(audit: Audit, storage: Storage, model: Model): Promise<void> {
  const all = [...model.outputs.outputs.values()]
  const stored = await everyItem(audit, OUTPUTS, ALL)
  sameLists('Outputs', all.map(textOf), stored.map(storedText))

  const height = model.receiving.chains.get(chainName(OF_OUTPUTS))?.blocks.at(-1)?.height
  if (height === undefined) return
  for (const tenant of TENANTS) {
    const own = all.filter((output) => output.tenant === tenant)
    for (const wallet of new Set(own.map((output) => output.wallet))) {
      const free = own.filter((output) => output.wallet === wallet && isFree(model, output))
      const isDeep = ({ made, matures }: ModelOutput): boolean => made !== null && matures <= height
      const order = { chain: { record: records.BTC }, caller: callerOf(tenant) }
      const found = await walletOutputs(storage, order, [wallet])
      const what = `of ${wallet} of ${tenant} that can be spent`
      sameLists(`Outputs ${what}`, free.filter(isDeep).map(outputName), found.deep.map(outputName))
      sameLists(
        `Change ${what} before it is deep enough`,
        free.filter((output) => !isDeep(output) && isLeft(model, output)).map(outputName),
        found.own.map(outputName),
      )
    }
  }
}

const isFree = ({ chain }: Model, output: ModelOutput): boolean =>
  output.spent === null && !chain.isHeld(output, { owner: output.txId, index: BigInt(output.index) })

/** Change of a transaction of ours that will most likely be confirmed. */
const isLeft = ({ chain }: Model, output: ModelOutput): boolean =>
  chain.sends.some(
    ({ status, change, ...send }) =>
      send.tenant === output.tenant &&
      send.txId === output.txId &&
      change === output.index &&
      ALIVE.has(status),
  )

function textOf(output: ModelOutput): string {
  const { address, wallet, derivationKey, value, scale, made, matures, spent } = output
  const block = made === null ? 'in no block' : `in ${made.height} ${made.hash}, matures in ${matures}`
  const by = spent === null ? 'unspent' : `spent by ${spent.by} in ${spent.block.height} ${spent.block.hash}`
  return [outputName(output), address, wallet, derivationKey, value, scale, block, by].join(', ')
}

function storedText(output: Output): string {
  const { height, hash, spentBy, spentHeight, spentHash } = output
  return textOf({
    ...output,
    made: height === null || hash === null ? null : { height, hash },
    spent:
      spentBy === null && spentHeight === null && spentHash === null
        ? null
        : { by: String(spentBy), block: { height: Number(spentHeight), hash: String(spentHash) } },
  })
}
