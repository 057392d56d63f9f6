/** What subscribers are told by calls that one unit of work makes, on a storage. */
import {
  type ApiKeyId,
  createPendingSignature,
  deletePendingSignature,
  outboxKey,
  type Rule,
  replayWebhook,
  setHmac,
  subscribe,
  type TenantId,
  WEBHOOKS,
} from '@tallystick/core'
import { Engine } from '@tallystick/engine'
import { describe, expect, it } from 'vitest'
import { type OpenStorage, shared, using } from './using.js'

const TENANT = 'alpha' as TenantId
const BY = { tenant: TENANT, apiKey: 'key' as ApiKeyId }

const callsOf =
  (engine: Engine) =>
  <Command, Output>(rule: Rule<Command, Output>, command: Command): Promise<Output> =>
    engine.execute({
      caller: BY,
      rule,
      command,
      price: () => 0,
      present: (output) => output,
      idempotency: null,
    })

export function tellingContract(open: OpenStorage): void {
  describe('what subscribers are told', () => {
    it(
      'counts for the free plan of the API key, also in the unit of work that subscribes',
      using(open, async (storage) => {
        const engine = new Engine({ storage: shared(storage) })
        const call = callsOf(engine)
        const outbox = () => storage.query.find(outboxKey(TENANT, BY.apiKey))
        const { id } = await call(createPendingSignature, {
          ...{ tenant: TENANT, chain: 'ETH', network: 'testnet', hashes: [], serialized: '{}' },
          ...{ index: null, signatures: null, withdrawalId: null, claims: [], replaces: false },
        })
        await call(setHmac, { ...BY, secret: 'of the digest' })
        await Promise.all([
          call(subscribe, {
            ...{ ...BY, network: 'testnet', plan: 'free', type: 'KMS_FAILED_TX', object: '', attr: {} },
            ...{ consumer: null, secret: 'secret', url: 'https://example.com/hook' },
          }),
          call(deletePendingSignature, { tenant: TENANT, id, network: 'testnet', sentBySigner: [] }),
        ])
        expect(await outbox()).toMatchObject({ hmacSecret: 'of the digest', fired: 1 })
        const [webhook] = await storage.query.list(WEBHOOKS)
        await call(replayWebhook, { tenant: TENANT, id: webhook?.id ?? expect.fail('nobody was told') })
        expect(await outbox()).toMatchObject({ hmacSecret: 'of the digest', fired: 2 })
        await engine.close()
      }),
    )

    it(
      'is due in the order of its numbers, whose clock ever was ahead',
      using(open, async (storage) => {
        const NOW = 1_900_000_000_000
        const signature = {
          chain: 'ETH',
          network: 'testnet',
          hashes: [],
          serialized: '{}',
          index: null,
        } as const
        const rest = { signatures: null, withdrawalId: null, claims: [], replaces: false } as const
        /** A process, by its clock. */
        const telling = async (...ahead: readonly number[]): Promise<void> => {
          for (const ms of ahead) {
            const clock = { now: () => NOW + ms }
            const engine = new Engine({ storage: shared(storage), clock })
            const call = callsOf(engine)
            if (ms === 0) {
              await call(subscribe, {
                ...{ ...BY, network: 'testnet', plan: 'paid', type: 'KMS_FAILED_TX', object: '', attr: {} },
                ...{ consumer: null, secret: 'secret', url: 'https://example.com/hook' },
              })
            }
            const { id } = await call(createPendingSignature, { tenant: TENANT, ...signature, ...rest })
            await call(deletePendingSignature, { tenant: TENANT, id, network: 'testnet', sentBySigner: [] })
            await engine.close()
          }
        }
        // Seconds apart; and then an hour, for which nobody waits.
        await telling(0, 20_000, 5_000, 30_000, 3_600_000, 31_000)
        const webhooks = await storage.query.list(WEBHOOKS)
        const due = webhooks
          .toSorted((one, other) => one.sequence - other.sequence)
          .map(({ nextAt }) => nextAt - NOW)
        expect(due).toEqual([0, 20_000, 20_000, 30_000, 3_600_000, 31_000])
      }),
    )
  })
}
