/**
 * A TRON network in memory. Transactions are read, and their ids and signatures checked, by tronweb; what a node takes
 * and what a contract does follow java-tron (`Manager.java`: validateTapos, validateCommon, validateSignature;
 * `BandwidthProcessor`, `TransferActuator`, `TransferAssetActuator`, `AssetIssueActuator`, `FreezeBalanceV2Actuator`,
 * `VMActuator`). It never met the real network.
 */
import { createHash } from 'node:crypto'
import type { PumpContract } from '@tallystick/custody'
import { AbiCoder, keccak256 } from 'ethers'
import { TronWeb, utils } from 'tronweb'
import { CONTRACTS } from '../evm/compiled.js'
import { callPumps, copyPumps, noPumps, type PumpMoved, type Pumps } from './pumps.fixture.js'

type Json = Record<string, unknown>

export interface Account {
  balance: bigint
  assets: Map<string, bigint>
  frozen: { BANDWIDTH: bigint; ENERGY: bigint }
  freeUsed: number
  issued: string | null
}

export interface Token {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** Of a transfer that it makes, as USDT does. */
  readonly answersFalse?: true
  /** Its events have topics of nobody. */
  readonly isUnindexed?: true
  /** It answers false, and moves nothing. */
  readonly isPaused?: true
  /** It writes no events. */
  readonly isSilent?: true
  balances: Map<string, bigint>
  /** Whoever it refuses. */
  refuses: boolean
}

export interface Tx {
  readonly txId: string
  readonly type: string
  readonly value: Json
  readonly json: Json
  readonly bytes: number
  readonly expiration: number
  readonly feeLimit: bigint
  readonly refBytes: string
  readonly refHash: string
  readonly signer: string
  readonly raw: string
  info?: Json
}

export interface Block {
  readonly number: number
  readonly id: string
  readonly parent: string
  readonly time: number
  readonly txs: Tx[]
  readonly state: State
}

interface State {
  readonly accounts: Map<string, Account>
  readonly tokens: Map<string, Token>
  readonly assets: Map<string, Json>
  readonly pumps: Pumps
}

/** What a node answers to a transaction that it does not take. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

export const PRICES = {
  getTransactionFee: 1_000,
  getEnergyFee: 100,
  getCreateAccountFee: 100_000,
  getCreateNewAccountFeeInSystemContract: 1_000_000,
  getAssetIssueFee: 1_024_000_000,
  getMaxFeeLimit: 15_000_000_000,
}
/** Energy of a transfer to a holder and to somebody new; of code, by the byte. */
const TRANSFER_ENERGY = { old: 14_650, new: 29_650 }
const CODE_ENERGY = 200
const FREE_BYTES = 600
/** Blocks behind the head that may be undone: 19 of 27 producers make one solid. */
export const SOLID_DEPTH = 18
const DAY_MS = 86_400_000
const SECONDS_3 = 3_000

export const SHASTA = '0000000000000000de1aa88295e1fcf982742f773e0419c5a9c134c994a9059e'

const base58 = (hex: unknown): string => TronWeb.address.fromHex(String(hex))
const sha256 = (data: Uint8Array | string): string => createHash('sha256').update(data).digest('hex')
const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'))
const textOf = (hex: unknown): string => Buffer.from(String(hex ?? ''), 'hex').toString()

/** The generated classes of tronweb's protocol, which its types do not name. */
interface Proto {
  readonly Transaction: {
    deserializeBinary(bytes: Uint8Array): {
      getRawData(): { serializeBinary(): Uint8Array; getFeeLimit(): number } | undefined
      getSignatureList_asU8(): readonly Uint8Array[]
    }
  }
}
const proto = (): Proto => Reflect.get(globalThis, 'TronWebProto') as Proto

const TYPES: Readonly<Record<string, string>> = {
  TransferContract: 'TransferContract',
  TransferAssetContract: 'TransferAssetContract',
  AssetIssueContract: 'AssetIssueContract',
  CreateSmartContract: 'CreateSmartContract',
  TriggerSmartContract: 'TriggerSmartContract',
  FreezeBalanceV2Contract: 'FreezeBalanceV2Contract',
  UnfreezeBalanceV2Contract: 'UnfreezeBalanceV2Contract',
}

