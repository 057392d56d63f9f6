/** Rows for the contract suite: ids and times rise, and each balance in the legs follows from the one before. */
import {
  type Account,
  type AccountId,
  type AddressPool,
  type Amount,
  type ApiKey,
  type ApiKeyId,
  type Approval,
  type ApprovalId,
  accountKey,
  type Blockage,
  type BlockageId,
  type Change,
  type Cursor,
  type Customer,
  type CustomerId,
  customerKey,
  type Deposit,
  type DepositAddress,
  type DepositId,
  type Digest,
  type Entry,
  type HeldReservation,
  type Holding,
  type HomeNetwork,
  heldBySend,
  type IdempotencyRecord,
  type Key,
  type KeyUse,
  type KeyUseId,
  type ManagedWallet,
  type ManagedWalletId,
  type MetadataEntry,
  type MultiBalance,
  type MultiToken,
  type MultiTransfer,
  metadataId,
  type Output,
  type PendingSignature,
  type Reference,
  type Send,
  type SendId,
  type SignatureId,
  type Spending,
  type StatusEntry,
  type SystemRole,
  systemAccountId,
  type TenantId,
  type Timestamp,
  type Token,
  type VirtualCurrency,
  type Withdrawal,
  type WithdrawalId,
} from '@tallystick/core'
import { keyHash, type Storage } from '@tallystick/engine'

export const ALPHA = 'alpha' as TenantId
export const BETA = 'beta' as TenantId

/** Text that a storage must return unchanged: quotes, a backslash, controls, several planes, right to left. */
export const UNICODE = `'"\\ \t\n% _ ; -- ÄÖß 漢字 עברית 😀 e\u0301 \u{1d11e}`

/** 60 digits: more than a 64-bit integer, a double or a decimal of 38 digits can hold. */
export const HUGE: Amount = 123456789012345678901234567890123456789012345678901234567890n

/** The time of the first sample. */
export const START: Timestamp = Date.UTC(2030, 0, 1)

export class Samples {
  private count = 0
  private readonly balances = new Map<AccountId, Amount>()

  /** 24 hex digits, above all earlier ones. */
  id(): string {
    return `5${(++this.count).toString(16).padStart(23, '0')}`
  }

  /** A UUIDv7 above all earlier ones. */
  reference(): Reference {
    return `01900000-0000-7000-8000-${(++this.count).toString(16).padStart(12, '0')}` as Reference
  }

  account(over: Partial<Account> = {}): Account {
    return {
      id: this.id() as AccountId,
      tenant: ALPHA,
      currency: 'EUR',
      scale: 2,
      customer: null,
      role: null,
      balance: 0n,
      blocked: 0n,
      frozenBy: null,
      active: true,
      accountingCurrency: 'EUR',
      accountCode: null,
      accountNumber: null,
      xpub: null,
      created: START + this.count,
      ...over,
    }
  }

  system(role: SystemRole, over: Partial<Account> = {}): Account {
    const account = this.account({ role, ...over })
    return { ...account, id: systemAccountId(account.tenant, role, account.currency) }
  }

  customer(over: Partial<Customer> = {}): Customer {
    const id = this.id() as CustomerId
    return {
      id,
      tenant: ALPHA,
      externalId: `external-${id}`,
      enabled: true,
      active: true,
      accountingCurrency: null,
      customerCountry: null,
      providerCountry: null,
      activeAccounts: 0,
      created: START + this.count,
      ...over,
    }
  }

  metadata({ tenant, id: subject }: Account, name: string, value = 'value'): MetadataEntry {
    return { id: metadataId(subject, name), tenant, kind: 'account', subject, name, value }
  }

  blockage(account: Account, over: Partial<Blockage> = {}): Blockage {
    return {
      id: this.id() as BlockageId,
      tenant: account.tenant,
      account: account.id,
      amount: 1n,
      type: 'HOLD',
      description: null,
      freeze: false,
      created: START + this.count,
      ...over,
    }
  }

