/** `/openapi.json`, built at the first request so that the start does not wait for it. */
import type { FastifyInstance } from 'fastify'
import type { Service } from '../service.js'
import { openApiDocument } from './openapi.js'

export function mountOpenApi(app: FastifyInstance, { tallystick }: Service): void {
  // Bytes: as text, each answer would be converted anew, and anybody may ask for very many.
  let bytes: Buffer | null = null
  app.get(
    '/openapi.json',
    { logLevel: 'silent', config: { tallystickRoute: '/openapi.json' } },
    (_request, reply) => {
      bytes ??= Buffer.from(JSON.stringify(openApiDocument(app.prefix, tallystick.operations)))
      reply
        .header('content-type', 'application/json; charset=utf-8')
        .header('x-content-type-options', 'nosniff')
        .send(bytes)
    },
  )
}