/** Read by tronweb. @throws Refusal when it is none, or its signature is not its owner's */
export function readTx(hex: string): Tx {
  let whole: ReturnType<Proto['Transaction']['deserializeBinary']>
  try {
    whole = proto().Transaction.deserializeBinary(bytesOf(hex))
  } catch {
    throw new Refusal('Error', 'class com.google.protobuf.InvalidProtocolBufferException')
  }
  const data = whole.getRawData()
  const [signature] = whole.getSignatureList_asU8()
  if (data === undefined) throw new Refusal('Error', 'class java.lang.NullPointerException : null')
  const rawHex = Buffer.from(data.serializeBinary()).toString('hex')
  const type = Object.keys(TYPES).find((name) =>
    rawHex.includes(Buffer.from(`protocol.${name}`).toString('hex')),
  )
  if (type === undefined) throw new Refusal('CONTRACT_VALIDATE_ERROR', 'no such contract here')
  const rawData = lower(utils.deserializeTx.deserializeTransaction(type, rawHex)) as Json
  const [contract] = rawData['contract'] as Json[]
  const value = (Reflect.get(Object(contract), 'parameter') as { readonly value: Json }).value
  const txId = sha256(bytesOf(rawHex))
  let signer: string
  try {
    signer = base58(utils.crypto.ecRecover(txId, Buffer.from(signature ?? []).toString('hex')))
  } catch {
    throw new Refusal('SIGERROR', 'Validate signature error: miss sig or contract')
  }
  return {
    txId,
    type,
    value,
    json: {
      visible: false,
      txID: txId,
      raw_data: rawData,
      raw_data_hex: rawHex,
      signature: [Buffer.from(signature ?? []).toString('hex')],
    },
    bytes: hex.length / 2 + 64,
    expiration: Number(rawData['expiration']),
    feeLimit: BigInt(data.getFeeLimit()),
    refBytes: String(rawData['ref_block_bytes']),
    refHash: String(rawData['ref_block_hash']),
    signer,
    raw: hex.toLowerCase(),
  }
}

/** Hex as nodes write it, and without defaults. */
function lower(value: unknown): unknown {
  if (typeof value === 'string') return /^[0-9A-F]+$/.test(value) ? value.toLowerCase() : value
  if (Array.isArray(value)) return value.map(lower)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== '' && one !== 0 && !(Array.isArray(one) && one.length === 0))
      .map(([name, one]) => [name, lower(one)]),
  )
}

export class TronLedger {
  readonly blocks: Block[] = []
  pending: Tx[] = []
  state: State = { accounts: new Map(), tokens: new Map(), assets: new Map(), pumps: noPumps() }

  constructor(time: number) {
    this.blocks.push({
      number: 0,
      id: SHASTA,
      parent: '0'.repeat(64),
      time,
      txs: [],
      state: copy(this.state),
    })
    this.grow(SOLID_DEPTH + 1)
  }

  get head(): Block {
    return this.blocks.at(-1) as Block
  }

  solidAt(head: Block): Block {
    return this.blocks[Math.max(0, head.number - SOLID_DEPTH)] as Block
  }

  account(address: string): Account {
    const known = this.state.accounts.get(address)
    if (known !== undefined) return known
    const fresh = {
      balance: 0n,
      assets: new Map(),
      frozen: { BANDWIDTH: 0n, ENERGY: 0n },
      freeUsed: 0,
      issued: null,
    }
    this.state.accounts.set(address, fresh)
    return fresh
  }

  /** In all blocks: nobody has to wait for it. */
  fund(address: string, sun: bigint, more: { readonly asset?: string; readonly token?: string } = {}): void {
    for (const { state } of [...this.blocks, this]) {
      const own = this.state
      this.state = state
      const account = this.account(address)
      if (more.asset !== undefined) {
        account.assets.set(more.asset, (account.assets.get(more.asset) ?? 0n) + sun)
      } else if (more.token === undefined) account.balance += sun
      else {
        const { balances } = state.tokens.get(more.token) as Token
        balances.set(address, (balances.get(address) ?? 0n) + sun)
      }
      this.state = own
    }
  }

  /** A contract that is there already. */
  addToken(address: string, token: Omit<Token, 'balances' | 'refuses'>): void {
    for (const { state } of [...this.blocks, this]) {
      state.tokens.set(address, { ...token, balances: new Map(), refuses: false })
    }
  }

  /** Of gas pumps; it is there already. */
  addFactory(address: string, contract: PumpContract = 'GasPump'): void {
    for (const { state } of [...this.blocks, this]) Object.assign(state.pumps, { factory: address, contract })
  }

