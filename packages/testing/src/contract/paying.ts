/** Wallets that pay fees: what several processes sign at once comes to no more than the limit of the day. */
import {
  type ApiKeyId,
  createManagedWallet,
  KEY_USES,
  MANAGED_WALLETS,
  type ManagedWalletId,
  payFee,
  type Rule,
  type TenantId,
} from '@tallystick/core'
import { Engine, Rejected, type Storage, verify } from '@tallystick/engine'
import { describe, expect, it } from 'vitest'
import { type OpenStorage, shared, using } from './using.js'

const OWNER = { tenant: 'acme' as TenantId, apiKey: 'a'.repeat(24) as ApiKeyId }
const DAY = 86_400_000
const NOON = Date.UTC(2030, 0, 30, 12)
const WALLET = { tenant: OWNER.tenant, network: 'testnet', id: 'payer' as ManagedWalletId }

/** @param second Another handle on the same data */
export function payingContract(open: OpenStorage, second?: () => Promise<Storage>): void {
  describe('a wallet that pays fees', () => {
    it(
      'pays no more than the limit of its day, whatever two engines ask for at once and however their clocks differ',
      using(open, async (storage) => {
        const other = second === undefined ? shared(storage) : await second()
        let now = NOON
        const engines = [
          new Engine({ storage: shared(storage), clock: { now: () => now } }),
          // An hour ahead; both are on one day.
          new Engine({ storage: other, clock: { now: () => now + DAY / 24 } }),
        ] as const
        const execute = <Command, Output>(at: 0 | 1, rule: Rule<Command, Output>, command: Command) =>
          engines[at].execute({
            caller: OWNER,
            price: () => 0,
            idempotency: null,
            rule,
            command,
            present: (output) => output,
          })
        const place = { chain: 'SOL', address: 'somewhere', publicKey: '02', masterKey: 'one' }
        const made = { ...WALLET, ...OWNER, ...place, wrapped: 'sealed', chargedDay: '2030-01-30' }
        await execute(0, createManagedWallet, { ...made, limit: null, credits: 10 })
        const paid = async (at: 0 | 1): Promise<bigint> => {
          const fee = { ...WALLET, apiKey: OWNER.apiKey, digest: 'd', fee: 3n, perDay: 40n }
          try {
            await execute(at, payFee, fee)
            return 3n
          } catch (error) {
            if (error instanceof Rejected && error.code === 'fee.payer.limit') return 0n
            throw error
          }
        }
        const many = async () => {
          const all = await Promise.all(Array.from({ length: 30 }, (_, call) => paid(call % 2 === 0 ? 0 : 1)))
          return all.reduce((sum, fee) => sum + fee, 0n)
        }
        // Found by its whole key, as whoever names a wallet in a setting has it.
        const where = { id: WALLET.id }
        const fees = async () => (await storage.query.list(MANAGED_WALLETS, { where, limit: 1 }))[0]?.fees
        expect(await storage.query.list(MANAGED_WALLETS, { where, after: WALLET.id })).toEqual([])

        expect([await many(), await fees()]).toEqual([39n, 39n])
        // Set back, no day is new; and the next one has its own limit.
        now -= DAY
        expect([await many(), await fees()]).toEqual([0n, 39n])
        now += 2 * DAY
        expect([await many(), await fees()]).toEqual([39n, 39n])
        const uses = await storage.query.list(KEY_USES, {})
        expect(uses.filter(({ purpose }) => purpose === 'signed')).toHaveLength(26)
        for (const engine of engines) await engine.close()
        expect((await verify(storage)).discrepancies).toEqual([])
      }),
    )
  })
}
