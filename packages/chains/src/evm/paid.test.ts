import { records } from '@tallystick/custody'
import { encodeFunctionData, erc20Abi, erc721Abi, erc1155Abi, type Hex, keccak256 } from 'viem'
import { describe, expect, it } from 'vitest'
import { evm, payment, signed } from './chain.fixture.js'
import { movesTokens } from './paid.js'

const { codec, ...chain } = evm(records.ETH)
const signer = codec.signer(`0x${'46'.repeat(32)}`)
const FROM = codec.canonical(signer.address) as Hex
const THERE = '0x3535353535353535353535353535353535353535'
const CONTRACT = `0x${'c0'.repeat(20)}` as const
/** Of 256 bits. */
const BIG = (1n << 256n) - 1n

/** Read back from the signed transaction. */
function paid(data: string, value = 0n) {
  const unsigned = codec.build(payment(FROM, CONTRACT, { data, value, gasLimit: 100_000n }))
  return codec.inspect(signed({ codec, ...chain }, unsigned, signer).raw).outputs
}

const to = (address: string) => expect.stringMatching(new RegExp(`^${address}$`, 'i'))
const common = { address: to(THERE), asset: to(CONTRACT) }

describe('what a transaction pays', () => {
  it('is the coin', () => {
    expect(paid('0x', 7n)).toEqual([{ address: to(CONTRACT), amount: 7n }])
  })

  it('is a token, and the coin beside it where there is some', () => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [THERE, BIG] })
    expect(paid(data)).toEqual([{ ...common, amount: BIG }])
    expect(paid(data, 7n)).toEqual([
      { address: to(CONTRACT), amount: 7n },
      { ...common, amount: BIG },
    ])
  })

  it('is a token that is one of its kind', () => {
    const functionName = 'safeTransferFrom'
    for (const args of [
      [FROM, THERE, BIG],
      [FROM, THERE, BIG, '0xbeef'],
    ] as const) {
      const data = encodeFunctionData({ abi: erc721Abi, functionName, args } as never)
      expect(paid(data)).toEqual([{ ...common, amount: 1n, tokenId: BIG.toString() }])
    }
  })

  it('is so many of one token of a contract, or of several', () => {
    const one = encodeFunctionData({
      abi: erc1155Abi,
      functionName: 'safeTransferFrom',
      args: [FROM, THERE, 5n, 30n, '0x'],
    })
    expect(paid(one)).toEqual([{ ...common, amount: 30n, tokenId: '5' }])
    const several = encodeFunctionData({
      abi: erc1155Abi,
      functionName: 'safeBatchTransferFrom',
      args: [FROM, THERE, [5n, 6n], [30n, BIG], '0x'],
    })
    expect(paid(several)).toEqual([
      { ...common, amount: 30n, tokenId: '5' },
      { ...common, amount: BIG, tokenId: '6' },
    ])
  })

  it.each([
    ['cut', (data: string) => data.slice(0, -2)],
    ['longer', (data: string) => `${data}00`],
    ['of another method', (data: string) => data.replace('a9059cbb', '23b872dd')],
    [
      'with more than an address in its place',
      (data: string) => data.replace('0'.repeat(24), `01${'0'.repeat(22)}`),
    ],
  ])('is no token where the call is %s', (_name, changed) => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [THERE, 30n] })
    expect(paid(changed(data))).toEqual([{ address: to(CONTRACT), amount: 0n }])
  })
})

describe('CREATE2', () => {
  it('hashes what the chain has in front: 0xff, or 0x41 as on TRON', () => {
    const [salt, hash] = ['12'.repeat(32), '34'.repeat(32)]
    for (const prefix of [undefined, 0x41]) {
      const mainnet = records.ETH.networks.mainnet
      if (mainnet === undefined) throw new TypeError('no mainnet')
      const params = { ...mainnet, ...(prefix === undefined ? {} : { create2Prefix: prefix }) }
      const { codec: own } = evm({ ...records.ETH, networks: { mainnet: params } })
      const first = prefix === undefined ? 'ff' : '41'
      const expected = keccak256(`0x${first}${THERE.slice(2)}${salt}${hash}`).slice(-40)
      expect(own.create2(THERE, `0x${salt}`, `0x${hash}`).toLowerCase()).toBe(`0x${expected}`)
    }
  })
})

describe('whether a transfer of tokens has moved any', () => {
  const word = (address: string): string => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
  const event = keccak256(Buffer.from('Transfer(address,address,uint256)'))
  const txId = `0x${'a1'.repeat(32)}`
  const log = (...topics: readonly string[]) => ({ address: CONTRACT, topics, data: '0x' })
  const full = `0x${'ff'.repeat(256)}`
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [THERE, 5n] })
  const moved = (more: object, called: string = data): boolean =>
    movesTokens(
      { transactionHash: txId, blockNumber: '0x1', ...more },
      { to: CONTRACT, from: FROM, data: called, value: 0n },
      undefined,
    )

  it.each([
    ['a log tells of it', { logs: [log(event, word(FROM), word(THERE))] }, true],
    ['no log', { logs: [] }, false],
    ['a log of another event', { logs: [log(txId, word(FROM), word(THERE))] }, false],
    ['a log of another sender', { logs: [log(event, word(THERE), word(FROM))] }, false],
    ['a log without its sender, as old tokens write it', { logs: [log(event)] }, true],
    ['a receipt without logs', {}, true],
    ['a receipt that lacks some of its logs', { logs: [], logsBloom: full }, true],
  ])('%s: %j, %s', (_what, receipt, expected) => expect(moved(receipt)).toBe(expected))

  it('is not asked of other calls, and of none that moves nothing', () => {
    const nothing = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [THERE, 0n] })
    for (const called of ['0x', '0x12345678', nothing]) expect(moved({ logs: [] }, called)).toBe(true)
  })
})
