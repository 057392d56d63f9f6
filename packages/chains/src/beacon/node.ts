/** BNB Beacon Chain through the HTTP API of a node, or of an archive. */
import { type BeaconCodec, type BeaconNode, BNB, NodeFault } from '@tallystick/custody'
import { accountAt, accountOf, feesOf } from './account.js'
import { readTx } from './amino.js'
import { broadcast } from './broadcast.js'
import { claimsOf } from './codec.js'
import { historyOf } from './history.js'
import { type BeaconHttp, listIn, wholeIn } from './http.js'
import { headOf, statusOf, transactionOf } from './standing.js'

const HASH = /^[0-9a-f]{64}$/i

export function beaconNode(
  http: BeaconHttp,
  { canonical }: Pick<BeaconCodec, 'canonical'>,
  prefix: string,
): BeaconNode {
  return {
    accountInfo: (address) => accountAt(http, canonical(address)),
    account: (address) => accountOf(http, canonical(address)),
    fees: () => feesOf(http),
    transaction: async (hash) => (HASH.test(hash) ? transactionOf(http, hash) : undefined),
    history: (address, query) => historyOf(http, canonical(address), query),
    async block(height) {
      const one = http.pinned()
      const block = await one.find(`/api/v1/blocks/${height}`)
      if (block === undefined) {
        if (height > (await headOf(one)).height) return undefined
        throw new NodeFault('unsupported', 'The node has no block service, or does not keep this block')
      }
      const transactions = listIn(await one.get(`/api/v1/blocks/${height}/txs`), 'txs')
      return { height: wholeIn(block, 'height'), time: wholeIn(block, 'time'), transactions }
    },
    async head() {
      const { height, hash } = await headOf(http)
      return { height, hash }
    },
    async balance(address) {
      const account = await accountOf(http, canonical(address))
      return account?.free.get(BNB) ?? 0n
    },
    broadcast: (signed) => broadcast(http, signed),
    status: (signed) => statusOf(http.pinned(), claimsOf(readTx(signed.raw), prefix), signed.txId),
    async raw(txId) {
      if (!HASH.test(txId)) return undefined
      const found = await http.find(`/api/v1/tx/${txId.toUpperCase()}`)
      // Without a format, the node answers with bytes as Tendermint writes them.
      const [, bytes] = /^Tx\{([0-9A-F]+)\}$/i.exec(String(found?.['data'])) ?? []
      return bytes?.toLowerCase()
    },
  }
}
