/**
 * The signed transaction of a withdrawal, of every family: the one that was promised passes, and each that pays somebody
 * else, something else or besides is told apart by what it does.
 */
import {
  Asset,
  Keypair,
  Networks,
  Operation,
  Account as StellarAccount,
  Memo as StellarMemo,
  TransactionBuilder,
} from '@stellar/stellar-base'
import {
  BNB,
  type Codec,
  differs,
  type EvmTransaction,
  type KeySigner,
  type Promised,
  type Unsigned,
  type UtxoIntent,
  type XrpJson,
} from '@tallystick/custody'
import { describe, expect, it } from 'vitest'
import { accountOf as beaconAccount } from './beacon/chain.fixture.js'
import { createChains } from './chains.js'
import { payment as evmPayment } from './evm/chain.fixture.js'
import {
  TOKEN as ESDT,
  payment as egldPayment,
  accountOf as multiversxAccount,
  tokenPayment,
} from './multiversx/chain.fixture.js'
import { bytesOf, SYSTEM, TOKEN, TOKEN_2022 } from './solana/address.js'
import { secretOf, accountOf as solanaAccount } from './solana/chain.fixture.js'
import { readMessage, writeMessage, writeTransaction } from './solana/message.js'
import { accountOf as stellarAccount } from './stellar/chain.fixture.js'
import { keyOf as tronKey } from './tron/chain.fixture.js'
import { keyOf, madeUp } from './utxo/paying.fixture.js'
import { accountOf as xrpAccount } from './xrp/chain.fixture.js'
import { signAsDaemon as signXrp } from './xrp/daemon.fixture.js'

const chains = createChains({})

const NOTHING: Omit<Promised, 'payments'> = { asset: null, inputs: [], change: 0n, changeTo: [], from: null }

function signed(codec: Codec, unsigned: Unsigned, signer: KeySigner): string {
  const signatures = codec
    .signingRequests(unsigned)
    .map((request) => ({ publicKey: signer.publicKey, signature: signer.sign(request) }))
  return codec.combine(unsigned, signatures).raw
}

const judged = (codec: Codec, raw: string, promised: Promised): string =>
  differs(codec, codec.inspect(raw), promised) ?? 'it is the one'

const OK = 'it is the one'

