/** Multi tokens on anvil under the chains' ids: their whole life, in each way to sign, and what must not happen. */
import { isFull } from '@tallystick/testing'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf, faultOf, refusalOf, txIdOf } from '../open-ledger.fixture.js'
import { RICH_KEY } from './anvil.fixture.js'
import {
  BOB_KEY as BEN_KEY,
  chainsOf,
  EVM_CHAINS,
  type On,
  type OverloadOf,
  Stage,
  WALLET,
} from './stage.fixture.js'

const ALICE = privateKeyToAccount(RICH_KEY).address
const BEN = privateKeyToAccount(BEN_KEY).address
const CAROL = `0x${'ca'.repeat(20)}`
const URI = 'https://tea.example/{id}.json'
const HUGE = (2n ** 256n - 1n).toString()

/** `npm test` takes those with a spelling or bodies of their own; all run over HTTP too. */
const CHAINS = isFull
  ? chainsOf('ETH', 'BSC', 'CELO', 'KLAY', 'KCS', 'ONE', 'MATIC')
  : chainsOf('CELO', 'ONE')
type OfTokens = (typeof CHAINS)[number]['chain']

const overloadOf: OverloadOf = (chain, name, isKms) => {
  if (chain !== 'CELO' || name === 'addMultiTokenMinter')
    return { id: `${name}${isKms ? 'KMS' : ''}`, more: {} }
  const kms = name === 'deployMultiToken' ? 'CeloKMS' : 'KMSCelo'
  return { id: `${name}${isKms ? kms : 'Celo'}`, more: { feeCurrency: 'CELO' } }
}

class TokenStage extends Stage<OfTokens> {
  static async open(on: On<OfTokens>): Promise<TokenStage> {
    return new TokenStage(...(await Stage.parts(on, overloadOf)))
  }

  async created(hash: string): Promise<string> {
    const { chain } = this.on
    const { contractAddress = '' } = await this.calls.multiTokenGetContractAddress({ chain, hash })
    return contractAddress
  }

  /** What each has of each of the ids. */
  balances(contractAddress: string, holders: readonly string[], ids: readonly string[]): Promise<string[]> {
    const pairs = holders.flatMap((holder) => ids.map((id) => [holder, id] as const))
    return this.calls.multiTokenGetBalanceBatch({
      chain: this.on.chain,
      contractAddress,
      address: pairs.map(([holder]) => holder).join(),
      tokenId: pairs.map(([, id]) => id).join(),
    })
  }
}

const sum = (amounts: readonly string[]): bigint => amounts.reduce((all, amount) => all + BigInt(amount), 0n)

describe.each(CHAINS)('on $chain', (on) => {
  let stage: TokenStage
  beforeAll(async () => {
    stage = await TokenStage.open(on)
  })
  afterAll(() => stage.close())

  it.each(['key', 'KMS', 'caller'] as const)('a whole life, signed by %s', async (way) => {
    const me = way === 'caller' ? stage.codec.canonical(await stage.managed()) : ALICE
    const send = { key: stage.byKey, KMS: stage.byKms, caller: stage.byCaller(me) }[way]
    const { calls } = stage
    const { chain } = on
    const contractAddress = await stage.created(await send('deployMultiToken', { uri: URI }))
    expect(contractAddress).toMatch(/^0x[0-9a-f]{40}$/i)
    const own = { contractAddress }
    const ids = ['1', '2', HUGE]

    await send('mintMultiToken', { ...own, to: me, tokenId: '1', amount: '100', data: 'a note' })
    await send('mintMultiTokenBatch', {
      ...own,
      to: [me, BEN],
      tokenId: [['1', '2'], [HUGE]],
      amounts: [['10', '20'], ['7']],
    })
    expect(await stage.balances(contractAddress, [me, BEN], ids)).toEqual(['110', '20', '0', '0', '0', '7'])
    await send('transferMultiToken', { ...own, to: BEN, tokenId: '1', amount: '30' })
    await send('transferMultiTokenBatch', { ...own, to: CAROL, tokenId: ['1', '2'], amounts: ['5', '6'] })
    const moved = ['75', '14', '0', '30', '0', '7', '5', '6', '0']
    expect(await stage.balances(contractAddress, [me, BEN, CAROL], ids)).toEqual(moved)
    expect(sum(moved)).toBe(110n + 20n + 7n)
    await send('burnMultiToken', { ...own, account: me, tokenId: '1', amount: '5', data: '0x' })
    const burnt = await send('burnMultiTokenBatch', {
      ...own,
      account: me,
      tokenId: ['1', '2'],
      amounts: ['70', '14'],
    })
    expect(await stage.balances(contractAddress, [me], ids)).toEqual(['0', '0', '0'])
    expect(await calls.multiTokenGetBalance({ chain, ...own, address: BEN, tokenId: HUGE })).toEqual({
      data: '7',
    })
    expect(await calls.multiTokenGetMetadata({ chain, ...own, token: '1' })).toEqual({ data: URI })
    expect(await calls.multiTokenGetTransaction({ chain, hash: burnt })).toMatchObject({
      transactionHash: burnt,
      status: true,
      logs: [{ address: contractAddress.toLowerCase() }],
    })

    const mint = { ...own, to: BEN, tokenId: '3', amount: '1' }
    expect(await codeOf(stage.byKey('mintMultiToken', mint, BEN_KEY))).toBe('execution.reverted')
    await send('addMultiTokenMinter', { ...own, minter: BEN })
    await stage.byKey('mintMultiToken', mint, BEN_KEY)
    expect(await stage.balances(contractAddress, [BEN], ['3'])).toEqual(['1'])
  })
})

