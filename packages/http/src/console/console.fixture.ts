/** A ledger with something in each view of the console. */
import type {
  AccountId,
  ApiKeyId,
  Change,
  Deposit,
  DepositId,
  KeyUseId,
  ManagedWalletId,
  PendingSignature,
  Reference,
  Send,
  SendId,
  SignatureId,
  Withdrawal,
  WithdrawalId,
} from '@tallystick/core'
import { fund, type Running, TENANT } from '../service.fixture.js'

export const EARLIER = Date.UTC(2030, 0, 1)
const id = (number: number): string => String(number).padStart(24, 'a')
const on = { tenant: TENANT, chain: 'BTC', network: 'testnet' } as const
/** Of BIP-173. */
const address = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'
const times = { created: EARLIER, updated: EARLIER + 1_000 }

export const ids = {
  deposit: id(1),
  withdrawal: id(2),
  paid: id(3),
  cancelled: id(4),
  signature: id(5),
  send: id(6),
}
export const txId = 'f'.repeat(64)

const deposit = (account: AccountId): Deposit => ({
  ...{ id: ids.deposit as DepositId, ...on, account, currency: 'BTC', scale: 8, amount: 150_000_000n },
  ...{ txId, vout: 0, address, from: null, xpub: null, derivationKey: 1, blockHeight: 100, blockHash: 'h' },
  ...{ status: 'InProgress', spent: false, reference: 'r' as Reference, created: EARLIER, matures: 105 },
})

const withdrawal = (account: AccountId, over: Partial<Withdrawal>): Withdrawal => ({
  ...{ id: ids.withdrawal as WithdrawalId, ...on, account, currency: 'BTC', scale: 8, amount: 50_000_000n },
  ...{ fee: '0.0005', charged: 50_050_000n, payments: [{ address, amount: '50000000' }], address },
  ...{ multipleAmounts: null, attr: null, paymentId: null, senderNote: null, wallet: 'w', inputs: [] },
  ...{
    change: 0n,
    oneCall: false,
    verdict: null,
    reference: 'r' as Reference,
    status: 'InProgress',
    txId: null,
  },
  ...{ signature: ids.signature as SignatureId, reverted: null, reason: null, ...times },
  ...over,
})

const signature: PendingSignature = {
  ...{
    id: ids.signature as SignatureId,
    ...on,
    hashes: ['wallet-1'],
    serialized: '{"secret":"of the transaction"}',
  },
  ...{
    index: null,
    signatures: null,
    withdrawalId: ids.withdrawal as WithdrawalId,
    txId: null,
    status: 'pending',
  },
  ...{ error: 'locked', claims: [], replaces: false, created: EARLIER, refusals: 2, notBefore: 0 },
}

const send: Send = {
  ...{ id: ids.send as SendId, ...on, txId, raw: '00', claims: [], status: 'confirmed', reason: null },
  ...{ signature: null, withdrawal: ids.paid as WithdrawalId, replaces: null, apiKey: id(9) as ApiKeyId },
  ...{ due: 0, height: 90, ...times },
}

/** @returns The account of euros, and the one of bitcoin. */
export async function prepared(
  service: Running,
): Promise<{ readonly euro: string; readonly bitcoin: string }> {
  const { tallystick, storage } = service
  await fund(service)
  const { id: euro } = await tallystick.createAccount({
    currency: 'EUR',
    customer: { externalId: 'till <b>9</b>' },
    metadata: { shop: '<i>north</i>' },
  })
  const { id: other } = await tallystick.createAccount({ currency: 'EUR' })
  await tallystick.fund({ id: euro, amount: '100' })
  await tallystick.sendTransaction({ senderAccountId: euro, recipientAccountId: other, amount: '12.5' })
  const { id: bitcoin } = await tallystick.createAccountXpub({ currency: 'BTC', xpub: TPUB })
  const account = bitcoin as AccountId
  const paid = { id: ids.paid as WithdrawalId, txId, status: 'Done', signature: null } as const
  const given = { id: ids.cancelled as WithdrawalId, status: 'Cancelled', reason: 'by ops' } as const
  const changes: readonly Change[] = [
    { type: 'deposit.recorded', deposit: deposit(account) },
    { type: 'withdrawal.stored', withdrawal: withdrawal(account, {}) },
    { type: 'withdrawal.stored', withdrawal: withdrawal(account, paid) },
    { type: 'withdrawal.stored', withdrawal: withdrawal(account, given) },
    { type: 'signature.created', signature },
    { type: 'send.recorded', send },
    {
      type: 'key.used',
      use: {
        ...{ id: id(8) as KeyUseId, ...on, wallet: 'managed' as ManagedWalletId, address },
        ...{ apiKey: id(9) as ApiKeyId, purpose: 'exported', digest: null, verdict: null, at: EARLIER },
      },
    },
  ]
  await storage.transact([], (view) => {
    for (const change of changes) view.apply(change)
  })
  return { euro, bitcoin }
}

/** A webhook that has failed or waits. */
export async function subscribed({ tallystick }: Running, account: string): Promise<string> {
  await tallystick.createSubscriptionIncoming({
    type: 'ACCOUNT_INCOMING_BLOCKCHAIN_TRANSACTION',
    attr: { id: account, url: 'https://example.com/hook' },
  })
  await tallystick.recordDeposit({
    ...{
      account: account as AccountId,
      currency: 'BTC',
      amount: '0.5',
      txId: 'e'.repeat(64),
      vout: 1,
      address,
    },
    ...{ from: null, derivationKey: 0, blockHeight: 1, blockHash: null, status: 'Done' },
  })
  return (await tallystick.getAllWebhooks({ pageSize: 10 }))[0]?.id ?? ''
}

/** Of BIP-32's path m/44'/1'/0'/0. */
const TPUB =
  'tpubDEYxTr2XD51jQL92yKbuD5cqmJuHiZ3DDSJQQ9wxu9j15T8VybLXPBgpudUgNpqtBDnyDfYrqYXH9TKspMHPwLJCL8g11djtJdCv5bpGv5Y'
