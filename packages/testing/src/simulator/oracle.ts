/**
 * Checks the engine against the model. The oracle gives the model every unit of work that took effect, call by call,
 * in the order of the commits. The decisions of the rules, the other changes of the unit, and the state of every
 * account that it touched must be the same. Every answer that reaches a client must have been committed.
 */
import { type Change, type OutputPlace, onChain, type TenantId } from '@tallystick/core'
import type { Storage } from '@tallystick/engine'
import type { AccountLabel } from '../command.js'
import { isOnChain, isReceiving, isToken, type SimulatedCommand } from '../command.js'
import type { Labels } from '../labels.js'
import type { Model } from '../model/model.js'
import type { Thing } from '../model/sends.js'
import type { Verdict } from '../model/vocabulary.js'
import { type Answer, type Call, type Decided, nameOf, outcomeOf } from './call.js'
import type { Cast } from './cast.js'
import { thingsBack } from './chain-comparison.js'
import { outputsBack } from './coin-comparison.js'
import { SimulatedFault } from './connection.js'
import { Difference, same } from './difference.js'
import { accountsBack, readBack } from './read-back.js'
import type { Stage } from './stage.js'

/** What the calls of one unit of work bear on. */
interface Touched {
  readonly accounts: Set<AccountLabel>
  readonly things: Set<Thing>
  readonly outputs: Set<OutputPlace>
}

export class Oracle {
  /** Which call was answered under a key. */
  private readonly owners = new Map<string, Call>()
  /** What committed calls and reads have cost, by tenant. */
  readonly charged = new Map<TenantId, number>()
  /** Reads metered and not yet seen written, by machine and tenant; those of a killed engine stay. */
  private readonly metered = new Map<string, number>()

  constructor(
    private readonly stage: Stage,
    private readonly storage: Storage,
    private readonly model: Model,
    private readonly labels: Labels,
    private readonly cast: Cast,
  ) {}

  // ---- what is committed

  /** @throws Difference */
  async committed(machine: number, decided: readonly Decided[], changes: readonly Change[]): Promise<void> {
    const { stage } = this
    const touched: Touched = { accounts: new Set(), things: new Set(), outputs: new Set() }
    const charges = new Map<TenantId, number>()
    let answers = 0
    let accepted = 0
    for (const one of decided) {
      const { call } = one
      stage.tally.decided++
      const { outcome, credits, goesOn } = this.decided(one, touched)
      stage.note('committed: call', call.number, nameOf(outcome))
      stage.trace.write(one.body)
      if (!outcome.accepted) continue
      accepted++
      if (call.key !== null && goesOn !== true) answers++
      const { tenant } = call.command
      if (credits > 0) charges.set(tenant, (charges.get(tenant) ?? 0) + credits)
    }
    if (accepted === 0 && changes.some(({ type }) => type !== 'credits.charged')) {
      throw new Difference('Changes of a unit of work in which nothing was accepted', [], changes)
    }
    this.compareChanges(machine, changes, answers, charges)
    stage.tally.readBacks++
    await readBack(
      this.storage,
      accountsBack(this.model, this.labels, touched.accounts),
      thingsBack(this.labels, touched.things),
      outputsBack(this.model, touched.outputs),
    )
  }

  private decided(one: Decided, touched: Touched): Verdict {
    const { call, rejection } = one
    const owner = call.key === null ? undefined : this.owners.get(keyOf(call))
    if (call.accepted !== null || owner !== undefined) {
      const other = owner === undefined || owner === call ? '' : ` under the key of call ${owner.number}`
      const got = `it is decided${other}: ${nameOf(outcomeOf(rejection))}`
      throw new Difference(`Call ${call.number} is answered and comes again`, 'the first answer', got)
    }
    const command = this.asCommitted(call)
    for (const label of touches(command, this.model)) touched.accounts.add(label)
    const verdict = this.model.run(command, one.seen?.())
    for (const label of this.model.trading.takeTouched()) touched.accounts.add(label)
    const { outcome: expected, says } = verdict
    const got = outcomeOf(rejection)
    if (nameOf(expected) !== nameOf(got)) {
      throw new Difference(`Outcome of call ${call.number}, ${command.type}`, nameOf(expected), nameOf(got))
    }
    if (isOnChain(command)) {
      for (const thing of this.model.chain.around(command)) {
        touched.things.add(thing)
        if (thing.kind !== 'send' || thing.change === null) continue
        touched.outputs.add({ ...onChain(thing), txId: thing.txId, index: thing.change })
      }
    }
    if (isToken(command)) for (const thing of this.model.tokens.around(command)) touched.things.add(thing)
    if (isReceiving(command)) {
      for (const place of this.model.receiving.outputsOf(command)) touched.outputs.add(place)
    }
    if (!got.accepted) {
      call.refusals.push(nameOf(got))
      return verdict
    }
    if (says !== undefined) {
      same(`What call ${call.number}, ${command.type}, answers`, JSON.stringify(says), one.body)
    }
    one.learn()
    if (verdict.goesOn === true) return verdict
    call.accepted = one.body
    if (call.key !== null) this.owners.set(keyOf(call), call)
    if (call.settled === 'refused') this.stage.tally.acceptedAfterRefusal++
    this.tellCast(command)
    return verdict
  }

