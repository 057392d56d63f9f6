/** Names for what operations take and answer, for functions of your own. */
import type { Operations } from './generated/operations.js'

export type OperationId = keyof Operations

/** What an operation takes: `ArgumentsOf<'sendTransaction'>`. */
export type ArgumentsOf<Id extends OperationId> = NonNullable<Parameters<Operations[Id]>[0]>

/** What an operation answers: `AnswerOf<'sendTransaction'>`. */
export type AnswerOf<Id extends OperationId> = Awaited<ReturnType<Operations[Id]>>
