/** Audit lists, page by page: they contain exactly what was written, field by field, and can be copied. */
import {
  ADDRESS_POOLS,
  API_KEYS,
  APPROVALS,
  type ApiKeyId,
  CHARGES,
  type Change,
  CURRENCIES,
  CURSORS,
  DEPOSIT_ADDRESSES,
  DEPOSITS,
  type Digest,
  HOLDINGS,
  HOME_NETWORKS,
  heldBySignature,
  IDEMPOTENCY_RECORDS,
  type IdempotencyRecord,
  KEY_USES,
  MANAGED_WALLETS,
  MAX_INDEX,
  METADATA,
  MULTI_BALANCES,
  MULTI_TOKENS,
  MULTI_TRANSFERS,
  OUTPUTS,
  RESERVATIONS,
  SENDS,
  SIGNATURES,
  type SignatureId,
  SPENDINGS,
  STATUS_HISTORY,
  TOKENS,
  WITHDRAWALS,
  type WithdrawalId,
} from '@tallystick/core'
import { type Audit, copyLedger, fingerprint, keyHash, memoryStorage, type Storage } from '@tallystick/engine'
import { describe, expect, it } from 'vitest'
import { dumpStorage, everyItem, everyPage } from '../dump.js'
import {
  ALPHA,
  addressed,
  answered,
  asked,
  BETA,
  charged,
  claimed,
  created,
  defined,
  followed,
  HUGE,
  holdingBegun,
  inquired,
  issued,
  keyUsed,
  labelled,
  limited,
  made,
  managed,
  multiBegun,
  multiIndexed,
  multiMoved,
  opened,
  placed,
  pooled,
  posted,
  recorded,
  Samples,
  sent,
  settledOn,
  tokenised,
  UNICODE,
  withdrawn,
  write,
} from './samples.js'
import { fillTrades, noTrades, tradeLists } from './trades.js'
import { type OpenStorage, using } from './using.js'
import { fillWebhooks, noWebhooks, webhookLists } from './webhooks.js'

const SCOPE = {
  tenants: [ALPHA, BETA],
  currencies: ['VC_GOLD', 'VC_SILVER'],
  apiKeys: ['embedded' as ApiKeyId],
}
/** UTF-16 would order the last two the other way round. */
const KEYS = ['A', 'a', 'é', UNICODE, '\u{ffee}', '\u{1d11e}']
const EACH = 3

