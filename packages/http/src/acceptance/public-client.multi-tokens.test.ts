/**
 * The public client (see public-client.test.ts) and multi tokens, over HTTP: the whole life on each chain, under hard
 * forks from London to Osaka, by key, by a key-management system and as a managed wallet; and on every storage, with
 * the index of the followers, whose newest block is undone at the end.
 */
import { operations } from '@tallystick/operations'
import { MultiTokensErc1155OrCompatibleService as client, TatumApi } from '@tatumio/api-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KEY, OTHER_KEY, type Running, startService } from '../service.fixture.js'
import { notReached, refusalOf, WALLET } from './client.fixture.js'
import { ALICE_KEY, BEN, type Cell, cellsOf, chainsOn, Site, STRANGER_KEY } from './contracts.fixture.js'
import { storages } from './storages.fixture.js'

const URI = 'https://tea.example/{id}.json'

/** Those whose transfers are indexed. */
const INDEXED: readonly string[] = ['ETH', 'CELO', 'MATIC']

/** Every chain in memory, and one on the other storages, which do not know bodies. The one left out has only other locks. */
const cells = storages
  .filter(({ name }) => name !== 'PostgreSQL that refuses')
  .flatMap((storage) =>
    (storage.name === 'memory'
      ? cellsOf('ETH', 'CELO', 'MATIC', 'BSC', 'KLAY', 'KCS', 'ONE')
      : cellsOf('ETH').slice(0, 1)
    ).map((round) => ({ ...round, storage })),
  )

