/** @tallystick/operations: the catalogue of the API, and the library that runs it in process. */

// What operations take and answer: `Account`, `CreateTransaction`, …
export type * from '@tallystick/api'
export { each, nextCursor } from '@tallystick/api'
export {
  type EventBodies,
  type EventType,
  ExactNumber,
  type Rejection,
  type RejectionCode,
} from '@tallystick/core'
export {
  type Caller,
  DEFAULT_TENANT,
  Fault,
  httpRates,
  memoryStorage,
  noRates,
  type PriceTable,
  type Rates,
  Rejected,
  type Storage,
  staticRates,
} from '@tallystick/engine'
export type { Event, Handler, Listening, ListenOptions } from '@tallystick/webhooks'
export { AREA_GROUPS } from './area-texts.js'
export { AREAS } from './areas.js'
export {
  type Catalogue,
  catalogue,
  chainCatalogue,
  operations,
} from './catalogue/index.js'
export type { CallContext } from './context.js'
export { type ExampleCall, exampleCalls } from './examples.js'
export {
  type AnyOperation,
  type Area,
  type Method,
  type Operation,
  type OperationHow,
  type OperationSpec,
  operation,
} from './operation.js'
export { describePrice, flat, type Price, perItem, priceOf, unstated } from './price.js'
export {
  createTallystick,
  type Tallystick,
  type TallystickOptions,
  type TallystickService,
} from './tallystick.js'
export { runTrade } from './trade/run.js'
export { VERSION } from './version.js'
export {
  exactAmount,
  exactDecimal,
  exactText,
  holdsExact,
  noteExact,
} from './wire/exact.js'
export { chooseOverload, shownDiscriminator } from './wire/overloads.js'
export { looksSecret, secretsOf, shownName, withoutSecrets } from './wire/secrets.js'
export { ArgumentCheck, type Checked, type RequestParts } from './wire/validate.js'
export { Futures, type Sealed } from './workers/futures.js'
export type { VerifyStatus, VerifyWatchOptions } from './workers/verifications.js'
