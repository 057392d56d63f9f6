/** Estimates gas and gas price of a transaction on an EVM chain. */
import type { EvmRecord } from '@tallystick/custody'
import { estimateGas } from '../../chains/estimate.js'
import { NODE_CODES } from '../../chains/faults.js'
import { type BscEstimateGas, GasEstimated, type XdcEstimateGas } from '../../models/fees.js'
import { type Area, operation } from '../../operation.js'
import { flat } from '../../price.js'

export const CALL_CODES = [
  'balance.insufficient',
  'transaction.invalid.body',
  'execution.reverted',
  ...NODE_CODES,
] as const

export const IN_GWEI = 'The gas price is in wei; the fee field of a transaction takes Gwei.'

/** The operation for chains whose estimate contains only the gas. */
export const gasOperation = <Call extends typeof BscEstimateGas | typeof XdcEstimateGas>(
  id: string,
  area: Area,
  record: EvmRecord,
  name: string,
  body: Call,
  output: typeof GasEstimated = GasEstimated,
  description: string = IN_GWEI,
) =>
  operation({
    id,
    area,
    method: 'POST',
    path: `/v3/${record.segment}/gas`,
    summary: `Estimates the gas of a transaction on ${name}`,
    description,
    price: flat(2),
    body,
    output,
    errors: CALL_CODES,
  }).read(estimateGas(record))