  addAsset(id: string, asset: Json): void {
    for (const { state } of [...this.blocks, this]) state.assets.set(id, asset)
  }

  /** @throws Refusal */
  submit(hex: string): Tx {
    const tx = readTx(hex)
    if (this.pending.some(({ txId }) => txId === tx.txId) || this.find(tx.txId) !== undefined) {
      throw new Refusal('DUP_TRANSACTION_ERROR', 'Dup transaction.')
    }
    this.validate(tx)
    const before = copy(this.state)
    try {
      this.apply(tx, this.head.number + 1, this.head.time + SECONDS_3)
    } catch (error) {
      this.state = before
      throw error
    }
    this.pending.push(tx)
    return tx
  }

  find(txId: string, upTo = this.head.number): { readonly tx: Tx; readonly block: Block } | undefined {
    for (const block of this.blocks) {
      if (block.number > upTo) return undefined
      const tx = block.txs.find((one) => one.txId === txId)
      if (tx !== undefined) return { tx, block }
    }
    return undefined
  }

  /** @param time Of the first of them; all others follow each other */
  grow(count = 1, time?: number): void {
    for (let at = 0; at < count; at++) {
      const parent = this.head
      const now = Math.max(parent.time + SECONDS_3, at === 0 ? (time ?? 0) : 0)
      this.state = copy(parent.state)
      const number = parent.number + 1
      const txs: Tx[] = []
      for (const tx of this.pending) {
        const before = copy(this.state)
        try {
          this.validate(tx)
          const info = this.apply(tx, number, now)
          txs.push({ ...tx, info, json: { ...tx.json, ret: [{ contractRet: resultOf(info) }] } })
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          this.state = before
        }
      }
      this.pending = []
      const root = sha256(`${parent.id} ${now} ${txs.map(({ txId }) => txId).join()}`)
      const id = number.toString(16).padStart(16, '0') + root.slice(16)
      this.blocks.push({ number, id, parent: parent.id, time: now, txs, state: copy(this.state) })
    }
  }

  /** Undoes the last blocks; what they had waits again, or is lost. */
  fork(depth: number, lose = false): void {
    if (depth > SOLID_DEPTH) throw new RangeError('a solid block is never undone')
    const undone = this.blocks.splice(this.blocks.length - depth)
    this.state = copy(this.head.state)
    const waiting = lose ? [] : [...undone.flatMap(({ txs }) => txs), ...this.pending]
    this.pending = []
    for (const { raw } of waiting) {
      try {
        this.submit(raw)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
      }
    }
  }

  /** Forgets what waits, as a node that is started again does. */
  forget(): void {
    this.pending = []
    this.state = copy(this.head.state)
  }

  private validate(tx: Tx): void {
    const { head } = this
    if (tx.raw.length / 2 > 500 * 1024) throw new Refusal('TOO_BIG_TRANSACTION_ERROR', 'Too big transaction')
    if (tx.expiration <= head.time || tx.expiration > head.time + DAY_MS) {
      throw new Refusal('TRANSACTION_EXPIRATION_ERROR', 'Transaction expired')
    }
    const named = this.blocks.findLast(
      ({ number }) => number.toString(16).padStart(16, '0').slice(12) === tx.refBytes.padStart(4, '0'),
    )
    if (named?.id.slice(16, 32) !== tx.refHash.padStart(16, '0')) {
      throw new Refusal('TAPOS_ERROR', 'Tapos failed, different block hash')
    }
    if (tx.signer !== base58(tx.value['owner_address'])) {
      throw new Refusal('SIGERROR', 'Validate signature error: it is signed by another')
    }
  }

