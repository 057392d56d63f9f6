/** `/console`: the page of `@tallystick/console`. Everybody may load it; without an API key it shows nothing. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { protectPages } from '../reference/policy.js'

const open = (path: string) => ({ logLevel: 'silent' as const, config: { tallystickRoute: path } })

export function mountConsole(app: FastifyInstance): void {
  app.register(async (scope) => {
    const { consoleFile } = await import('@tallystick/console')
    await protectPages(scope, { connectSrc: ["'self'"] })
    const send = (reply: FastifyReply, name: string): void => {
      const file = consoleFile(name)
      if (file === null) reply.callNotFound()
      else reply.header('content-type', file.type).header('cache-control', 'no-cache').send(file.body)
    }
    const page = (request: FastifyRequest, reply: FastifyReply): void => {
      // The page uses relative paths, so it needs a URL without a slash at the end.
      if (/^[^?]*\/(\?|$)/.test(request.raw.url ?? '')) reply.redirect('../console', 308)
      else send(reply, 'index.html')
    }
    scope.get('/console', open('/console'), page)
    const { ignoreTrailingSlash, routerOptions } = scope.initialConfig
    if (ignoreTrailingSlash !== true && routerOptions?.ignoreTrailingSlash !== true)
      scope.get('/console/', open('/console'), page)
    scope.get<{ Params: { file: string } }>('/console/:file', open('/console/{file}'), (request, reply) =>
      send(reply, request.params.file),
    )
  })
}