  freeze(account: Account): Blockage {
    return this.blockage(account, { amount: 0n, type: 'ACCOUNT_FROZEN', freeze: true })
  }

  currency(account: Account, over: Partial<VirtualCurrency> = {}): VirtualCurrency {
    return {
      tenant: account.tenant,
      name: account.currency,
      scale: account.scale,
      baseRate: '1',
      basePair: 'EUR',
      description: null,
      account: account.id,
      customer: null,
      created: START + this.count,
      ...over,
    }
  }

  deposit(account: Account, over: Partial<Deposit> = {}): Deposit {
    const id = this.id() as DepositId
    return {
      id,
      tenant: account.tenant,
      account: account.id,
      currency: account.currency,
      scale: account.scale,
      amount: 1n,
      txId: `tx-${id}`,
      vout: 0,
      address: `address-of-${account.id}`,
      from: null,
      xpub: null,
      derivationKey: 0,
      blockHeight: 1,
      blockHash: null,
      status: 'Done',
      spent: false,
      reference: this.reference(),
      created: START + this.count,
      ...over,
    }
  }

  address(over: Partial<DepositAddress> = {}): DepositAddress {
    const address = `address-${this.id()}`
    return {
      tenant: ALPHA,
      chain: 'BTC',
      network: 'mainnet',
      address,
      tag: '',
      currency: 'BTC',
      account: this.id() as AccountId,
      xpub: null,
      derivationKey: null,
      shown: address,
      removed: false,
      created: START + this.count,
      ...over,
    }
  }

  approval(over: Partial<Approval> = {}): Approval {
    const id = this.id()
    return {
      tenant: ALPHA,
      intent: id.padStart(64, '0'),
      id: id as ApprovalId,
      chain: 'BTC',
      network: 'mainnet',
      account: this.id() as AccountId,
      currency: 'BTC',
      scale: 8,
      amount: 7n,
      payments: '[]',
      reason: 'it is above the limit',
      apiKey: this.id() as ApiKeyId,
      status: 'Pending',
      decidedBy: null,
      expires: START + 1_000,
      created: START + this.count,
      updated: START + this.count,
      ...over,
    }
  }

  spending(over: Partial<Spending> = {}): Spending {
    return { tenant: ALPHA, scope: 'currency BTC', revision: 1, ...over }
  }

  managedWallet(over: Partial<ManagedWallet> = {}): ManagedWallet {
    return {
      tenant: ALPHA,
      id: this.reference() as string as ManagedWalletId,
      apiKey: this.id() as ApiKeyId,
      chain: 'ETH',
      network: 'testnet',
      address: `0x${this.id().padStart(40, '0')}`,
      publicKey: '02',
      masterKey: 'key 1',
      wrapped: '{}',
      chargedDay: '2030-01-01',
      created: START + this.count,
      ...over,
    }
  }

  keyUse(over: Partial<KeyUse> = {}): KeyUse {
    return {
      tenant: ALPHA,
      id: this.id() as KeyUseId,
      wallet: this.reference() as string as ManagedWalletId,
      chain: 'ETH',
      network: 'testnet',
      address: 'address',
      apiKey: this.id() as ApiKeyId,
      purpose: 'signed',
      digest: null,
      verdict: '{"verdict":"allow"}',
      at: START + this.count,
      ...over,
    }
  }

  holding(over: Partial<Holding> = {}): Holding {
    return {
      tenant: ALPHA,
      chain: 'ETH',
      network: 'mainnet',
      address: `address-${this.id()}`,
      asset: '',
      observed: 5n,
      unassigned: 1n,
      taken: -2n,
      opening: 0n,
      watched: false,
      changed: 7,
      recent: [[7, 'hash', '5', '1', '-2']],
      ...over,
    }
  }

  multiToken(over: Partial<MultiToken> = {}): MultiToken {
    return {
      ...{ tenant: ALPHA, chain: 'ETH', network: 'mainnet', contract: `contract-${this.id()}` },
      ...{ txId: 'tx', height: 7, blockHash: 'hash' },
      ...over,
    }
  }

