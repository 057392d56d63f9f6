/**
 * Tokens that tenants register on chains whose nodes are in memory: each by its identity on the chain, with the chain's
 * decimals, from a payment to a balance; and never a token that only looks like it.
 */
import { base58 } from '@scure/base'
import type { Operations } from '@tallystick/operations'
import { startHorizon, startXrpServer } from '@tallystick/testing/simulated'
import { expect, it } from 'vitest'
import { following } from './followed.fixture.js'
import { type OpenLedger, refusalOf } from './open-ledger.fixture.js'
import { TOKEN, TOKEN_2022 } from './solana/address.js'
import { offlineSolana, signed, accountOf as solanaAccount } from './solana/chain.fixture.js'
import { SolanaLedger } from './solana/ledger.fixture.js'
import { SolanaServer } from './solana/server.fixture.js'
import { issue, transferFee } from './solana/token.fixture.js'
import { keyOf } from './tron/chain.fixture.js'
import { signerOf } from './tron/keys.js'
import { TronLedger } from './tron/ledger.fixture.js'
import { startTronServer } from './tron/server.fixture.js'

async function accountAt(calls: Operations, currency: string, address: string, index?: number) {
  const { id } = await calls.createAccount({ currency })
  await calls.assignAddress({ id, address, ...(index === undefined ? {} : { index }) })
  return { id, balance: async () => (await calls.getAccountBalance({ id })).accountBalance }
}

/** When the tests' clock begins (rounds.fixture.ts). */
const START = Date.UTC(2030, 0, 15, 12)
/** Hash of its first block. */
const DEVNET = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG'

/** The token was compared with the node: all that differs is what was paid to nobody. */
async function mustAgree({ ledger }: OpenLedger, currency: string, unassigned: bigint): Promise<void> {
  const { currencies, addresses, notCompared } = await ledger.reconcile()
  const found = currencies.find((one) => one.currency === currency)
  expect(found).toMatchObject({ difference: unassigned })
  expect(addresses.filter((one) => one.currency === currency)).toEqual([])
  expect(notCompared).toEqual([])
}

const described = { supply: '0', description: 'of this test', basePair: 'USD' } as const

it.each([
  [
    'of three letters',
    '5553440000000000000000000000000000000000'.replace(/^(.{6})0{24}/, `${'0'.repeat(24)}$1`),
  ],
  ['of 20 bytes', '524C555344000000000000000000000000000000'],
])('XRP: an asset with a code %s', async (_, token) => {
  const server = await startXrpServer()
  const { ledger } = server
  const nodes = [{ kind: 'xrp' as const, url: server.url }]
  const { opened, calls, follow } = await following({ XRP: { testnet: { nodes, follow: true } } }, () =>
    server.close(),
  )
  const [issuer, impostor, own] = [await calls.xrpWallet(), await calls.xrpWallet(), await calls.xrpWallet()]
  const [from, other, to] = [issuer, impostor, own].map(({ address }) => String(address)) as [
    string,
    string,
    string,
  ]
  for (const address of [from, other, to]) ledger.fund(address, 1_000_000_000n)
  ledger.close()
  for (const issuerAccount of [from, other]) {
    const line = { fromAccount: to, fromSecret: String(own.secret), issuerAccount, token, limit: '1000000' }
    await calls.trustLineXrpBlockchain(line)
    ledger.close()
  }
  const asset = { issuerAccount: from, token, basePair: 'USD' } as const
  await calls.xrpAssetOffchain(asset)
  expect((await refusalOf(calls.xrpAssetOffchain(asset))).code).toBe('erc20.duplicate.name')
  expect(await calls.getCurrency({ name: token })).toMatchObject({ precision: 15, issuerAccount: from })
  const { balance } = await accountAt(calls, token, to, 7)
  const pay = async (fromAccount: string, fromSecret: unknown, amount: string, destinationTag?: number) => {
    const tag = destinationTag === undefined ? {} : { destinationTag }
    const by = { fromAccount, fromSecret: String(fromSecret), to, token, issuerAccount: fromAccount }
    await calls.transferXrpBlockchainAsset({ ...by, amount, ...tag })
    ledger.close()
  }
  await pay(from, issuer.secret, '1.000000000000001', 7)
  await pay(from, issuer.secret, '5')
  await pay(from, issuer.secret, '6', 8)
  await pay(other, impostor.secret, '9', 7)
  await follow()
  expect(await balance()).toBe('1.000000000000001')
  // The chain keeps 16 digits of a balance.
  await mustAgree(opened, token, 11n * 10n ** 15n - 1n)
})