describe.each(['LTC', 'BTC', 'DOGE', 'BCH'] as const)('of %s', (id) => {
  const COIN = 100_000_000n
  async function world() {
    const chain = await chains.chain(id, 'testnet')
    const { codec } = chain
    const [pool, bob, carol] = [1, 2, 3].map((number) => keyOf(chain, number))
    if (pool === undefined || bob === undefined || carol === undefined) throw new TypeError('no key')
    const coins = [0, 1].map((index) => madeUp(chain, pool, 'p2pkh', 3n * COIN, index))
    const [to, other] = [bob.addressAs('p2pkh'), carol.addressAs('p2pkh')]
    const back = pool.addressAs('p2pkh')
    const canonical = codec.canonical
    const promised: Promised = {
      ...NOTHING,
      payments: [{ address: canonical(to), amount: `${2n * COIN}` }],
      inputs: coins.map(({ txId, index }) => ({ owner: txId, index: BigInt(index) })),
      change: 3n * COIN,
      changeTo: [canonical(back), ...(id === 'BTC' ? [canonical(pool.addressAs('p2wpkh'))] : [])],
    }
    const raw = (changes: Partial<UtxoIntent> = {}): string => {
      const intent: UtxoIntent = {
        required: coins,
        available: [],
        to: [
          { address: to, value: 2n * COIN },
          { address: back, value: 3n * COIN },
        ],
        fee: COIN,
        changeAddress: null,
        marketRate: 1_000n,
        fastRate: null,
        ...changes,
      }
      return signed(codec, codec.build(intent), codec.signer(pool.privateKey))
    }
    return { codec, promised, raw, coins, to, other, back, pool }
  }

  it('spends what is reserved, all of it and no more', async () => {
    const { codec, promised, raw, coins, to, back } = await world()
    expect(judged(codec, raw(), promised)).toBe(OK)
    const lists = [
      { address: to, value: 2n * COIN },
      { address: back, value: COIN / 2n },
    ]
    const less = raw({ required: coins.slice(0, 1), to: lists, fee: null })
    expect(judged(codec, less, promised)).toMatch(/^it does not spend [0-9a-f]{64}:1, which is reserved/)
    expect(judged(codec, raw(), { ...promised, inputs: promised.inputs.slice(1) })).toMatch(
      /^it spends [0-9a-f]{64}:0, which is not reserved/,
    )
  })

  it('pays the recipients and the change, in any order', async () => {
    const { codec, promised, raw, to, other, back, pool } = await world()
    const paying = (...list: readonly (readonly [string, bigint])[]) =>
      judged(codec, raw({ to: list.map(([address, value]) => ({ address, value })), fee: null }), promised)
    expect(paying([back, 3n * COIN], [to, 2n * COIN])).toBe(OK)
    expect(paying([other, 2n * COIN], [back, 3n * COIN])).toMatch(
      /^it pays 200000000 base units to .*not asked/,
    )
    expect(paying([to, 2n * COIN + 1n], [back, 3n * COIN])).toMatch(/^it pays 200000001 base units/)
    expect(paying([to, 2n * COIN], [back, 3n * COIN - 1n])).toMatch(/^it pays 299999999 base units/)
    expect(paying([to, 2n * COIN], [other, 3n * COIN])).toMatch(/^it pays 300000000 base units/)
    expect(paying([to, 2n * COIN], [to, 3n * COIN])).toMatch(/^it pays 300000000 base units/)
    expect(paying([to, 2n * COIN], [back, 3n * COIN], [back, 30_000_000n])).toMatch(/^it pays 30000000 /)
    expect(paying([to, 2n * COIN])).toMatch(/^it does not pay the change of 300000000 base units/)
    expect(paying([back, 3n * COIN])).toMatch(/^it does not pay 200000000 base units/)
    if (id === 'BTC') expect(paying([to, 2n * COIN], [pool.addressAs('p2wpkh'), 3n * COIN])).toBe(OK)
  })

  it('pays each of several recipients as often as promised', async () => {
    const { codec, promised, raw, to, other } = await world()
    const [one] = promised.payments
    if (one === undefined) throw new TypeError('no payment')
    const three = {
      ...promised,
      payments: [one, one, { address: codec.canonical(other), amount: '100000000' }],
      change: 0n,
    }
    const lists = (list: readonly (readonly [string, bigint])[]) =>
      judged(codec, raw({ to: list.map(([address, value]) => ({ address, value })), fee: null }), three)
    const [a, b] = [[to, 2n * COIN] as const, [other, COIN] as const]
    expect(lists([a, b, a])).toBe(OK)
    expect(lists([a, b])).toMatch(/^it does not pay 200000000/)
    expect(lists([a, b, b])).toMatch(/^it pays 100000000/)
  })
})