  multiTransfer(over: Partial<MultiTransfer> = {}): MultiTransfer {
    return {
      ...this.multiToken(),
      ...{ contract: 'c', address: 'a', place: `place-${this.id()}`, tokenId: '1', amount: 5n },
      ...{ from: 'f', to: 'a', operator: 'o', previous: null },
      ...over,
    }
  }

  multiBalance(over: Partial<MultiBalance> = {}): MultiBalance {
    return {
      ...{ tenant: ALPHA, chain: 'ETH', network: 'mainnet', address: 'a', contract: 'c' },
      ...{ tokenId: this.id(), amount: 5n, height: 7 },
      ...over,
    }
  }

  token(account: Account, over: Partial<Token> = {}): Token {
    return {
      tenant: account.tenant,
      chain: 'ETH',
      network: 'mainnet',
      name: account.currency,
      scale: account.scale,
      standard: null,
      asset: null,
      since: null,
      account: account.id,
      holder: null,
      supply: 0n,
      created: START + this.count,
      ...over,
    }
  }

  cursor(over: Partial<Cursor> = {}): Cursor {
    return {
      tenant: ALPHA,
      chain: 'BTC',
      network: 'mainnet',
      height: 1,
      hash: 'hash',
      revision: 2,
      blocks: ['0:genesis', '1:hash'],
      ...over,
    }
  }

  output(over: Partial<Output> = {}): Output {
    const address = `address-${this.id()}`
    return {
      tenant: ALPHA,
      chain: 'BTC',
      network: 'mainnet',
      txId: `tx-${this.id()}`,
      index: 0,
      address,
      wallet: 'pool',
      derivationKey: 1,
      value: 5n,
      scale: 8,
      height: null,
      hash: null,
      matures: 0,
      spentBy: null,
      spentHeight: null,
      spentHash: null,
      ...over,
    }
  }

  withdrawal(over: Partial<Withdrawal> = {}): Withdrawal {
    const id = this.id() as WithdrawalId
    return {
      id,
      tenant: ALPHA,
      chain: 'BTC',
      network: 'mainnet',
      account: this.id() as AccountId,
      currency: 'BTC',
      scale: 8,
      amount: 5n,
      fee: '0.00000001',
      charged: 6n,
      payments: [{ address: 'recipient', amount: '5' }],
      address: 'Recipient',
      multipleAmounts: null,
      attr: null,
      paymentId: null,
      senderNote: null,
      wallet: 'pool',
      inputs: [],
      change: 0n,
      oneCall: false,
      verdict: null,
      reference: this.reference(),
      created: START + this.count,
      status: 'InProgress',
      txId: null,
      signature: null,
      reverted: null,
      reason: null,
      updated: START + this.count,
      ...(this.count % 2 === 0 ? { sighted: ['one', 'other'] } : {}),
      ...over,
    }
  }

  pool(over: Partial<AddressPool> = {}): AddressPool {
    const address = `pool-${this.id()}`
    return {
      tenant: ALPHA,
      chain: 'BTC',
      network: 'mainnet',
      address,
      xpub: 'xpub',
      owner: null,
      lastIndex: 1,
      ...over,
    }
  }

  apiKey(over: Partial<ApiKey> = {}): ApiKey {
    const id = this.id() as ApiKeyId
    return {
      id,
      tenant: ALPHA,
      hash: `hash-of-${id}`,
      hint: 'tally_',
      name: 'sample',
      network: 'testnet',
      plan: 'paid',
      addresses: [],
      frozen: false,
      revoked: false,
      created: START + this.count,
      ...over,
    }
  }

  answer(over: Partial<IdempotencyRecord> = {}): IdempotencyRecord {
    return {
      tenant: ALPHA,
      key: keyHash(ALPHA, `key-${++this.count}`),
      requestHash: 'f'.repeat(32) as Digest,
      reference: null,
      body: 'null',
      created: START + this.count,
      ...over,
    }
  }

