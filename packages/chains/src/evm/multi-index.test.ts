/** The index of multi tokens, which followers make from blocks: on anvil, through reorganisations, large batches and strangers. */
import { verify } from '@tallystick/engine'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Calls, codeOf, refusalOf, txIdOf } from '../open-ledger.fixture.js'
import { RICH_KEY } from './anvil.fixture.js'
import contracts from './contracts.fixture.json' with { type: 'json' }
import { type EvmWorld, openEvmWorld } from './ledger-world.fixture.js'

const ALICE = privateKeyToAccount(RICH_KEY).address.toLowerCase()
const BEN = `0x${'be'.repeat(20)}`
const CAROL = `0x${'ca'.repeat(20)}`
const NOBODY = `0x${'0'.repeat(40)}`
const chain = 'ETH' as const
const by = { chain, fromPrivateKey: RICH_KEY }

let world: EvmWorld
let calls: Calls
beforeEach(async () => {
  world = await openEvmWorld({ mines: false, settings: { follow: { from: 1 } } })
  calls = await world.as('testnet')
})
afterEach(async () => {
  expect(await verify(world.storage)).toMatchObject({ discrepancies: [] })
  await world.close()
})

const mine = (blocks = 1) => world.rpc('anvil_mine', `0x${blocks.toString(16)}`)
const settle = async () => {
  await mine()
  await world.ledger.custody.follow()
}
const created = async (hash: string): Promise<string> =>
  (await calls.multiTokenGetContractAddress({ chain, hash })).contractAddress ?? ''

async function deploy(): Promise<{ readonly contractAddress: string }> {
  const hash = await txIdOf(calls.deployMultiToken({ ...by, uri: 'https://tea.example/{id}.json' }))
  await settle()
  return { contractAddress: (await created(hash)).toLowerCase() }
}

/** As the index has it: of each token, what and since which block. */
const indexed = (address: string) => calls.multiTokenGetAddressBalance({ chain, address })

/** The index and the node tell the same of these. */
async function mustAgree(contractAddress: string, holders: readonly string[], ids: readonly string[]) {
  for (const address of holders) {
    const told = await calls.multiTokenGetBalanceBatch({
      ...{ chain, contractAddress, tokenId: ids.join() },
      address: ids.map(() => address).join(),
    })
    const [own] = (await indexed(address)).filter((one) => one.contractAddress === contractAddress)
    const found = ids.map((id) => own?.balances.find(({ tokenId }) => tokenId === id)?.amount ?? '0')
    expect(found, address).toEqual(told)
  }
}

const history = (address: string, own: { readonly contractAddress: string }, over: object = {}) =>
  calls.multiTokenGetTransactionByAddress({
    ...{ chain, address, tokenAddress: own.contractAddress, pageSize: 50 },
    ...over,
  })

