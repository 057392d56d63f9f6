/**
 * The wallet of the deposits is itself the issuer of the asset. What customers send back to it is credited, a withdrawal makes
 * new units, and the ledger and the chain agree: the same on both chains whose accounts issue assets.
 */
import type { TenantId } from '@tallystick/core'
import { embeddedCaller } from '@tallystick/engine'
import { startHorizon, startXrpServer } from '@tallystick/testing/simulated'
import { expect, it } from 'vitest'
import { type Followed, following } from './followed.fixture.js'

interface Wallet {
  readonly address: string
  readonly secret: string
}

interface World extends Followed {
  readonly chain: 'XRP' | 'XLM'
  readonly token: string
  wallet(): Promise<Wallet>
  trust(holder: Wallet, issuer: Wallet): Promise<unknown>
  pay(from: Wallet, to: Wallet, issuer: Wallet, amount: string, tag?: number): Promise<unknown>
  register(issuer: Wallet): Promise<unknown>
  withdraw(
    from: Wallet,
    to: Wallet,
    account: string,
    amount: string,
  ): Promise<{ readonly completed?: boolean }>
  close(): void
}

async function onXrp(): Promise<World> {
  const token = '524C555344000000000000000000000000000000'
  const server = await startXrpServer()
  const { ledger } = server
  const nodes = [{ kind: 'xrp' as const, url: server.url }]
  const followed = await following({ XRP: { testnet: { nodes, follow: true } } }, () => server.close())
  const { calls } = followed
  // Transactions that the ledger of the deposits knows nothing of.
  const others = await followed.opened.as('testnet', 'another')
  return {
    ...followed,
    chain: 'XRP',
    token,
    close: () => ledger.close(),
    async wallet() {
      const { address, secret } = await calls.xrpWallet()
      ledger.fund(String(address), 1_000_000_000n)
      return { address: String(address), secret: String(secret) }
    },
    trust: ({ address: fromAccount, secret: fromSecret }, { address: issuerAccount }) =>
      others.trustLineXrpBlockchain({
        fromAccount,
        fromSecret,
        issuerAccount,
        token,
        limit: '1000000',
      }),
    pay: ({ address: fromAccount, secret: fromSecret }, { address: to }, issuer, amount, tag) =>
      others.transferXrpBlockchainAsset({
        ...{ fromAccount, fromSecret, to, token, issuerAccount: issuer.address, amount },
        ...(tag === undefined ? {} : { destinationTag: tag }),
      }),
    register: ({ address: issuerAccount }) =>
      calls.xrpAssetOffchain({ issuerAccount, token, basePair: 'USD' }),
    withdraw: ({ address: account, secret }, { address }, senderAccountId, amount) =>
      calls.transferXrp({ senderAccountId, account, secret, address, amount }),
  }
}

async function onStellar(): Promise<World> {
  const token = 'GOLD'
  const server = await startHorizon()
  const { ledger } = server
  const nodes = [{ kind: 'horizon' as const, url: server.url }]
  const followed = await following({ XLM: { testnet: { nodes, follow: true } } }, () => server.close())
  const { calls } = followed
  // Transactions that the ledger of the deposits knows nothing of.
  const others = await followed.opened.as('testnet', 'another')
  return {
    ...followed,
    chain: 'XLM',
    token,
    close: () => ledger.close(),
    async wallet() {
      const made = await calls.xlmWallet()
      ledger.fund(made.address, 10_000_000_000n)
      return made
    },
    trust: ({ address: fromAccount, secret: fromSecret }, { address: issuerAccount }) =>
      others.trustLineXlmBlockchain({
        fromAccount,
        fromSecret,
        issuerAccount,
        token,
        limit: '1000000',
      }),
    pay: ({ address: fromAccount, secret: fromSecret }, { address: to }, issuer, amount, tag) =>
      others.transferXlmBlockchainAsset({
        ...{ fromAccount, fromSecret, to, token, issuerAccount: issuer.address, amount },
        ...(tag === undefined ? {} : { message: String(tag) }),
      }),
    register: ({ address: issuerAccount }) =>
      calls.xlmAssetOffchain({ issuerAccount, token, basePair: 'USD' }),
    withdraw: ({ address: fromAccount, secret }, { address }, senderAccountId, amount) =>
      calls.transferXlm({ senderAccountId, fromAccount, secret, address, amount }),
  }
}

it.each([
  ['XRP', onXrp],
  ['Stellar', onStellar],
])('%s: an issuer credits what comes back, and pays by making it', async (_, open) => {
  const { chain, token, opened, calls, close, follow, ...world } = await open()
  const [issuer, customer] = [await world.wallet(), await world.wallet()]
  close()
  await world.trust(customer, issuer)
  close()
  // Before the service knows the asset.
  await world.pay(issuer, customer, issuer, '100')
  close()
  await world.register(issuer)
  const { id } = await calls.createAccount({ currency: token })
  await calls.assignAddress({ id, address: issuer.address, index: 7 })
  const balance = async () => (await calls.getAccountBalance({ id })).accountBalance
  const agreed = async () => {
    const { currencies, addresses } = await opened.ledger.reconcile()
    expect(addresses.filter(({ currency }) => currency === token)).toEqual([])
    return currencies.find(({ currency }) => currency === token)
  }
  await follow()
  for (const [amount, tag] of [
    ['5', 7],
    ['2.5', 7],
    ['1', 8],
  ] as const) {
    await world.pay(customer, issuer, issuer, amount, tag)
    close()
  }
  await follow()
  expect(await balance()).toBe('7.5')
  const unassigned = (await agreed())?.difference
  expect(await agreed()).toMatchObject({ isExplained: true, lines: [{ amount: unassigned }] })
  const { unassigned: nobodys } = await opened.ledger.reconcile()
  expect(nobodys.filter(({ currency }) => currency === token)).toMatchObject([{ amount: unassigned }])
  // An operator may have the wallet watched at any time, more than once.
  const caller = embeddedCaller('default' as TenantId)
  for (let times = 0; times < 2; times += 1) await opened.ledger.custody.watch(caller, chain, issuer.address)
  expect(await agreed()).toMatchObject({ isExplained: true, difference: unassigned })
  await world.withdraw(issuer, customer, id, '7.25')
  close()
  await opened.round()
  close()
  await follow()
  expect(await balance()).toBe('0.25')
  const after = await agreed()
  expect(after).toMatchObject({ isExplained: true })
  expect(after?.onChain).toBe((unassigned ?? 0n) + (after?.customers ?? 0n) + (after?.clearing ?? 0n))
  // Units that the service has not made are told, whoever has made them.
  expect(after?.lines.filter(({ isExplained }) => !isExplained)).toEqual([])
})