  /** @returns What it came to. @throws Refusal when no block may have it */
  private apply(tx: Tx, number: number, time: number): Json {
    const owner = base58(tx.value['owner_address'])
    const sender = this.state.accounts.get(owner)
    if (sender === undefined) throw invalid(tx, 'account does not exist.')
    const isFree = sender.freeUsed + tx.bytes <= FREE_BYTES || sender.frozen.BANDWIDTH >= 1_000_000_000n
    if (isFree && sender.frozen.BANDWIDTH === 0n) sender.freeUsed += tx.bytes
    const net = isFree ? 0n : BigInt(tx.bytes * PRICES.getTransactionFee)
    const done = this.run(tx, owner, sender)
    const fee = net + done.fee
    if (sender.balance < fee) {
      throw done.fee === 0n
        ? new Refusal('BANDWITH_ERROR', 'Account resource insufficient error.')
        : invalid(tx, 'balance is not sufficient.')
    }
    sender.balance -= fee
    return {
      id: tx.txId,
      ...(fee === 0n ? {} : { fee: Number(fee) }),
      blockNumber: number,
      blockTimeStamp: time,
      contractResult: [''],
      receipt: { ...(isFree ? { net_usage: tx.bytes } : { net_fee: Number(net) }), ...done.receipt },
      ...(done.failed === undefined
        ? {}
        : { result: 'FAILED', resMessage: Buffer.from(done.failed).toString('hex') }),
      ...(done.log === undefined ? {} : { log: done.log }),
      ...(done.internal === undefined ? {} : { internal_transactions: done.internal }),
      ...(done.issued === undefined ? {} : { assetIssueID: done.issued }),
      ...(done.contract === undefined ? {} : { contract_address: TronWeb.address.toHex(done.contract) }),
    }
  }

  private run(tx: Tx, owner: string, sender: Account): Done {
    const { value } = tx
    const amount = BigInt(
      String(value['amount'] ?? value['frozen_balance'] ?? value['unfreeze_balance'] ?? 0),
    )
    switch (tx.type) {
      case 'TransferContract': {
        const to = base58(value['to_address'])
        if (to === owner) throw invalid(tx, 'Cannot transfer TRX to yourself.')
        if (this.isContract(to)) throw invalid(tx, 'Cannot transfer TRX to a smartContract.')
        const fee = this.state.accounts.has(to) ? 0n : BigInt(PRICES.getCreateNewAccountFeeInSystemContract)
        if (sender.balance < amount + fee) throw invalid(tx, 'balance is not sufficient.')
        sender.balance -= amount
        this.account(to).balance += amount
        return { fee }
      }
      case 'TransferAssetContract': {
        const to = base58(value['to_address'])
        const id = textOf(value['asset_name'])
        const held = sender.assets.get(id) ?? 0n
        if (!this.state.assets.has(id)) throw invalid(tx, 'No asset!')
        if (to === owner) throw invalid(tx, 'Cannot transfer asset to yourself.')
        if (held < amount) throw invalid(tx, 'assetBalance is not sufficient.')
        const fee = this.state.accounts.has(to) ? 0n : BigInt(PRICES.getCreateNewAccountFeeInSystemContract)
        sender.assets.set(id, held - amount)
        const { assets } = this.account(to)
        assets.set(id, (assets.get(id) ?? 0n) + amount)
        return { fee }
      }
      case 'AssetIssueContract': {
        if (sender.issued !== null) throw invalid(tx, 'An account can only issue one asset')
        if (Number(value['start_time']) <= this.head.time)
          throw invalid(tx, 'Start time should be greater than HeadBlockTime')
        const fee = BigInt(PRICES.getAssetIssueFee)
        if (sender.balance < fee) throw invalid(tx, 'No enough balance for fee!')
        const id = String(1_000_001 + this.state.assets.size)
        sender.issued = id
        sender.assets.set(id, BigInt(String(value['total_supply'])))
        this.state.assets.set(id, { ...value, id, owner_address: owner })
        return { fee, issued: id }
      }
      case 'FreezeBalanceV2Contract': {
        if (amount < 1_000_000n) throw invalid(tx, 'frozenBalance must be greater than or equal to 1 TRX')
        if (sender.balance < amount)
          throw invalid(tx, 'frozenBalance must be less than or equal to accountBalance')
        sender.balance -= amount
        sender.frozen[value['resource'] === 'ENERGY' || value['resource'] === 1 ? 'ENERGY' : 'BANDWIDTH'] +=
          amount
        return { fee: 0n }
      }
      case 'CreateSmartContract':
        return this.deploy(tx, owner, sender)
      default:
        return this.trigger(tx, owner, sender)
    }
  }