describe.each(['ETH', 'MATIC', 'XDC', 'ONE'] as const)('of %s', (id) => {
  const KEY = `0x${'7'.repeat(64)}`
  const [BOB, CAROL, TOKEN] = ['b0', 'ca', '70'].map((byte) => `0x${byte.repeat(20)}`) as [
    string,
    string,
    string,
  ]

  it('pays the coin, or a token by its call, from the one address', async () => {
    const { codec } = await chains.chain(id, 'testnet')
    const signer = codec.signer(KEY)
    const raw = (changes: Partial<EvmTransaction>) =>
      signed(codec, codec.build(evmPayment(signer.address, BOB, changes)), signer)
    const from = codec.canonical(signer.address)
    const coin: Promised = { ...NOTHING, from, payments: [{ address: BOB, amount: '5' }] }
    expect(judged(codec, raw({ value: 5n }), coin)).toBe(OK)
    expect(judged(codec, raw({ value: 5n }), { ...coin, from: null })).toBe(OK)
    // A note to the recipient takes nothing away.
    expect(judged(codec, raw({ value: 5n, data: '0x68656c6c6f' }), coin)).toBe(OK)
    expect(judged(codec, raw({ value: 4n }), coin)).toMatch(/^it pays 4 base units/)
    expect(judged(codec, raw({ value: 5n, to: CAROL }), coin)).toMatch(/^it pays 5 base units/)
    expect(judged(codec, raw({ value: 5n }), { ...coin, from: CAROL })).toMatch(/^it pays from /)
    expect(judged(codec, raw({ value: 5n, to: null, data: '0x00' }), coin)).toBe('it creates a contract')

    const token: Promised = { ...coin, asset: TOKEN }
    const call = (to: string, amount: bigint) => codec.encodeErc20Transfer(to, amount)
    const asked = (changes: Partial<EvmTransaction>) => judged(codec, raw({ value: 0n, ...changes }), token)
    expect(asked({ to: TOKEN, data: call(BOB, 5n) })).toBe(OK)
    expect(asked({ to: CAROL, data: call(BOB, 5n) })).toMatch(/^it pays 5 of .* base units/)
    expect(asked({ to: TOKEN, data: call(CAROL, 5n) })).toMatch(/^it pays 5 of/)
    expect(asked({ to: TOKEN, data: call(BOB, 6n) })).toMatch(/^it pays 6 of/)
    expect(asked({ to: TOKEN, data: call(BOB, 5n), value: 1n })).toMatch(/^it pays 1 base units/)
    expect(asked({ to: TOKEN, data: `${call(BOB, 5n)}00` })).toMatch(/^it pays 0 base units/)
    expect(asked({ value: 5n })).toMatch(/^it pays 5 base units/)
    expect(judged(codec, raw({ value: 0n, to: TOKEN, data: call(BOB, 5n) }), coin)).toMatch(/^it pays 5 of/)
  })
})

it('of XRP pays with the tag, exactly, and through no other asset', async () => {
  const { codec } = await chains.chain('XRP', 'testnet')
  const [alice, bob, carol] = ['alice', 'bob', 'carol'].map(xrpAccount)
  if (alice === undefined || bob === undefined || carol === undefined) throw new TypeError('no account')
  const raw = (changes: XrpJson) =>
    signXrp(
      JSON.stringify({
        TransactionType: 'Payment',
        Account: alice.address,
        Destination: bob.address,
        Amount: '5',
        Fee: '10',
        Sequence: 7,
        LastLedgerSequence: 99,
        ...changes,
      }),
      alice.secret,
    )
  const promised: Promised = {
    ...NOTHING,
    from: alice.address,
    payments: [{ address: bob.address, amount: '5', tag: '7' }],
  }
  const asked = (changes: XrpJson, other: Partial<Promised> = {}) =>
    judged(codec, raw(changes), { ...promised, ...other })
  expect(asked({ DestinationTag: 7 })).toBe(OK)
  expect(asked({ DestinationTag: 7, SourceTag: 4_000_000_000 })).toBe(OK)
  expect(asked({})).toMatch(/^it pays 5 base units to \S+, which/)
  expect(asked({ DestinationTag: 8 })).toMatch(/with the tag 8/)
  expect(asked({ DestinationTag: 7 }, { payments: [{ address: bob.address, amount: '5' }] })).toMatch(
    /the tag 7/,
  )
  expect(asked({ DestinationTag: 7, Amount: '6' })).toMatch(/^it pays 6/)
  expect(asked({ DestinationTag: 7, Destination: carol.address })).toMatch(/^it pays 5/)
  expect(asked({ DestinationTag: 7 }, { from: carol.address })).toMatch(/^it pays from/)
  expect(asked({ DestinationTag: 7, Flags: 0x2_0000 })).toBe('it may deliver less')
  const usd = (value: string, issuer = carol.address) => ({ currency: 'USD', issuer, value })
  expect(asked({ DestinationTag: 7, SendMax: usd('1') })).toBe('it pays through other assets')
  expect(asked({ TransactionType: 'AccountSet', Destination: undefined, Amount: undefined })).toBe(
    'it is of the type AccountSet',
  )

  const asset = `USD:${carol.address}`
  const issued = { asset, payments: [{ address: bob.address, amount: '1500000000000000' }] }
  expect(asked({ Amount: usd('1.5') }, issued)).toBe(OK)
  expect(asked({ Amount: usd('1.5'), SendMax: usd('1.6') }, issued)).toBe(OK)
  expect(asked({ Amount: usd('1.5'), SendMax: '1000000' }, issued)).toBe('it pays through other assets')
  expect(asked({ Amount: usd('1.5', bob.address) }, issued)).toMatch(/^it pays 1500000000000000 of USD:/)
  expect(asked({ Amount: usd('0.0000000000000001') }, issued)).toMatch(/^it does not pay/)
})

