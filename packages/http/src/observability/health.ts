/**
 * For whoever runs the service: is it alive, may it get calls, what has it done. None of it needs a key.
 *
 * Nodes of chains do not decide whether the service is ready: the ledger works without them, and a balancer that
 * took it away would only make things worse. How they are is told beside, without their addresses; so is what the
 * configuration has wrong about them.
 */
import type { EndpointHealth } from '@tallystick/custody'
import type { FastifyInstance } from 'fastify'
import { isTransient } from '../errors.js'
import type { Service } from '../service.js'

/** A storage that has not answered by then is as good as none. */
const PING_TIMEOUT_MS = 2_000

export function mountHealth(app: FastifyInstance, service: Service): void {
  const open = (path: string) => ({ logLevel: 'silent' as const, config: { tallystickRoute: path } })

  app.get('/livez', open('/livez'), (request, reply) => {
    service.answers.result(request, reply, { status: 'alive' })
  })

  app.get('/readyz', open('/readyz'), async (request, reply) => {
    const reason = await whyNotReady(service)
    if (reason === null) service.answers.result(request, reply, { status: 'ready', ...chainsOf(service) })
    else service.answers.rejection(request, reply, { code: 'unavailable', detail: reason })
    return reply
  })

  app.get('/metrics', open('/metrics'), async (_request, reply) => {
    const text = await service.metrics.registry.metrics()
    return reply.header('content-type', service.metrics.registry.contentType).send(text)
  })
}

/** By chain and network, by what their last calls came to: `ok`, `degraded` (some nodes fail), `down` (all do). */
function chainsOf({ tallystick }: Service): object {
  const networks = new Map<string, EndpointHealth[]>()
  for (const endpoint of tallystick.chains.health()) {
    const name = `${endpoint.chain} ${endpoint.network}`
    networks.set(name, [...(networks.get(name) ?? []), endpoint])
  }
  if (networks.size === 0) return {}
  const problems = [...networks.values()].flat().flatMap(({ problem }) => problem ?? [])
  return {
    chains: Object.fromEntries([...networks].map(([name, endpoints]) => [name, standingOf(endpoints)])),
    // The pass-through's endpoints are those of a chain once more.
    ...(problems.length === 0 ? {} : { problems: [...new Set(problems)] }),
  }
}

function standingOf(endpoints: readonly EndpointHealth[]): 'ok' | 'degraded' | 'down' {
  const well = endpoints.filter(({ healthy }) => healthy).length
  if (well === endpoints.length) return 'ok'
  return well === 0 ? 'down' : 'degraded'
}

async function whyNotReady({ closing, tallystick, faults }: Service): Promise<string | null> {
  if (closing || tallystick.engine.closed) return 'it is stopping'
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, PING_TIMEOUT_MS, 'its storage does not answer in time')
  })
  const ping = tallystick.engine.ping().then(
    () => null,
    (error: unknown) => {
      const cause = error instanceof Error ? error.message : typeof error
      faults.tell('warn', 'storage does not answer', error, () => ({ cause }), null)
      if (!isTransient(error)) return 'its storage fails'
      // ECONNREFUSED, 57P03: what it is, and not where.
      const { code } = error.details
      return `its storage does not answer${typeof code === 'string' ? ` (${code})` : ''}`
    },
  )
  try {
    return await Promise.race([ping, timeout])
  } finally {
    clearTimeout(timer)
  }
}
