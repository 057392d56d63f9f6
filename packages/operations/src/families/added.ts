/** The catalogue of a ledger with chains that an embedder added (`Chains.added`). */
import type { AnyRecord } from '@tallystick/custody'
import { operations } from '../catalogue/index.js'
import { KmsChain, kmsChainWith } from '../models/signature.js'
import type { AnyOperation, Area } from '../operation.js'
import { addedEvm } from './evm/added.js'
import { addedUtxo } from './utxo/added.js'
import { walletOperations } from './wallets.js'

/**
 * The documented operations, then those of each added chain, under `/v3/{segment}`.
 * @throws TypeError if a path or id is already that of another operation
 */
export function operationsWith(added: readonly AnyRecord[]): readonly AnyOperation[] {
  if (added.length === 0) return operations
  const chains = added.map(({ id }) => id)
  const all = operations.map((operation) => waitingOn(operation, chains))
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

/** Pending signatures are listed by chain, including added chains. */
function waitingOn(operation: AnyOperation, chains: readonly string[]): AnyOperation {
  const { params } = operation
  if (params['chain'] !== KmsChain) return operation
  return { ...operation, params: { ...params, chain: kmsChainWith(chains) } }
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
