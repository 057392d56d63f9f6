/** @tallystick/client: the operations of a Tallystick service over HTTP, typed, with safe retries. */

export type * from '@tallystick/api'
export { each, nextCursor } from '@tallystick/api'
export { ExactNumber, Fault, Rejected, type Rejection, type RejectionCode } from '@tallystick/core'
export { type Client, type ClientOptions, createClient } from './client.js'