it('XLM: an asset of its issuer', async () => {
  const server = await startHorizon()
  const { ledger } = server
  const nodes = [{ kind: 'horizon' as const, url: server.url }]
  const { opened, calls, follow } = await following({ XLM: { testnet: { nodes, follow: true } } }, () =>
    server.close(),
  )
  const [issuer, impostor, own] = [await calls.xlmWallet(), await calls.xlmWallet(), await calls.xlmWallet()]
  const nobody = await calls.xlmWallet()
  for (const { address } of [issuer, impostor, own]) ledger.fund(address, 10_000_000_000n)
  ledger.close()
  for (const { address: issuerAccount } of [issuer, impostor]) {
    const line = { fromAccount: own.address, fromSecret: own.secret, issuerAccount, token: 'GOLD' }
    await calls.trustLineXlmBlockchain({ ...line, limit: '1000000' })
    ledger.close()
  }
  const asset = { issuerAccount: issuer.address, token: 'GOLD', basePair: 'USD' } as const
  expect((await refusalOf(calls.xlmAssetOffchain({ ...asset, issuerAccount: nobody.address }))).code).toBe(
    'erc20.contract.missing',
  )
  await calls.xlmAssetOffchain(asset)
  expect((await refusalOf(calls.xlmAssetOffchain({ ...asset, token: 'EUR' }))).code).toBe(
    'erc20.duplicate.name',
  )
  expect(await calls.getCurrency({ name: 'GOLD' })).toMatchObject({
    precision: 7,
    issuerAccount: issuer.address,
  })
  const { balance } = await accountAt(calls, 'GOLD', own.address, 7)
  const pay = async ({ address, secret }: typeof issuer, amount: string, message: string) => {
    const by = { fromAccount: address, fromSecret: secret, to: own.address }
    await calls.transferXlmBlockchainAsset({ ...by, token: 'GOLD', issuerAccount: address, amount, message })
    ledger.close()
  }
  await pay(issuer, '3.0000001', '7')
  await pay(issuer, '5', '8')
  await pay(impostor, '9', '7')
  await follow()
  expect(await balance()).toBe('3.0000001')
  await mustAgree(opened, 'GOLD', 5n * 10n ** 7n)
})

it('TRON: a TRC-20 and a TRC-10 token, and neither in place of the other', async () => {
  const ledger = new TronLedger(START - 300_000)
  const server = await startTronServer(ledger)
  const nodes = [{ kind: 'tron' as const, url: server.url }]
  const { calls, follow } = await following({ TRON: { testnet: { nodes, follow: true } } }, () =>
    server.close(),
  )
  const [rich, own, holder, token, twin] = ['rich', 'own', 'holder', 'token', 'twin'].map((name) => ({
    address: signerOf(keyOf(name)).address,
    key: keyOf(name),
  })) as [Tron, Tron, Tron, Tron, Tron]
  ledger.fund(rich.address, 10_000_000_000n)
  for (const { address } of [token, twin]) {
    ledger.addToken(address, { name: 'Gold', symbol: 'GOLD', decimals: 6 })
    ledger.fund(rich.address, 10n ** 36n, { token: address })
  }
  const [asset, look] = ['1000001', '1000002']
  for (const id of [asset, look]) {
    ledger.addAsset(id, { id, name: 'Gold', precision: 2 })
    ledger.fund(rich.address, 2n ** 62n, { asset: id })
  }
  ledger.grow(45)
  const made = (symbol: string, type: 'TRC10' | 'TRC20', decimals: number) =>
    calls.trcAddress({ ...described, symbol, type, decimals, address: holder.address })
  await made('GOLD20', 'TRC20', 6)
  await made('GOLD10', 'TRC10', 2)
  const storing = async (name: string, address: string) =>
    (await refusalOf(calls.storeTrcAddress({ name, address }))).code
  expect(await storing('GOLD20', asset)).toBe('erc20.contract.missing')
  expect(await storing('GOLD10', token.address)).toBe('erc20.contract.missing')
  expect(await storing('GOLD20', rich.address)).toBe('erc20.contract.missing')
  expect(await storing('GOLD10', '999')).toBe('erc20.contract.missing')
  await calls.storeTrcAddress({ name: 'GOLD20', address: token.address })
  await calls.storeTokenAddress({ name: 'GOLD10', address: asset })
  const [trc20, trc10] = [
    await accountAt(calls, 'GOLD20', own.address),
    await accountAt(calls, 'GOLD10', own.address),
  ]
  const by = { fromPrivateKey: rich.key, to: own.address }
  for (const [tokenAddress, amount] of [
    [token.address, '1000000000000000000000000.5'],
    [twin.address, '7'],
  ] as const) {
    await calls.transferTronTrc20Blockchain({ ...by, tokenAddress, amount, feeLimit: 100 })
  }
  await calls.transferTronTrc10Blockchain({ ...by, tokenId: asset, amount: '90071992547409.91' })
  await calls.transferTronTrc10Blockchain({ ...by, tokenId: look, amount: '3' })
  ledger.grow(45)
  await follow()
  expect(await trc20.balance()).toBe('1000000000000000000000000.5')
  expect(await trc10.balance()).toBe('90071992547409.91')
})

interface Tron {
  readonly address: string
  readonly key: string
}

