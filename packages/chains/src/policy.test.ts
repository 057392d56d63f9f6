/** The built-in policy over real chains: what its file may name, and what withdrawals pay beside their amounts. */
import { limitsPolicy, type PolicyFile } from '@tallystick/custody'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createChains } from './chains.js'
import { readChainsConfig } from './config/read.js'
import { type Account, type EvmWorld, openEvmWorld } from './evm/ledger-world.fixture.js'
import { type Calls, codeOf } from './open-ledger.fixture.js'
import { funded, type Held, withdrawalsOf } from './transfers.fixture.js'

const ALICE = `0x${'a11ce'.padEnd(40, '0')}`
/** An account of XRP, and its customer with a tag; one of Stellar, and its customer with a number. */
const PEPPER = 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY'
const AT_PEPPER = 'XV5sbjUmgPpvXv4ixFWZ5ptAYZ6PD28Sq49uo34VyjnmK5H'
const GIVEN = 'GDVEU3DD4KOFECV66VIHWEZOYX4ZKR3WV27L464SIIPOU2IUI3JCZA57'
const AT_GIVEN = 'MDVEU3DD4KOFECV66VIHWEZOYX4ZKR3WV27L464SIIPOU2IUI3JCYAAAAAAAAAAAJVFEU'

describe('an address on a list is one of its chain', () => {
  const chains = createChains(readChainsConfig({}))

  it.each<[string, PolicyFile, readonly string[]]>([
    ['Ethereum', { allow: { ETH: [ALICE, '0x123'] } }, ['allow.ETH[1]']],
    ['TRON', { deny: { TRON: ['x', 'TRX'] } }, ['deny.TRON[0]', 'deny.TRON[1]']],
    [
      'Bitcoin, on any network',
      { deny: { BTC: ['1BoatSLRHtKNngkdXEeobR76b53LETtpyT', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'tb1'] } },
      ['deny.BTC[2]'],
    ],
    ['Solana', { allow: { SOL: [{ address: ALICE, since: '2026-01-01' }] } }, ['allow.SOL[0]']],
    // As denied, the whole account is.
    [
      'XRP, without a tag that would allow all of the account',
      { allow: { XRP: [PEPPER, AT_PEPPER] }, deny: { XRP: [AT_PEPPER] } },
      ['allow.XRP[1]'],
    ],
    ['Stellar, likewise', { allow: { XLM: [GIVEN, AT_GIVEN] } }, ['allow.XLM[1]']],
  ])('%s', async (_, file, wrong) => {
    const problems = await limitsPolicy(file)
      .ready?.(chains)
      .then(
        () => [],
        (error: { readonly problems: readonly string[] }) => error.problems,
      )
    expect(problems?.map((problem) => problem.split(' ')[0])).toEqual(wrong)
  })
})

describe('with a policy', () => {
  let world: EvmWorld
  let calls: Calls
  let hot: Account
  let held: Held
  beforeAll(async () => {
    const policy = limitsPolicy({ limits: [{ currency: 'ETH', amount: '0.1', hours: 24 }] })
    world = await openEvmWorld({ timeoutMs: 2_000, ledger: { policy } })
    calls = await world.as('testnet')
    hot = await world.account(1_000n)
    held = await funded(world, calls, 'ETH', '5', (await calls.ethGenerateWallet()).xpub)
  })
  afterAll(() => world.close())

  it('no withdrawal pays a fee above the ceiling, whoever names it', async () => {
    const one = { senderAccountId: held.id, address: ALICE, amount: '0.01' }
    const high = { gasLimit: '21000', gasPrice: '40000' }
    const signatureId = crypto.randomUUID()
    const calling = [
      calls.transferEth({ ...one, ...high, privateKey: hot.fromPrivateKey }),
      calls.transferEthKMS({ ...one, ...high, signatureId, index: 1 }),
      calls.storeWithdrawal({ ...one, fee: '0.84' }),
    ]
    const codes = await Promise.all(calling.map((call) => codeOf(call)))
    expect(codes).toEqual(calling.map(() => 'fee.exceptional'))
    expect([await withdrawalsOf(world), await world.sends()]).toEqual([[], []])
    const sent = { ...one, ...high, gasPrice: '10', privateKey: hot.fromPrivateKey }
    expect(await calls.transferEth(sent)).toMatchObject({ completed: true })
  })

  it('that names no address of its chain, nothing is withdrawn', async () => {
    const policy = limitsPolicy({ deny: { ETH: ['0x123'] } })
    const other = await openEvmWorld({ timeoutMs: 2_000, ledger: { policy } })
    try {
      await expect(other.ledger.custody.gate.ready()).rejects.toThrow('deny.ETH[0] is not an address of ETH')
      const own = await other.as('testnet')
      const payer = await other.account(1n)
      const account = await funded(other, own, 'ETH', '1', (await own.ethGenerateWallet()).xpub)
      const call = own.transferEth({
        senderAccountId: account.id,
        address: ALICE,
        amount: '0.01',
        privateKey: payer.fromPrivateKey,
      })
      await expect(call).rejects.toThrow('deny.ETH[0]')
      expect(await withdrawalsOf(other)).toEqual([])
    } finally {
      await other.close()
    }
  })
})