describe.each(cells)('on $storage.name, under $name', ({ cells: own, storage }) => {
  const sites = new Map<string, Site>()
  const siteOf = ({ chain }: Pick<Cell, 'chain'>): Site => {
    const site = sites.get(chain)
    if (site === undefined) throw new TypeError(`no node of ${chain}`)
    return site
  }
  let service: Running
  beforeAll(async () => {
    // It would win over the URL below.
    delete process.env['TATUM_API_URL']
    for (const { chain, fork } of own) sites.set(chain, await Site.open(chain, fork))
    // Harmony is not followed.
    const engine = {
      chains: chainsOn(sites.values(), ({ chain }) => (chain === 'ONE' ? {} : { follow: { from: 1 } })),
    }
    service = await startService({ engine, storage: await storage.open() })
    TatumApi(KEY, service.url)
  })
  afterAll(async () => {
    await service?.close()
    for (const site of sites.values()) await site.node.kill()
  })

  describe.each(own)('$chain, by the rules of $fork', (cell) => {
    const { chain } = cell
    const isIndexed = INDEXED.includes(chain)
    // The client types each variant by itself; what differs is told here.
    const on = chain as never

    /** What Ben has before the last transfer. */
    let before: unknown

    test.each(cell.ways)('a whole life, signed by %s', async (way) => {
      const site = siteOf(cell)
      const { owner, by } = await site.signer(way, service)
      const body = (fields: object) => ({ chain, ...site.on.fee, ...by, ...fields }) as never
      const deployed = await site.signed(await client.deployMultiToken(body({ uri: URI })))
      const { contractAddress = '' } = await client.multiTokenGetContractAddress(on, deployed)
      const own = { contractAddress }
      const mint = { ...own, to: owner, tokenId: '1', amount: '10' }
      const minted = await site.signed(await client.mintMultiToken(body(mint)))
      const ids = { to: [owner, BEN], tokenId: [['1', '2'], ['2']], amounts: [['5', '7'], ['1']] }
      await site.signed(await client.mintMultiTokenBatch(body({ ...own, ...ids })))
      const burn = { ...own, account: owner, tokenId: '1', amount: '1' }
      await site.signed(await client.burnMultiToken(body(burn)))
      const burns = { ...own, account: owner, tokenId: ['1', '2'], amounts: ['1', '1'] }
      await site.signed(await client.burnMultiTokenBatch(body(burns)))
      const given = { ...own, to: BEN, tokenId: '1', amount: '3' }
      const transferred = await site.signed(await client.transferMultiToken(body(given)))
      await site.signed(await client.addMultiTokenMinter(body({ ...own, minter: BEN })))
      // Others mint nothing, and move nothing of the owner's.
      for (const txId of [minted, transferred]) await site.refusedOnChain(txId)
      const stranger = { chain, ...site.on.fee, ...mint, fromPrivateKey: STRANGER_KEY } as never
      expect(await refusalOf(client.mintMultiToken(stranger))).toEqual([403, 'execution.reverted'])
      await service.tallystick.custody.follow()
      if (isIndexed) before = await client.multiTokenGetAddressBalance(on, BEN)
      const rest = { ...own, to: BEN, tokenId: ['1', '2'], amounts: ['4', '6'] }
      // Signed by a key, this one call on Celo need not name the currency of the fee.
      const byKey = { chain, ...by, ...rest } as never
      const last = await site.signed(await client.transferMultiTokenBatch(way === 'KMS' ? body(rest) : byKey))
      await service.tallystick.custody.follow()

      const [holders, tokens] = [`${owner},${owner},${BEN},${BEN}`, '1,2,1,2']
      const balances = await client.multiTokenGetBalanceBatch(on, contractAddress, tokens, holders)
      expect(balances).toEqual(['6', '0', '7', '7'])
      expect(await client.multiTokenGetBalance(on, BEN, contractAddress, '1')).toEqual({ data: '7' })
      expect(await client.multiTokenGetMetadata(on, '1', contractAddress)).toEqual({ data: URI })
      const told = { transactionHash: last, status: true }
      expect(await client.multiTokenGetTransaction(on, last)).toMatchObject(told)
      if (!isIndexed) return
      const now = await client.multiTokenGetAddressBalance(on, BEN)
      const here = now.find((one) => one.contractAddress === contractAddress.toLowerCase())
      expect(here?.balances).toMatchObject([
        { tokenId: '1', amount: '7' },
        { tokenId: '2', amount: '7' },
      ])
      const moved = await client.multiTokenGetTransactionByAddress(on, BEN, contractAddress, 2, 0, 1, 1_000)
      const from = owner.toLowerCase()
      expect(moved).toMatchObject([
        { txId: last, tokenId: '2', amount: '6', from, to: BEN, operator: from },
        { txId: last, tokenId: '1', amount: '4' },
      ])
    })

    test('what is wrong is refused in the documented shape', async () => {
      const { fee } = siteOf(cell).on
      const mint = { chain, ...fee, contractAddress: BEN, to: BEN, tokenId: '1.5', amount: '1' }
      const wrong = client.mintMultiToken({ ...mint, fromPrivateKey: ALICE_KEY } as never)
      expect(await refusalOf(wrong)).toEqual([400, 'validation.failed'])
      const unknown = client.multiTokenGetTransaction(on, `0x${'0'.repeat(64)}`)
      expect(await refusalOf(unknown)).toEqual([404, 'tx.not.found'])
    })

    test.each(isIndexed ? [chain] : [])(
      'another tenant on %s completes no signature of this one, and reads the same chain',
      async () => {
        const { fee } = siteOf(cell).on
        const body = { chain, ...fee, uri: URI, signatureId: WALLET } as never
        const pending = await client.deployMultiToken(body)
        const id = 'signatureId' in pending ? pending.signatureId : ''
        const told = await service.call('GET', `/v3/kms/${id}`, { key: OTHER_KEY })
        expect([told.status, JSON.parse(told.text).errorCode]).toEqual([403, 'kms.missing'])
        const own = await client.multiTokenGetAddressBalance(on, BEN)
        const path = `/v3/multitoken/address/balance/${chain}/${BEN}`
        const theirs = await service.call('GET', path, { key: OTHER_KEY })
        expect(JSON.parse(theirs.text)).toEqual(own)
      },
    )

    test.each(isIndexed ? [chain] : [])('a block that %s undoes takes its transfers back', async () => {
      const site = siteOf(cell)
      await site.rpc('anvil_reorg', 1, [])
      await site.rpc('anvil_mine', '0x2')
      // A round may have begun before the branch was there.
      let now: unknown
      for (let round = 0; round < 20 && JSON.stringify(now) !== JSON.stringify(before); round++) {
        await service.tallystick.custody.follow()
        now = await client.multiTokenGetAddressBalance(on, BEN)
      }
      expect(now).toEqual(before)
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
