/**
 * Estimates of named deeds, against what the same transactions then take on a real node: sent with no more gas than was
 * estimated, they succeed, and use at least half of it.
 */
import { records } from '@tallystick/custody'
import { memoryStorage } from '@tallystick/engine'
import { createTallystick, type Operations } from '@tallystick/operations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createChains } from './chains.js'
import { readChainsConfig } from './config/read.js'
import { type Anvil, start } from './evm/anvil.fixture.js'
import { evm } from './evm/chain.fixture.js'
import { ALICE, BOB, CAROL, type Sending, type Unlocked, unlocked, word } from './evm/unlocked.fixture.js'
import { codeOf } from './open-ledger.fixture.js'

/** Each with the id of its testnet. */
const CHAINS = [
  ['CELO', 11_142_220n],
  ['ETH', 11_155_111n],
  ['BSC', 97n],
  ['XDC', 51n],
  ['ONE', 1_666_700_000n],
  ['MATIC', 80_002n],
  ['KLAY', 1_001n],
] as const

/** What is sent here, of any chain of the family: the codec of one is as good as another's. */
const { contracts } = evm(records.ETH).codec

const nft = (method: string, ...args: readonly unknown[]) => contracts.call('Nft', method, args)
const MINT = 'mintWithTokenURI(address,uint256,string)'
const TRANSFER = 'safeTransferFrom(address,address,uint256)'