/** Writes rows of every kind for two tenants, with every field set somewhere. @returns The listed parts */
export async function fillEverything(storage: Storage, samples: Samples) {
  const listed = {
    currencies: [] as unknown[],
    tokens: [] as unknown[],
    metadata: [] as unknown[],
    homeNetworks: [] as unknown[],
    addressPools: [] as unknown[],
    depositAddresses: [] as unknown[],
    deposits: [] as unknown[],
    cursors: [] as unknown[],
    holdings: [] as unknown[],
    multiTokens: [] as unknown[],
    multiTransfers: [] as unknown[],
    multiBalances: [] as unknown[],
    approvals: [] as unknown[],
    spendings: [] as unknown[],
    managedWallets: [] as unknown[],
    keyUses: [] as unknown[],
    outputs: [] as unknown[],
    withdrawals: [] as unknown[],
    apiKeys: [] as unknown[],
    charges: [] as unknown[],
    answers: [] as IdempotencyRecord[],
    sends: [] as unknown[],
    claims: [] as unknown[],
    signatures: [] as unknown[],
    ...noWebhooks(),
    ...noTrades(),
  }
  for (const tenant of [ALPHA, BETA]) {
    const changes: Change[] = []
    for (const name of ['VC_GOLD', 'VC_SILVER']) {
      const customer = samples.customer({ tenant, activeAccounts: 2, enabled: name === 'VC_GOLD' })
      const over = { tenant, currency: name, scale: 18, customer: customer.id }
      const account = samples.account({ ...over, accountCode: UNICODE, xpub: 'xpub' })
      const other = samples.account({ ...over, accountNumber: UNICODE, accountingCurrency: 'USD' })
      const empty = samples.account({ ...over, active: false })
      const mint = samples.system('mint', { tenant, currency: name, scale: 18 })
      const currency = samples.currency(account, { description: UNICODE, customer: customer.id })
      const linked = { asset: UNICODE, since: 2 ** 53 - 1, standard: 'TRC20', holder: UNICODE, supply: HUGE }
      const token = samples.token(account, name === 'VC_GOLD' ? {} : linked)
      const metadata = [samples.metadata(account, 'A'), samples.metadata(account, 'b', UNICODE)]
      const deposits = Array.from({ length: EACH }, (_, vout) =>
        samples.deposit(account, {
          vout,
          amount: HUGE,
          from: UNICODE,
          blockHash: 'hash',
          spent: vout === 1,
          ...(vout === 1 ? { chain: 'BTC', network: 'mainnet', matures: 7, shortfall: HUGE } : {}),
        }),
      )
      const apiKey = samples.apiKey({
        ...{ tenant, name: UNICODE, frozen: name === 'VC_GOLD', revoked: true },
        ...(name === 'VC_GOLD' ? { readOnly: true } : {}),
      })
      const days = ['2030-01-02', '2029-12-31', '2030-01-01']
      const details = { customReference: UNICODE, senderNote: '' }
      changes.push(
        created(customer),
        defined(currency),
        tokenised(token),
        ...[account, other, empty, mint].map(opened),
        ...metadata.toReversed().map(labelled),
        placed(samples.blockage(account, { amount: HUGE, description: UNICODE })),
        placed(samples.blockage(account, { amount: 7n })),
        placed(samples.freeze(other)),
        posted(samples.entry(mint, account, HUGE, { details, operation: 'MINT' })),
        posted(samples.entry(account, other, 5n, { anonymous: true })),
        posted(samples.entry(other, account, 2n)),
        ...deposits.map(recorded),
        issued(apiKey),
        ...days.map((day) => charged(apiKey, day, 5)),
      )
      listed.currencies.push(currency)
      listed.tokens.push(token)
      listed.metadata.push(...metadata)
      listed.deposits.push(...deposits)
      listed.apiKeys.push(apiKey)
      const sorted = days.toSorted()
      listed.charges.push(...sorted.map((day) => ({ tenant, apiKey: apiKey.id, day, credits: 5 })))
    }
    const answers = KEYS.map((text, index) => {
      const [reference, body] = index % 2 === 0 ? ['ab'.repeat(16), null] : [null, JSON.stringify(UNICODE)]
      return samples.answer({ tenant, key: keyHash(tenant, text), reference, body })
    })
    // Of the same place on SQLite, which takes the first digits of a key.
    const like = answers[0]?.key ?? ''
    for (const end of ['0', '1', 'f'].filter((one) => !like.endsWith(one)))
      answers.push(samples.answer({ tenant, key: `${like.slice(0, -1)}${end}` as Digest }))
    changes.push(...answers.toReversed().map(answered))
    listed.answers.push(...answers)
    const bytes = (text: string): Buffer => Buffer.from(text)
    const home = { tenant, network: tenant === ALPHA ? 'mainnet' : 'testnet' }
    const pools = [
      samples.pool({ tenant, lastIndex: 2 ** 31 - 1, owner: samples.account().id }),
      samples.pool({ tenant, address: UNICODE, xpub: UNICODE }),
    ]
    const addresses = [
      samples.address({ tenant, xpub: 'xpub', derivationKey: 2 ** 31 - 1, removed: true }),
      samples.address({ tenant, tag: UNICODE, shown: UNICODE }),
      samples.address({ tenant, chain: 'A', currency: UNICODE }),
    ]
    changes.push(settledOn(home), ...pools.toReversed().map(pooled), ...addresses.toReversed().map(addressed))
    const byPlace = <Item extends { readonly chain: string; readonly address: string }>(
      items: readonly Item[],
    ) => items.toSorted((a, b) => Buffer.compare(bytes(a.chain + a.address), bytes(b.chain + b.address)))
    const cursors = [
      samples.cursor({ tenant }),
      samples.cursor({ tenant, chain: UNICODE, height: 2 ** 53 - 1 }),
    ]
    const holdings = [
      samples.holding({ tenant, address: 'a', changed: null, recent: [] }),
      samples.holding({
        tenant,
        address: 'a',
        asset: UNICODE,
        observed: -HUGE,
        opening: HUGE,
        watched: true,
      }),
      samples.holding({ tenant, address: UNICODE, recent: [[2 ** 53 - 1, UNICODE, String(HUGE), '0', '0']] }),
    ]
    changes.push(...holdings.toReversed().map(holdingBegun))
    listed.holdings.push(...byPlace(holdings))
    const contracts = [
      samples.multiToken({ tenant, contract: 'a' }),
      samples.multiToken({ tenant, contract: UNICODE }),
    ]
    const transfers = [
      samples.multiTransfer({ tenant, place: 'a', amount: HUGE, previous: 2 ** 53 - 1 }),
      samples.multiTransfer({ tenant, place: UNICODE, tokenId: UNICODE }),
    ]
    const balances = [
      samples.multiBalance({ tenant, tokenId: 'a', amount: HUGE }),
      samples.multiBalance({ tenant, tokenId: UNICODE, height: 2 ** 53 - 1 }),
    ]
    changes.push(
      ...contracts.map(multiIndexed),
      ...transfers.toReversed().map(multiMoved),
      ...balances.map(multiBegun),
    )
    listed.multiTokens.push(...contracts.toReversed())
    listed.multiTransfers.push(...transfers.toReversed())
    listed.multiBalances.push(...balances.toReversed())
    const approvals = [
      samples.approval({ tenant }),
      samples.approval({
        tenant,
        amount: HUGE,
        payments: UNICODE,
        reason: UNICODE,
        decidedBy: samples.apiKey().id,
      }),
    ]
    const spendings = [
      samples.spending({ tenant }),
      samples.spending({ tenant, scope: UNICODE, revision: 2 ** 53 - 1 }),
    ]
    changes.push(...approvals.toReversed().map(inquired), ...spendings.map(limited))
    listed.approvals.push(...approvals)
    listed.spendings.push(...spendings.toReversed())
    const wallets = [
      samples.managedWallet({ tenant }),
      samples.managedWallet({ tenant, wrapped: UNICODE, feesDay: '2030-01-02', fees: 10n ** 30n }),
    ]
    const uses = [samples.keyUse({ tenant }), samples.keyUse({ tenant, digest: UNICODE })]
    changes.push(...wallets.toReversed().map(managed), ...uses.map(keyUsed))
    listed.managedWallets.push(...wallets)
    listed.keyUses.push(...uses)
    changes.push(...cursors.map(followed))
    listed.cursors.push(...cursors.toReversed())
    const outputs = [
      samples.output({ tenant, txId: UNICODE, index: 2 ** 32 - 1, value: MAX_INDEX, matures: 7 }),
      samples.output({ tenant, txId: 'a', index: 2, value: 1n, height: 2 ** 53 - 1, hash: UNICODE }),
      samples.output({
        tenant,
        txId: 'a',
        index: 10,
        derivationKey: null,
        wallet: UNICODE,
        address: UNICODE,
      }),
      samples.output({ tenant, chain: 'C', spentBy: 'b', spentHeight: 8, spentHash: UNICODE }),
    ]
    changes.push(...outputs.toReversed().map(made))
    listed.outputs.push(...outputs)
    const withdrawals = [
      samples.withdrawal({ tenant, status: 'Done' }),
      samples.withdrawal({
        tenant,
        chain: UNICODE,
        network: UNICODE,
        currency: UNICODE,
        amount: HUGE,
        fee: '1'.repeat(100),
        charged: HUGE + 1n,
        payments: [
          { address: UNICODE, amount: String(HUGE), tag: UNICODE },
          { address: '', amount: '1' },
        ],
        address: UNICODE,
        multipleAmounts: ['1', '2 ', UNICODE],
        attr: UNICODE,
        paymentId: UNICODE,
        senderNote: UNICODE,
        wallet: UNICODE,
        inputs: [{ owner: UNICODE, index: MAX_INDEX }],
        change: HUGE,
        oneCall: true,
        verdict: UNICODE,
        status: 'Cancelled',
        txId: UNICODE,
        signature: samples.reference() as string as SignatureId,
        reverted: 'amount',
        reason: UNICODE,
      }),
    ]
    changes.push(...withdrawals.toReversed().map(withdrawn))
    listed.withdrawals.push(...withdrawals)
    listed.homeNetworks.push(home)
    listed.addressPools.push(...byPlace(pools))
    listed.depositAddresses.push(...byPlace(addresses))
    const sends = [
      samples.send({ tenant, status: 'replaced' }),
      samples.send({
        tenant,
        claims: [{ owner: UNICODE, index: MAX_INDEX }],
        reason: UNICODE,
        replaces: 'tx',
      }),
      samples.send({
        tenant,
        chain: 'BTC',
        network: 'mainnet',
        raw: '00'.repeat(5_000),
        status: 'sent',
        due: 0,
        change: 2 ** 32 - 1,
      }),
    ]
    const signatures = [
      samples.signature({ tenant, claims: [{ owner: UNICODE, index: 10n }], replaces: true, error: UNICODE }),
      samples.signature({
        tenant,
        hashes: [UNICODE, ''],
        serialized: UNICODE,
        index: 2 ** 31 - 1,
        signatures: [
          { id: 'a', index: 0 },
          { id: 'b', index: null },
        ],
        withdrawalId: 'withdrawal' as WithdrawalId,
        txId: 'tx',
        status: 'complete',
      }),
    ]
    const [waiting] = signatures
    const holder = heldBySignature(waiting?.id ?? expect.fail('no signature'))
    const claims = [
      samples.claim(0, { tenant, chain: 'BTC' }),
      samples.claim(9, { tenant, network: 'mainnet' }),
      samples.claim(9, { tenant }),
      samples.claim(10, { tenant, holder }),
      samples.claim(2 ** 53 - 1, { tenant }),
      samples.claim(MAX_INDEX, { tenant }),
      samples.claim(MAX_INDEX - 1n, { tenant }),
      samples.claim(1, { tenant, owner: UNICODE }),
    ]
    const order = ({ chain, network, owner, index }: (typeof claims)[number]): Buffer =>
      bytes([chain, network, owner, String(index).padStart(19, '0')].join('\0'))
    changes.push(...sends.map(sent), ...signatures.map(asked), ...claims.toReversed().map(claimed))
    listed.sends.push(...sends)
    listed.signatures.push(...signatures)
    listed.claims.push(...claims.toSorted((a, b) => Buffer.compare(order(a), order(b))))
    changes.push(...fillWebhooks(tenant, listed), ...fillTrades(tenant, listed))
    await write(storage, ...changes)
    // A history of several states, on an account without a customer.
    const held = samples.account({ tenant })
    await write(storage, opened(held))
    for (const amount of [1n, 2n, HUGE]) await write(storage, placed(samples.blockage(held, { amount })))
  }
  for (const name of ['b', 'a', UNICODE]) await storage.constant(name, () => `value of ${name}`)
  listed.answers.sort((a, b) => (a.key < b.key ? -1 : 1))
  return listed
}