it('has what each address has, and every transfer of it, in pages and between blocks', async () => {
  const own = await deploy()
  const mint = {
    ...by,
    ...own,
    to: [ALICE, BEN],
    tokenId: [['1', '2'], ['1']],
    amounts: [['10', '20'], ['5']],
  }
  const minted = await txIdOf(calls.mintMultiTokenBatch(mint))
  await settle()
  const moved = await txIdOf(
    calls.transferMultiTokenBatch({
      ...by,
      ...own,
      to: CAROL,
      tokenId: ['1', '2', '1'],
      amounts: ['3', '20', '1'],
    }),
  )
  await settle()
  const self = await txIdOf(calls.transferMultiToken({ ...by, ...own, to: ALICE, tokenId: '1', amount: '2' }))
  const burnt = await txIdOf(
    calls.burnMultiToken({ ...by, ...own, account: ALICE, tokenId: '1', amount: '6' }),
  )
  await settle()

  const height = Number((await calls.multiTokenGetTransaction({ chain, hash: minted })).blockNumber)
  expect(await indexed(ALICE)).toEqual([])
  expect(await indexed(BEN)).toEqual([
    { ...own, balances: [{ tokenId: '1', amount: '5', blockNumber: height }] },
  ])
  expect(await indexed(CAROL)).toEqual([
    {
      ...own,
      balances: [
        { tokenId: '1', amount: '4', blockNumber: height + 1 },
        { tokenId: '2', amount: '20', blockNumber: height + 1 },
      ],
    },
  ])
  await mustAgree(own.contractAddress, [ALICE, BEN, CAROL], ['1', '2'])

  const shown = await history(ALICE, own)
  const transfer = { ...own, operator: ALICE, from: ALICE, to: CAROL, blockNumber: height + 1, txId: moved }
  const mints = { ...transfer, from: NOBODY, to: ALICE, blockNumber: height, txId: minted }
  const expected = [
    { ...transfer, blockNumber: height + 2, txId: burnt, to: NOBODY, tokenId: '1', amount: '6' },
    { ...transfer, blockNumber: height + 2, txId: self, to: ALICE, tokenId: '1', amount: '2' },
    { ...transfer, tokenId: '1', amount: '1' },
    { ...transfer, tokenId: '2', amount: '20' },
    { ...transfer, tokenId: '1', amount: '3' },
    { ...mints, tokenId: '2', amount: '20' },
    { ...mints, tokenId: '1', amount: '10' },
  ]
  expect(shown).toEqual(expected)
  expect(await history(ALICE, own, { pageSize: 2, offset: 3 })).toEqual(expected.slice(3, 5))
  expect(await history(ALICE, own, { from: height + 1, to: height + 1 })).toEqual(expected.slice(2, 5))
  expect(await history(ALICE, own, { from: height + 3 })).toEqual([])
  expect(await history(CAROL, own)).toEqual(expected.slice(2, 5))
})

it('an undone block takes its transfers and contracts back, and what comes again is there once', async () => {
  const own = await deploy()
  await calls.mintMultiToken({ ...by, ...own, to: ALICE, tokenId: '1', amount: '10' })
  await settle()
  const before = await indexed(ALICE)
  await calls.transferMultiToken({ ...by, ...own, to: BEN, tokenId: '1', amount: '10' })
  const other = await txIdOf(calls.deployMultiToken({ ...by, uri: 'x' }))
  await settle()
  const later = { contractAddress: (await created(other)).toLowerCase() }
  expect(await indexed(ALICE)).toEqual([])
  expect(await history(BEN, later)).toEqual([])

  await world.rpc('anvil_reorg', 1, [])
  await mine(2)
  await world.ledger.custody.follow()
  expect(await indexed(ALICE)).toEqual(before)
  expect([await indexed(BEN), await history(BEN, own)]).toEqual([[], []])
  expect(await codeOf(history(BEN, later))).toBe('chain.unsupported')

  // It ends with the first loop that has come round, which may be the follower: the worker sends both again.
  await world.round()
  const nonces = async () => Number(await world.rpc('eth_getTransactionCount', ALICE, 'pending'))
  await expect.poll(nonces).toBe(4)
  await settle()
  expect(await history(BEN, own)).toHaveLength(1)
  expect(await history(BEN, later)).toEqual([])
  await mustAgree(own.contractAddress, [ALICE, BEN], ['1'])
})

it('a block with more transfers than one commit takes is indexed whole, and undone whole', async () => {
  const own = await deploy()
  const ids = Array.from({ length: 300 }, (_, id) => String(id))
  const amounts = ids.map(() => '2')
  await calls.mintMultiTokenBatch({ ...by, ...own, to: [ALICE], tokenId: [ids], amounts: [amounts] })
  await settle()
  const [found] = await indexed(ALICE)
  expect(found?.balances).toHaveLength(300)
  const move = { ...by, ...own, to: BEN, tokenId: ids, amounts: ids.map(() => '1') }
  await calls.transferMultiTokenBatch(move)
  await settle()
  await mustAgree(own.contractAddress, [ALICE, BEN], ids.slice(250))
  await world.rpc('anvil_reorg', 1, [])
  await mine(2)
  await world.ledger.custody.follow()
  expect([await indexed(ALICE), await indexed(BEN)]).toEqual([[found], []])
})