describe.each(CHAINS)('%s', (chain, chainId) => {
  let anvil: Anvil
  let node: Unlocked
  let calls: Operations
  let close: () => Promise<void>
  let token: string
  let art: string
  let factory: string
  beforeAll(async () => {
    anvil = await start(chainId)
    node = unlocked(anvil.rpc)
    const nodes = [{ kind: 'evm' as const, url: anvil.url }]
    const chains = createChains(readChainsConfig({ chains: { [chain]: { testnet: { nodes } } } }))
    const ledger = createTallystick({ storage: memoryStorage(), chains })
    calls = ledger
    close = () => ledger.close()
    const gold = ['Gold', 'AU', '6', '1000000000', '1000000000', ALICE, ALICE]
    token = await node.deploy(contracts.deployment('Erc20', gold))
    art = await node.deploy(contracts.deployment('Nft', ['Art', 'ART', ALICE]))
    factory = await node.deploy(contracts.deployment('GasPumpFactory', []))
  })
  afterAll(async () => {
    await close?.()
    await anvil?.kill()
  })

  type Estimate = Awaited<ReturnType<Operations['estimateFee']>>

  /** Sends with the estimated gas, and no more. */
  async function holds(estimate: Estimate, sending: Sending): Promise<void> {
    if (!('gasLimit' in estimate)) throw new TypeError('not of gas')
    const gas = BigInt(String(estimate.gasLimit))
    const { status, gasUsed } = await node.send({ ...sending, gas })
    expect(status).toBe('0x1')
    expect(Number(gas) / Number(gasUsed)).toBeGreaterThanOrEqual(1)
    expect(Number(gas) / Number(gasUsed)).toBeLessThan(2)
    expect(BigInt(String(estimate.gasPrice))).toBeGreaterThan(0n)
  }

  const mint = (to: string, id: string, url = `ipfs://${id}`) =>
    node.send({ to: art, data: nft(MINT, to, id, url) })

  it.each([
    ['named like most', 'Gold', 'AU'],
    ['with the longest names', 'x'.repeat(100), 'x'.repeat(30)],
  ])('an ERC-20 %s', async (_which, name, symbol) => {
    const supply = String(10n ** 38n - 1n)
    const data = contracts.deployment('Erc20', [name, symbol, '18', supply, supply, BOB, ALICE])
    const deed = { chain, type: 'DEPLOY_ERC20' } as const
    await holds(await calls.estimateFee({ ...deed, sender: ALICE }), { data })
    await holds(await calls.estimateFee(deed), { data })
  })

  it.each([
    ['named like most', 'Art', 'ART'],
    ['with the longest names', 'x'.repeat(100), 'x'.repeat(30)],
  ])('a contract of NFTs %s', async (_which, name, symbol) => {
    const data = contracts.deployment('Nft', [name, symbol, ALICE])
    const deed = { chain, type: 'DEPLOY_NFT' } as const
    await holds(await calls.estimateFee({ ...deed, sender: ALICE }), { data })
    await holds(await calls.estimateFee(deed), { data })
  })

  it('NFTs, from the first to the fourth, whatever their URL', async () => {
    const contractAddress = await node.deploy(contracts.deployment('Nft', ['Art', 'ART', ALICE]))
    const deed = { chain, type: 'MINT_NFT', sender: ALICE, contractAddress } as const
    for (const [at, url] of ['x'.repeat(200), 'ipfs://bafy', 'x'.repeat(60), 'x'.repeat(200)].entries()) {
      const recipient = at === 3 ? CAROL : BOB
      const estimate = await calls.estimateFee({ ...deed, recipient })
      const data = nft(MINT, recipient, String(at + 1), url)
      await holds(estimate, { to: contractAddress, data })
    }
  })

  it('many NFTs at once', async () => {
    for (const count of [1, 2, 40]) {
      const tokenIds = Array.from({ length: count }, (_none, at) => String(count * 1_000 + at))
      const recipients = tokenIds.map((_id, at) => (at % 2 === 0 ? BOB : CAROL))
      const written = (address: string) => (chain === 'XDC' ? address.replace('0x', 'xdc') : address)
      const urls = tokenIds.map((id) => `ipfs://${id.repeat(12)}`)
      const batch = { recipients: recipients.map(written), tokenIds, urls }
      const type = 'MINT_NFT_BATCH'
      const estimate = await calls.estimateFeeBatchMintNft({
        chain,
        type,
        sender: written(ALICE),
        contractAddress: written(art),
        ...batch,
      })
      const data = nft('mintMultiple(address[],uint256[],string[])', recipients, tokenIds, urls)
      await holds(estimate, { to: art, data })
    }
  })

  it('an NFT moves, and burns, whichever of the sender’s it is', async () => {
    const contractAddress = await node.deploy(contracts.deployment('Nft', ['Art', 'ART', ALICE]))
    for (const id of ['1', '2', '3', '4', '5']) {
      await node.send({ to: contractAddress, data: nft(MINT, BOB, id, '') })
    }
    const deed = { chain, sender: BOB, contractAddress } as const
    for (const id of ['4', '1', '5']) {
      const estimate = await calls.estimateFee({ ...deed, type: 'TRANSFER_NFT', recipient: CAROL })
      await holds(estimate, { from: BOB, to: contractAddress, data: nft(TRANSFER, BOB, CAROL, id) })
    }
    for (const id of ['3', '2']) {
      const estimate = await calls.estimateFee({ ...deed, type: 'BURN_NFT' })
      await holds(estimate, { from: BOB, to: contractAddress, data: nft('burn(uint256)', id) })
    }
    expect(await codeOf(calls.estimateFee({ ...deed, type: 'BURN_NFT' }))).toBe('fee.not.estimated')
  })

  it('tokens', async () => {
    const deed = { chain, type: 'TRANSFER_ERC20', sender: ALICE, recipient: BOB } as const
    const estimate = await calls.estimateFee({ ...deed, contractAddress: token, amount: '12.000001' })
    const data = contracts.call('Erc20', 'transfer(address,uint256)', [BOB, '12000001'])
    await holds(estimate, { to: token, data })
  })

  it.each([1, 2, 30, 270])('%i gas pumps are activated', async (batchCount) => {
    const type = 'DEPLOY_CUSTODIAL_WALLET_BATCH'
    const estimate = await calls.estimateFeeDeployCustodialWallet({ chain, type, batchCount })
    const range = [BOB, String(batchCount * 1_000), String(batchCount * 1_001 - 1)]
    const data = contracts.call('GasPumpFactory', 'activate(address,uint256,uint256)', range)
    await holds(estimate, { to: factory, data })
  })

  it('gas pumps pay what they hold', async () => {
    await node.send({
      to: factory,
      data: contracts.call('GasPumpFactory', 'activate(address,uint256,uint256)', [BOB, '1', '1']),
    })
    const asked = contracts.call('GasPumpFactory', 'addressOf(address,uint256)', [BOB, '1'])
    const custodialAddress = `0x${(await node.ask(factory, asked)).toString(16).padStart(40, '0')}`
    const multi = await node.deployFixture('Multi')
    await node.send({ to: custodialAddress, value: 10n ** 18n })
    await node.send({ to: token, data: `0xa9059cbb${word(custodialAddress)}${word(5_000_000)}` })
    await mint(custodialAddress, '77')
    // `safeTransferFrom(address,address,uint256,uint256,bytes)`: 100 of token 7.
    const move = [word(ALICE), word(custodialAddress), word(7), word(100), word(160), word(0)]
    await node.send({ to: multi, data: `0xf242432a${move.join('')}` })

    const deed = { chain, type: 'TRANSFER_CUSTODIAL', sender: BOB, custodialAddress } as const
    const somebody = `0x${'7'.repeat(40)}`
    const transfers = [
      [{ tokenType: 0, contractAddress: token, amount: '1.5' }, [token, '0', somebody, '1500000', '0']],
      [{ tokenType: 1, contractAddress: art, tokenId: '77', amount: '1' }, [art, '1', somebody, '1', '77']],
      [
        { tokenType: 2, contractAddress: multi, tokenId: '7', amount: '40' },
        [multi, '2', somebody, '40', '7'],
      ],
      [
        { tokenType: 3, amount: '0.25' },
        [`0x${'0'.repeat(40)}`, '3', somebody, String(10n ** 18n / 4n), '0'],
      ],
    ] as const
    for (const [what, args] of transfers) {
      const estimate = await calls.estimateFeeTransferFromCustodial({ ...deed, recipient: somebody, ...what })
      const data = contracts.call('GasPump', 'transfer(address,uint256,address,uint256,uint256)', args)
      await holds(estimate, { from: BOB, to: custodialAddress, data })
    }
    expect(await node.balance(somebody)).toBe(10n ** 18n / 4n)

    const refused = (changes: object) =>
      codeOf(
        calls.estimateFeeTransferFromCustodial({
          ...deed,
          recipient: somebody,
          tokenType: 3,
          amount: '0.25',
          ...changes,
        }),
      )
    expect(await refused({ sender: ALICE })).toBe('validation.failed')
    expect(await refused({ amount: '0.750000000000000001' })).toBe('execution.reverted')
    expect(await refused({ amount: '0.0000000000000000001' })).toBe('validation.failed')
    expect(await refused({ tokenType: 4 })).toBe('validation.failed')
    expect(await refused({ tokenType: 0 })).toBe('validation.failed')
    expect(await refused({ tokenType: 0, contractAddress: token, amount: '3.500001' })).toBe(
      'execution.reverted',
    )
    expect(await refused({ tokenType: 0, contractAddress: token, amount: '1.0000001' })).toBe(
      'validation.failed',
    )
    expect(await refused({ tokenType: 1, contractAddress: art })).toBe('validation.failed')
    expect(await refused({ tokenType: 1, contractAddress: art, tokenId: '77' })).toBe('execution.reverted')
    expect(await refused({ tokenType: 2, contractAddress: multi, tokenId: '7', amount: '1.5' })).toBe(
      'validation.failed',
    )
    // Nothing is there: the address of a pump that is not activated, an account, and a contract of another kind.
    for (const other of [CAROL, somebody, token, art]) {
      expect(await refused({ custodialAddress: other })).toBe('fee.not.estimated')
    }
  })

  it('what has no contract here is refused, and not guessed', async () => {
    for (const type of ['DEPLOY_AUCTION', 'DEPLOY_MARKETPLACE'] as const) {
      const refused: unknown = await calls
        .estimateFee({ chain, type, sender: ALICE })
        .catch((error: unknown) => error)
      expect(refused).toMatchObject({
        code: 'fee.not.estimated',
        status: 403,
        message: expect.stringContaining(type),
      })
    }
  })

  it('what is no contract of NFTs is refused, and not taken for a cheap one', async () => {
    const plain = await node.deployFixture('Plain')
    const deed = { chain, sender: ALICE, recipient: BOB } as const
    const batch = { type: 'MINT_NFT_BATCH' as const, recipients: [BOB], tokenIds: ['1'], urls: [''] }
    for (const contractAddress of [CAROL, token]) {
      for (const one of ['MINT_NFT', 'BURN_NFT', 'TRANSFER_NFT'] as const) {
        const code = await codeOf(calls.estimateFee({ ...deed, type: one, contractAddress }))
        expect(code).toBe('fee.not.estimated')
      }
      const many = calls.estimateFeeBatchMintNft({ chain, sender: ALICE, contractAddress, ...batch })
      expect(await codeOf(many)).toBe('fee.not.estimated')
    }
    // Which of its tokens the sender has, this one does not tell.
    for (const one of ['BURN_NFT', 'TRANSFER_NFT'] as const) {
      const code = await codeOf(calls.estimateFee({ ...deed, type: one, contractAddress: plain }))
      expect(code).toBe('fee.not.estimated')
    }
    expect(await codeOf(calls.estimateFee({ ...deed, type: 'MINT_NFT', contractAddress: plain }))).toBe(
      'execution.reverted',
    )
  })

  it('what the contract refuses has no estimate', async () => {
    await mint(BOB, '500')
    const batch = { chain, type: 'MINT_NFT_BATCH', sender: ALICE, contractAddress: art } as const
    const many = (changes: object) =>
      codeOf(
        calls.estimateFeeBatchMintNft({
          ...batch,
          recipients: [BOB],
          tokenIds: ['501'],
          urls: [''],
          ...changes,
        }),
      )
    expect(await many({ sender: BOB })).toBe('execution.reverted')
    expect(await many({ tokenIds: ['500'] })).toBe('execution.reverted')
    expect(await many({ tokenIds: ['501', '502'] })).toBe('validation.failed')
    expect(await many({ urls: [] })).toBe('validation.failed')
    expect(await many({ recipients: [], tokenIds: [], urls: [] })).toBe('validation.failed')
    expect(await many({ tokenIds: ['-1'] })).toBe('validation.failed')
    expect(await many({ tokenIds: [String(2n ** 256n)] })).toBe('transaction.invalid.body')
    expect(await many({ recipients: [`0x${'z'.repeat(40)}`] })).toBe('validation.failed')
    const mintBy = (sender: string) =>
      codeOf(calls.estimateFee({ chain, type: 'MINT_NFT', sender, recipient: BOB, contractAddress: art }))
    expect(await mintBy(BOB)).toBe('execution.reverted')
  })

  it('what leaves something out is told what', async () => {
    const all = { sender: ALICE, recipient: BOB, contractAddress: art, amount: '1' }
    const needed = {
      MINT_NFT: ['sender', 'recipient', 'contractAddress'],
      BURN_NFT: ['sender', 'contractAddress'],
      TRANSFER_NFT: ['sender', 'recipient', 'contractAddress'],
      TRANSFER_ERC20: ['sender', 'recipient', 'contractAddress', 'amount'],
    } as const
    for (const type of Object.keys(needed) as (keyof typeof needed)[]) {
      for (const field of needed[type]) {
        const { [field]: _left, ...rest } =
          type === 'TRANSFER_ERC20' ? { ...all, contractAddress: token } : all
        const refused: unknown = await calls
          .estimateFee({ chain, type, ...rest })
          .catch((error: unknown) => error)
        expect(refused).toMatchObject({ rejection: { violations: [{ property: field }] } })
      }
    }
  })
})