it('of Stellar pays with the memo and does nothing else', async () => {
  const { codec } = await chains.chain('XLM', 'testnet')
  const [alice, bob, carol] = ['alice', 'bob', 'carol'].map(stellarAccount)
  if (alice === undefined || bob === undefined || carol === undefined) throw new TypeError('no account')
  const USD = new Asset('USD', carol.address)
  type Op = Parameters<TransactionBuilder['addOperation']>[0]
  const raw = (operations: readonly Op[], memo?: string, from = alice): string => {
    const builder = new TransactionBuilder(new StellarAccount(from.address, '7'), {
      fee: '100',
      networkPassphrase: Networks.TESTNET,
      timebounds: { minTime: 0, maxTime: 4_000_000_000 },
    })
    for (const operation of operations) builder.addOperation(operation)
    if (memo !== undefined) builder.addMemo(StellarMemo.text(memo))
    const made = builder.build()
    made.sign(Keypair.fromSecret(from.secret))
    return made.toEnvelope().toXDR('base64')
  }
  const pay = (amount: string, destination = bob.address, asset = Asset.native(), source?: string) =>
    Operation.payment({ destination, asset, amount, ...(source === undefined ? {} : { source }) })
  const promised: Promised = {
    ...NOTHING,
    from: alice.address,
    payments: [{ address: bob.address, amount: '50000000', tag: 'text:to bob' }],
  }
  const asked = (list: readonly Op[], memo?: string, other: Partial<Promised> = {}) =>
    judged(codec, raw(list, memo), { ...promised, ...other })
  expect(asked([pay('5')], 'to bob')).toBe(OK)
  const opened = Operation.createAccount({ destination: bob.address, startingBalance: '5' })
  expect(asked([opened], 'to bob')).toBe(OK)
  expect(asked([pay('5')])).toMatch(/^it pays 50000000/)
  expect(asked([pay('5')], 'to Bob')).toMatch(/with the tag text:to Bob/)
  expect(asked([pay('5', carol.address)], 'to bob')).toMatch(/^it pays 50000000/)
  expect(asked([pay('4.9999999')], 'to bob')).toMatch(/^it pays 49999999/)
  expect(asked([pay('5', bob.address, USD)], 'to bob')).toMatch(/^it pays 50000000 of USD:/)
  expect(asked([pay('5'), pay('1', carol.address)], 'to bob')).toMatch(/^it pays 10000000/)
  expect(asked([pay('5', bob.address, Asset.native(), carol.address)], 'to bob')).toMatch(/several accounts/)
  expect(asked([pay('5')], 'to bob', { from: carol.address })).toMatch(/^it pays from/)
  const merged = Operation.accountMerge({ destination: carol.address })
  expect(asked([pay('5'), merged], 'to bob')).toBe('it has the operation accountMerge')
  const token = { asset: `USD:${carol.address}` }
  expect(asked([pay('5', bob.address, USD)], 'to bob', token)).toBe(OK)
  expect(asked([pay('5')], 'to bob', token)).toMatch(/^it pays 50000000 base units/)
})

