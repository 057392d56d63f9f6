/**
 * The public client (see public-client.test.ts) and gas pumps, over HTTP: the whole life on Ethereum and Celo, by key, by a
 * key-management system, and as a managed wallet, with activations that the service pays for.
 */
import { createChains, readChainsConfig } from '@tallystick/chains'
import { memoryStorage } from '@tallystick/engine'
import { operations } from '@tallystick/operations'
import { ApiServices, GasPumpService as client, TatumApi } from '@tatumio/api-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { field, KEY, type Running, startService } from '../service.fixture.js'
import { notReached, refusalOf, type Sent, WALLET } from './client.fixture.js'
import { type Anvil, contracts, deploy, deployFactory, evmDaemon, startAnvil } from './nodes.fixture.js'

const { kms, blockchain } = ApiServices
/** Of anvil's mnemonic, index 0. */
const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const ALICE_KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const BEN = `0x${'be'.repeat(20)}`
const COIN = '0xde0b6b3a7640000'

const CHAINS = [
  { chain: 'ETH', chainId: 11_155_111n, fee: {}, broadcast: blockchain.eth.ethBroadcast },
  {
    chain: 'CELO',
    chainId: 11_142_220n,
    fee: { feeCurrency: 'CELO' },
    broadcast: blockchain.celo.celoBroadcast,
  },
] as const

const nodes = new Map<string, Anvil>()
const payers: string[] = []
const storage = memoryStorage()
let service: Running
beforeAll(async () => {
  // It would win over the URL below.
  delete process.env['TATUM_API_URL']
  for (const { chain, chainId } of CHAINS) {
    const node = await startAnvil(chainId)
    nodes.set(chain, node)
    await deployFactory(node)
  }
  const chains = Object.fromEntries(
    [...nodes].map(([chain, { url }]) => [chain, { testnet: { nodes: [{ kind: 'evm' as const, url }] } }]),
  )
  const open = (wallets: readonly string[]) =>
    startService({
      storage,
      engine: {
        chains: createChains(readChainsConfig({ chains })),
        feePayers: [{ wallets, perTransaction: 10n ** 18n, perDay: 10n ** 18n }],
      },
    })
  // The wallets that pay are made first; then the service starts with their names.
  service = await open([])
  for (const [chain, node] of nodes) {
    const made = await service.call('POST', '/v3/custodial/wallet', { body: { chain } })
    payers.push(field(made, 'walletId'))
    await node.rpc.call('anvil_setBalance', [field(made, 'address'), COIN])
  }
  await service.close()
  service = await open(payers)
  TatumApi(KEY, service.url)
})
afterAll(async () => {
  await service?.close()
  for (const node of nodes.values()) await node.kill()
})

