/**
 * The public client (see public-client.test.ts) and multi tokens, over HTTP on every storage: on Celo and Ethereum, by
 * key and by a key-management system, with the index of the followers, whose newest block is undone at the end.
 */
import { createChains, readChainsConfig } from '@tallystick/chains'
import { operations } from '@tallystick/operations'
import { ApiServices, MultiTokensErc1155OrCompatibleService as client, TatumApi } from '@tatumio/api-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KEY, OTHER_KEY, type Running, startService } from '../service.fixture.js'
import { notReached, refusalOf, type Sent, WALLET } from './client.fixture.js'
import { type Anvil, evmDaemon, startAnvil } from './nodes.fixture.js'
import { storages } from './storages.fixture.js'

const { kms, blockchain } = ApiServices

/** Of anvil's mnemonic, index 0. */
const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const ALICE_KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const BEN = `0x${'be'.repeat(20)}`
const URI = 'https://tea.example/{id}.json'

const CHAINS = [
  { chain: 'ETH', chainId: 11_155_111n, more: {}, broadcast: blockchain.eth.ethBroadcast },
  {
    chain: 'CELO',
    chainId: 11_142_220n,
    more: { feeCurrency: 'CELO' },
    broadcast: blockchain.celo.celoBroadcast,
  },
] as const

/** All but the one that differs in its locks only. */
const three = storages.filter(({ name }) => name !== 'PostgreSQL that refuses')

