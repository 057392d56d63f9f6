/**
 * `/docs`: the operations, and a form for each that calls it. The page makes itself of `/openapi.json`. Everything is served
 * from here, with a policy that makes the browser refuse requests to any other host, and scripts or styles inside the page.
 */
import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { protectPages } from './policy.js'

const open = (path: string) => ({ logLevel: 'silent' as const, config: { tallystickRoute: path } })

const ASSETS = [
  ['try.js', 'text/javascript; charset=utf-8'],
  ['try.css', 'text/css; charset=utf-8'],
] as const

export function mountDocs(app: FastifyInstance): void {
  app.register(async (docs) => {
    await protectPages(docs, { connectSrc: ["'self'"] })
    const page = (request: FastifyRequest, reply: FastifyReply): void => {
      // The page uses relative paths, so it needs a URL without a slash at the end.
      if (/^[^?]*\/(\?|$)/.test(request.raw.url ?? '')) reply.redirect('../docs', 308)
      else reply.header('content-type', 'text/html; charset=utf-8').send(PAGE)
    }
    docs.get('/docs', open('/docs'), page)
    const { ignoreTrailingSlash, routerOptions } = docs.initialConfig
    if (ignoreTrailingSlash !== true && routerOptions?.ignoreTrailingSlash !== true)
      docs.get('/docs/', open('/docs'), page)
    for (const [name, type] of ASSETS) {
      docs.get(`/docs/${name}`, open(`/docs/${name}`), async (_request, reply) => {
        const body = await readFile(new URL(`../../assets/${name}`, import.meta.url), 'utf8')
        return reply.header('content-type', type).header('cache-control', 'no-cache').send(body)
      })
    }
  })
}

/** Paths are relative, so the page also works behind a proxy that removes a prefix. */
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Tallystick API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/guide/style.css">
<link rel="stylesheet" href="docs/try.css">
<script src="docs/try.js" defer></script>
</head>
<body>
<a class="skip" href="#operation">Skip to the operation</a>
<header>
<a class="home" href="docs">Tallystick API</a>
<nav aria-label="Site"><a class="menu" href="#menu">Operations</a> <a href="docs/guide/index.html">Guide</a> <a href="openapi.json">OpenAPI</a></nav>
</header>
<div class="columns api">
<main id="content">
<div class="key"><label for="key">API key</label><input id="key" type="password" autocomplete="off" spellcheck="false"></div>
<div id="operation" tabindex="-1"><noscript>This page needs JavaScript. The same is told by the <a href="docs/guide/reference/operations.html">guide</a>.</noscript></div>
</main>
<nav id="menu" aria-label="Operations">
<label for="filter">Find an operation</label><input id="filter" type="search" autocomplete="off" spellcheck="false">
<div id="operations"></div>
</nav>
</div>
</body>
</html>
`
