/** `/openapi.json`. Put together at the first request, so that a start does not wait for it. */
import type { FastifyInstance } from 'fastify'
import { openApiDocument } from './openapi.js'

export function mountOpenApi(app: FastifyInstance): void {
  let text: string | null = null
  app.get(
    '/openapi.json',
    { logLevel: 'silent', config: { tallystickRoute: '/openapi.json' } },
    (_request, reply) => {
      text ??= JSON.stringify(openApiDocument(app.prefix))
      reply
        .header('content-type', 'application/json; charset=utf-8')
        .header('x-content-type-options', 'nosniff')
        .send(text)
    },
  )
}
