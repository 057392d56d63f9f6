/**
 * The public client (see public-client.test.ts) and gas pumps, over HTTP: the whole life on each chain, under hard
 * forks from London to Osaka, by key, by a key-management system, and as a managed wallet, with activations that the
 * service pays for.
 */
import { memoryStorage } from '@tallystick/engine'
import { operations } from '@tallystick/operations'
import { GasPumpService as client, TatumApi } from '@tatumio/api-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { field, KEY, type Running, startService } from '../service.fixture.js'
import { notReached, refusalOf, WALLET } from './client.fixture.js'
import {
  ALICE,
  ALICE_KEY,
  BEN,
  type Cell,
  COIN,
  cellsOf,
  chainsOn,
  Site,
  STRANGER,
  STRANGER_KEY,
  type Way,
} from './contracts.fixture.js'
import { contracts, DEPLOYER, deploy, deployFactory, minedBy } from './nodes.fixture.js'

const KMS = { signatureId: WALLET, index: 0 }
const OLDER = {
  enableFungibleTokens: true,
  enableNonFungibleTokens: true,
  enableSemiFungibleTokens: true,
  enableBatchTransactions: true,
}
/** The first index that `create` takes. */
const CREATED = 1n << 255n
const MANY = 270
/** EIP-7825. */
const MOST_GAS = 1n << 24n

/** Three tokens that a pump has, one of each kind. */
async function endowed({ node, codec }: Site, pump: string) {
  const { deployment, call } = codec.contracts
  const gold = await deploy(node, deployment('Erc20', ['Gold', 'AU', '6', '1000000', '1000000', pump, ALICE]))
  const art = await deploy(node, deployment('Nft', ['Art', 'ART', DEPLOYER]))
  const multi = await deploy(node, deployment('MultiToken', ['https://a.example/{id}', false]))
  for (const id of ['7', '8', '9']) {
    const data = call('Nft', 'mintWithTokenURI(address,uint256,string)', [pump, id, ''])
    await minedBy(node, { to: art, data })
  }
  const data = call('MultiToken', 'mint(address,uint256,uint256,bytes)', [pump, '5', '100', '0x'])
  await minedBy(node, { to: multi, data })
  return { gold, art, multi }
}

const word = (value: string | number) => BigInt(value).toString(16).padStart(64, '0')