it('a block with thousands of transfers has one for each log and token, and the balances are those of the node', async () => {
  const own = await deploy()
  await calls.mintMultiToken({ ...by, ...own, to: ALICE, tokenId: '1', amount: '5000' })
  await calls.mintMultiToken({ ...by, ...own, to: ALICE, tokenId: '2', amount: '7' })
  await settle()
  const before = await indexed(ALICE)
  const { codec } = await world.ledger.chains.chain('ETH', 'testnet')
  const move = (to: string, ids: readonly string[]) => {
    const args = [ALICE, to, ids, ids.map(() => '1'), '0x']
    const method = 'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)'
    const data = codec.contracts.call('MultiToken', method, args)
    const call = { from: ALICE, to: own.contractAddress, gas: '0xe4e1c0', data }
    return world.rpc('eth_sendTransaction', call)
  }
  await world.rpc('anvil_impersonateAccount', ALICE)
  const many = (count: number, id: string) => Array.from({ length: count }, () => id)
  await move(BEN, [...many(999, '1'), '2'])
  await move(CAROL, many(500, '1'))
  await settle()
  await mustAgree(own.contractAddress, [ALICE, BEN, CAROL], ['1', '2'])
  const told = (await history(ALICE, own)).map(({ to, tokenId, amount }) => [to, tokenId, amount])
  expect(told.slice(0, 3)).toEqual([
    [CAROL, '1', '500'],
    [BEN, '2', '1'],
    [BEN, '1', '999'],
  ])
  await world.rpc('anvil_reorg', 1, [])
  await mine(2)
  await world.ledger.custody.follow()
  expect([await indexed(ALICE), await indexed(BEN)]).toEqual([before, []])
})

it('a contract of a tenant’s own code is not indexed, whatever it logs', async () => {
  const account = privateKeyToAccount(RICH_KEY)
  const txData = await account.signTransaction({
    ...{ type: 'legacy', chainId: 11_155_111, nonce: 0, gas: 5_000_000n, gasPrice: 30_000_000_000n },
    data: contracts.Multi.bytecode as `0x${string}`,
  })
  const hash = await txIdOf(calls.ethBroadcast({ txData }))
  await settle()
  const theirs = { contractAddress: (await created(hash)).toLowerCase() }
  const { logs } = await world.rpc<{ logs: readonly object[] }>('eth_getTransactionReceipt', hash)
  expect(logs).not.toEqual([])
  expect(await codeOf(history(ALICE, theirs))).toBe('chain.unsupported')
  expect(await indexed(ALICE)).toEqual([])
})

it('contracts of others are not indexed, and the answer says so', async () => {
  const [deployer = ''] = (await world.rpc<string[]>('eth_accounts')).slice(-1)
  const own = await deploy()
  const code = await world.rpc<{ input: string }>('eth_getTransactionByHash', (await world.sends())[0]?.txId)
  const hash = await world.rpc<string>('eth_sendTransaction', {
    from: deployer,
    data: code.input,
    gas: '0x4c4b40',
  })
  await settle()
  const theirs = { contractAddress: (await created(hash)).toLowerCase() }
  expect(theirs.contractAddress).not.toBe(own.contractAddress)
  const { codec } = await world.ledger.chains.chain('ETH', 'testnet')
  const data = codec.contracts.call('MultiToken', 'mint(address,uint256,uint256,bytes)', [
    BEN,
    '1',
    '1',
    '0x',
  ])
  await world.rpc('eth_sendTransaction', { from: deployer, to: theirs.contractAddress, data })
  await settle()
  expect(await indexed(BEN)).toEqual([])
  const refused = await refusalOf(history(BEN, theirs))
  expect(refused.code).toBe('chain.unsupported')
  expect(refused.message).toContain('is not in the index')
})

it('where the chain is not followed, the index is refused, and says what to configure', async () => {
  const other = await openEvmWorld({ id: 'MATIC' })
  const refused = await refusalOf(
    (await other.as('testnet')).multiTokenGetAddressBalance({ chain: 'MATIC', address: BEN }),
  )
  await other.close()
  expect(refused.code).toBe('chain.unsupported')
  expect(refused.message).toContain('configure follow')
})
