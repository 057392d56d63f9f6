/** Subscriptions of the world of the examples. */
import { beginFollowing, setHmac } from '@tallystick/core'
import { embeddedCaller } from '@tallystick/engine'
import type { Tallystick } from './tallystick.js'

export const HOOK = 'https://example.com/hook'

/** Gives webhooks a digest, which costs the caller nothing here. */
export function digested(
  { engine }: Tallystick,
  { tenant, apiKey }: Parameters<Tallystick['as']>[0],
): Promise<unknown> {
  const command = { tenant, apiKey, secret: 'of the world' }
  const free = { price: () => 0, present: () => null, idempotency: null }
  return engine.execute({ caller: embeddedCaller(), rule: setHmac, command, ...free })
}

/** Chains that somebody follows, so that what they show can be subscribed to. */
export async function followed({ engine }: Pick<Tallystick, 'engine'>): Promise<void> {
  for (const chain of ['LTC', 'MATIC']) {
    const command = { chain, network: 'testnet', block: { height: 7, hash: 'hash' } }
    const free = { price: () => 0, present: () => null, idempotency: null }
    await engine.execute({ caller: embeddedCaller(), rule: beginFollowing, command, ...free })
  }
}

/** Of BIP-173, on the test network of Litecoin. */
const WATCHED = 'tltc1qw508d6qejxtdg4y5r3zarvary0c5xw7klfsuq0'
const perBlock = <const Type extends string>(type: Type, credits: number) =>
  ({
    args: () => ({ type, attr: { chain: 'MATIC' as const, url: HOOK } }),
    credits,
    elsewhere: 'own',
  }) as const

/** A call of each operation that subscribes to what a chain shows. */
export const SIGHTED = {
  createSubscriptionNotification: {
    args: () => ({
      type: 'ADDRESS_TRANSACTION' as const,
      attr: { address: WATCHED, chain: 'LTC' as const, url: HOOK },
    }),
    credits: 9,
    elsewhere: 'own',
  },
  createSubscriptionNftTransferEvent: perBlock('CONTRACT_NFT_TXS_PER_BLOCK', 500_002),
  createSubscriptionMultiTokenTransferEvent: perBlock('CONTRACT_MULTITOKEN_TXS_PER_BLOCK', 2),
  createSubscriptionContractLogEvent: {
    args: () => ({
      type: 'CONTRACT_LOG_EVENT' as const,
      attr: { event: `0x${'Ab'.repeat(32)}`, chain: 'MATIC' as const, url: HOOK },
    }),
    credits: 2,
    elsewhere: 'own',
  },
} as const

export async function subscribed(ledger: Tallystick): Promise<string> {
  const attr = { url: `${HOOK}/of/the/world` }
  return (await ledger.createSubscriptionKMSSuccess({ type: 'KMS_COMPLETED_TX', attr })).id
}

export async function reported(ledger: Tallystick): Promise<string> {
  const interval = { type: 'TRANSACTION_HISTORY_REPORT', attr: { interval: 720 } } as const
  return (await ledger.createSubscriptionInterval(interval)).id
}

/** The newest webhook. */
export async function logged(ledger: Tallystick): Promise<string> {
  return (await ledger.getAllWebhooks({ pageSize: 10 }))[0]?.id ?? ''
}
