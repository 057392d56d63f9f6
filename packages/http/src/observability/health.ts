/**
 * Probes for operators: whether the service is alive, whether it can take calls, and what it has done. They need no
 * key.
 *
 * The state of chain nodes does not affect readiness: the ledger works without them, and removing the service from a
 * balancer would only make things worse. The probe reports their state separately, without their addresses, together
 * with errors of the configuration about them.
 */
import type { EndpointHealth } from '@tallystick/custody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isTransient } from '../errors.js'
import type { Service } from '../service.js'

/** A storage that has not answered after this time counts as unavailable. */
const PING_TIMEOUT_MS = 2_000

export function mountHealth(app: FastifyInstance, service: Service): void {
  const open = (path: string) => ({
    logLevel: 'silent' as const,
    config: { tallystickRoute: path },
    // The router overlooks doubled slashes and escapes. A proxy that keeps a probe from the world may not.
    onRequest: (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
      if (request.raw.url?.split('?')[0] === request.routeOptions.url) done()
      else service.answers.rejection(request, reply, { code: 'operation.not.found' })
    },
  })

  const reason = shared(() => whyNotReady(service))
  const series = shared(() => service.metrics.registry.metrics())

  app.get('/livez', open('/livez'), (request, reply) => {
    service.answers.result(request, reply, { status: 'alive' })
  })

  app.get('/readyz', open('/readyz'), async (request, reply) => {
    const why = await reason()
    if (why === null)
      service.answers.result(request, reply, {
        status: 'ready',
        ...chainsOf(service),
        ...followedBy(service),
        ...comparedBy(service),
        ...sentBy(service),
      })
    else service.answers.rejection(request, reply, { code: 'unavailable', detail: why })
    return reply
  })

  app.get('/metrics', open('/metrics'), async (_request, reply) => {
    return reply.header('content-type', service.metrics.registry.contentType).send(await series())
  })
}

/** All who ask meanwhile get the same: anybody may ask very many times at once. */
function shared<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<Value> | null = null
  return () => {
    running ??= make().finally(() => {
      running = null
    })
    return running
  }
}

/** By chain and network, from the results of the last calls: `ok`, `degraded` (some nodes fail), `down` (all fail). */
function chainsOf({ tallystick }: Service): object {
  const networks = new Map<string, EndpointHealth[]>()
  for (const endpoint of tallystick.chains.health()) {
    const name = `${endpoint.chain} ${endpoint.network}`
    networks.set(name, [...(networks.get(name) ?? []), endpoint])
  }
  if (networks.size === 0) return {}
  const halted = [...networks].flatMap(([name, [first]]) =>
    first?.lastBlock === undefined ? [] : [[name, first.lastBlock]],
  )
  const problems = [...networks.values()].flat().flatMap(({ problem }) => problem ?? [])
  return {
    chains: Object.fromEntries([...networks].map(([name, endpoints]) => [name, standingOf(endpoints)])),
    // Chains that make no blocks any more, with the day of the last one.
    ...(halted.length === 0 ? {} : { halted: Object.fromEntries(halted) }),
    // The endpoints of the pass-through are also those of a chain, so problems may repeat.
    ...(problems.length === 0 ? {} : { problems: [...new Set(problems)] }),
  }
}

/** How chains are followed: the last block that was observed, how many are behind it, and why one does not go on. */
function followedBy({ tallystick }: Service): object {
  const following = tallystick.custody.following()
  if (following.length === 0) return {}
  return {
    following: Object.fromEntries(
      following.map(({ chain, network, node, height, behind, perSecond, secondsLeft, problem, untraced }) => [
        `${chain} ${network}`,
        {
          height,
          behind,
          ...(node === null ? {} : { node }),
          ...(perSecond === null ? {} : { blocksPerSecond: Math.round(perSecond * 10) / 10, secondsLeft }),
          ...(untraced ? { internalTransfers: 'not seen: no node of the chain traces calls' } : {}),
          ...(problem === null ? {} : { problem }),
        },
      ]),
    ),
  }
}

/** What the newest comparison of the ledger with the chains has found. */
function comparedBy({ tallystick }: Service): object {
  const compared = tallystick.custody.reconciled()
  if (compared === null) return {}
  const { at, last, problem } = compared
  return {
    reconciliation: {
      at: at === null ? null : new Date(at).toISOString(),
      isExplained: last?.isExplained ?? null,
      ...(problem === null ? {} : { problem }),
    },
  }
}

/** How webhooks are sent, if this process does it. */
function sentBy({ tallystick }: Service): object {
  const status = tallystick.deliveries.status()
  if (status === null) return {}
  const { inFlight, problem } = status
  return { webhooks: { inFlight, ...(problem === null ? {} : { problem }) } }
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
      // The kind of error (ECONNREFUSED, 57P03), without the address.
      const { code, schema } = error.details
      if (schema !== undefined) return 'a newer release has migrated its database'
      return `its storage does not answer${typeof code === 'string' ? ` (${code})` : ''}`
    },
  )
  try {
    return await Promise.race([ping, timeout])
  } finally {
    clearTimeout(timer)
  }
}