it('of TRON pays TRX, TRC-10 or TRC-20', async () => {
  const { codec } = await chains.chain('TRON', 'testnet')
  const [alice, bob, carol, token] = ['alice', 'bob', 'carol', 'token'].map((name) =>
    codec.signer(tronKey(name)),
  )
  if (!alice || !bob || !carol || !token) throw new TypeError('no key')
  const [owner, to] = [alice.address, bob.address]
  type Contract = Parameters<typeof codec.build>[0]['contract']
  const raw = (contract: Contract) =>
    signed(
      codec,
      codec.build(
        {
          contract,
          refBlock: { bytes: '0001', hash: '00'.repeat(8) },
          expiration: 600_000,
          timestamp: 1,
          feeLimit: 1_000_000n,
        },
        0n,
      ),
      alice,
    )
  const promised: Promised = { ...NOTHING, from: owner, payments: [{ address: to, amount: '5' }] }
  const asked = (contract: Contract, asset: string | null = null, from = owner) =>
    judged(codec, raw(contract), { ...promised, asset, from })
  expect(asked({ type: 'TransferContract', owner, to, amount: 5n })).toBe(OK)
  expect(asked({ type: 'TransferContract', owner, to, amount: 6n })).toMatch(/^it pays 6/)
  expect(asked({ type: 'TransferContract', owner, to: carol.address, amount: 5n })).toMatch(/^it pays 5/)
  expect(asked({ type: 'TransferContract', owner, to, amount: 5n }, null, carol.address)).toMatch(/pays from/)
  expect(asked({ type: 'TransferAssetContract', owner, to, asset: '1000001', amount: 5n }, '1000001')).toBe(
    OK,
  )
  expect(
    asked({ type: 'TransferAssetContract', owner, to, asset: '1000002', amount: 5n }, '1000001'),
  ).toMatch(/of 1000002/)
  const trigger = (contract: string, value = 0n): Contract => {
    const data = codec.trc20Transfer(to, 5n)
    return { type: 'TriggerSmartContract', owner, contract, data, value }
  }
  expect(asked(trigger(token.address), token.address)).toBe(OK)
  expect(asked(trigger(carol.address), token.address)).toMatch(/^it pays 5 of/)
  expect(asked(trigger(token.address, 1n), token.address)).toMatch(/^it pays 1 base units/)
  expect(asked(trigger(token.address))).toMatch(/^it pays 5 of/)
  const frozen = { type: 'FreezeBalanceV2Contract', owner, amount: 5n, resource: 'ENERGY' } as const
  expect(asked(frozen)).toMatch(/^it does not pay 5/)
})

it('of Solana pays by its own instructions and calls no other program', async () => {
  const { codec } = await chains.chain('SOL', 'testnet')
  const [alice, bob, carol] = ['alice', 'bob', 'carol'].map(solanaAccount)
  if (alice === undefined || bob === undefined || carol === undefined) throw new TypeError('no account')
  type Intent = Parameters<typeof codec.build>[0]
  const intent = (transfer: Partial<Intent['transfer']> = {}, salt: number | null = 3): Intent => ({
    transfer: { from: alice.address, to: bob.address, amount: 5n, ...transfer },
    lifetime: { blockhash: carol.address, last: 1n },
    fee: 5_000n,
    salt,
    version: 'legacy',
  })
  const raw = (...changes: Parameters<typeof intent>) =>
    signed(codec, codec.build(intent(...changes)), codec.signer(alice.secret))
  const promised: Promised = {
    ...NOTHING,
    from: alice.address,
    payments: [{ address: bob.address, amount: '5' }],
  }
  expect(judged(codec, raw(), promised)).toBe(OK)
  expect(judged(codec, raw({}, null), promised)).toBe(OK)
  expect(judged(codec, raw({ amount: 6n }), promised)).toMatch(/^it pays 6/)
  expect(judged(codec, raw({ to: carol.address }), promised)).toMatch(/^it pays 5/)
  expect(judged(codec, raw(), { ...promised, from: carol.address })).toMatch(/^it pays from/)

  const [mint, other] = ['mint', 'other mint'].map((name) => solanaAccount(name).address) as [string, string]
  const token: Promised = { ...promised, asset: mint }
  for (const program of [TOKEN, TOKEN_2022]) {
    const tokens = (changes: Partial<Intent['transfer']> = {}, of = mint) =>
      raw({ token: { mint: of, program, decimals: 2, opens: true }, ...changes })
    expect(judged(codec, tokens(), token)).toBe(OK)
    expect(judged(codec, tokens({ amount: 6n }), token)).toMatch(/^it pays 6 of/)
    expect(judged(codec, tokens({ to: carol.address }), token)).toMatch(/^it pays 5 of/)
    expect(judged(codec, tokens({}, other), token)).toMatch(/^it pays 5 of/)
    expect(judged(codec, tokens(), { ...token, from: carol.address })).toMatch(/^it pays from/)
    expect(judged(codec, tokens(), promised)).toMatch(/^it pays 5 of/)
    expect(judged(codec, raw(), token)).toMatch(/^it pays 5 base units/)
  }

  const message = readMessage(Uint8Array.from(Buffer.from(codec.message(codec.build(intent())), 'base64')))
  const [transfer] = message.instructions.slice(-1)
  if (transfer === undefined) throw new TypeError('no transfer')
  // `Assign`: it gives the account to a program.
  const assign = { ...transfer, accounts: [0], data: Uint8Array.of(1, 0, 0, 0, ...secretOf('owner')) }
  const both = writeMessage(
    { ...message, instructions: [...message.instructions, assign] },
    (address) => bytesOf(address) ?? new Uint8Array(32),
  )
  const signer = codec.signer(alice.secret)
  const signature = signer.sign({ bytes: both, scheme: 'ed25519', address: '', accepts: () => true })
  const whole = Buffer.from(writeTransaction([signature], both)).toString('hex')
  expect(judged(codec, codec.read(whole).raw, promised)).toBe(`it calls the program ${SYSTEM}`)
})