describe.each(CHAINS)('$chain', ({ chain, fee, broadcast }) => {
  const rpc = (method: string, ...params: unknown[]) => nodes.get(chain)?.rpc.call(method, params)
  const quantity = async (method: string, ...params: unknown[]) =>
    BigInt(String(await rpc(method, ...params)))

  /** Until it is in a block. */
  async function mined(txId: string): Promise<string> {
    for (;;) {
      const receipt = await rpc('eth_getTransactionReceipt', txId)
      if (receipt !== null) {
        expect(receipt).toMatchObject({ status: '0x1' })
        return txId
      }
      await new Promise((wake) => setTimeout(wake, 5))
    }
  }

  async function signed(answer: Sent): Promise<string> {
    if ('txId' in answer) return mined(answer.txId)
    const { signatureId } = answer
    const { serializedTransaction } = await kms.getPendingTransactionToSign(signatureId)
    const txData = await evmDaemon.signAsDaemon(serializedTransaction, ALICE_KEY, {
      gas: async () => 3_000_000n,
      nonce: () => quantity('eth_getTransactionCount', ALICE, 'pending'),
      gasPrice: () => quantity('eth_gasPrice'),
    })
    return mined((await broadcast({ txData, signatureId })).txId)
  }

  test.each(['key', 'KMS', 'caller'] as const)('a whole life, signed by %s', async (way) => {
    let owner = ALICE
    if (way === 'caller') {
      owner = field(await service.call('POST', '/v3/custodial/wallet', { body: { chain } }), 'address')
      await rpc('anvil_setBalance', owner, COIN)
    }
    const by = {
      key: { fromPrivateKey: ALICE_KEY },
      KMS: { signatureId: WALLET, index: 0 },
      caller: { caller: owner },
    }[way]
    // The client types each variant by itself; what differs is told here.
    const body = <Fields extends object>(fields: Fields) => ({ chain, ...by, ...fields }) as never
    const from = { key: 0, KMS: 10, caller: 20 }[way]
    const range = { chain, owner, from, to: from + 2 } as const
    const addresses = (await client.precalculateGasPumpAddresses(range)) as unknown as string[]
    const [pump = ''] = addresses
    await rpc('anvil_setBalance', pump, COIN)
    expect(await client.gasPumpAddressesActivatedOrNot(chain, owner, from)).toEqual({ activated: false })

    const activated = await signed(await client.activateGasPumpAddresses(body({ ...range, ...fee })))
    expect(await client.gasPumpAddressesActivatedOrNot(chain, owner, from)).toEqual({ activated: true })
    expect(await client.activatedNotActivatedGasPumpAddresses(chain, activated)).toEqual({
      valid: addresses.map((address, at) => ({ index: from + at, address })),
      invalid: [],
    })
    const before = await quantity('eth_getBalance', BEN, 'latest')
    const own = { custodialAddress: pump }
    await signed(
      await client.transferCustodialWallet(body({ ...own, recipient: BEN, contractType: 3, amount: '0.1' })),
    )
    await signed(
      await client.transferCustodialWalletBatch(
        body({
          ...own,
          recipient: [BEN, BEN],
          contractType: [3, 3],
          tokenAddress: ['0', '0'],
          amount: ['0.2', '0.3'],
          tokenId: ['0', '0'],
        }),
      ),
    )
    expect((await quantity('eth_getBalance', BEN, 'latest')) - before).toBe(6n * 10n ** 17n)

    const flags = {
      enableFungibleTokens: true,
      enableNonFungibleTokens: true,
      enableSemiFungibleTokens: true,
      enableBatchTransactions: true,
    }
    const older = [
      await signed(await client.generateCustodialWallet(body(flags))),
      await signed(await client.generateCustodialWalletBatch(body({ owner, batchCount: 2 }))),
    ]
    const made = await Promise.all(older.map((hash) => client.scGetCustodialAddresses(chain, hash)))
    expect(made.map((one) => one.length)).toEqual([1, 2])
    expect(new Set(made.flat()).size).toBe(3)
  })

  test('the service pays for an activation; one that is wrong is refused in the documented shape', async () => {
    const range = { chain, owner: ALICE, from: 50, to: 50, feesCovered: true } as const
    await signed(await client.activateGasPumpAddresses(range))
    expect(await client.gasPumpAddressesActivatedOrNot(chain, ALICE, 50)).toEqual({ activated: true })
    const batch = { chain, owner: ALICE, batchCount: 2, feesCovered: true } as const
    const hash = await signed(await client.generateCustodialWalletBatch(batch))
    expect(await client.scGetCustodialAddresses(chain, hash)).toHaveLength(2)
    expect(await refusalOf(client.activateGasPumpAddresses({ ...range, to: 1_000 }))).toEqual([
      400,
      'validation.failed',
    ])
    const unknown = client.activatedNotActivatedGasPumpAddresses(chain, `0x${'0'.repeat(64)}`)
    expect(await refusalOf(unknown)).toEqual([404, 'tx.not.found'])
  })

  test('the owner approves a token; what is none is refused', async () => {
    const node = nodes.get(chain)
    if (node === undefined) throw new TypeError('no node')
    const tokenAddress = await deploy(node, `${contracts.Token.bytecode}${'1'.padStart(64, '0')}`)
    const range = { chain, owner: ALICE, from: 50, to: 50 } as const
    const [custodialAddress = ''] = (await client.precalculateGasPumpAddresses(range)) as unknown as string[]
    const approve = (body: object) =>
      client.approveTransferCustodialWallet({
        chain,
        custodialAddress,
        spender: BEN,
        contractType: 0,
        amount: '1',
        fromPrivateKey: ALICE_KEY,
        ...body,
      } as never)
    await signed(await approve({ tokenAddress }))
    const nft = { contractType: 1, tokenAddress: ALICE, tokenId: '1' }
    expect(await refusalOf(approve(nft))).toEqual([403, 'execution.reverted'])
  })
})

test('the client has been through every route, with success', async () => {
  const own = operations.filter(({ area }) => area === 'Gas pump')
  expect(await notReached(service, own)).toEqual([])
})