describe.each(cellsOf('ETH', 'CELO', 'BSC', 'KLAY', 'ONE', 'MATIC', 'XDC'))('under $name', ({ cells }) => {
  const sites = new Map<string, Site>()
  const siteOf = ({ chain }: Pick<Cell, 'chain'>): Site => {
    const site = sites.get(chain)
    if (site === undefined) throw new TypeError(`no node of ${chain}`)
    return site
  }
  const paid = cells.filter(({ chain }) => chain !== 'XDC')
  const storage = memoryStorage()
  let service: Running
  beforeAll(async () => {
    // It would win over the URL below.
    delete process.env['TATUM_API_URL']
    for (const { chain, fork } of cells) {
      const site = await Site.open(chain, fork)
      sites.set(chain, site)
      await deployFactory(site.node)
    }
    const open = (wallets: readonly string[]) => {
      const feePayers = [{ wallets, perTransaction: COIN, perDay: COIN }]
      const engine = { chains: chainsOn(sites.values()), feePayers }
      return startService({ storage, engine })
    }
    // The wallets that pay are made first; then the service starts with their names.
    service = await open([])
    const payers: string[] = []
    for (const { chain } of paid) {
      const made = await service.call('POST', '/v3/custodial/wallet', { body: { chain } })
      payers.push(field(made, 'walletId'))
      await siteOf({ chain }).fund(field(made, 'address'))
    }
    await service.close()
    service = await open(payers)
    TatumApi(KEY, service.url)
  })
  afterAll(async () => {
    await service?.close()
    for (const site of sites.values()) await site.node.kill()
  })

  /** Many pumps in one transaction, of which the first had a coin before; XDC has the older way only. */
  async function activated(site: Site, way: Way, owner: string, by: object): Promise<string> {
    const { on, codec } = site
    const { chain } = on
    // The client types each variant by itself; what differs is told here.
    const body = (fields: object) => ({ chain, ...by, ...fields }) as never
    if (chain === 'XDC') {
      const at = codec.gasPumps.addressesOf(owner)
      const next = BigInt(way === 'KMS' && cells.every(({ ways }) => ways.length > 1) ? MANY : 0)
      await site.fund(at(CREATED + next))
      await site.signed(await client.generateCustodialWalletBatch(body({ owner, batchCount: MANY })))
      expect(await site.rpc('eth_getCode', codec.canonical(at(CREATED + next)), 'latest')).not.toBe('0x')
      return codec.canonical(at(CREATED + next))
    }
    const from = way === 'KMS' ? 2_000 : 0
    const range = { chain, owner, from, to: from + 999 } as never
    const addresses = (await client.precalculateGasPumpAddresses(range)) as unknown as string[]
    expect(new Set(addresses).size).toBe(1_000)
    const [first = ''] = addresses
    await site.fund(first)
    const isActive = (index: number) =>
      client.gasPumpAddressesActivatedOrNot(chain as never, owner, index).then((answer) => answer.activated)
    expect(await isActive(from)).toBe(false)
    const to = from + MANY - 1
    const sent = await client.activateGasPumpAddresses(body({ owner, from, to, ...on.fee }))
    const txId = await site.signed(sent)
    expect([await isActive(from), await isActive(to), await isActive(to + 1)]).toEqual([true, true, false])
    expect(await client.activatedNotActivatedGasPumpAddresses(chain as never, txId)).toEqual({
      valid: addresses.slice(0, MANY).map((address, at) => ({ index: from + at, address })),
      invalid: [],
    })
    const { gasUsed } = Object((await site.rpc('eth_getTransactionReceipt', txId)) ?? {})
    expect(BigInt(gasUsed)).toBeLessThan(MOST_GAS)
    return codec.canonical(first)
  }

  describe.each(cells)('$chain, by the rules of $fork', (cell) => {
    const { chain } = cell

    test.each(cell.ways)('a whole life, signed by %s', async (way) => {
      const site = siteOf(cell)
      const { owner, by } = await site.signer(way, service)
      const body = <Fields extends object>(fields: Fields) => ({ chain, ...by, ...fields }) as never
      const pump = await activated(site, way, owner, by)
      const { gold, art, multi } = await endowed(site, pump)
      const own = { custodialAddress: pump }
      const to = `0x${{ key: 'b0', KMS: 'b1', caller: 'b2' }[way].repeat(20)}`
      const moved = async (fields: object) =>
        site.signed(await client.transferCustodialWallet(body({ ...own, recipient: to, ...fields })))
      const batch = async () => {
        const lists = {
          recipient: [to, to, to, to],
          contractType: [3, 0, 1, 2],
          tokenAddress: ['0', gold, art, multi],
          amount: ['0.2', '0.25', '0', '30'],
          tokenId: ['0', '0', '8', '5'],
        }
        return client.transferCustodialWalletBatch(body({ ...own, ...lists }))
      }
      const single = await moved({ contractType: 3, amount: '0.1' })
      await moved({ contractType: 0, tokenAddress: gold, amount: '0.5' })
      await moved({ contractType: 1, tokenAddress: art, tokenId: '7' })
      await moved({ contractType: 2, tokenAddress: multi, tokenId: '5', amount: '20' })
      const many = await site.signed(await batch())
      expect(await site.quantity('eth_getBalance', to, 'latest')).toBe((3n * COIN) / 10n)
      expect(await site.ask(gold, `0x70a08231${word(to)}`)).toBe(750_000n)
      for (const id of [7, 8]) expect(await site.ask(art, `0x6352211e${word(id)}`)).toBe(BigInt(to))
      expect(await site.ask(multi, `0x00fdd58e${word(to)}${word(5)}`)).toBe(50n)

      const approved = async (fields: object) =>
        site.signed(await client.approveTransferCustodialWallet(body({ ...own, spender: BEN, ...fields })))
      const approval = await approved({ contractType: 0, tokenAddress: gold, amount: '0.1' })
      await approved({ contractType: 1, tokenAddress: art, tokenId: '9' })
      await approved({ contractType: 2, tokenAddress: multi, amount: '1' })
      expect(await site.ask(gold, `0xdd62ed3e${word(pump)}${word(BEN)}`)).toBe(100_000n)
      expect(await site.ask(art, `0x081812fc${word(9)}`)).toBe(BigInt(BEN))
      expect(await site.ask(multi, `0xe985e9c5${word(pump)}${word(BEN)}`)).toBe(1n)

      // Whoever else sends what the owner has sent gets nothing, whatever way it comes to the chain.
      for (const txId of [single, many, approval]) await site.refusedOnChain(txId)
      const left = { chain, ...own, recipient: STRANGER, contractType: 3, amount: '0.1' }
      const byKey = client.transferCustodialWallet({ ...left, fromPrivateKey: STRANGER_KEY } as never)
      expect(await refusalOf(byKey)).toEqual([400, 'validation.failed'])
      const pending = await client.transferCustodialWallet({ ...left, ...KMS } as never)
      await site.signed(pending, { key: STRANGER_KEY, from: STRANGER, status: '0x0' })
      expect(await site.quantity('eth_getBalance', pump, 'latest')).toBe((7n * COIN) / 10n)
    })

    test.each(chain === 'XDC' ? [] : cell.ways)('the older way, signed by %s', async (way) => {
      const site = siteOf(cell)
      const { owner, by } = await site.signer(way, service)
      const body = <Fields extends object>(fields: Fields) => ({ chain, ...by, ...fields }) as never
      const sent = [await client.generateCustodialWalletBatch(body({ owner, batchCount: 2 }))]
      // On Klaytn only the batch is documented.
      if (chain !== 'KLAY') sent.push(await client.generateCustodialWallet(body(OLDER)))
      const made: string[] = []
      for (const one of sent) {
        made.push(...(await client.scGetCustodialAddresses(chain as never, await site.signed(one))))
      }
      const at = site.codec.gasPumps.addressesOf(owner)
      // A key-management system has the owner of the key before it.
      const before = way === 'KMS' && cell.ways.length > 1 ? made.length : 0
      expect(made).toEqual(made.map((_, index) => at(CREATED + BigInt(before + index))))
      expect(made).toHaveLength(chain === 'KLAY' ? 2 : 3)
    })
  })

  describe.each(paid.slice(0, 2))('$chain', (cell) => {
    const { chain } = cell

    test('the service pays for an activation; one that is wrong is refused in the documented shape', async () => {
      const site = siteOf(cell)
      const range = { chain, owner: ALICE, from: 1_050, to: 1_050, feesCovered: true } as never
      await site.signed(await client.activateGasPumpAddresses(range))
      const told = await client.gasPumpAddressesActivatedOrNot(chain as never, ALICE, 1_050)
      expect(told).toEqual({ activated: true })
      const batch = { chain, owner: BEN, batchCount: 2, feesCovered: true } as never
      const hash = await site.signed(await client.generateCustodialWalletBatch(batch))
      expect(await client.scGetCustodialAddresses(chain as never, hash)).toHaveLength(2)
      const many = { chain, owner: ALICE, from: 0, to: 1_000, feesCovered: true } as never
      expect(await refusalOf(client.activateGasPumpAddresses(many))).toEqual([400, 'validation.failed'])
      const unknown = client.activatedNotActivatedGasPumpAddresses(chain as never, `0x${'0'.repeat(64)}`)
      expect(await refusalOf(unknown)).toEqual([404, 'tx.not.found'])
    })

    test('the owner approves a token; what is none is refused', async () => {
      const site = siteOf(cell)
      const tokenAddress = await deploy(site.node, `${contracts.Token.bytecode}${'1'.padStart(64, '0')}`)
      const range = { chain, owner: ALICE, from: 1_060, to: 1_060 }
      const addresses = await client.precalculateGasPumpAddresses(range as never)
      const [custodialAddress = ''] = addresses as unknown as string[]
      const activation = { ...range, ...site.on.fee, fromPrivateKey: ALICE_KEY } as never
      await site.signed(await client.activateGasPumpAddresses(activation))
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
      await site.signed(await approve({ tokenAddress }))
      const nft = { contractType: 1, tokenAddress: ALICE, tokenId: '1' }
      expect(await refusalOf(approve(nft))).toEqual([403, 'execution.reverted'])
    })
  })

  test('the client has been through every route, with success', async () => {
    const own = operations.filter(({ area }) => area === 'Gas pump')
    expect(await notReached(service, own)).toEqual([])
  })
})