async function lists(audit: Audit, limit: number) {
  return {
    currencies: await everyItem(audit, CURRENCIES, limit),
    tokens: await everyItem(audit, TOKENS, limit),
    metadata: await everyItem(audit, METADATA, limit),
    homeNetworks: await everyItem(audit, HOME_NETWORKS, limit),
    addressPools: await everyItem(audit, ADDRESS_POOLS, limit),
    depositAddresses: await everyItem(audit, DEPOSIT_ADDRESSES, limit),
    deposits: await everyItem(audit, DEPOSITS, limit),
    cursors: await everyItem(audit, CURSORS, limit),
    holdings: await everyItem(audit, HOLDINGS, limit),
    multiTokens: await everyItem(audit, MULTI_TOKENS, limit),
    multiTransfers: await everyItem(audit, MULTI_TRANSFERS, limit),
    multiBalances: await everyItem(audit, MULTI_BALANCES, limit),
    approvals: await everyItem(audit, APPROVALS, limit),
    spendings: await everyItem(audit, SPENDINGS, limit),
    managedWallets: await everyItem(audit, MANAGED_WALLETS, limit),
    keyUses: await everyItem(audit, KEY_USES, limit),
    outputs: await everyItem(audit, OUTPUTS, limit),
    withdrawals: await everyItem(audit, WITHDRAWALS, limit),
    apiKeys: await everyItem(audit, API_KEYS, limit),
    charges: await everyItem(audit, CHARGES, limit),
    answers: await everyItem(audit, IDEMPOTENCY_RECORDS, limit),
    standings: await everyItem(audit, STATUS_HISTORY, limit),
    sends: await everyItem(audit, SENDS, limit),
    claims: await everyItem(audit, RESERVATIONS, limit),
    signatures: await everyItem(audit, SIGNATURES, limit),
    ...(await webhookLists(audit, limit)),
    ...(await tradeLists(audit, limit)),
    constants: await everyPage(audit.constants.bind(audit), ({ name }) => name, limit),
  }
}

