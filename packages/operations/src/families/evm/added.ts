/** The operations of an EVM chain that an embedder added: those of Polygon, under its own path. */
import type { EvmRecord } from '@tallystick/custody'
import { PolygonEstimateGas } from '../../models/fees.js'
import type { AnyOperation, Area } from '../../operation.js'
import { evmOperations } from './catalogue.js'
import { gasOperation } from './gas.js'
import { addedModels } from './models.js'
import { ETH_TX } from './present.js'
import { readBalance, readBlock, readTransaction, readTransactions } from './reads.js'
import { CALL_CODES } from './sends.js'

/** @param name For its models: `Gnosis` */
export function addedEvm(record: EvmRecord, area: Area, name: string): readonly AnyOperation[] {
  const { segment } = record
  const made = evmOperations({
    record,
    area,
    ids: {
      balance: `${segment}GetBalance`,
      transactions: `${segment}GetTransactionByAddress`,
      block: `${segment}GetBlock`,
      height: `${segment}GetCurrentBlock`,
      transaction: `${segment}GetTransaction`,
      count: `${segment}GetTransactionCount`,
      broadcast: `${segment}Broadcast`,
      transfer: `${segment}Transfer`,
      transferKms: `${segment}TransferKMS`,
      ask: `${segment}ReadSmartContractMethod`,
      call: `${segment}CallSmartContractMethod`,
      callKms: `${segment}CallSmartContractMethodKMS`,
    },
    models: addedModels(name, record.id),
    reads: {
      balance: readBalance(record),
      transactions: readTransactions(record, ETH_TX),
      block: readBlock(record, ETH_TX),
      transaction: readTransaction(record, ETH_TX),
    },
    holds: record.id,
    firstBlock: 0,
    transactionCredits: 2,
    transferStated: false,
    callCodes: CALL_CODES,
  })
  const gas = gasOperation(`${segment}EstimateGas`, area, record, record.name, PolygonEstimateGas)
  return [...Object.values<AnyOperation>(made), gas]
}