  /** The freeze of an account is another one after each freezing, and the call meant the one it knew. */
  private asCommitted({ command, blockage }: Call): SimulatedCommand {
    if (!('blockage' in command) || !command.blockage.startsWith('freeze:')) return command
    return this.labels.id(command.blockage) === blockage ? command : { ...command, blockage: 'gone' }
  }

  private tellCast(command: SimulatedCommand): void {
    const opened =
      command.type === 'openBatch'
        ? command.accounts.map(({ as }) => as)
        : command.type === 'open' || command.type === 'createCurrency'
          ? [command.as]
          : []
    for (const label of opened) {
      const account = this.model.state.accounts.get(label)
      if (account !== undefined) this.cast.met(account)
    }
    if (command.type === 'block') this.cast.metBlockage(command.as)
  }

  /** Beside the facts of the rules: one stored answer for each keyed call, and what the calls cost. */
  private compareChanges(
    machine: number,
    changes: readonly Change[],
    answers: number,
    charges: ReadonlyMap<TenantId, number>,
  ): void {
    let stored = 0
    const costs = new Map(charges)
    for (const change of changes) {
      if (change.type === 'answer.stored') stored++
      if (change.type !== 'credits.charged') continue
      const { tenant, credits } = change.charge
      this.charged.set(tenant, (this.charged.get(tenant) ?? 0) + credits)
      const reads = credits - (costs.get(tenant) ?? 0)
      costs.delete(tenant)
      const known = this.metered.get(`${machine} ${tenant}`) ?? 0
      if (reads < 0 || reads > known) {
        throw new Difference(`Credits charged to ${tenant}`, `0 to ${known} of reads beside the calls`, reads)
      }
      this.metered.set(`${machine} ${tenant}`, known - reads)
    }
    same('Answers stored under a key', answers, stored)
    if (costs.size > 0) throw new Difference('Tenants whose calls were not charged', [], [...costs.keys()])
  }

  /** A read was made that costs credits. */
  meter(machine: number, tenant: TenantId, credits: number): void {
    const known = this.metered.get(`${machine} ${tenant}`) ?? 0
    this.metered.set(`${machine} ${tenant}`, known + credits)
  }

  // ---- what is answered

  /** @throws Difference when a client hears what is not so. */
  answered(call: Call, answer: Answer): void {
    const differs = (expected: unknown, got: unknown): Difference =>
      new Difference(`Answer to call ${call.number}, ${call.command.type}`, expected, got)
    switch (answer.kind) {
      case 'done':
        if (call.accepted === null) throw differs('no success: it was never committed', answer.body)
        if (call.accepted !== answer.body) throw differs(call.accepted, answer.body)
        return
      case 'fault':
        if (!(answer.fault instanceof SimulatedFault)) throw differs('no fault', answer.fault)
        return
      case 'refused': {
        const { code } = answer.rejection
        // Of the engine itself, and not of what is asked.
        if (code === 'overloaded' || code === 'unavailable') return
        if (code === 'idempotency.key.reused') {
          const owner = this.owners.get(keyOf(call))
          if (owner === undefined || owner === call) throw differs('the key is its own', code)
          return
        }
        const name = nameOf(outcomeOf(answer.rejection))
        if (!call.refusals.includes(name)) throw differs(call.refusals, name)
      }
    }
  }
}

/** No key holds a NUL, and a key is the tenant's own. */
const keyOf = (call: Call): string => `${call.command.tenant}\0${call.key}`

/** Labels of the accounts that a command bears on, as far as they exist before it. */
function touches(command: SimulatedCommand, model: Model): readonly AccountLabel[] {
  if (isReceiving(command)) return model.receiving.accountsOf(command)
  if (isOnChain(command)) return model.chain.accountsOf(command)
  if (isToken(command)) return model.tokens.accountsOf(command)
  switch (command.type) {
    case 'open':
    case 'createCurrency':
      return [command.as]
    case 'openBatch':
      return command.accounts.map(({ as }) => as)
    case 'pay':
      return [command.sender, command.recipient]
    case 'payBatch':
      return [command.sender, ...command.payments.map(({ recipient }) => recipient)]
    case 'payLinked':
      return command.payments.flatMap(({ sender, recipient }) => [sender, recipient])
    case 'unblock':
    case 'payFromBlockage': {
      const holder = model.state.holder(command.tenant, command.blockage)
      const recipient = command.type === 'unblock' ? [] : [command.recipient]
      return holder === undefined ? recipient : [holder.label, ...recipient]
    }
    case 'enableCustomer':
    case 'disableCustomer':
    case 'activateCustomer':
    case 'deactivateCustomer':
    case 'updateCustomer': {
      // An account shows its customer's state: one of them is enough.
      const account = model.state.customers.get(command.customer)?.accounts[0]
      return account === undefined ? [] : [account.label]
    }
    default:
      return 'account' in command ? [command.account] : []
  }
}
