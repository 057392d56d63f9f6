/**
 * `/console/facts/…`: what the console shows beside the operations, as JSON. For API keys only, and only of their tenant.
 * A fact changes nothing, costs no credits, and reads at most a page of each list; for balances see `Sparing`.
 */
import type { Rejection } from '@tallystick/core'
import { type Caller, Rejected } from '@tallystick/engine'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { malformed } from '../errors.js'
import type { Service } from '../service.js'
import type { Asked } from './asked.js'
import { deposits, sends, signatures, withdrawals } from './chain-facts.js'
import { balances, checks, health, key, keys } from './service-facts.js'
import { Sparing } from './sparing.js'

const MOST_OFFSET = 10_000

export interface Fact {
  /** Parameters of the query. */
  readonly takes: readonly ('account' | 'offset')[]
  tell(asked: Asked): Promise<object>
}

export const FACTS: Readonly<Record<string, Fact>> = {
  key: { takes: [], tell: key },
  balances: { takes: [], tell: balances },
  deposits: { takes: ['account', 'offset'], tell: deposits },
  withdrawals: { takes: ['account', 'offset'], tell: withdrawals },
  signatures: { takes: ['offset'], tell: signatures },
  sends: { takes: ['offset'], tell: sends },
  health: { takes: [], tell: health },
  checks: { takes: [], tell: checks },
  keys: { takes: ['offset'], tell: keys },
}

export function mountFacts(scope: FastifyInstance, service: Service): void {
  const totals = new Sparing(() => service.tallystick.totals())
  for (const [name, fact] of Object.entries(FACTS)) {
    const path = `/console/facts/${name}`
    const tell = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const caller = callerOf(request)
      service.inFlight.enter(caller.tenant)
      try {
        const asked = askedIn(request.query as Readonly<Record<string, unknown>>, fact)
        service.answers.result(request, reply, await fact.tell({ service, caller, totals, ...asked }))
      } catch (error) {
        service.answers.failure(request, reply, error)
      } finally {
        service.inFlight.leave(caller.tenant)
      }
    }
    scope.get(
      path,
      { exposeHeadRoute: false, logLevel: 'silent', config: { tallystickRoute: path } },
      (request, reply) => {
        if (service.inFlight.hasRoomFor(request.tallystickCaller?.tenant ?? '')) void tell(request, reply)
        else service.answers.rejection(request, reply, { code: 'overloaded' })
      },
    )
  }
}

function callerOf({ tallystickCaller }: FastifyRequest): Caller {
  if (tallystickCaller === null) throw new Rejected({ code: 'subscription.invalid' })
  return tallystickCaller
}

/** @throws Rejected for anything that the fact does not take */
function askedIn(
  query: Readonly<Record<string, unknown>>,
  { takes }: Fact,
): Pick<Asked, 'account' | 'offset'> {
  const refuse = (name: string, text: string): Rejected => {
    const rejection: Rejection = malformed('query', name, text)
    return new Rejected(rejection)
  }
  for (const name of Object.keys(query)) {
    if (!takes.some((taken) => taken === name)) throw refuse(name.slice(0, 100), 'there is no such parameter')
  }
  const { account, offset = '0' } = query
  if (account !== undefined && !(typeof account === 'string' && /^[\x21-\x7e]{1,100}$/.test(account)))
    throw refuse('account', 'account has 1 to 100 printable characters')
  if (typeof offset !== 'string' || !/^\d{1,5}$/.test(offset) || Number(offset) > MOST_OFFSET)
    throw refuse('offset', `offset is a whole number from 0 to ${MOST_OFFSET}`)
  return { account, offset: Number(offset) }
}