export function listsContract(open: OpenStorage): void {
  describe('audited lists', () => {
    it(
      'come whole and in the order of their keys, by pages of any size',
      using(open, async (storage) => {
        const listed = await fillEverything(storage, new Samples())
        const standings = await storage.audit((audit) => audit.list(STATUS_HISTORY, undefined, 1_000))
        // Of each tenant: of two currencies an account with holds and a frozen one, a disabled customer, and three.
        expect(standings).toHaveLength(2 * (2 * 2 + 1 + 3))
        const constants = [UNICODE, 'a', 'b'].map((name) => ({ name, value: `value of ${name}` }))
        for (const limit of [1, 2, 5, 1_000]) {
          expect(await storage.audit((audit) => lists(audit, limit))).toEqual({
            ...listed,
            standings,
            constants,
          })
        }
      }),
    )

    it(
      'give a page again, and any page without the ones before it',
      using(open, async (storage) => {
        const { answers } = await fillEverything(storage, new Samples())
        await storage.audit(async (audit) => {
          const all = await audit.list(IDEMPOTENCY_RECORDS, undefined, 100)
          expect(all).toEqual(answers)
          expect(await audit.list(IDEMPOTENCY_RECORDS, all[4], 3)).toEqual(all.slice(5, 8))
          expect(await audit.list(IDEMPOTENCY_RECORDS, all[1], 2)).toEqual(all.slice(2, 4))
          expect(await audit.list(IDEMPOTENCY_RECORDS, undefined, 2)).toEqual(all.slice(0, 2))
          expect(await audit.list(IDEMPOTENCY_RECORDS, all.at(-1), 2)).toEqual([])
          expect(await audit.accounts(undefined, 100)).toEqual(await audit.accounts(undefined, 100))
          const standings = await audit.list(STATUS_HISTORY, undefined, 100)
          expect(await audit.list(STATUS_HISTORY, standings[4], 3)).toEqual(standings.slice(5, 8))
          expect(await audit.list(STATUS_HISTORY, standings[1], 2)).toEqual(standings.slice(2, 4))
          const claims = await audit.list(RESERVATIONS, undefined, 100)
          expect(await audit.list(RESERVATIONS, claims[4], 3)).toEqual(claims.slice(5, 8))
          expect(await audit.list(RESERVATIONS, claims[1], 2)).toEqual(claims.slice(2, 4))
        })
      }),
    )

    it(
      'lead to the same ledger when they are copied here, and from here',
      using(open, async (storage) => {
        const source = memoryStorage()
        await fillEverything(source, new Samples())
        const copied = await copyLedger(source, storage, { batch: 2 })
        expect(copied.written).toBeGreaterThan(50)
        const again = await copyLedger(source, storage)
        expect(again).toEqual({ ...copied, written: 0, verification: again.verification })
        const back = memoryStorage()
        expect((await copyLedger(storage, back, { batch: 7 })).fingerprint).toEqual(copied.fingerprint)
        expect(await back.audit((audit) => fingerprint(audit))).toEqual(copied.fingerprint)
        const [original, kept, returned] = await Promise.all(
          [source, storage, back].map(async (one) => {
            const { entries, ...rest } = await dumpStorage(one, SCOPE)
            return { ...rest, entries: entries.map(({ entry }) => entry) }
          }),
        )
        expect(kept).toEqual(original)
        expect(returned).toEqual(original)
      }),
    )
  })
}
