/** What the console shows of the ledger as a whole and of the service: balances, health, checks, keys. */
import { API_KEYS, CHARGES, formatDecimal, KEY_USES } from '@tallystick/core'
import { type Asked, PAGE } from './asked.js'

const DAY_MS = 86_400_000
const DAYS = 30

const roleOf = ({ readOnly }: { readonly readOnly?: boolean }): string =>
  readOnly === true ? 'read-only' : 'operator'

/** Who asks. */
export async function key({ caller }: Asked): Promise<object> {
  const { tenant, apiKey, network, plan, frozen } = caller
  return { tenant, id: apiKey, network, plan, frozen, role: roleOf(caller), pageSize: PAGE }
}

export async function balances({ caller, totals }: Asked): Promise<object> {
  const { at, value } = await totals.get()
  return {
    at,
    currencies: value
      .filter(({ tenant }) => tenant === caller.tenant)
      .map(({ currency, scale, accounts, customers, own, sum }) => ({
        currency,
        accounts,
        customers: formatDecimal(customers, scale),
        own: Object.fromEntries(
          Object.entries(own).map(([role, balance]) => [role, formatDecimal(balance, scale)]),
        ),
        sum: formatDecimal(sum, scale),
      })),
  }
}

/** Of the whole service: nodes are asked for all tenants. */
export async function health({ service: { tallystick } }: Asked): Promise<object> {
  const { custody, chains, deliveries } = tallystick
  const status = deliveries.status()
  return {
    nodes: chains.health().map(({ chain, network, host, healthy, calls, failures, problem, lastBlock }) => ({
      ...{ chain, network, host, healthy, calls, failures },
      problem: problem ?? null,
      lastBlock: lastBlock ?? null,
    })),
    following: custody
      .following()
      .map(({ chain, network, height, behind, problem }) => ({ chain, network, height, behind, problem })),
    webhooks: {
      sends: status !== null,
      inFlight: status?.inFlight ?? 0,
      problem: status?.problem ?? null,
      oldest: await deliveries.oldest(),
    },
  }
}

/**
 * What the last runs found: currencies of the tenant only. No subjects or sums of the books, and no words of a failure, which may
 * tell of another tenant.
 */
export async function checks({ service: { tallystick }, caller }: Asked): Promise<object> {
  const { at, last, problem } = tallystick.verified()
  const compared = tallystick.custody.reconciled()
  return {
    verify: {
      ...{ at, failed: problem !== null },
      discrepancies: last?.discrepancies.length ?? null,
    },
    reconcile:
      compared === null
        ? null
        : {
            at: compared.at,
            failed: compared.problem !== null,
            isExplained: compared.last?.isExplained ?? null,
            currencies: (compared.last?.currencies ?? [])
              .filter(({ tenant }) => tenant === caller.tenant)
              .map(
                ({
                  currency,
                  chain,
                  network,
                  scale,
                  onChain,
                  customers,
                  difference,
                  lines,
                  isExplained,
                }) => ({
                  ...{ currency, chain, network, isExplained },
                  onChain: formatDecimal(onChain, scale),
                  customers: formatDecimal(customers, scale),
                  difference: formatDecimal(difference, scale),
                  lines: lines.map((line) => ({ ...line, amount: formatDecimal(line.amount, scale) })),
                }),
              ),
          },
  }
}

/** API keys with what they have used, and what was done with the keys of managed wallets. */
export async function keys({ service: { tallystick }, caller: { tenant }, offset }: Asked): Promise<object> {
  const { engine } = tallystick
  const page = { order: 'desc', limit: PAGE, offset } as const
  const found = await engine.query.list(API_KEYS, { where: { tenant }, by: 'created', ...page })
  const from = new Date(engine.now() - (DAYS - 1) * DAY_MS).toISOString().slice(0, 10)
  const where = { tenant, apiKey: { in: found.map(({ id }) => id) }, day: { from } }
  const charges = found.length === 0 ? [] : await engine.query.list(CHARGES, { where })
  const uses = await engine.query.list(KEY_USES, { where: { tenant }, ...page })
  return {
    keys: found.map(({ id, name, hint, network, plan, frozen, revoked, created, ...apiKey }) => {
      const own = charges.filter((charge) => charge.apiKey === id)
      return {
        ...{ id, name, hint, network, plan, frozen, revoked, created, role: roleOf(apiKey) },
        addresses: apiKey.addresses,
        credits: own.reduce((sum, { credits }) => sum + credits, 0),
        lastDay:
          own
            .map(({ day }) => day)
            .sort()
            .at(-1) ?? null,
      }
    }),
    uses: uses.map(({ wallet, chain, network, address, apiKey, purpose, at }) => ({
      ...{ wallet, chain, network, address, apiKey, purpose, at },
    })),
  }
}
