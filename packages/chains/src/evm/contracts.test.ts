/** Our own contracts, on a real node, under the oldest rules that they are made for and under today's. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type EvmContract, records } from '@tallystick/custody'
import { Interface, id as selectorOf } from 'ethers'
import { getAddress, getCreate2Address, keccak256 } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Anvil, start } from './anvil.fixture.js'
import { evm } from './chain.fixture.js'
import { ALICE, BOB, CAROL, type Unlocked, unlocked, word } from './unlocked.fixture.js'

const { codec } = evm(records.ETH)
const { contracts } = codec

const FUNGIBLE = '0'
const NON_FUNGIBLE = '1'
const MULTI_TOKEN = '2'
const NATIVE = '3'

const balanceOf = (holder: string) => `0x70a08231${word(holder)}`
const ownerOf = (token: bigint) => `0x6352211e${word(token)}`
/** `balanceOf(address,uint256)` of ERC-1155. */
const multiBalanceOf = (holder: string, token: bigint) => `0x00fdd58e${word(holder)}${word(token)}`

const nft = (method: string, ...args: readonly unknown[]) => contracts.call('Nft', method, args)
const transferred = (kind: string, token: string, to: string, amount: string, id = '0') =>
  contracts.call('GasPump', 'transfer(address,uint256,address,uint256,uint256)', [
    token,
    kind,
    to,
    amount,
    id,
  ])
const approved = (kind: string, token: string, spender: string, amount: string, id = '0') =>
  contracts.call('GasPump', 'approve(address,uint256,address,uint256,uint256)', [
    token,
    kind,
    spender,
    amount,
    id,
  ])
const activated = (owner: string, from: bigint, to: bigint) =>
  contracts.call('GasPumpFactory', 'activate(address,uint256,uint256)', [owner, String(from), String(to)])

/**
 * What a factory deploys for an owner: EIP-1167's clone of the implementation, and the owner behind it, as
 * OpenZeppelin's `Clones` lays it out. Written out here, as it stands in the chain.
 */