  send(over: Partial<Send> = {}): Send {
    const id = this.id() as SendId
    return {
      id,
      tenant: ALPHA,
      chain: 'ETH',
      network: 'testnet',
      txId: `tx-${id}`,
      raw: '02f8',
      claims: [],
      status: 'signed',
      reason: null,
      signature: null,
      replaces: null,
      // Of every other: not all have one.
      ...(this.count % 2 === 0 ? { filler: '02f9' } : {}),
      apiKey: 'key' as ApiKeyId,
      due: 2,
      created: START + this.count,
      updated: START + this.count,
      ...over,
    }
  }

  /** A reservation of the sender's nonce `index`. */
  claim(index: number | bigint, over: Partial<HeldReservation> = {}): HeldReservation {
    return {
      tenant: ALPHA,
      chain: 'ETH',
      network: 'testnet',
      owner: 'sender',
      index: BigInt(index),
      holder: heldBySend('tx'),
      ...over,
    }
  }

  signature(over: Partial<PendingSignature> = {}): PendingSignature {
    return {
      id: this.reference() as string as SignatureId,
      tenant: ALPHA,
      chain: 'ETH',
      network: 'testnet',
      hashes: ['wallet'],
      serialized: '{}',
      index: null,
      signatures: null,
      withdrawalId: null,
      txId: null,
      status: 'pending',
      error: null,
      claims: [],
      replaces: false,
      created: START + this.count,
      refusals: 0,
      notBefore: 0,
      // Of every other: not all have one.
      ...(this.count % 2 === 0 ? { headHeight: 9_007_199_254_740_991, headHash: UNICODE } : {}),
      ...over,
    }
  }

  /** Moves `amount`. Each leg has the balance after the earlier entries and this one. */
  entry(debit: Account, credit: Account, amount: Amount, over: Partial<Entry> = {}): Entry {
    const leg = (account: Account, by: Amount): Entry['debit'] => {
      const balance = (this.balances.get(account.id) ?? account.balance) + by
      this.balances.set(account.id, balance)
      return { account: account.id, balance, value: amount, valueCurrency: account.accountingCurrency }
    }
    const created = START + ++this.count
    return {
      tenant: debit.tenant,
      reference: this.reference(),
      created,
      operation: 'PAYMENT',
      currency: debit.currency,
      scale: debit.scale,
      amount,
      debit: leg(debit, -amount),
      credit: leg(credit, amount),
      anonymous: false,
      details: null,
      pricing: { source: 'none', timestamp: created },
      ...over,
    }
  }
}

