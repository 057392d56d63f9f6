/** @tallystick/api: the operations of Tallystick as types, for every way to call them. */

export { atCaller } from './at-caller.js'
export { type CallOptions, requireOptions } from './call.js'
export type { Groups } from './generated/groups.js'
export type * from './generated/models.js'
export type { Operations } from './generated/operations.js'
export { GROUPS, grouped } from './groups.js'
export { continued, each, nextCursor } from './pages.js'
export type { AnswerOf, ArgumentsOf, OperationId } from './types.js'