function initCodeOf(implementation: string, owner: string): `0x${string}` {
  const runtime = `363d3d373d3d3d363d73${implementation.slice(2)}5af43d82803e903d91602b57fd5bf3${owner.slice(2)}`
  return `0x61${(runtime.length / 2).toString(16).padStart(4, '0')}3d81600a3d39f3${runtime}`
}

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

  describe('gas pumps', () => {
    let factory: string
    let implementation: string
    beforeAll(async () => {
      factory = await chain.deploy(contracts.deployment('GasPumpFactory', []))
      const asked = await chain.ask(factory, contracts.call('GasPumpFactory', 'implementation()', []))
      implementation = `0x${asked.toString(16).padStart(40, '0')}`
    })

    const addressOf = (owner: string, index: bigint): string =>
      codec.create2(factory, `0x${word(index)}`, keccak256(initCodeOf(implementation, owner)))

    const walletOf = ({ data }: { readonly data: string }) => getAddress(`0x${data.slice(26)}`)

    /** Activated, with a coin that came before that. */
    async function pump(owner: string, index: bigint): Promise<string> {
      const address = addressOf(owner, index)
      await chain.send({ to: address, value: 10n ** 18n })
      const { logs } = await chain.send({ from: CAROL, to: factory, data: activated(owner, index, index) })
      expect(logs.map(({ data }) => BigInt(data))).toEqual([BigInt(address)])
      return address
    }

    it('are where the codec says, whatever the index', async () => {
      for (const index of [0n, 1n, 2n ** 31n - 1n, 2n ** 256n - 1n]) {
        const asked = contracts.call('GasPumpFactory', 'addressOf(address,uint256)', [BOB, String(index)])
        const address = addressOf(BOB, index)
        expect(await chain.ask(factory, asked)).toBe(BigInt(address))
        const bytecodeHash = keccak256(initCodeOf(implementation, BOB))
        const other = { from: factory as `0x${string}`, salt: `0x${word(index)}` as const, bytecodeHash }
        expect(address).toBe(getCreate2Address(other))
      }
    })

    it('are activated by whoever pays, once, and are the owner’s', async () => {
      const { logs } = await chain.send({ from: CAROL, to: factory, data: activated(BOB, 10n, 12n) })
      const expected = [10n, 11n, 12n].map((index) => addressOf(BOB, index))
      expect(logs.map(walletOf)).toEqual(expected)
      for (const address of expected) {
        expect(await chain.ask(address, contracts.call('GasPump', 'owner()', []))).toBe(BigInt(BOB))
      }
      const again = await chain.send({ from: CAROL, to: factory, data: activated(BOB, 11n, 13n) })
      expect(again.logs.map(walletOf)).toEqual([addressOf(BOB, 13n)])
      expect(await chain.code(addressOf(BOB, 14n))).toBe('0x')
      expect(await chain.send({ to: factory, data: activated(BOB, 20n, 19n) })).toMatchObject({
        status: '0x1',
        logs: [],
      })
      expect(await chain.refuses({ to: factory, data: activated(`0x${'0'.repeat(40)}`, 1n, 1n) })).toBe(true)
    })

    it('270 of them fit into a transaction of the network', async () => {
      const { gasUsed, logs } = await chain.send({ to: factory, data: activated(CAROL, 1n, 270n) })
      expect(logs).toHaveLength(270)
      // EIP-7825.
      expect(BigInt(gasUsed)).toBeLessThan(16_777_216n)
    })

    it('pay coins that came before they were activated, and after, to whom the owner says', async () => {
      const address = await pump(BOB, 100n)
      await chain.send({ to: address, value: 5n })
      const somebody = `0x${'7'.repeat(40)}`
      const all = 10n ** 18n + 5n
      const data = transferred(NATIVE, factory, somebody, String(all))
      for (const from of [ALICE, CAROL, factory])
        expect(await chain.refuses({ from, to: address, data })).toBe(true)
      const more = transferred(NATIVE, factory, somebody, String(all + 1n))
      expect(await chain.refuses({ from: BOB, to: address, data: more })).toBe(true)
      await chain.send({ from: BOB, to: address, data })
      expect([await chain.balance(address), await chain.balance(somebody)]).toEqual([0n, all])
    })

    it('move ERC-20, those that answer nothing, too', async () => {
      const address = await pump(BOB, 101n)
      const gold = await chain.deploy(
        contracts.deployment('Erc20', ['Gold', 'AU', '18', '1000', '1000', address, ALICE]),
      )
      const silent = await chain.deployFixture('Silent')
      await chain.send({ to: silent, data: `0xa9059cbb${word(address)}${word(1000)}` })
      for (const token of [gold, silent]) {
        const data = transferred(FUNGIBLE, token, CAROL, '400')
        expect(await chain.refuses({ to: address, data })).toBe(true)
        const more = transferred(FUNGIBLE, token, CAROL, '1001')
        expect(await chain.refuses({ from: BOB, to: address, data: more })).toBe(true)
        await chain.send({ from: BOB, to: address, data })
        expect(await chain.ask(token, balanceOf(CAROL))).toBe(400n)
        for (const allowed of ['5', '6']) {
          const approve = approved(FUNGIBLE, token, CAROL, allowed)
          expect(await chain.refuses({ to: address, data: approve })).toBe(true)
          await chain.send({ from: BOB, to: address, data: approve })
          expect(await chain.ask(token, `0xdd62ed3e${word(address)}${word(CAROL)}`)).toBe(BigInt(allowed))
        }
      }
      // What has no code takes nothing.
      const nothing = transferred(FUNGIBLE, CAROL, ALICE, '1')
      expect(await chain.refuses({ from: BOB, to: address, data: nothing })).toBe(true)
    })

    it('take and move ERC-721', async () => {
      const address = await pump(BOB, 102n)
      const token = await chain.deploy(contracts.deployment('Nft', ['Art', 'ART', ALICE]))
      for (const id of ['1', '2', '3']) {
        await chain.send({ to: token, data: nft('mintWithTokenURI(address,uint256,string)', ALICE, id, '') })
        const there = nft('safeTransferFrom(address,address,uint256)', ALICE, address, id)
        expect(await chain.send({ to: token, data: there })).toMatchObject({ status: '0x1' })
      }
      const data = transferred(NON_FUNGIBLE, token, CAROL, '0', '2')
      expect(await chain.refuses({ to: address, data })).toBe(true)
      await chain.send({ from: BOB, to: address, data })
      expect(await chain.ask(token, ownerOf(2n))).toBe(BigInt(CAROL))
      const approve = approved(NON_FUNGIBLE, token, CAROL, '0', '3')
      expect(await chain.refuses({ to: address, data: approve })).toBe(true)
      await chain.send({ from: BOB, to: address, data: approve })
      const take = nft('transferFrom(address,address,uint256)', address, CAROL, '3')
      expect(await chain.refuses({ from: ALICE, to: token, data: take })).toBe(true)
      await chain.send({ from: CAROL, to: token, data: take })
      expect(await chain.ask(token, balanceOf(CAROL))).toBe(2n)
      const onward = transferred(NON_FUNGIBLE, token, addressOf(BOB, 10n), '0', '1')
      expect(await chain.send({ from: BOB, to: address, data: onward })).toMatchObject({ status: '0x1' })
    })

    it('take and move ERC-1155', async () => {
      const address = await pump(BOB, 103n)
      const token = await chain.deployFixture('Multi')
      const other = new Interface(['function safeTransferFrom(address,address,uint256,uint256,bytes)'])
      const move = (from: string, to: string, amount: number) =>
        other.encodeFunctionData('safeTransferFrom', [from, to, 7, amount, '0x'])
      await chain.send({ to: token, data: move(ALICE, address, 100) })
      expect(await chain.ask(token, multiBalanceOf(address, 7n))).toBe(100n)
      const data = transferred(MULTI_TOKEN, token, CAROL, '40', '7')
      expect(await chain.refuses({ to: address, data })).toBe(true)
      await chain.send({ from: BOB, to: address, data })
      const approve = (amount: string) => approved(MULTI_TOKEN, token, CAROL, amount)
      expect(await chain.refuses({ to: address, data: approve('1') })).toBe(true)
      await chain.send({ from: BOB, to: address, data: approve('1') })
      await chain.send({ from: CAROL, to: token, data: move(address, CAROL, 10) })
      await chain.send({ from: BOB, to: address, data: approve('0') })
      expect(await chain.refuses({ from: CAROL, to: token, data: move(address, CAROL, 10) })).toBe(true)
      expect(await chain.ask(token, multiBalanceOf(CAROL, 7n))).toBe(50n)
    })

    it('refuse what they do not know, and what is not cloned has no owner', async () => {
      const address = await pump(BOB, 104n)
      for (const kind of ['4', String(2n ** 256n - 1n)]) {
        const data = transferred(kind, factory, CAROL, '0')
        expect(await chain.refuses({ from: BOB, to: address, data })).toBe(true)
      }
      const native = approved(NATIVE, factory, CAROL, '1')
      expect(await chain.refuses({ from: BOB, to: address, data: native })).toBe(true)
      for (const from of [ALICE, BOB, CAROL, factory]) {
        const data = transferred(NATIVE, factory, CAROL, '0')
        expect(await chain.refuses({ from, to: implementation, data })).toBe(true)
      }
    })
  })
})