export const opened = (account: Account): Change => ({ type: 'account.opened', account })
export const labelled = (metadata: MetadataEntry): Change => ({ type: 'metadata.set', metadata })
export const created = (customer: Customer): Change => ({ type: 'customer.created', customer })
export const placed = (blockage: Blockage): Change => ({ type: 'blockage.placed', blockage })
export const released = (blockage: Blockage): Change => ({ type: 'blockage.released', blockage })
export const posted = (entry: Entry): Change => ({ type: 'entry.posted', entry })
export const recorded = (deposit: Deposit): Change => ({ type: 'deposit.recorded', deposit })
export const withdrawn = (withdrawal: Withdrawal): Change => ({ type: 'withdrawal.stored', withdrawal })
export const followed = (cursor: Cursor): Change => ({ type: 'cursor.begun', cursor })
export const holdingBegun = (holding: Holding): Change => ({ type: 'holding.begun', holding })
export const inquired = (approval: Approval): Change => ({ type: 'approval.requested', approval })
export const multiIndexed = (contract: MultiToken): Change => ({ type: 'multiToken.indexed', contract })
export const multiMoved = (transfer: MultiTransfer): Change => ({ type: 'multiTransfer.indexed', transfer })
export const multiBegun = (balance: MultiBalance): Change => ({ type: 'multiBalance.begun', balance })
export const managed = (wallet: ManagedWallet): Change => ({ type: 'managedWallet.created', wallet })
export const keyUsed = (use: KeyUse): Change => ({ type: 'key.used', use })
export const limited = (spending: Spending): Change => ({ type: 'spending.begun', spending })
export const made = (output: Output): Change => ({ type: 'output.made', output })
export const addressed = (depositAddress: DepositAddress): Change => ({
  type: 'depositAddress.added',
  depositAddress,
})
export const readdressed = (depositAddress: DepositAddress): Change => ({
  type: 'depositAddress.updated',
  depositAddress,
})
export const pooled = (pool: AddressPool): Change => ({ type: 'addressPool.opened', pool })
export const advanced = (pool: AddressPool): Change => ({ type: 'addressPool.advanced', pool })
export const settledOn = (home: HomeNetwork): Change => ({ type: 'homeNetwork.chosen', home })
export const tokenised = (token: Token): Change => ({ type: 'token.registered', token })
export const issued = (apiKey: ApiKey): Change => ({ type: 'apiKey.created', apiKey })
export const answered = (answer: IdempotencyRecord): Change => ({ type: 'answer.stored', answer })
export const defined = (currency: VirtualCurrency): Change => ({ type: 'currency.created', currency })
export const noted = (standing: StatusEntry): Change => ({ type: 'standing.noted', standing })
export const sent = (send: Send): Change => ({ type: 'send.recorded', send })
export const resent = (send: Send): Change => ({ type: 'send.updated', send })
export const claimed = (claim: HeldReservation): Change => ({ type: 'claim.placed', claim })
export const passed = (claim: HeldReservation): Change => ({ type: 'claim.passed', claim })
export const freed = (claim: HeldReservation): Change => ({ type: 'claim.released', claim })
export const asked = (signature: PendingSignature): Change => ({ type: 'signature.created', signature })
export const signed = (signature: PendingSignature): Change => ({ type: 'signature.updated', signature })
export const charged = (apiKey: ApiKey, day: string, credits: number): Change => ({
  type: 'credits.charged',
  charge: { tenant: apiKey.tenant, apiKey: apiKey.id, day, credits },
})

/** Those of the addresses that deposit addresses may have. */
export async function possible(storage: Storage, addresses: readonly string[]): Promise<readonly string[]> {
  const found = await storage.query.possibleDepositAddresses([addresses.map((address) => ({ address }))])
  return found.flat().map(({ address }) => address)
}

/** Loads what the changes need and writes them in one unit of work, at the time of the newest change. */
export async function write(storage: Storage, ...changes: readonly Change[]): Promise<void> {
  const times = changes.map((change) => {
    if ('blockage' in change) return change.blockage.created
    return 'customer' in change ? change.customer.created : START
  })
  await storage.transact(changes.flatMap(keysOf), (view) => {
    for (const change of changes) view.apply(change)
    view.recordStatuses(Math.max(START, ...times))
  })
}

function keysOf(change: Change): readonly Key[] {
  switch (change.type) {
    case 'account.updated':
      return [accountKey(change.account.tenant, change.account.id)]
    case 'customer.updated':
      return [customerKey(change.customer.tenant, change.customer.id)]
    case 'blockage.placed':
    case 'blockage.released':
      return [
        {
          type: 'blockagesOf',
          tenant: change.blockage.tenant,
          account: change.blockage.account,
          limit: 1_000,
        },
      ]
    case 'entry.posted': {
      const { tenant, debit, credit } = change.entry
      // The customer's account brings the ledger's own account, as in the rules.
      const system = [debit, credit].find((leg) => leg.account.includes(':'))
      const user = system === debit ? credit : debit
      if (system === undefined) return [accountKey(tenant, debit.account), accountKey(tenant, credit.account)]
      const role = system.account.slice(0, system.account.indexOf(':')) as SystemRole
      return [{ type: 'systemOf', tenant, account: user.account, role }]
    }
    default:
      return []
  }
}
