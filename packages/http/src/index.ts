/** @tallystick/http: the operations over HTTP, as a server or inside a Fastify app. */
export { type AppOptions, buildApp } from './app.js'
export { faultFields, type HttpLogger } from './observability/log.js'
export { Repeats } from './observability/repeats.js'
export { type TallystickHttpOptions, tallystickPlugin } from './plugin.js'
export { openApiDocument } from './reference/openapi.js'
