/**
 * `/docs/guide`: the documentation as pages (`@tallystick/docs`), for whoever runs this release. Loaded at the first
 * visit. No page has a script or a style inside it, so the policy allows neither.
 */
import type { Site } from '@tallystick/docs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { protectPages } from './policy.js'

const GUIDE = '/docs/guide'
const open = { logLevel: 'silent' as const, config: { tallystickRoute: GUIDE } }

export function mountGuide(app: FastifyInstance): void {
  app.register(async (guide) => {
    await protectPages(guide)
    guide.get(GUIDE, open, toFirst)
    guide.get<{ Params: { '*': string } }>(`${GUIDE}/*`, open, async (request, reply) => {
      const path = request.params['*']
      if (path === '') return toFirst(request, reply)
      site ??= load().catch((error: unknown) => {
        site = null
        throw error
      })
      const file = await (await site).file(path)
      if (file === null) return reply.callNotFound()
      return reply.header('content-type', file.type).header('cache-control', 'no-cache').send(file.body)
    })
  })
}

/** Relative, so that it leads to the same place behind a proxy that removes a prefix. */
function toFirst(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.redirect(/^[^?]*\/(\?|$)/.test(request.raw.url ?? '') ? 'index.html' : 'guide/index.html', 308)
}

/** One for all services of this process. */
let site: Promise<Site> | null = null

async function load(): Promise<Site> {
  const { openSite } = await import('@tallystick/docs')
  return openSite({ api: '../../docs' })
}