it.each([
  ['the token program', TOKEN, 0n],
  ['Token-2022', TOKEN_2022, 0n],
  // In hundredths of a percent.
  ['Token-2022 that withholds a part of each transfer', TOKEN_2022, 100n],
])('SOL: a token of %s', async (_, program, withheld) => {
  const extensions = withheld === 0n ? {} : { extensions: transferFee(0, Number(withheld), 0n) }

  const ledger = new SolanaLedger(DEVNET)
  const server = await SolanaServer.start(ledger)
  const nodes = [{ kind: 'solana' as const, url: server.url }]
  const { opened, calls, follow } = await following({ SOL: { testnet: { nodes, follow: true } } }, () =>
    server.close(),
  )
  const [rich, own, holder] = ['rich', 'own', 'holder'].map(solanaAccount) as [Solana, Solana, Solana]
  const [mint, other] = [solanaAccount('mint').address, solanaAccount('other mint').address] as const
  ledger.fund(rich.address, 10n ** 12n)
  for (const one of [mint, other]) {
    const supply = 2n ** 64n - 1n
    const issued = { mint: one, program, decimals: 0, holder: rich.address, supply, ...extensions }
    issue(ledger, offlineSolana(), issued)
  }
  ledger.finalize()
  const wanted = { ...described, chain: 'SOL', decimals: 0, address: holder.address } as const
  await calls.erc20Address({ ...wanted, symbol: 'GOLD' })
  expect((await refusalOf(calls.storeTokenAddress({ name: 'GOLD', address: rich.address }))).code).toBe(
    'erc20.contract.missing',
  )
  await calls.storeTokenAddress({ name: 'GOLD', address: mint })
  // What is paid to an address of another chain would be lost.
  const misnamed = { currency: 'GOLD', xpub: `0x${'cd'.repeat(20)}` }
  expect((await refusalOf(calls.createAccountXpub(misnamed))).code).toBe('account.xpub.incompatible')
  const batch = { accounts: [{ currency: 'EUR' }, misnamed] }
  expect((await refusalOf(calls.createAccountBatch(batch))).rejection).toMatchObject({ index: 1 })
  const { id, balance } = await accountAt(calls, 'GOLD', own.address)
  const chain = await opened.ledger.chains.chain('SOL', 'testnet')
  for (const [place, [token, amount]] of [[mint, 2n ** 63n + 1n] as const, [other, 5n] as const].entries()) {
    const transfer = { from: rich.address, to: own.address, amount }
    const unsigned = chain.codec.build({
      transfer: { ...transfer, token: { mint: token, program, decimals: 0, opens: true } },
      lifetime: await chain.node.lifetime(),
      fee: 5_000n,
      salt: place,
    })
    const transaction = signed(chain, unsigned, [chain.codec.signer(rich.secret)])
    expect(await chain.node.broadcast(transaction)).toEqual({ kind: 'accepted' })
  }
  ledger.close()
  ledger.finalize()
  await follow()
  const paid = 2n ** 63n + 1n
  const arrived = paid - (paid * withheld + 9_999n) / 10_000n
  expect(await balance()).toBe(arrived.toString())
  await mustAgree(opened, 'GOLD', 0n)
  // Another account of the owner, which nobody has paid.
  const data = Buffer.alloc(165)
  data.set(base58.decode(mint), 0)
  data.set(base58.decode(own.address), 32)
  data.writeBigUInt64LE(9n, 64)
  ledger.place(solanaAccount('another').address, program, data)
  ledger.finalize()
  await follow()
  const { addresses } = await opened.ledger.reconcile()
  expect(addresses).toMatchObject([{ currency: 'GOLD', address: own.address, onChain: arrived + 9n }])
  const wish = { senderAccountId: id, address: rich.address, amount: '5', fee: '0.00001' }
  if (withheld > 0n) {
    await expect(calls.storeWithdrawal(wish)).rejects.toThrow('the recipient would get less than is sent')
    return
  }
  const { id: withdrawalId = '' } = await calls.storeWithdrawal(wish)
  ledger.fund(own.address, 10n ** 9n)
  const transfer = { from: own.address, to: rich.address, amount: 5n }
  const token = { mint, program, decimals: 0, opens: false }
  const built = {
    transfer: { ...transfer, token },
    lifetime: await chain.node.lifetime(),
    fee: 5_000n,
    salt: 9,
  }
  const { raw } = signed(chain, chain.codec.build(built), [chain.codec.signer(own.secret)])
  const txData = raw.slice(raw.indexOf(':') + 1)
  const broadcast = () => calls.broadcastBlockchainTransaction({ currency: 'SOL', txData, withdrawalId })
  const supply = 2n ** 63n
  const issued = { mint, program, decimals: 0, holder: rich.address, supply }
  if (program === TOKEN_2022) {
    // Announced after the withdrawal was stored.
    issue(ledger, offlineSolana(), { ...issued, extensions: transferFee(0, 100, 3n) })
    ledger.finalize()
    await expect(broadcast()).rejects.toThrow('the recipient would get less than is sent')
    issue(ledger, offlineSolana(), issued)
    ledger.finalize()
  }
  expect(await broadcast()).toMatchObject({ completed: true })
})

interface Solana {
  readonly address: string
  readonly secret: string
}
