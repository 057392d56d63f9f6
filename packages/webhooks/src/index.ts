/** @tallystick/webhooks: sends events to their subscribers. */

export { type Resolve, systemResolve } from './resolve.js'
export { type Answer, type SendOptions, send, TIMEOUT_MS, type ToSend } from './send.js'
export { signed, type ToSign } from './sign.js'
export { ForbiddenTarget, type TargetOptions, Targets } from './target.js'
