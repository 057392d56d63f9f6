/** The catalogue of a ledger with chains that an embedder added (`Chains.added`). */
import { type AnyRecord, type Family, RPC_NODES, rpcNodesWith } from '@tallystick/custody'
import Type, { type TEnum, type TProperties } from 'typebox'
import { operations } from '../catalogue/index.js'
import { EvmFeeChain, FeeChain, UtxoFeeChain } from '../models/fees.js'
import { KmsChain } from '../models/signature.js'
import type { AnyOperation, Area } from '../operation.js'
import { RpcPostChain } from '../rpc/models.js'
import { addedEvm } from './evm/added.js'
import { addedUtxo } from './utxo/added.js'
import { walletOperations } from './wallets.js'

/**
 * The documented operations, then those of each added chain, under `/v3/{segment}`.
 * @throws TypeError if a path or id is already that of another operation
 */
export function operationsWith(added: readonly AnyRecord[]): readonly AnyOperation[] {
  if (added.length === 0) return operations
  const all = operations.map((operation) => naming(operation, added))
  for (const record of added) {
    const prefix = `/v3/${record.segment}/`
    const taken = all.find(({ path }) => path.startsWith(prefix))
    if (taken !== undefined) {
      throw new TypeError(
        `${record.name} cannot be added: ${prefix} is the path of ${taken.id}; choose another`,
      )
    }
    all.push(...operationsOf(record))
  }
  const ids = new Set<string>()
  for (const { id } of all) {
    if (ids.has(id)) throw new TypeError(`${id} would be two operations: choose another segment`)
    ids.add(id)
  }
  return all
}

type Names = (added: readonly AnyRecord[]) => readonly string[]

const ofFamilies =
  (...families: readonly Family[]): Names =>
  (added) =>
    added.filter(({ family }) => families.includes(family)).map(({ id }) => id)

/** The lists of chains in the documented operations, and the names that they get for added chains. */
const LISTS: ReadonlyMap<unknown, Names> = new Map([
  [KmsChain, (added) => added.map(({ id }) => id)],
  [FeeChain, ofFamilies('evm', 'utxo')],
  [EvmFeeChain, ofFamilies('evm')],
  [UtxoFeeChain, ofFamilies('utxo')],
  [
    RpcPostChain,
    (added) => {
      const nodes = rpcNodesWith(added).slice(RPC_NODES.length)
      return [...nodes.map(({ name }) => name), ...new Set(nodes.map(({ chain }) => chain.code))]
    },
  ],
])

/** An operation that names chains also takes the added ones. */
function naming(operation: AnyOperation, added: readonly AnyRecord[]): AnyOperation {
  const { params, body } = operation
  if (LISTS.has(params['chain'])) return { ...operation, params: withNames(params, added) }
  if (body === null || !LISTS.has(body.properties['chain'])) return operation
  const { type: _, properties, required: __, ...options } = body
  return { ...operation, body: Type.Object(withNames(properties, added), options) }
}

function withNames(fields: TProperties, added: readonly AnyRecord[]): TProperties {
  // Only enumerations are in the table.
  const { enum: values, ...options } = fields['chain'] as TEnum<string[]>
  const names = LISTS.get(fields['chain'])?.(added) ?? []
  return { ...fields, chain: Type.Enum([...values, ...names], options) }
}

function operationsOf(record: AnyRecord): readonly AnyOperation[] {
  const { segment } = record
  const area: Area = `${record.name} (added)`
  const name = segment.charAt(0).toUpperCase() + segment.slice(1)
  const wallets = record.path === null ? {} : walletsOf(record, area, name)
  switch (record.family) {
    case 'evm':
      return [...Object.values<AnyOperation>(wallets), ...addedEvm(record, area, name)]
    case 'utxo':
      return [...Object.values<AnyOperation>(wallets), ...addedUtxo(record, area)]
    case 'xrp':
    case 'tron':
    case 'solana':
    case 'stellar':
    case 'multiversx':
    case 'beacon':
      throw new TypeError(`${record.name} cannot be added: the API has one chain of its family`)
  }
}

const walletsOf = (record: AnyRecord, area: Area, name: string) =>
  walletOperations({
    record,
    area,
    ids: {
      wallet: `${record.segment}GenerateWallet`,
      walletFromMnemonic: `${record.segment}GenerateWalletFromMnemonic`,
      address: `${record.segment}GenerateAddress`,
      privateKey: `${record.segment}GenerateAddressPrivateKey`,
    },
    credits: [1, 1, 1],
    stated: false,
    address: `GeneratedAddress${name}`,
  })
