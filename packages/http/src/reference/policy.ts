/** What a browser is told about pages: scripts, styles and requests of this origin only, and nothing inside a page. */
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** @param more Directives that a page needs beside those of all pages */
export async function protectPages(
  app: FastifyInstance,
  more: Readonly<Record<string, string[]>> = {},
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ['data:'],
        ...more,
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    // The operator decides whether a host may be reached only by TLS.
    strictTransportSecurity: false,
  })
}
