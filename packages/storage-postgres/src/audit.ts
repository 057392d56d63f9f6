/**
 * Everything, on one session that holds its snapshot. Entries come by height: each account's in the order
 * they were decided, whichever engine decided them.
 */
import type {
  AccountId,
  Answer,
  ApiKeyId,
  BlockageId,
  Charge,
  Claim,
  CustomerId,
  DepositId,
  OnChain,
  SendId,
  SignatureId,
  Standing,
  VirtualCurrency,
} from '@tallystick/core'
import { type Audit, type Constant, type JournalPosition, Strays } from '@tallystick/engine'
import type { Row, Session } from './connection.js'
import { JournalReader } from './journal.js'
import { type List, Lists } from './lists.js'
import {
  ACCOUNT_COLUMNS,
  ANSWER_COLUMNS,
  API_KEY_COLUMNS,
  BLOCKAGE_COLUMNS,
  CURRENCY_COLUMNS,
  CUSTOMER_COLUMNS,
  DEPOSIT_COLUMNS,
  readAccount,
  readAnswer,
  readApiKey,
  readBlockage,
  readCurrency,
  readCustomer,
  readDeposit,
  readStanding,
  STANDING_COLUMNS,
} from './rows.js'
import {
  CLAIM_COLUMNS,
  readClaim,
  readSend,
  readSignature,
  SEND_COLUMNS,
  SIGNATURE_COLUMNS,
} from './sends.js'

export class PostgresAudit implements Audit {
  private readonly journal: JournalReader
  private readonly lists: Lists
  private readonly strayed = new Strays()

  constructor(private readonly session: Session) {
    this.journal = new JournalReader(session, this.strayed)
    this.lists = new Lists(session)
  }

  async strays() {
    return this.strayed.list
  }

  entries(after: JournalPosition | undefined, limit: number) {
    return this.journal.page(after, limit)
  }

  async seals(after: string | undefined, limit: number) {
    const [height = '0', writer = LOWEST_UUID, unit = '0'] = after?.split(' ') ?? []
    const rows = await this.session.query(
      `select height, writer, unit, entries, state, hash from seal
       where (height, writer, unit) > ($1::bigint, $2::uuid, $3::bigint) order by height, writer, unit limit $4`,
      [Number(height), writer, Number(unit), limit],
    )
    return rows.map((row) => {
      const [at, by, number, entries, state, hash] = row as [number, string, number, number, string, Buffer]
      return {
        batch: `${at} ${by} ${number}`,
        writer: by,
        number,
        entries,
        state,
        hash: hash.toString('hex'),
      }
    })
  }

  async accounts(after: AccountId | undefined, limit: number) {
    const rows = await this.page(ACCOUNTS, after, limit)
    return rows.map((row) => {
      const { account, records } = readAccount(row)
      return { account, records }
    })
  }

  async blockages(after: BlockageId | undefined, limit: number) {
    return (await this.page(BLOCKAGES, after, limit)).map(readBlockage)
  }

  async customers(after: CustomerId | undefined, limit: number) {
    return (await this.page(CUSTOMERS, after, limit)).map((row) => readCustomer(row))
  }

  async currencies(after: Pick<VirtualCurrency, 'tenant' | 'name'> | undefined, limit: number) {
    const rows = await this.lists.page(CURRENCIES, after && [after.tenant, after.name], limit)
    return rows.map((row) => readCurrency(row))
  }

  async deposits(after: DepositId | undefined, limit: number) {
    return (await this.page(DEPOSITS, after, limit)).map((row) => {
      const deposit = readDeposit(row)
      // Before the key.
      this.strayed.deposit(deposit, row[row.length - 2] as string)
      return deposit
    })
  }

  async apiKeys(after: ApiKeyId | undefined, limit: number) {
    return (await this.page(API_KEYS, after, limit)).map(readApiKey)
  }

  async charges(after: Pick<Charge, 'tenant' | 'apiKey' | 'day'> | undefined, limit: number) {
    const rows = await this.lists.page(CHARGES, after && [after.tenant, after.apiKey, after.day], limit)
    return rows.map(([tenant, apiKey, day, credits]) => ({ tenant, apiKey, day, credits }) as Charge)
  }

  async answers(after: Pick<Answer, 'tenant' | 'key'> | undefined, limit: number) {
    return (await this.lists.page(ANSWERS, after && [after.tenant, after.key], limit)).map(readAnswer)
  }

  async standings(after: Pick<Standing, 'tenant' | 'subject' | 'at'> | undefined, limit: number) {
    const from = after && [after.tenant, after.subject, sortable(after.at)]
    return (await this.lists.page(STANDINGS, from, limit)).map(readStanding)
  }

  async sends(after: SendId | undefined, limit: number) {
    return (await this.page(SENDS, after, limit)).map(readSend)
  }

  async claims(after: (OnChain & Claim) | undefined, limit: number) {
    const from = after && [after.tenant, after.chain, after.network, after.owner, sortable(after.index)]
    return (await this.lists.page(CLAIMS, from, limit)).map(readClaim)
  }

  async signatures(after: SignatureId | undefined, limit: number) {
    return (await this.page(SIGNATURES, after, limit)).map(readSignature)
  }

  async constants(after: string | undefined, limit: number) {
    const rows = await this.page(CONSTANTS, after, limit)
    return rows.map(([name, value]) => ({ name, value }) as Constant)
  }

  private page(list: List, after: string | undefined, limit: number): Promise<readonly Row[]> {
    return this.lists.page(list, after === undefined ? undefined : [after], limit)
  }
}

const table = (name: string, columns: string, key: readonly string[] = ['id']): List => ({
  name,
  from: name,
  columns,
  key,
})
const ACCOUNTS = table('account', ACCOUNT_COLUMNS)
const BLOCKAGES = table('blockage', BLOCKAGE_COLUMNS)
const CUSTOMERS = table('customer', CUSTOMER_COLUMNS)
const CURRENCIES = table('virtual_currency', CURRENCY_COLUMNS, ['tenant', 'name'])
const DEPOSITS = table('deposit', `${DEPOSIT_COLUMNS}, output`)
const API_KEYS = table('api_key', API_KEY_COLUMNS)
const CHARGES = table('charge', 'tenant, api_key, day, credits', ['tenant', 'api_key', 'day'])
const ANSWERS = table('answer', ANSWER_COLUMNS, ['tenant', 'key'])
/** Of a number as text that sorts as it does. */
const DIGITS = 16
const sortable = (number: number): string => String(number).padStart(DIGITS, '0')
const STANDINGS: List = {
  ...table('standing', STANDING_COLUMNS, ['tenant', 'subject', 'moment']),
  from: `(select *, lpad(at::text, ${DIGITS}, '0') as moment from standing) as standing`,
}
const SENDS = table('send', SEND_COLUMNS)
const SIGNATURES = table('pending_signature', SIGNATURE_COLUMNS)
const CLAIMS: List = {
  ...table('claim', CLAIM_COLUMNS, ['tenant', 'chain', 'network', 'owner', 'place']),
  from: `(select *, lpad(number::text, ${DIGITS}, '0') as place from claim) as claim`,
}
const CONSTANTS: List = {
  ...table('constant', 'name, value', ['name']),
  from: "(select substr(name, 10) as name, value from meta where name like 'constant %') as constant",
}

const LOWEST_UUID = '00000000-0000-0000-0000-000000000000'
