import Type from 'typebox'
import { optional } from '../../wire/fields.js'

export const Consumption = Type.Object(
  { day: Type.String({ description: 'MM/DD/YYYY, UTC' }), usage: Type.Number({ description: 'Credits' }) },
  { $id: 'Consumption' },
)

export const Version = Type.Object(
  {
    version: Type.String(),
    status: Type.String(),
    testnet: Type.Boolean(),
    planName: Type.String(),
    planCode: Type.String(),
    usage: Type.Number({ description: 'Credits of this calendar month' }),
    rolloverDay: Type.Number({ description: 'Day of the month on which usage restarts at 0' }),
  },
  { $id: 'GetVersion200Response' },
)

export const ExchangeRate = Type.Object(
  {
    id: Type.String(),
    value: Type.String({ description: 'Price of one unit in the base pair' }),
    basePair: Type.String(),
    timestamp: Type.Number(),
    source: Type.String(),
    batchId: optional(Type.String()),
  },
  { $id: 'ExchangeRate' },
)