describe('what must not happen', () => {
  let stage: TokenStage
  let own: { readonly contractAddress: string }
  let open: { readonly contractAddress: string }
  beforeAll(async () => {
    stage = await TokenStage.open(EVM_CHAINS.ETH)
    const deploy = async (over: object) => ({
      contractAddress: await stage.created(await stage.byKey('deployMultiToken', { uri: URI, ...over })),
    })
    own = await deploy({})
    open = await deploy({ publicMint: true })
    await stage.byKey('mintMultiToken', { ...own, to: ALICE, tokenId: '1', amount: '10' })
  })
  afterAll(() => stage.close())

  it('strangers mint, burn, move and name minters of nobody; of an open contract they mint', async () => {
    const stranger = (name: string, body: object) => stage.byKey(name, body, BEN_KEY)
    const attempts: readonly (readonly [string, object])[] = [
      ['mintMultiToken', { to: BEN, tokenId: '1', amount: '1' }],
      ['mintMultiTokenBatch', { to: [BEN], tokenId: [['1']], amounts: [['1']] }],
      ['burnMultiToken', { account: ALICE, tokenId: '1', amount: '1' }],
      ['burnMultiTokenBatch', { account: ALICE, tokenId: ['1'], amounts: ['1'] }],
      ['transferMultiToken', { to: BEN, tokenId: '1', amount: '1' }],
      ['transferMultiTokenBatch', { to: BEN, tokenId: ['1'], amounts: ['1'] }],
      ['addMultiTokenMinter', { minter: BEN }],
    ]
    for (const [name, body] of attempts) {
      expect(await codeOf(stranger(name, { ...own, ...body })), name).toBe('execution.reverted')
    }
    expect(await codeOf(stranger('addMultiTokenMinter', { ...open, minter: BEN }))).toBe('execution.reverted')
    await stranger('mintMultiToken', { ...open, to: BEN, tokenId: '1', amount: '3' })
    expect(await stage.balances(open.contractAddress, [BEN], ['1'])).toEqual(['3'])
    expect(await stage.balances(own.contractAddress, [ALICE, BEN], ['1'])).toEqual(['10', '0'])
  })

  it('a batch with more than there is moves nothing, and what nobody can receive is not minted', async () => {
    const send = stage.byKey
    const batch = { ...own, to: BEN, tokenId: ['1', '1'], amounts: ['6', '6'] }
    expect(await codeOf(send('transferMultiTokenBatch', batch))).toBe('execution.reverted')
    const nobody = { ...own, to: `0x${'0'.repeat(40)}`, tokenId: '1', amount: '1' }
    expect(await codeOf(send('mintMultiToken', nobody))).toBe('execution.reverted')
    // The contract itself takes no tokens.
    const lost = { ...own, to: own.contractAddress, tokenId: '1', amount: '1' }
    expect(await codeOf(send('transferMultiToken', lost))).toBe('execution.reverted')
    const more = { ...own, to: ALICE, tokenId: '1', amount: HUGE }
    expect((await refusalOf(send('mintMultiToken', more))).message).toContain('overflow')
    expect(await stage.balances(own.contractAddress, [ALICE, BEN], ['1'])).toEqual(['10', '0'])
  })

  it.each([
    ['mintMultiToken', { tokenId: '1.5' }, 'tokenId'],
    ['mintMultiToken', { tokenId: '' }, 'tokenId'],
    ['mintMultiToken', { tokenId: '-1' }, 'tokenId'],
    ['mintMultiToken', { tokenId: (2n ** 256n).toString() }, 'tokenId'],
    ['mintMultiToken', { amount: '1e3' }, 'amount'],
    ['mintMultiToken', { amount: `0x${'f'.repeat(65)}` }, 'amount'],
    ['mintMultiToken', { data: '0xabc' }, 'data'],
    ['mintMultiToken', { to: 'x'.repeat(42) }, 'to'],
    ['mintMultiToken', { contractAddress: 'x'.repeat(42) }, 'contractAddress'],
    ['mintMultiTokenBatch', { to: [], tokenId: [], amounts: [] }, 'to'],
    ['mintMultiTokenBatch', { to: [BEN], tokenId: [['1']], amounts: [] }, 'amounts'],
    ['mintMultiTokenBatch', { to: [BEN, BEN], tokenId: [['1']], amounts: [['1']] }, 'to'],
    ['mintMultiTokenBatch', { to: [BEN], tokenId: [['1', '2']], amounts: [['1']] }, 'amounts.0'],
    ['mintMultiTokenBatch', { to: [BEN], tokenId: [[]], amounts: [[]] }, 'tokenId.0'],
    ['mintMultiTokenBatch', { to: [BEN], tokenId: [['1', 'x']], amounts: [['1', '2']] }, 'tokenId.0.1'],
    ['transferMultiTokenBatch', { tokenId: ['1'], amounts: ['1', '2'] }, 'amounts'],
    ['transferMultiTokenBatch', { tokenId: [], amounts: [] }, 'tokenId'],
    ['burnMultiTokenBatch', { account: 'y'.repeat(42), tokenId: ['1'], amounts: ['1'] }, 'account'],
    ['addMultiTokenMinter', { minter: 'z'.repeat(42) }, 'minter'],
  ])('%s with %o is refused at its field, and sends nothing', async (name, over, field) => {
    const body: object = name.endsWith('Batch')
      ? { ...(name.startsWith('burn') ? {} : { to: BEN }), ...over }
      : name.startsWith('add')
        ? over
        : { to: BEN, tokenId: '1', amount: '1', ...over }
    const before = await stage.world.sends()
    expect(await faultOf(stage.byKey(name, { ...own, ...body }))).toBe(field)
    expect(await stage.world.sends()).toEqual(before)
  })

  it('nothing is sent to an address without a contract, which would take it and move nothing', async () => {
    const sent = (await stage.world.sends()).length
    const [one, many] = [
      { tokenId: '1', amount: '1' },
      { tokenId: ['1'], amounts: ['1'] },
    ]
    const nested = { to: [BEN], tokenId: [['1']], amounts: [['1']] }
    for (const [name, body] of [
      ['mintMultiToken', { ...one, to: BEN }],
      ['mintMultiTokenBatch', nested],
      ['burnMultiToken', { ...one, account: ALICE }],
      ['burnMultiTokenBatch', { ...many, account: ALICE }],
      ['transferMultiToken', { ...one, to: BEN }],
      ['transferMultiTokenBatch', { ...many, to: BEN }],
      ['addMultiTokenMinter', { minter: BEN }],
    ] as const) {
      const onNobody = { contractAddress: CAROL, ...body }
      const named = { fee: { gasLimit: '100000', gasPrice: '20' }, fromPrivateKey: RICH_KEY }
      for (const [isKms, by] of [
        [false, named],
        [true, WALLET],
      ] as const) {
        const refused = stage.call(name, isKms, { ...onNobody, ...by })
        expect(await faultOf(refused), `${name} ${isKms}`).toBe('contractAddress')
      }
    }
    expect(await stage.world.sends()).toHaveLength(sent)
  })

  it('a batch names at most 1,000 tokens over all recipients', async () => {
    const lists = Array(2).fill(Array(501).fill('1'))
    const batch = { ...own, to: [BEN, BEN], tokenId: lists, amounts: lists }
    expect(await faultOf(stage.byKey('mintMultiTokenBatch', batch))).toBe('tokenId')
  })

  it('the list of a KMS transfer has two names, of which one is needed', async () => {
    const body = { ...own, chain: 'ETH' as const, to: BEN, tokenId: ['1'], ...WALLET }
    const { calls } = stage
    expect(await faultOf(calls.transferMultiTokenBatchKMS(body))).toBe('amounts')
    const both = { ...body, amount: ['1'], amounts: ['2'] }
    expect(await faultOf(calls.transferMultiTokenBatchKMS(both))).toBe('amount')
    const serialized = await Promise.all(
      [{ amount: ['3'] }, { amounts: ['3'] }].map(async (list) => {
        const { signatureId } = (await calls.transferMultiTokenBatchKMS({ ...body, ...list })) as {
          signatureId: string
        }
        return (await calls.getPendingTransactionToSign({ id: signatureId })).serializedTransaction
      }),
    )
    expect(serialized[0]).toBe(serialized[1])
  })

  it('reads refuse what is no token, no contract and no pair', async () => {
    const { calls } = stage
    const at = { chain: 'ETH' as const, ...own }
    expect(await faultOf(calls.multiTokenGetBalance({ ...at, address: BEN, tokenId: 'x' }))).toBe('tokenId')
    expect(await faultOf(calls.multiTokenGetBalance({ ...at, address: 'x', tokenId: '1' }))).toBe('address')
    expect(await faultOf(calls.multiTokenGetMetadata({ ...at, contractAddress: 'x', token: '1' }))).toBe(
      'contractAddress',
    )
    const batch = { ...at, address: BEN, tokenId: '1,2' }
    expect(await faultOf(calls.multiTokenGetBalanceBatch(batch))).toBe('address')
    const many = { ...at, address: Array(101).fill(BEN).join(), tokenId: Array(101).fill('1').join() }
    expect(await codeOf(calls.multiTokenGetBalanceBatch(many))).toBe('validation.failed')
    const empty = { ...at, contractAddress: CAROL, address: BEN, tokenId: '1' }
    expect(await codeOf(calls.multiTokenGetBalance(empty))).toBe('transaction.invalid.body')
    expect(await codeOf(calls.multiTokenGetTransaction({ chain: 'ETH', hash: `0x${'ab'.repeat(32)}` }))).toBe(
      'tx.not.found',
    )
  })

  it('one idempotency key is one transaction, and a nonce of the caller is used', async () => {
    const body = {
      chain: 'ETH' as const,
      ...own,
      to: CAROL,
      tokenId: '9',
      amount: '1',
      fromPrivateKey: RICH_KEY,
    }
    const mint = () => stage.calls.mintMultiToken(body, { idempotencyKey: 'once' })
    const [first, second] = await Promise.all([mint(), mint()])
    expect(second).toEqual(first)
    expect(await mint()).toEqual(first)
    await stage.mined(await txIdOf(mint()))
    expect(await stage.balances(own.contractAddress, [CAROL], ['9'])).toEqual(['1'])
    const nonce = Number(await stage.node.rpc.call('eth_getTransactionCount', [ALICE, 'latest']))
    expect(await stage.byKey('mintMultiToken', { ...body, nonce })).toMatch(/^0x/)
    expect(Number(await stage.node.rpc.call('eth_getTransactionCount', [ALICE, 'latest']))).toBe(nonce + 1)
  })

  it('a key of the main network is refused, and says why', async () => {
    const calls = await stage.world.as('mainnet')
    const body = { chain: 'ETH' as const, uri: URI, fromPrivateKey: RICH_KEY }
    expect(['private.key.testnet.only', 'chain.not.configured']).toContain(
      await codeOf(calls.deployMultiToken(body)),
    )
  })
})
