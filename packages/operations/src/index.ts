/** @tallystick/operations: the catalogue of the API, and the library that runs it in process. */

export { ExactNumber } from '@tallystick/core'
export {
  type Catalogue,
  catalogue,
  chainCatalogue,
  type OperationId,
  operations,
} from './catalogue/index.js'
export type { CallContext } from './context.js'
export {
  exactAmount,
  exactDecimal,
  exactText,
  holdsExact,
  noteExact,
} from './exact.js'
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
export { looksSecret, secretsOf, shownName } from './secrets.js'
export { chooseSibling } from './siblings.js'
export {
  type CallOptions,
  createTallystick,
  type Operations,
  type Tallystick,
  type TallystickOptions,
  type TallystickService,
} from './tallystick.js'
export { ArgumentCheck, type Checked, type RequestParts } from './validate.js'
export { VERSION } from './version.js'
