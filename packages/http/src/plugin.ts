/**
 * The service as a Fastify plugin for your own app. Everything it sets (parsers, hooks, error handlers) applies only in
 * its own scope; the host's stay unchanged. The host also owns the ledger: closing the app does not close it.
 *
 * Some settings of the whole server affect our paths: `routerOptions.maxParamLength` (default 100, which is too short
 * for escaped customer IDs), `ignoreTrailingSlash` and `ignoreDuplicateSlashes` (without them such a path is unknown),
 * and `return503OnClosing`.
 */
import type { FastifyInstance } from 'fastify'
import { identifyCallers } from './auth.js'
import { readJsonBodies } from './body.js'
import { mountConsole } from './console/console.js'
import { mountFacts } from './console/facts.js'
import { encodedBody, repeatedHeader, wrongHost } from './headers.js'
import { mountHealth } from './observability/health.js'
import { mountPassThrough } from './pass-through.js'
import { mountDocs } from './reference/docs.js'
import { mountGuide } from './reference/guide.js'
import { mountOpenApi } from './reference/openapi-route.js'
import { mountOperations } from './routes.js'
import { Service, type ServiceOptions } from './service.js'
import { mayWait } from './waiting.js'

export type TallystickHttpOptions = ServiceOptions

export async function tallystickPlugin(app: FastifyInstance, options: TallystickHttpOptions): Promise<void> {
  const service = new Service(options)
  mountService(app, service)
  // Without a prefix, unknown paths belong to the host, which may have a page for them.
  if (app.prefix !== '') answerUnknownPaths(app, service)
}

/** Sets up the given scope, not a scope within it. */
export function mountService(app: FastifyInstance, service: Service): void {
  const { answers } = service
  app.decorateRequest('tallystickCaller', null)
  app.decorateRequest('tallystickStarted', 0)
  app.decorateRequest('tallystickSeries', null)
  app.setErrorHandler((error, request, reply) => answers.failure(request, reply, error))
  app.removeAllContentTypeParsers()
  // On every answer, whoever writes it: pages and metrics too.
  app.addHook('onRequest', (request, reply, done) => {
    if (!mayWait(request, reply)) return
    reply.header('x-request-id', request.id)
    const refused = wrongHost(request.raw)
    if (refused === null) done()
    else answers.rejection(request, reply, refused)
  })
  app.addHook('preClose', (done) => {
    service.closing = true
    done()
  })
  app.addHook('onClose', async () => service.faults.flush())
  app.register(async (api) => mountApi(api, service))
  mountHealth(app, service)
  mountOpenApi(app, service)
  mountDocs(app)
  mountGuide(app)
  if (service.console) mountConsole(app)
}

export function answerUnknownPaths(app: FastifyInstance, { answers }: Service): void {
  app.setNotFoundHandler((request, reply) =>
    answers.rejection(request, reply, { code: 'operation.not.found' }),
  )
}

/** Cheapest checks first: a call that is turned away has not been parsed. */
async function mountApi(api: FastifyInstance, service: Service): Promise<void> {
  api.addHook('onRequest', (request, reply, done) => {
    request.tallystickStarted = performance.now()
    if (service.closing) service.answers.rejection(request, reply, { code: 'unavailable' })
    else if (service.inFlight.isFull) {
      service.answers.rejection(request, reply, { code: 'overloaded' })
    } else {
      const refused = repeatedHeader(request.raw) ?? encodedBody(request.raw)
      if (refused === null) done()
      else service.answers.rejection(request, reply, refused)
    }
  })
  // Separate scopes, because callers are identified and bodies read in two ways.
  api.register(async (nodes) => mountPassThrough(nodes, service))
  if (service.console) {
    api.register(async (facts) => {
      identifyCallers(facts, service)
      mountFacts(facts, service)
    })
  }
  api.register(async (calls) => {
    identifyCallers(calls, service)
    readJsonBodies(calls, service)
    mountOperations(calls, service)
  })
}