  private deploy(tx: Tx, owner: string, sender: Account): Done {
    const code = String((tx.value['new_contract'] as Json)['bytecode'])
    const energy = this.energyOf(null, code)
    const spent = this.burn(tx, sender, energy)
    if (spent.failed !== undefined) return spent
    const own = CONTRACTS.Erc20.bytecode.slice(2)
    if (!code.startsWith(own)) return { ...spent, failed: 'REVERT opcode executed' }
    const types = ['string', 'string', 'uint8', 'uint256', 'uint256', 'address', 'address']
    const [name, symbol, decimals, , supply, holder] = AbiCoder.defaultAbiCoder().decode(
      types,
      `0x${code.slice(own.length)}`,
    )
    const hash = keccak256(`0x${tx.txId}${TronWeb.address.toHex(owner)}`)
    const contract = base58(`41${hash.slice(26)}`)
    const balances = new Map([[base58(`41${String(holder).slice(2)}`), BigInt(supply)]])
    this.state.tokens.set(contract, { name, symbol, decimals: Number(decimals), balances, refuses: false })
    return { ...spent, contract }
  }

  private trigger(tx: Tx, owner: string, sender: Account): Done {
    const contract = base58(tx.value['contract_address'])
    const data = String(tx.value['data'] ?? '')
    if (!this.isContract(contract)) throw invalid(tx, 'No contract or not a smart contract')
    const spent = this.burn(tx, sender, this.energyOf(contract, data))
    if (spent.failed !== undefined) return spent
    const { failed, log, internal } = this.call(owner, contract, data)
    return failed === undefined
      ? { ...spent, ...(log === undefined ? logged(tx.value) : { log }), ...(internal && { internal }) }
      : { ...spent, failed, receipt: { ...spent.receipt, result: 'REVERT' } }
  }

  /** Out of energy it costs all of the limit, and does nothing. */
  private burn(tx: Tx, sender: Account, energy: number): Done {
    const price = BigInt(PRICES.getEnergyFee)
    if (tx.feeLimit <= 0n) throw invalid(tx, 'feeLimit must be above 0')
    const isOut = BigInt(energy) * price > tx.feeLimit
    const fee = isOut ? tx.feeLimit : BigInt(energy) * price
    const paid = sender.frozen.ENERGY > 0n && !isOut ? 0n : fee
    const result = isOut ? 'OUT_OF_ENERGY' : 'SUCCESS'
    const receipt = { energy_usage_total: energy, energy_fee: Number(paid), result }
    return { fee: paid, receipt, ...(isOut ? { failed: 'Not enough energy' } : {}) }
  }

  energyOf(contract: string | null, data: string): number {
    if (contract === null) return (data.length / 2) * CODE_ENERGY + 300_000
    const to = /^a9059cbb0{24}([0-9a-f]{40})/.exec(data)?.[1]
    const token = this.state.tokens.get(contract)
    const holds = to !== undefined && (token?.balances.get(base58(`41${to}`)) ?? 0n) > 0n
    return to === undefined || token?.isPaused ? 1_000 : TRANSFER_ENERGY[holds ? 'old' : 'new']
  }

  private isContract(address: string): boolean {
    const { tokens, pumps } = this.state
    return tokens.has(address) || pumps.factory === address || pumps.owners.has(address)
  }

  /** All of them or none. */
  private move(moves: readonly PumpMoved[]): boolean {
    const before = copy(this.state)
    const isDone = moves.every(({ from, token, to, amount }) => {
      const holders = token === null ? undefined : this.state.tokens.get(token)?.balances
      const held = token === null ? this.account(from).balance : (holders?.get(from) ?? 0n)
      if (held < amount || (token !== null && holders === undefined)) return false
      if (holders === undefined) {
        this.account(from).balance -= amount
        this.account(to).balance += amount
      } else {
        holders.set(from, held - amount)
        holders.set(to, (holders.get(to) ?? 0n) + amount)
      }
      return true
    })
    if (isDone) return true
    // In place: whoever calls has taken accounts out of this state.
    for (const [address, { balance }] of before.accounts) this.account(address).balance = balance
    for (const [address, { balances }] of before.tokens) {
      const token = this.state.tokens.get(address)
      if (token !== undefined) token.balances = balances
    }
    return false
  }

