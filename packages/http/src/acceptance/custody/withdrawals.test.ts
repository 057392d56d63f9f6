/**
 * A withdrawal whose client signs: stored, signed here by the words of the wallet, broadcast, and in a block; on Litecoin
 * Core and anvil, over HTTP.
 */
import { createChains, readChainsConfig } from '@tallystick/chains'
import type { EvmChain, Signed, Unsigned, UtxoChain } from '@tallystick/custody'
import { verify } from '@tallystick/engine'
import { describe, expect, test } from 'vitest'
import { type Running, startService } from '../../service.fixture.js'
import { rounds } from '../nodes.fixture.js'
import { openFreshSqlite } from '../storages.fixture.js'
import { REAL } from './real.fixture.js'

const WORDS = `${'abandon '.repeat(11)}about`
const RECIPIENTS = {
  LTC: 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
  ETH: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
} as const
const FEE = '0.001'

interface Data {
  readonly vIn: string
  readonly vInIndex?: number
  readonly amount: number
  readonly scriptPubKey?: string
  readonly address?: { readonly address: string; readonly derivationKey: number }
}

const satoshi = (coins: number | string): bigint => BigInt(Math.round(Number(coins) * 1e8))

async function signUtxo({ codec, keys }: UtxoChain, data: readonly Data[], to: string, coins: string) {
  if (keys === undefined) throw new TypeError('no keys')
  // Of the first wallet that the row opens.
  const words = keys.mnemonic(new Uint8Array(32).fill(1))
  const inputs = data.slice(0, -1)
  const change = satoshi(data.at(-1)?.amount ?? 0)
  const unsigned = codec.build({
    required: inputs.map(({ vIn, vInIndex = 0, amount, scriptPubKey = '', address }) => ({
      txId: vIn,
      index: vInIndex,
      value: satoshi(amount),
      script: scriptPubKey,
      address: address?.address ?? '',
      height: 1,
      coinbase: false,
    })),
    available: [],
    to: [
      { address: to, value: satoshi(coins) },
      { address: keys.address(await keys.xpub(words), 0), value: change },
    ],
    fee: null,
    changeAddress: null,
    marketRate: 1_000n,
    fastRate: null,
  })
  const indexes = inputs.map(({ address }) => address?.derivationKey ?? 0)
  return combined(codec, unsigned, await Promise.all(indexes.map((index) => keys.privateKey(words, index))))
}

async function signEvm({ codec, keys, node }: EvmChain, to: string, contract: string | null, units: bigint) {
  const key = (await keys?.privateKey(WORDS, 1)) ?? ''
  const from = codec.signer(key).address
  const unsigned = codec.build({
    from,
    ...(contract === null
      ? { to, value: units, data: '0x' }
      : { to: contract, value: 0n, data: codec.encodeErc20Transfer(to, units) }),
    nonce: await node.pendingNonce(from),
    gasLimit: 100_000n,
    gas: { kind: 'legacy', gasPrice: await node.gasPrice() },
  })
  return combined(codec, unsigned, [key])
}

function combined(
  codec: UtxoChain['codec'] | EvmChain['codec'],
  unsigned: Unsigned,
  keys: readonly string[],
): Signed {
  const signatures = codec.signingRequests(unsigned).map((request, place) => {
    const signer = codec.signer(keys[place] ?? '')
    return { publicKey: signer.publicKey, signature: signer.sign(request) }
  })
  return codec.combine(unsigned, signatures)
}

const rows = REAL.filter(
  ({ chain, missing }) => missing === undefined && (chain === 'LTC' || chain === 'ETH'),
)

describe.each(rows)('$name', (row) => {
  test('is stored, signed by the client, broadcast and in a block', async () => {
    const node = await row.start()
    const chains = createChains(
      readChainsConfig({ chains: { [row.chain]: { testnet: { ...node.testnet, follow: true } } } }),
    )
    const { scheduler } = rounds()
    const service: Running = await startService({
      storage: await openFreshSqlite(),
      engine: { chains, scheduler },
    })
    const send = async (method: string, path: string, body?: object) => {
      const {
        status,
        text,
        body: answer,
      } = await service.call(method, path, body === undefined ? {} : { body })
      expect([200, 204], text).toContain(status)
      return answer as Record<string, never>
    }
    try {
      const { custody } = service.tallystick
      const wallet = await node.open(service.tallystick)
      await custody.follow()
      const { id } = await send('POST', '/v3/ledger/account', { currency: row.currency, xpub: wallet.xpub })
      const [address] = (await send('GET', `/v3/offchain/account/${id}/address`)) as unknown as [
        { address: string },
      ]
      // The address pays the gas itself.
      if (row.chain === 'ETH') await wallet.take?.(address.address, 1).catch(() => undefined)
      await wallet.pay(address, row.amounts.arrives)
      await node.settle()
      await custody.follow()
      const to = RECIPIENTS[row.chain as keyof typeof RECIPIENTS]
      const stored = await send('POST', '/v3/offchain/withdrawal', {
        senderAccountId: id,
        address: to,
        amount: row.amounts.leaves,
        fee: FEE,
        ...(row.chain === 'ETH' ? { sourceAddress: address.address } : {}),
      })
      const chain = await chains.chain(row.chain, 'testnet')
      const token = row.currency === 'ETH' || row.chain === 'LTC' ? null : tokenIn(node.testnet, row.currency)
      const signed =
        row.chain === 'LTC'
          ? await signUtxo(chain as UtxoChain, stored['data'] ?? [], to, row.amounts.leaves)
          : await signEvm(chain as EvmChain, to, token, token === null ? 5n * 10n ** 17n : 500_000n)
      const body = { currency: row.chain, txData: signed.raw, withdrawalId: stored['id'] }
      for (let times = 0; times < 2; times++) {
        expect(await send('POST', '/v3/offchain/withdrawal/broadcast', body)).toEqual({
          id: stored['id'],
          txId: signed.txId,
          completed: true,
        })
      }
      await node.settle()
      await custody.follow()
      await send('PUT', `/v3/offchain/withdrawal/${stored['id']}/${signed.txId}`)
      expect(await send('GET', '/v3/offchain/withdrawal?pageSize=5')).toMatchObject([
        { id: stored['id'], status: 'Done', txId: signed.txId },
      ])
      const { accountBalance } = await send('GET', `/v3/ledger/account/${id}/balance`)
      expect(accountBalance).toBe(token === null ? '0.999' : '1')
      expect(await chain.node.status(signed)).toMatchObject({ kind: 'confirmed', ok: true })
      expect((await verify(service.storage)).discrepancies).toEqual([])
    } finally {
      await service.close()
      await node.close()
    }
  })
})

function tokenIn(testnet: object, currency: string): string {
  const { tokens } = testnet as { readonly tokens: Record<string, { readonly address: string }> }
  return tokens[currency]?.address ?? ''
}
