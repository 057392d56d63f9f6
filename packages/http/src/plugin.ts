/**
 * The service as a Fastify plugin, for an app of one's own. Everything it sets (parsers, hooks, error
 * handlers) holds in its own scope only; the host's stay as they are. The ledger stays the host's too:
 * closing the app does not close it.
 *
 * A host sets some things for the whole server that paths of ours feel: `routerOptions.maxParamLength` (100
 * unless raised, and then escaped customer IDs are too long early), `ignoreTrailingSlash` and `ignoreDuplicateSlashes`
 * there (without them such a path is unknown) and `return503OnClosing`.
 */
import underPressure from '@fastify/under-pressure'
import type { Rejection } from '@tallystick/core'
import type { FastifyInstance } from 'fastify'
import { identifyCallers } from './auth.js'
import { readJsonBodies } from './body.js'
import { repeatedHeader } from './headers.js'
import { mountHealth } from './observability/health.js'
import { mountPassThrough } from './pass-through.js'
import { mountDocs } from './reference/docs.js'
import { mountOpenApi } from './reference/openapi-route.js'
import { mountOperations } from './routes.js'
import { Service, type ServiceOptions } from './service.js'

export type TallystickHttpOptions = ServiceOptions

export async function tallystickPlugin(app: FastifyInstance, options: TallystickHttpOptions): Promise<void> {
  const service = new Service(options)
  mountService(app, service)
  // Without a prefix unknown paths are the host's, and it may have a page for them.
  if (app.prefix !== '') answerUnknownPaths(app, service)
}

/** Sets up the scope it is given, and not a scope within it. */
export function mountService(app: FastifyInstance, service: Service): void {
  const { answers } = service
  app.decorateRequest('tallystickCaller', null)
  app.decorateRequest('tallystickStarted', 0)
  app.setErrorHandler((error, request, reply) => answers.failure(request, reply, error))
  app.removeAllContentTypeParsers()
  app.addHook('preClose', (done) => {
    service.closing = true
    done()
  })
  app.addHook('onClose', async () => service.faults.flush())
  app.register(async (api) => mountApi(api, service))
  mountHealth(app, service)
  mountOpenApi(app, service)
  mountDocs(app)
}

export function answerUnknownPaths(app: FastifyInstance, { answers }: Service): void {
  app.setNotFoundHandler((request, reply) =>
    answers.rejection(request, reply, { code: 'operation.not.found' }),
  )
}

/** In order of what costs least: a call that is turned away has not been parsed. */
async function mountApi(api: FastifyInstance, service: Service): Promise<void> {
  // It measures; asking is left to the hook below, because its own hook costs a twentieth of a whole call.
  await api.register(underPressure)
  api.addHook('onRequest', (request, reply, done) => {
    request.tallystickStarted = performance.now()
    if (service.closing) service.answers.rejection(request, reply, { code: 'unavailable' })
    else if (api.memoryUsage().eventLoopDelay > service.maxEventLoopDelay) {
      service.answers.rejection(request, reply, LATE)
    } else if (service.inFlight.isFull) {
      service.answers.rejection(request, reply, { code: 'overloaded' })
    } else {
      const repeated = repeatedHeader(request.raw)
      if (repeated === null) done()
      else service.answers.rejection(request, reply, repeated)
    }
  })
  // Beside each other: callers are told, and bodies read, in two ways.
  api.register(async (nodes) => mountPassThrough(nodes, service))
  api.register(async (calls) => {
    identifyCallers(calls, service)
    readJsonBodies(calls, service)
    mountOperations(calls, service)
  })
}

const LATE: Rejection = { code: 'unavailable', detail: 'it has more to do than it can' }
