/** Our own contracts, on a real node, under the oldest rules that they are made for and under today's. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type EvmContract, records } from '@tallystick/custody'
import { Interface, id as selectorOf } from 'ethers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Anvil, start } from './anvil.fixture.js'
import { evm } from './chain.fixture.js'
import { ALICE, BOB, CAROL, type Unlocked, unlocked, word } from './unlocked.fixture.js'

const { codec } = evm(records.ETH)
const { contracts } = codec

const balanceOf = (holder: string) => `0x70a08231${word(holder)}`
const ownerOf = (token: bigint) => `0x6352211e${word(token)}`
const nft = (method: string, ...args: readonly unknown[]) => contracts.call('Nft', method, args)
it('the compiled contracts are what their sources make', async () => {
  const script = fileURLToPath(new URL('../../scripts/contracts.mjs', import.meta.url))
  await expect(promisify(execFile)(process.execPath, [script, '--check'])).resolves.toEqual({
    stdout: '',
    stderr: '',
  })
}, 60_000)

describe('what transactions with them carry', () => {
  it('is refused where it does not fit', () => {
    const malformed = (work: () => string) =>
      expect(work).toThrow(expect.objectContaining({ code: 'malformed' }))
    malformed(() => contracts.call('Nft', 'burn(uint256)', []))
    malformed(() => contracts.call('Nft', 'burn(uint256)', [String(2n ** 256n)]))
    malformed(() => contracts.call('Nft', 'burn', ['1']))
    malformed(() => contracts.call('Nft', 'activate(address,uint256,uint256)', [ALICE, '1', '1']))
    malformed(() => contracts.call('GasPumpFactory', 'activate(address,uint256,uint256)', ['0x12', '1', '1']))
    malformed(() => contracts.deployment('Nft', ['name', 'symbol']))
    malformed(() => contracts.deployment('Nft', ['name', 'symbol', 'nobody']))
  })

  it.each<readonly [EvmContract, string, readonly unknown[]]>([
    [
      'Nft',
      'mintMultiple(address[],uint256[],string[])',
      [
        [ALICE, BOB],
        ['1', '2'],
        ['a', 'zł'],
      ],
    ],
    ['Nft', 'safeTransferFrom(address,address,uint256)', [ALICE, BOB, '3']],
    ['GasPump', 'owner()', []],
  ])('of %s, %s is as another library has it', (contract, method, args) => {
    const other = new Interface([`function ${method}`])
    expect(contracts.call(contract, method, args)).toBe(other.encodeFunctionData(method, args))
    expect(contracts.call(contract, method, args).slice(0, 10)).toBe(selectorOf(method).slice(0, 10))
  })
})

describe.each(['london', 'osaka'])('under the rules of %s', (hardfork) => {
  let anvil: Anvil
  let chain: Unlocked
  beforeAll(async () => {
    anvil = await start(1n, true, hardfork)
    chain = unlocked(anvil.rpc)
  })
  afterAll(() => anvil?.kill())

  it('an ERC-20: its supply and its cap, minted by role', async () => {
    const args = ['Gold', 'AU', '3', '1500', '1000', BOB, ALICE]
    const token = await chain.deploy(contracts.deployment('Erc20', args))
    const node = evm(records.ETH, 'mainnet', anvil.rpc).node
    expect(await node.tokenBalance(token, BOB)).toBe(1000n)
    expect(await node.tokenDecimals(token)).toBe(3)
    const mint = (amount: string) => contracts.call('Erc20', 'mint(address,uint256)', [CAROL, amount])
    expect(await chain.refuses({ from: BOB, to: token, data: mint('1') })).toBe(true)
    expect(await chain.refuses({ to: token, data: mint('501') })).toBe(true)
    expect(await chain.send({ to: token, data: mint('500') })).toMatchObject({ status: '0x1' })
    expect(await node.tokenBalance(token, CAROL)).toBe(500n)
    const burn = contracts.call('Erc20', 'burn(uint256)', ['100'])
    await chain.send({ from: CAROL, to: token, data: burn })
    expect(await node.tokenBalance(token, CAROL)).toBe(400n)
    const above = contracts.deployment('Erc20', ['Gold', 'AU', '3', '1500', '1501', BOB, ALICE])
    expect(await chain.refuses({ data: above })).toBe(true)
  })

  it('an ERC-721: minted by role, one or many or none, and burnt by who holds it', async () => {
    const token = await chain.deploy(contracts.deployment('Nft', ['Art', 'ART', ALICE]))
    const one = nft('mintWithTokenURI(address,uint256,string)', BOB, '7', 'ipfs://seven')
    expect(await chain.refuses({ from: BOB, to: token, data: one })).toBe(true)
    await chain.send({ to: token, data: one })
    expect(await chain.refuses({ to: token, data: one })).toBe(true)
    const many = (to: readonly string[], ids: readonly string[], urls: readonly string[]) =>
      nft('mintMultiple(address[],uint256[],string[])', to, ids, urls)
    expect(await chain.refuses({ from: BOB, to: token, data: many([BOB], ['8'], ['']) })).toBe(true)
    expect(await chain.refuses({ to: token, data: many([BOB, BOB], ['8'], ['', '']) })).toBe(true)
    expect(await chain.refuses({ to: token, data: many([BOB, BOB], ['8', '9'], ['']) })).toBe(true)
    expect(await chain.refuses({ to: token, data: many([BOB, BOB], ['8', '7'], ['', '']) })).toBe(true)
    await chain.send({ to: token, data: many([BOB, CAROL], ['8', '9'], ['ipfs://eight', 'ipfs://nine']) })
    expect(await chain.ask(token, balanceOf(BOB))).toBe(2n)
    expect(await chain.ask(token, ownerOf(9n))).toBe(BigInt(CAROL))
    const url = String(
      await anvil.rpc.call('eth_call', [{ to: token, data: nft('tokenURI(uint256)', '9') }, 'latest']),
    )
    expect(Buffer.from(url.slice(2), 'hex').toString()).toContain('ipfs://nine')
    expect(await chain.ask(token, nft('tokenOfOwnerByIndex(address,uint256)', BOB, '1'))).toBe(8n)
    const burn = nft('burn(uint256)', '8')
    expect(await chain.refuses({ from: CAROL, to: token, data: burn })).toBe(true)
    await chain.send({ from: BOB, to: token, data: burn })
    expect(await chain.ask(token, balanceOf(BOB))).toBe(1n)
  })
})
