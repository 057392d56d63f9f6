import type {
  Account,
  AccountId,
  Answer,
  ApiKey,
  ApiKeyId,
  Blockage,
  BlockageId,
  Charge,
  Claim,
  Customer,
  CustomerId,
  Deposit,
  DepositId,
  HeldClaim,
  OnChain,
  PendingSignature,
  Send,
  SendId,
  SignatureId,
  Standing,
  VirtualCurrency,
} from '@tallystick/core'
import { compareKeys, type SortKey, sortableNumber, sortableTime } from '../order.js'
import type { Audit, AuditedEntry, Constant, JournalPosition, StoredSeal } from '../ports/storage.js'
import type { MemoryState } from './store.js'

/** Copied when made, so that what is written meanwhile does not show. */
export class MemoryAudit implements Audit {
  private readonly entryList: readonly AuditedEntry[]
  private readonly sealList: readonly StoredSeal[]
  private readonly accountList: readonly { readonly account: Account; readonly records: number }[]
  private readonly blockageList: readonly Blockage[]
  private readonly customerList: readonly Customer[]
  private readonly currencyList: readonly VirtualCurrency[]
  private readonly depositList: readonly Deposit[]
  private readonly apiKeyList: readonly ApiKey[]
  private readonly chargeList: readonly Charge[]
  private readonly answerList: readonly Answer[]
  private readonly standingList: readonly Standing[]
  private readonly sendList: readonly Send[]
  private readonly claimList: readonly HeldClaim[]
  private readonly signatureList: readonly PendingSignature[]
  private readonly constantList: readonly Constant[]

  constructor(state: MemoryState) {
    this.entryList = [...state.entries]
    this.sealList = [...state.seals]
    this.accountList = [...state.base.accounts.values()].map((account) => ({
      account,
      records: state.records.get(account.id)?.length ?? 0,
    }))
    this.blockageList = [...state.base.blockages.values()]
    this.customerList = [...state.base.customers.values()]
    this.currencyList = [...state.base.currencies.values()]
    this.depositList = [...state.base.deposits.values()]
    this.apiKeyList = [...state.base.apiKeys.values()]
    this.chargeList = [...state.charges.values()]
    this.answerList = [...state.base.answers.values()]
    this.standingList = [...state.standings.values()].flat()
    this.sendList = [...state.base.sends.values()]
    this.claimList = [...state.base.claims.values()]
    this.signatureList = [...state.base.signatures.values()]
    this.constantList = [...state.constants].map(([name, value]) => ({ name, value }))
  }

  async entries(position: JournalPosition | undefined, limit: number) {
    const start = position === undefined ? 0 : Number(position)
    return this.entryList.slice(start, start + limit)
  }

  async seals(batch: string | undefined, limit: number) {
    const start = batch === undefined ? 0 : Number(batch)
    return this.sealList.slice(start, start + limit)
  }

  async accounts(id: AccountId | undefined, limit: number) {
    return page(this.accountList, ({ account }) => [account.id], id && [id], limit)
  }

  async blockages(id: BlockageId | undefined, limit: number) {
    return page(this.blockageList, idOf, id && [id], limit)
  }

  async customers(id: CustomerId | undefined, limit: number) {
    return page(this.customerList, idOf, id && [id], limit)
  }

  async currencies(last: Pick<VirtualCurrency, 'tenant' | 'name'> | undefined, limit: number) {
    const key = ({ tenant, name }: NonNullable<typeof last>): SortKey => [tenant, name]
    return page(this.currencyList, key, last && key(last), limit)
  }

  async deposits(id: DepositId | undefined, limit: number) {
    return page(this.depositList, idOf, id && [id], limit)
  }

  async apiKeys(id: ApiKeyId | undefined, limit: number) {
    return page(this.apiKeyList, idOf, id && [id], limit)
  }

  async charges(last: Pick<Charge, 'tenant' | 'apiKey' | 'day'> | undefined, limit: number) {
    const key = ({ tenant, apiKey, day }: NonNullable<typeof last>): SortKey => [tenant, apiKey, day]
    return page(this.chargeList, key, last && key(last), limit)
  }

  async answers(last: Pick<Answer, 'tenant' | 'key'> | undefined, limit: number) {
    const key = (answer: NonNullable<typeof last>): SortKey => [answer.tenant, answer.key]
    return page(this.answerList, key, last && key(last), limit)
  }

  async standings(last: Pick<Standing, 'tenant' | 'subject' | 'at'> | undefined, limit: number) {
    const key = ({ tenant, subject, at }: NonNullable<typeof last>): SortKey => [
      tenant,
      subject,
      sortableTime(at),
    ]
    return page(this.standingList, key, last && key(last), limit)
  }

  async sends(id: SendId | undefined, limit: number) {
    return page(this.sendList, idOf, id && [id], limit)
  }

  async claims(last: (OnChain & Claim) | undefined, limit: number) {
    const key = ({ tenant, chain, network, owner, index }: NonNullable<typeof last>): SortKey => [
      tenant,
      chain,
      network,
      owner,
      sortableNumber(index),
    ]
    return page(this.claimList, key, last && key(last), limit)
  }

  async signatures(id: SignatureId | undefined, limit: number) {
    return page(this.signatureList, idOf, id && [id], limit)
  }

  async strays() {
    return []
  }

  async constants(last: string | undefined, limit: number) {
    return page(this.constantList, ({ name }) => [name], last === undefined ? undefined : [last], limit)
  }
}

const idOf = ({ id }: { readonly id: string }): SortKey => [id]

function page<T>(
  list: readonly T[],
  keyOf: (item: T) => SortKey,
  after: SortKey | undefined,
  limit: number,
): T[] {
  return list
    .filter((item) => after === undefined || compareKeys(keyOf(item), after) > 0)
    .sort((a, b) => compareKeys(keyOf(a), keyOf(b)))
    .slice(0, limit)
}
