/** Identifies the caller before the body is read, because parsing a megabyte of a stranger would be a waste. */
import type { Access, Caller } from '@tallystick/engine'
import type { FastifyInstance } from 'fastify'
import type { RouteSeries } from './observability/route-series.js'
import type { Service } from './service.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until the API key has been looked up. */
    tallystickCaller: Caller | null
    /** The metrics of its route; null until its handler runs. */
    tallystickSeries: RouteSeries | null
    /** `performance.now()` when the request arrived; 0 if our hook has not seen it. */
    tallystickStarted: number
  }
  interface FastifyContextConfig {
    /** The path in the catalogue's form, which logs and metrics may show. */
    tallystickRoute?: string
  }
}

export const UNKNOWN_KEY = { code: 'subscription.invalid' } as const

export function identifyCallers(scope: FastifyInstance, { tallystick, answers, bodyRoom }: Service): void {
  let access: Access | null = null
  const identify = async (key: string, from: string): Promise<Caller | null> => {
    access ??= await tallystick.access()
    return access.identify(key, from)
  }
  scope.addHook('onRequest', (request, reply, done) => {
    const key = request.headers['x-api-key']
    if (typeof key !== 'string') {
      answers.rejection(request, reply, UNKNOWN_KEY)
      return
    }
    const found = (caller: Caller | null): void => {
      request.tallystickCaller = caller
      const refused = caller === null ? UNKNOWN_KEY : bodyRoom.take(request, reply)
      if (refused === null) done()
      else answers.rejection(request, reply, refused)
    }
    // Nearly every key was used just now. Promises would cost as much as the look.
    const known = access?.recall(key)
    if (known !== undefined) found(known)
    else identify(key, request.ip).then(found, (error: unknown) => answers.failure(request, reply, error))
  })
}