  /** Gas pumps, and the three methods of TRC-20 that anybody here calls. */
  call(
    owner: string,
    contract: string,
    data: string,
  ): { readonly result?: string } & Pick<Done, 'failed' | 'log' | 'internal'> {
    const pumped = callPumps(this.state.pumps, owner, contract, data)
    if (pumped !== undefined) {
      const { moves = [] } = pumped
      const isTaken =
        this.state.pumps.contract === 'TronGasPump' ||
        !moves.some(({ token }) => token !== null && this.state.tokens.get(token)?.answersFalse)
      return isTaken && this.move(moves)
        ? { ...pumped, ...toldOf(pumped) }
        : { failed: 'REVERT opcode executed' }
    }
    const token = this.state.tokens.get(contract)
    if (token === undefined) return { failed: 'No contract or not a smart contract' }
    const word = (value: bigint): string => value.toString(16).padStart(64, '0')
    if (data === '313ce567') return { result: word(BigInt(token.decimals)) }
    const asked = /^70a082310{24}([0-9a-f]{40})$/.exec(data)?.[1]
    if (asked !== undefined) return { result: word(token.balances.get(base58(`41${asked}`)) ?? 0n) }
    const [, to, amount] = /^a9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/.exec(data) ?? []
    if (to === undefined || token.refuses) return { failed: 'REVERT opcode executed' }
    if (token.isPaused) return { result: word(0n), log: [] }
    const units = BigInt(`0x${amount}`)
    const held = token.balances.get(owner) ?? 0n
    if (held < units) return { failed: 'REVERT opcode executed' }
    token.balances.set(owner, held - units)
    const holder = base58(`41${to}`)
    token.balances.set(holder, (token.balances.get(holder) ?? 0n) + units)
    return {
      result: word(token.answersFalse ? 0n : 1n),
      ...(token.isSilent ? { log: [] } : {}),
      ...(token.isUnindexed ? { log: [{ address: '', topics: [TRANSFER_EVENT], data: '' }] } : {}),
    }
  }
}

interface Done {
  readonly fee: bigint
  readonly receipt?: Json
  readonly failed?: string
  readonly contract?: string
  readonly log?: readonly Json[]
  /** What contracts pay, as a node tells it that keeps it (`vm.saveInternalTx`). */
  readonly internal?: readonly Json[]
  /** Number of a TRC-10 token that it makes. */
  readonly issued?: string
}

const TRANSFER_EVENT = keccak256(Buffer.from('Transfer(address,address,uint256)')).slice(2)

/** Of a transfer: its event, as contracts of ERC-20 write it. */
function logged({ owner_address: owner, contract_address: contract, data }: Json): Pick<Done, 'log'> {
  const [, to, amount] = /^a9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/.exec(String(data)) ?? []
  if (to === undefined || amount === undefined) return {}
  return { log: [transferEvent(String(contract), String(owner), to, amount)] }
}

/** @param contract and the others in hex */
function transferEvent(contract: string, from: string, to: string, amount: string) {
  const topics = [TRANSFER_EVENT, ...[from, to].map((one) => one.slice(-40).padStart(64, '0'))]
  return { address: contract.slice(2), topics, data: amount }
}

/** What a gas pump has moved: events of tokens, and payments by a contract. */
function toldOf({ log = [], moves = [] }: { log?: readonly Json[]; moves?: readonly PumpMoved[] }) {
  const hex = (address: string): string => TronWeb.address.toHex(address)
  const word = (value: bigint): string => value.toString(16).padStart(64, '0')
  const events = moves.flatMap(({ token, from, to, amount }) => {
    const [contract, id] = token?.split(' ') ?? []
    if (contract === undefined) return []
    const event = transferEvent(hex(contract), hex(from), hex(to), word(amount))
    return [id === undefined ? event : { ...event, topics: [...event.topics, word(BigInt(id))], data: '' }]
  })
  const internal = moves.flatMap(({ token, from, to, amount }) => {
    const ends = { caller_address: hex(from), transferTo_address: hex(to) }
    const call = { note: Buffer.from('call').toString('hex'), callValueInfo: [{ callValue: Number(amount) }] }
    return token === null ? [{ ...ends, ...call }] : []
  })
  return { log: [...log, ...events], internal }
}

const invalid = ({ type }: Tx, why: string): Refusal =>
  new Refusal('CONTRACT_VALIDATE_ERROR', `Contract validate error : Validate ${type} error, ${why}`)

const resultOf = (info: Json): unknown => (info['receipt'] as Json)['result'] ?? 'SUCCESS'

function copy({ accounts, tokens, assets, pumps }: State): State {
  return {
    pumps: copyPumps(pumps),
    accounts: new Map([...accounts].map(([address, one]) => [address, structuredClone(one)])),
    tokens: new Map(
      [...tokens].map(([address, one]) => [address, { ...one, balances: new Map(one.balances) }]),
    ),
    assets: new Map(assets),
  }
}