it('of MultiversX pays EGLD, or tokens by its data', async () => {
  const { codec } = await chains.chain('EGLD', 'testnet')
  const [alice, bob, carol] = ['alice', 'bob', 'carol'].map(multiversxAccount)
  if (alice === undefined || bob === undefined || carol === undefined) throw new TypeError('no account')
  const signer = codec.signer(alice.key)
  const raw = (over: Parameters<typeof egldPayment>[0] = {}) =>
    signed(codec, codec.build(egldPayment({ chainID: 'D', ...over })), signer)
  const coin: Promised = {
    ...NOTHING,
    from: alice.address,
    payments: [{ address: bob.address, amount: `${10n ** 18n}` }],
  }
  expect(judged(codec, raw(), coin)).toBe(OK)
  expect(judged(codec, raw({ value: '5' }), coin)).toMatch(/^it pays 5/)
  expect(judged(codec, raw({ receiver: carol.address }), coin)).toMatch(/^it pays 1000000000000000000/)
  expect(judged(codec, raw(), { ...coin, from: carol.address })).toMatch(/^it pays from/)
  const token = { ...coin, asset: ESDT, payments: [{ address: bob.address, amount: '7' }] }
  const moved = (amount: bigint) => raw(tokenPayment(amount, { chainID: 'D' }))
  expect(judged(codec, moved(7n), token)).toBe(OK)
  expect(judged(codec, moved(8n), token)).toMatch(/^it pays 8 of/)
  expect(judged(codec, moved(7n), { ...token, asset: 'WEGLD-aaaaaa' })).toMatch(/^it pays 7 of USDC/)
})

it('of BNB Beacon Chain pays with the memo', async () => {
  const { codec } = await chains.chain('BNB', 'testnet')
  const [alice, bob, carol] = ['alice', 'bob', 'carol'].map(beaconAccount)
  if (alice === undefined || bob === undefined || carol === undefined) throw new TypeError('no account')
  const signer = codec.signer(alice.privateKey)
  type Payment = Parameters<typeof codec.build>[0]
  const raw = (over: Partial<Payment> = {}) =>
    signed(
      codec,
      codec.build(
        {
          from: alice.address,
          to: bob.address,
          asset: BNB,
          amount: '5',
          memo: '7',
          accountNumber: '1',
          sequence: '2',
          source: '0',
          ...over,
        },
        7_500n,
      ),
      signer,
    )
  const promised: Promised = {
    ...NOTHING,
    from: alice.address,
    payments: [{ address: bob.address, amount: '5', tag: '7' }],
  }
  expect(judged(codec, raw(), promised)).toBe(OK)
  expect(judged(codec, raw({ memo: '' }), promised)).toMatch(/^it pays 5 base units to \S+, which/)
  expect(judged(codec, raw({ memo: '8' }), promised)).toMatch(/with the tag 8/)
  expect(judged(codec, raw({ amount: '6' }), promised)).toMatch(/^it pays 6/)
  expect(judged(codec, raw({ to: carol.address }), promised)).toMatch(/^it pays 5/)
  expect(judged(codec, raw({ asset: 'BUSD-BD1' }), promised)).toMatch(/of BUSD-BD1/)
  expect(judged(codec, raw(), { ...promised, from: carol.address })).toMatch(/^it pays from/)
})
