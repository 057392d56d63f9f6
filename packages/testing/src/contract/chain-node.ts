/** The laws of a node, on a chain where the adapter's test can pay and make blocks. */
import type { Chain, Signed, Unsigned } from '@tallystick/custody'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ContractPayment, signaturesOf } from './chain-payment.js'

export interface NodeHooks {
  readonly chain: Chain
  /** A payment that was never made, from funded addresses to one that nobody paid yet; one entry in `pays`. */
  payment(): Promise<ContractPayment>
  /** Another payment with the claims of that one. Neither this nor `rivals` where no two transactions exclude each other. */
  rival?(payment: ContractPayment): Promise<ContractPayment>
  /** Two payments with the same claims, where those of `payment` have no rivals: only their bytes tell them apart. */
  rivals?(): Promise<readonly [ContractPayment, ContractPayment]>
  /** The transaction with a wrong signature, otherwise well-formed. */
  tamper(signed: Signed, unsigned: Unsigned): Signed
  /** Puts all pending transactions into a block, and waits until the node shows it. */
  grow(): Promise<void>
  /** The chain takes each transaction into a block at once: nothing is ever seen pending. */
  readonly instant?: boolean
  /** Nodes keep transactions with the same reservations side by side, until a block has one. */
  readonly keepsRivals?: boolean
  close(): Promise<void>
}

const signed = (chain: Chain, payment: ContractPayment): Signed =>
  chain.codec.combine(payment.unsigned, signaturesOf(chain, payment))

export function nodeLaws(open: () => Promise<NodeHooks>): void {
  describe('node', () => {
    let hooks: NodeHooks
    beforeAll(async () => {
      hooks = await open()
    })
    afterAll(() => hooks?.close())

    it('its head moves with the chain', async () => {
      const { node } = hooks.chain
      const before = await node.head()
      await hooks.grow()
      const after = await node.head()
      expect(after.height).toBeGreaterThan(before.height)
      expect(after.hash).not.toBe(before.hash)
    })

    it('a payment is absent, accepted, known, and confirmed; its amount arrives', async () => {
      const { node } = hooks.chain
      const payment = await hooks.payment()
      const transaction = signed(hooks.chain, payment)
      const [paid] = payment.pays
      const before = await node.balance(paid?.address ?? '')
      expect(await node.status(transaction)).toEqual({ kind: 'absent' })
      expect(await node.broadcast(transaction)).toEqual({ kind: 'accepted' })
      if (hooks.instant !== true) {
        expect(await node.status(transaction)).toEqual({ kind: 'pending' })
        expect(await node.broadcast(transaction)).toEqual({ kind: 'known' })
      }
      await hooks.grow()
      const status = await node.status(transaction)
      const { height } = await node.head()
      expect(status).toMatchObject({ kind: 'confirmed', ok: true })
      if (status.kind === 'confirmed') {
        expect(status.height).toBeGreaterThan(0)
        expect(status.height).toBeLessThanOrEqual(height)
      }
      expect(await node.broadcast(transaction)).toEqual({ kind: 'known' })
      expect(await node.balance(paid?.address ?? '')).toBe(before + (paid?.amount ?? 0n))
    })

    it('one with a signature that does not hold is refused, and is nowhere; the good one goes through', async () => {
      const { node } = hooks.chain
      const payment = await hooks.payment()
      const good = signed(hooks.chain, payment)
      const bad = hooks.tamper(good, payment.unsigned)
      expect(bad.raw).not.toBe(good.raw)
      // Where the signature gives the sender, it is a transaction of another account, which nodes decline.
      expect((await node.broadcast(bad)).kind).toMatch(/^(refused|declined)$/)
      expect(await node.status(bad)).toEqual({ kind: 'absent' })
      expect(await node.balance(payment.pays[0]?.address ?? '')).toBe(0n)
      expect(await node.broadcast(good)).toEqual({ kind: 'accepted' })
      await hooks.grow()
      expect(await node.status(good)).toMatchObject({ kind: 'confirmed', ok: true })
    })

    it('of two with the same claims, one confirms', async () => {
      const { node } = hooks.chain
      if (hooks.rival === undefined && hooks.rivals === undefined) return
      const [first, second] = await rivalsOf(hooks)
      expect(new Set(second.unsigned.claims.map(reservationText))).toEqual(
        new Set(first.unsigned.claims.map(reservationText)),
      )
      const [winner, loser] = [signed(hooks.chain, first), signed(hooks.chain, second)]
      expect(loser.txId).not.toBe(winner.txId)
      expect(await node.broadcast(winner)).toEqual({ kind: 'accepted' })
      // The other transaction does not permit a refusal, because its block may be undone.
      const kept = hooks.keepsRivals === true ? /^accepted$/ : /^(declined|unknown)$/
      expect((await node.broadcast(loser)).kind).toMatch(kept)
      await hooks.grow()
      expect(await node.status(winner)).toMatchObject({ kind: 'confirmed', ok: true })
      const lost = await node.status(loser)
      expect(lost.kind).toMatch(/^(absent|dead)$/)
      // By what it pays, a withdrawal may be paid all the same.
      if (lost.kind === 'dead' && hooks.chain.record.status === 'live')
        expect(lost.instead).toMatchObject({ txId: winner.txId, outputs: first.pays })
      expect((await node.broadcast(loser)).kind).toMatch(/^(declined|unknown)$/)
    })
  })
}

async function rivalsOf(hooks: NodeHooks): Promise<readonly [ContractPayment, ContractPayment]> {
  if (hooks.rivals !== undefined) return hooks.rivals()
  const first = await hooks.payment()
  if (hooks.rival === undefined) throw new TypeError('the chain has neither rival nor rivals')
  return [first, await hooks.rival(first)]
}

const reservationText = (claim: Unsigned['claims'][number]): string => `${claim.owner} ${claim.index}`
