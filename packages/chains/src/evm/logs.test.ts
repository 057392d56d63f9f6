/** What logs tell of tokens with ids, as contracts write them and as they should not. */
import type { ContractLog } from '@tallystick/custody'
import { AbiCoder } from 'ethers/abi'
import { id } from 'ethers/hash'
import { describe, expect, it } from 'vitest'
import { idTransfersOf, logsOf } from './logs.js'

const word = (text: string): string => `0x${text.slice(2).padStart(64, '0')}`
const [OPERATOR, FROM, TO] = ['a1', 'b2', 'c3'].map((byte) => `0x${byte.repeat(20)}`) as [
  string,
  string,
  string,
]
const TX = `0x${'11'.repeat(32)}`
const encode = (types: readonly string[], values: readonly unknown[]) =>
  AbiCoder.defaultAbiCoder().encode(types, values)

const log = (topics: readonly string[], data: string): ContractLog => ({
  ...{ txId: TX, place: 2, index: 9, address: `0x${'d4'.repeat(20)}`, topics, data },
})
const own = { txId: TX, place: 2, index: 9, contract: `0x${'d4'.repeat(20)}`, from: FROM, to: TO } as const

const NFT = [id('Transfer(address,address,uint256)'), word(FROM), word(TO), word('0x07')]
const SINGLE = [
  id('TransferSingle(address,address,address,uint256,uint256)'),
  ...[OPERATOR, FROM, TO].map(word),
]
const BATCH = [
  id('TransferBatch(address,address,address,uint256[],uint256[])'),
  ...[OPERATOR, FROM, TO].map(word),
]
const MAX = 2n ** 256n - 1n
const LISTS = ['uint256[]', 'uint256[]']

describe('transfers of tokens with ids', () => {
  it('reads one token of a kind', () => {
    const moved = { part: 0, standard: 'erc721', tokenId: 7n, amount: 1n, operator: null }
    expect(idTransfersOf(log(NFT, '0x'))).toEqual([{ ...own, ...moved }])
  })

  it('reads many of one id, and of many ids, some of them twice', () => {
    const of1155 = { ...own, standard: 'erc1155', operator: OPERATOR }
    expect(idTransfersOf(log(SINGLE, encode(['uint256', 'uint256'], [MAX, 5n])))).toEqual([
      { ...of1155, part: 0, tokenId: MAX, amount: 5n },
    ])
    expect(
      idTransfersOf(
        log(
          BATCH,
          encode(LISTS, [
            [1n, MAX, 1n],
            [10n, 20n, 0n],
          ]),
        ),
      ),
    ).toEqual([
      { ...of1155, part: 0, tokenId: 1n, amount: 10n },
      { ...of1155, part: 1, tokenId: MAX, amount: 20n },
      { ...of1155, part: 2, tokenId: 1n, amount: 0n },
    ])
    expect(idTransfersOf(log(BATCH, encode(LISTS, [[], []])))).toEqual([])
  })

  const huge = `0x${'f'.repeat(64)}`
  it.each([
    ['an ERC-20 transfer', NFT.slice(0, 3), word('0x01')],
    ['an ERC-721 transfer with data', NFT, word('0x01')],
    ['an address of more than 20 bytes', [NFT[0] ?? '', huge, word(TO), word('0x07')], '0x'],
    ['an operator that is none', [SINGLE[0] ?? '', huge, word(FROM), word(TO)], encode(LISTS, [[], []])],
    ['a single one without its amount', SINGLE, word('0x01')],
    ['a single one with half a word', SINGLE, `${encode(['uint256', 'uint256'], [1n, 1n])}ff`],
    ['lists of two lengths', BATCH, encode(LISTS, [[1n], [1n, 2n]])],
    ['a list that begins behind the end', BATCH, huge + huge.slice(2)],
    ['a list that is longer than the data', BATCH, word('0x20') + huge.slice(2)],
    ['nothing at all', BATCH, '0x'],
    ['another event', [TX, word(OPERATOR), word(FROM), word(TO)], '0x'],
    ['no event', [], '0x'],
  ])('takes %s for nothing', (_what, topics, data) => {
    expect(idTransfersOf(log(topics, data))).toEqual([])
  })

  it('counts logs within their transaction and within the block', () => {
    const told = { address: `0x${'D4'.repeat(20)}`, topics: [TX], data: '0xAB' }
    const logs = logsOf(
      { transactionHash: TX, logs: [told, { ...told, address: `xdc${'d4'.repeat(20)}` }] },
      5,
      40,
    )
    const one = { txId: TX, address: own.contract, topics: [TX], data: '0xab' }
    expect(logs).toEqual([
      { ...one, place: 0, index: 40 },
      { ...one, place: 1, index: 41 },
    ])
  })
})
