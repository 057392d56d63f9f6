/** Amounts of Dogecoin that no double holds, as JSON numbers over HTTP: digit by digit, in and out. */
import { createChains, readChainsConfig } from '@tallystick/chains'
import type { UtxoChain } from '@tallystick/custody'
import { expect, test } from 'vitest'
import { startService } from '../service.fixture.js'

/** Of `@tallystick/chains`, which does not publish them: a server that checks every signature, and its addresses. */
interface Fixture {
  startUtxoServer(chain: UtxoChain): Promise<{
    readonly core: string
    fund(address: string, units: bigint): { readonly txId: string }
    mine(): void
    close(): Promise<void>
  }>
}
const FIXTURE = new URL('../../../chains/src/utxo/ledger.fixture.ts', import.meta.url)

/** The secret is 0x11, 32 times. */
const WIF = 'cfK8xqbiwFzQqcTeKQ9kP6Cwo5RzF5Zqqu362NXA2tQyoy4TTpJY'
const ADDRESS = 'nsCyVMbwVcbNFQNHBmEtyUsx9YCzMC8mub'

test('they are paid, read and answered to the last base unit', async () => {
  const { startUtxoServer }: Fixture = await import(FIXTURE.href)
  const node = await startUtxoServer(await createChains(readChainsConfig({})).chain('DOGE', 'testnet'))
  const nodes = [{ kind: 'core', url: node.core } as const]
  const chains = createChains(readChainsConfig({ chains: { DOGE: { testnet: { nodes } } } }))
  const service = await startService({ engine: { chains } })
  try {
    const { txId } = node.fund(ADDRESS, 2n ** 53n + 1n)
    const output = await service.call('GET', `/v3/dogecoin/utxo/${txId}/0`)
    expect(output.text).toContain('"value":90071992.54740993,')
    const body = (held: string, paid: string) =>
      `{"fromUTXO":[{"txHash":"${txId}","index":0,"value":"${held}","address":"${ADDRESS}","privateKey":"${WIF}"}],` +
      `"to":[{"address":"${ADDRESS}","value":${paid}}],"fee":"1.5","changeAddress":"${ADDRESS}"}`
    const pay = (held: string, paid: string) =>
      service.call('POST', '/v3/dogecoin/transaction', { raw: body(held, paid) })
    expect((await pay('90071992.54740992', '1')).status).toBe(400)
    expect((await pay('90071992.54740993', '45035996.273704971')).status).toBe(400)
    const sent = await pay('90071992.54740993', '45035996.27370497')
    expect(sent.status).toBe(200)
    const { txId: hash } = sent.body as { readonly txId: string }
    const { text } = await service.call('GET', `/v3/dogecoin/transaction/${hash}`)
    expect(text).toContain('"value":45035996.27370497,"n":0')
    expect(text).toContain('"value":45035994.77370496,"n":1')
    node.mine()
    const { text: info } = await service.call('GET', '/v3/dogecoin/info')
    const block = await service.call('GET', `/v3/dogecoin/block/${JSON.parse(info).bestblockhash}`)
    expect(block.text).toContain('"value":45035996.27370497,"n":0')
  } finally {
    await service.close()
    await node.close()
  }
})
