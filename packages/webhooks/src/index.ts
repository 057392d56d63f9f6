/** @tallystick/webhooks: sends events to their subscribers. */

export type { Event, Handler, Listening, ListenOptions } from './consumers.js'
export { Deliveries, type DeliveryOptions, type DeliveryStatus } from './deliveries.js'
export { type LogFilter, listWebhooks, type Replayed, replayAll, replayOne } from './log.js'
export type { Resolve } from './resolve.js'
export { type Answer, type SendOptions, send, TIMEOUT_MS, type ToSend } from './send.js'
export { signed, type ToSign } from './sign.js'
export { ForbiddenTarget, type TargetOptions, Targets } from './target.js'
export type { Sent } from './worker.js'
