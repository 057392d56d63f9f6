/** Charges the daily credits of subscriptions: the rule charges each object once a day, in the commit that says so. */
import { chargeDay, SUBSCRIPTIONS, type Subscription, type SubscriptionId } from '@tallystick/core'
import { Daily, type Engine } from '@tallystick/engine'

/** Subscriptions per read. */
const PAGE = 200

export const dailyCredits = (engine: Engine): Daily =>
  new Daily(engine, 'Daily credits are charged later', (isStopped) => chargeAll(engine, isStopped))

async function chargeAll(engine: Engine, isStopped: () => boolean): Promise<void> {
  let after: SubscriptionId | undefined
  do {
    const page: readonly Subscription[] = await engine.query.list(SUBSCRIPTIONS, {
      ...(after === undefined ? {} : { after }),
      limit: PAGE,
    })
    if (isStopped()) return
    await Promise.all(page.map((one) => chargeOne(engine, one)))
    after = page.length < PAGE ? undefined : page.at(-1)?.id
  } while (after !== undefined)
}

function chargeOne(engine: Engine, { tenant, apiKey, id }: Subscription): Promise<null> {
  return engine.execute({
    caller: { tenant, apiKey },
    rule: chargeDay,
    command: { tenant, id },
    price: (credits) => credits,
    present: () => null,
    idempotency: null,
  })
}
