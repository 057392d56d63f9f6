/**
 * `/docs`: the reference page, rendered by Scalar from `/openapi.json`. Everything is served from here, with a policy
 * that makes the browser refuse requests to any other host.
 *
 * Scalar's bundle is 4 MB of script, so it is read at the first visit instead of at the start.
 */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'

const open = (path: string) => ({ logLevel: 'silent' as const, config: { tallystickRoute: path } })

export function mountDocs(app: FastifyInstance): void {
  app.register(async (docs) => {
    await docs.register(helmet, {
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          scriptSrc: ["'self'"],
          // Scalar writes style attributes.
          styleSrc: ["'self'", "'unsafe-inline'"],
          imgSrc: ["'self'", 'data:', 'blob:'],
          fontSrc: ["'self'", 'data:'],
          connectSrc: ["'self'"],
          workerSrc: ["'self'", 'blob:'],
          baseUri: ["'none'"],
          formAction: ["'none'"],
          frameAncestors: ["'none'"],
        },
      },
      referrerPolicy: { policy: 'no-referrer' },
      // The operator decides whether a host may be reached only by TLS.
      strictTransportSecurity: false,
    })
    const page = (request: FastifyRequest, reply: FastifyReply): void => {
      // The page uses relative paths, so it needs a URL without a slash at the end.
      if (/^[^?]*\/(\?|$)/.test(request.raw.url ?? '')) reply.redirect('../docs', 308)
      else reply.header('content-type', 'text/html; charset=utf-8').send(PAGE)
    }
    docs.get('/docs', open('/docs'), page)
    const { ignoreTrailingSlash, routerOptions } = docs.initialConfig
    if (ignoreTrailingSlash !== true && routerOptions?.ignoreTrailingSlash !== true)
      docs.get('/docs/', open('/docs'), page)
    docs.get('/docs/start.js', open('/docs/start.js'), (_request, reply) => {
      reply.header('content-type', JAVASCRIPT).send(START)
    })
    docs.get('/docs/bar.css', open('/docs/bar.css'), (_request, reply) => {
      reply.header('content-type', 'text/css; charset=utf-8').send(BAR)
    })
    docs.get('/docs/scalar.js', open('/docs/scalar.js'), async (request, reply) => {
      const script = await loadScript()
      reply.header('content-type', JAVASCRIPT).header('vary', 'accept-encoding')
      reply.header('cache-control', 'public, max-age=86400')
      if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(script.plain)
      return reply.header('content-encoding', 'gzip').send(script.gzipped)
    })
  })
}

const JAVASCRIPT = 'text/javascript; charset=utf-8'

/** Paths are relative, so the page also works behind a proxy that removes a prefix. */
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tallystick API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/bar.css">
</head>
<body>
<header class="bar"><strong>Tallystick API</strong> <a href="docs/guide/index.html">Guide, recipes and search</a></header>
<div id="app"></div>
<noscript>This page needs JavaScript. The same is told by <a href="openapi.json">openapi.json</a>.</noscript>
<script src="docs/scalar.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`

/** Above what Scalar shows. It has the colours of the system, as Scalar has. */
const BAR = `:root { color-scheme: light dark; --scalar-custom-header-height: 2.75rem; }
body { margin: 0; }
.bar { position: sticky; top: 0; z-index: 10; box-sizing: border-box; height: 2.75rem; display: flex; gap: 1.5rem; align-items: center; padding: 0 1.5rem; border-bottom: 1px solid light-dark(#d9dde2, #363c43); background: light-dark(#fff, #14171a); color: light-dark(#1c1f23, #e4e6e9); font: 1rem system-ui, sans-serif; }
.bar a { color: light-dark(#0b57a8, #7db8f5); }
`

const CONFIGURATION = {
  url: 'openapi.json',
  theme: 'default',
  layout: 'modern',
  // Everything that would contact, or link to, a host of Scalar's.
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  persistAuth: false,
  hideModels: false,
  defaultOpenAllTags: false,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  authentication: { preferredSecurityScheme: 'apiKey' },
  customCss: ':root { --scalar-font: system-ui, sans-serif; --scalar-font-code: ui-monospace, monospace; }',
} as const

const START = `Scalar.createApiReference('#app', ${JSON.stringify(CONFIGURATION)})\n`

interface Script {
  readonly plain: Buffer
  readonly gzipped: Buffer
}

let loading: Promise<Script> | null = null

function loadScript(): Promise<Script> {
  loading ??= readScript().catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

/** The package provides its bundle only by serving it, so an app that never listens fetches it. */
async function readScript(): Promise<Script> {
  const { default: reference } = await import('@scalar/fastify-api-reference')
  const shelf = Fastify({ logger: false })
  await shelf.register(reference, { routePrefix: '/shelf', configuration: { url: 'openapi.json' } })
  const { statusCode, rawPayload } = await shelf.inject('/shelf/js/scalar.js')
  await shelf.close()
  if (statusCode !== 200) throw new Error('@scalar/fastify-api-reference does not serve its bundle')
  return { plain: rawPayload, gzipped: await promisify(gzip)(rawPayload) }
}