describe.each(three)('on $name', ({ name, open }) => {
  // Chains differ in their bodies, and storages do not know bodies.
  const own = name === 'memory' ? CHAINS : CHAINS.slice(0, 1)

  const nodes = new Map<string, Anvil>()
  let service: Running
  beforeAll(async () => {
    // It would win over the URL below.
    delete process.env['TATUM_API_URL']
    for (const { chain, chainId } of own) nodes.set(chain, await startAnvil(chainId))
    const chains = Object.fromEntries(
      [...nodes].map(([chain, { url }]) => [
        chain,
        { testnet: { nodes: [{ kind: 'evm' as const, url }], follow: { from: 1 } } },
      ]),
    )
    const engine = { chains: createChains(readChainsConfig({ chains })) }
    service = await startService({ engine, storage: await open() })
    TatumApi(KEY, service.url)
  })
  afterAll(async () => {
    await service?.close()
    for (const node of nodes.values()) await node.kill()
  })

  describe.each(own)('$chain', ({ chain, more, broadcast }) => {
    const rpc = (method: string, ...params: unknown[]) => nodes.get(chain)?.rpc.call(method, params)

    /** What Ben has before the last transfer. */
    let before: unknown

    /** Until it is in a block. */
    async function mined(txId: string): Promise<string> {
      while ((await rpc('eth_getTransactionReceipt', txId)) === null) {
        await new Promise((wake) => setTimeout(wake, 5))
      }
      return txId
    }

    async function signed(answer: Sent): Promise<string> {
      if ('txId' in answer) return mined(answer.txId)
      const { signatureId } = answer
      const { serializedTransaction } = await kms.getPendingTransactionToSign(signatureId)
      const ask = async (method: string, ...params: unknown[]) => BigInt(String(await rpc(method, ...params)))
      const txData = await evmDaemon.signAsDaemon(serializedTransaction, ALICE_KEY, {
        // Enough for the deployment.
        gas: async () => 3_000_000n,
        nonce: () => ask('eth_getTransactionCount', ALICE, 'pending'),
        gasPrice: () => ask('eth_gasPrice'),
      })
      return mined((await broadcast({ txData, signatureId })).txId)
    }

    test.each([
      ['a key', { fromPrivateKey: ALICE_KEY }],
      ['a key-management system', { signatureId: WALLET, index: 0 }],
    ])('a whole life, signed by %s', async (_who, by) => {
      // The client types each variant by itself; what differs is told here.
      const body = <Fields extends object>(fields: Fields) => ({ chain, ...more, ...by, ...fields }) as never
      const deployed = await signed(await client.deployMultiToken(body({ uri: URI })))
      const { contractAddress = '' } = await client.multiTokenGetContractAddress(chain, deployed)
      const own = { contractAddress }
      await signed(await client.mintMultiToken(body({ ...own, to: ALICE, tokenId: '1', amount: '10' })))
      await signed(
        await client.mintMultiTokenBatch(
          body({ ...own, to: [ALICE, BEN], tokenId: [['1', '2'], ['2']], amounts: [['5', '7'], ['1']] }),
        ),
      )
      await signed(await client.burnMultiToken(body({ ...own, account: ALICE, tokenId: '1', amount: '1' })))
      await signed(
        await client.burnMultiTokenBatch(
          body({ ...own, account: ALICE, tokenId: ['1', '2'], amounts: ['1', '1'] }),
        ),
      )
      await signed(await client.transferMultiToken(body({ ...own, to: BEN, tokenId: '1', amount: '3' })))
      await signed(await client.addMultiTokenMinter(body({ ...own, minter: BEN })))
      await service.tallystick.custody.follow()
      before = await client.multiTokenGetAddressBalance(chain, BEN)
      const last = await signed(
        await client.transferMultiTokenBatch(
          body({ ...own, to: BEN, tokenId: ['1', '2'], amounts: ['4', '6'] }),
        ),
      )
      await service.tallystick.custody.follow()

      const pairs = [`${ALICE},${ALICE},${BEN},${BEN}`, '1,2,1,2'] as const
      expect(await client.multiTokenGetBalanceBatch(chain, contractAddress, pairs[1], pairs[0])).toEqual([
        '6',
        '0',
        '7',
        '7',
      ])
      expect(await client.multiTokenGetBalance(chain, BEN, contractAddress, '1')).toEqual({ data: '7' })
      expect(await client.multiTokenGetMetadata(chain, '1', contractAddress)).toEqual({ data: URI })
      expect(await client.multiTokenGetTransaction(chain, last)).toMatchObject({
        transactionHash: last,
        status: true,
      })
      const now = await client.multiTokenGetAddressBalance(chain, BEN)
      expect(
        now.find((one) => one.contractAddress === contractAddress.toLowerCase())?.balances,
      ).toMatchObject([
        { tokenId: '1', amount: '7' },
        { tokenId: '2', amount: '7' },
      ])
      const moved = await client.multiTokenGetTransactionByAddress(
        chain,
        BEN,
        contractAddress,
        2,
        0,
        1,
        1_000,
      )
      expect(moved).toMatchObject([
        { txId: last, tokenId: '2', amount: '6', from: ALICE, to: BEN, operator: ALICE },
        { txId: last, tokenId: '1', amount: '4' },
      ])
    })

    test('what is wrong is refused in the documented shape', async () => {
      const mint = {
        chain,
        ...more,
        contractAddress: BEN,
        to: BEN,
        tokenId: '1.5',
        amount: '1',
        fromPrivateKey: ALICE_KEY,
      }
      expect(await refusalOf(client.mintMultiToken(mint as never))).toEqual([400, 'validation.failed'])
      expect(await refusalOf(client.multiTokenGetTransaction(chain, `0x${'0'.repeat(64)}`))).toEqual([
        404,
        'tx.not.found',
      ])
    })

    test('another tenant completes no signature of this one, and reads the same chain', async () => {
      const pending = await client.deployMultiToken({
        chain,
        ...more,
        uri: URI,
        signatureId: WALLET,
      } as never)
      const id = 'signatureId' in pending ? pending.signatureId : ''
      const told = await service.call('GET', `/v3/kms/${id}`, { key: OTHER_KEY })
      expect([told.status, JSON.parse(told.text).errorCode]).toEqual([403, 'kms.missing'])
      const own = await client.multiTokenGetAddressBalance(chain, BEN)
      const theirs = await service.call('GET', `/v3/multitoken/address/balance/${chain}/${BEN}`, {
        key: OTHER_KEY,
      })
      expect(JSON.parse(theirs.text)).toEqual(own)
    })

    test('a block that is undone takes its transfers back', async () => {
      await rpc('anvil_reorg', 1, [])
      await rpc('anvil_mine', '0x2')
      await service.tallystick.custody.follow()
      expect(await client.multiTokenGetAddressBalance(chain, BEN)).toEqual(before)
    })
  })

  test('the client has been through every route, with success', async () => {
    const area = 'Multi Tokens (ERC-1155 or compatible)'
    expect(
      await notReached(
        service,
        operations.filter((own) => own.area === area),
      ),
    ).toEqual([])
  })
})
