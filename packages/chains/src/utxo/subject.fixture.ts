/** What the contract suite asks of a chain of the family, without a node. */
import {
  type ChainNetwork,
  NodeFault,
  type OutputKind,
  records,
  type UtxoChain,
  type UtxoRecord,
} from '@tallystick/custody'
import type { ChainSubject, ContractPayment } from '@tallystick/testing'
import { utxoFamily } from './family.js'
import { KINDS, keyOf, madeUp, paramsOf } from './paying.fixture.js'

export const RECORDS = {
  BTC: records.BTC,
  LTC: records.LTC,
  DOGE: records.DOGE,
  BCH: records.BCH,
} as const satisfies Record<string, UtxoRecord>

/** @param address The kind of addresses, in place of the chain's own */
export function offlineChain(
  id: keyof typeof RECORDS,
  network: ChainNetwork,
  address?: OutputKind,
): UtxoChain {
  const rpc = { call: () => Promise.reject(new NodeFault('unconfigured', 'No node')) }
  const record: UtxoRecord = RECORDS[id]
  const params = record.networks[network]
  if (params === undefined || address === undefined) return utxoFamily(record, network, { rpc })
  const networks = { ...record.networks, [network]: { ...params, address } }
  return utxoFamily({ ...record, networks }, network, { rpc })
}

/** The kinds that the chain has addresses of. */
export const kindsOf = (chain: UtxoChain) =>
  KINDS.filter((kind) => paramsOf(chain).hrp !== undefined || kind === 'p2pkh')

export function offlineSubject(
  id: keyof typeof RECORDS,
  network: ChainNetwork,
  secrets: readonly Uint8Array[],
): ChainSubject {
  const chain = offlineChain(id, network)
  const kinds = kindsOf(chain)
  const unit = paramsOf(chain).dust * 10n
  const keys = [11, 12, 13, 14].map((number) => keyOf(chain, number))
  const recipients = [21, 22, 23].map((number, index) => ({
    address: keyOf(chain, number).addressAs(kinds[index % kinds.length] ?? 'p2pkh'),
    value: unit * BigInt(index + 1),
  }))
  const single = kinds.map((kind): ContractPayment => {
    const [key] = keys
    if (key === undefined) throw new TypeError('No key')
    const unsigned = chain.codec.build({
      required: [madeUp(chain, key, kind, unit * 20n)],
      available: [],
      to: recipients,
      fee: null,
      changeAddress: key.addressAs('p2pkh'),
      marketRate: 1_000n,
      fastRate: 10_000n,
    })
    return { unsigned, privateKeys: [key.privateKey], pays: recipients.map(paid) }
  })
  const all = chain.codec.build({
    required: keys.map((key, index) =>
      madeUp(chain, key, kinds[index % kinds.length] ?? 'p2pkh', unit * 5n, index),
    ),
    available: [],
    to: recipients,
    fee: null,
    changeAddress: keyOf(chain, 30).addressAs('p2pkh'),
    marketRate: 1_000n,
    fastRate: 10_000n,
  })
  const addresses = [31, 32, 33].flatMap((number) =>
    kinds.map((kind) => keyOf(chain, number).addressAs(kind)),
  )
  return {
    chain,
    secrets,
    payments: [
      ...single,
      { unsigned: all, privateKeys: keys.map((key) => key.privateKey), pays: recipients.map(paid) },
    ],
    addresses: {
      valid: [...addresses, ...spellings(addresses)],
      invalid: addresses.map((text) => text.slice(0, -1)),
    },
  }
}

const paid = ({ address, value }: { readonly address: string; readonly value: bigint }) => ({
  address,
  amount: value,
})

/** bech32 and CashAddr may be written in capitals, CashAddr without its prefix. */
function spellings(addresses: readonly string[]): readonly string[] {
  return addresses.flatMap((address) => {
    const [prefix, rest] = address.split(':')
    if (rest !== undefined) return [rest, rest.toUpperCase(), `${prefix}:${rest}`.toUpperCase()]
    return /^(bc|tb|bcrt|ltc|tltc|rltc)1/.test(address) ? [address.toUpperCase()] : []
  })
}
