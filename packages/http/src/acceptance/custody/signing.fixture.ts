/**
 * Transactions of stored withdrawals, signed outside of the service: built by the families' own plans, as somebody with
 * the same libraries would, and given to the service as bytes.
 */
import type { AssetOf, Chain, Order, Plan, Signed, Signer, ToSign } from '@tallystick/custody'
import { embeddedCaller } from '@tallystick/engine'
import type { Tallystick } from '@tallystick/operations'
import { TENANT } from '../../service.fixture.js'
import { type FlowOrder, unitsOf } from './flow.fixture.js'

/** What is used of the families of one-call transfers, which are no part of what is published: found by their place. */
interface Family {
  request(asked: object, args: object, from: string): unknown
  plan(custody: object, order: Order, request: unknown, signer: Signer): Promise<Plan<ToSign>>
}

const from = async (file: string) =>
  (await import(new URL(`../../../../operations/src/offchain/${file}`, import.meta.url).href)) as Record<
    string,
    unknown
  >

async function familyOf(chain: Chain): Promise<Family> {
  const { record } = chain
  if (record.family === 'evm') {
    const { evmFamily } = await from('evm.ts')
    return (evmFamily as (record: object) => Family)(record)
  }
  const names = { EGLD: 'egld', SOL: 'solana', XLM: 'xlm', XRP: 'xrp', TRON: 'tron', BNB: 'bnb' } as const
  const all = await from('accounts.ts')
  return all[`${names[record.id as keyof typeof names]}Family`] as Family
}

export interface Signing {
  readonly key: string
  /** Of the body of a one-call transfer. */
  readonly args?: object
  /** Absent for the native coin. */
  readonly token?: { readonly asset: string; readonly decimals: number }
  readonly tag?: string
}

/** The transaction that pays an order. */
export async function signedOutside(
  { chains, custody }: Tallystick,
  id: string,
  { address, ...order }: FlowOrder,
  { key, args = {}, token, tag }: Signing,
): Promise<Signed> {
  const chain: Chain = await chains.chain(id, 'testnet')
  const { codec, record } = chain
  const decimals = token?.decimals ?? record.decimals
  const asset: AssetOf = { chain, currency: '', asset: token?.asset ?? null, decimals }
  const amount = unitsOf(order.amount, decimals)
  const payment = { address: codec.canonical(address), amount, ...(tag === undefined ? {} : { tag }) }
  const signer = codec.signer(key)
  const by = { chain, caller: { ...embeddedCaller(TENANT), network: 'testnet' } } as const
  const family = await familyOf(chain)
  const asked = { asset, payments: [payment], amount }
  const request = await family.request(asked, { address, ...order, ...args }, codec.canonical(signer.address))
  const { unsigned } = await (await family.plan(custody, by, request, signer)).build()
  const signatures = await Promise.all(
    codec.signingRequests(unsigned).map(async (one) => ({
      publicKey: signer.publicKey,
      signature: await signer.sign(one),
    })),
  )
  return codec.combine(unsigned, signatures)
}
