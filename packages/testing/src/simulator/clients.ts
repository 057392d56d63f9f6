/**
 * Clients, and the network between them and the machines. A client has one call under way. It sends the call again, to
 * any machine and under the same key, until it has an answer. The network loses, delays, duplicates and reorders
 * requests and answers. A call without a key is sent once, so its client may never learn the outcome.
 */
import type { Answer, Call, Request } from './call.js'
import { between, oneOf } from './chance.js'
import type { Machine } from './machine.js'
import type { Stage } from './stage.js'

/** What the clients ask, and who listens to the answers. */
export interface Script {
  /** Null when nothing more is to be asked. */
  next(): { readonly call: Call; readonly request: Request } | null
  /** Before the client draws its conclusions from it. */
  answered(call: Call, answer: Answer): void
}

/** What a client waits at first before it sends again, in microseconds. */
const TIMEOUT = 60_000

/** Longer each time, up to 16 times as long. */
const patience = (call: Call): number => TIMEOUT << Math.min(call.sends - 1, 4)

export class Clients {
  /** Calls under way. */
  open = 0

  constructor(
    private readonly stage: Stage,
    private readonly machines: readonly Machine[],
    private readonly script: Script,
  ) {}

  /** One client begins, and goes on until nothing more is to be asked. */
  begin(): void {
    const next = this.script.next()
    if (next === null) return
    this.open++
    this.send(next.call, next.request)
  }

  private send(call: Call, request: Request): void {
    const send = ++call.sends
    this.request(call, request)
    this.stage.timeline.after(between(this.stage.random, 1, 2) * patience(call), () => {
      if (call.settled !== null || call.sends !== send) return
      if (call.key === null) this.settle(call, 'unknown')
      else this.send(call, request)
    })
  }

  // ---- the network

  private request(call: Call, request: Request): void {
    const { stage } = this
    const { weather, timeline } = stage
    const machine = oneOf(stage.random, this.machines)
    const arrive = (): void | Promise<void> => this.arrive(call, request, machine)
    if (!stage.strikes(weather.requestLost, 'request lost', call.number)) {
      timeline.after(this.delay(weather.requestDelayed, 'request delayed', call), arrive)
    }
    if (call.key !== null && stage.strikes(weather.requestDuplicated, 'request duplicated', call.number)) {
      timeline.after(this.delay(weather.requestDelayed, 'request delayed', call), arrive)
    }
  }

  private arrive(call: Call, request: Request, machine: Machine): void | Promise<void> {
    const { stage } = this
    if (!machine.reachable) return
    const taken = machine.take(request, (answer) => this.answer(call, request, machine, answer))
    if (taken === false) return
    stage.tally.requests++
    stage.note(`machine ${machine.number} takes call`, call.number)
    return taken === true ? undefined : taken
  }

  private answer(call: Call, request: Request, machine: Machine, answer: Answer): void {
    const { stage } = this
    const { weather, timeline } = stage
    if (!machine.reachable) return
    const arrive = (): void => this.receive(call, request, answer)
    if (!stage.strikes(weather.answerLost, 'answer lost', call.number)) {
      timeline.after(this.delay(weather.answerDelayed, 'answer delayed', call), arrive)
    }
    if (stage.strikes(weather.answerDuplicated, 'answer duplicated', call.number)) {
      timeline.after(this.delay(weather.answerDelayed, 'answer delayed', call), arrive)
    }
  }

  private delay(rate: number, fault: 'request delayed' | 'answer delayed', call: Call): number {
    const { stage } = this
    return stage.strikes(rate, fault, call.number)
      ? between(stage.random, 20_000, 400_000)
      : between(stage.random, 50, 800)
  }

  // ---- what a client makes of it

  private receive(call: Call, request: Request, answer: Answer): void {
    const { stage } = this
    this.script.answered(call, answer)
    stage.note('client hears of call', call.number, answer.kind)
    if (call.settled !== null) {
      if (answer.kind === 'done') stage.tally.replayed++
      return
    }
    if (answer.kind === 'done') this.settle(call, 'accepted')
    else if (answer.kind === 'refused' && !isPassing(answer)) this.settle(call, 'refused')
    else if (call.key === null) this.settle(call, 'unknown')
    else {
      const { sends } = call
      stage.timeline.after(between(stage.random, 0, patience(call) / 10), () => {
        if (call.settled === null && call.sends === sends) this.send(call, request)
      })
    }
  }

  private settle(call: Call, how: 'accepted' | 'refused' | 'unknown'): void {
    call.settled = how
    this.stage.tally.end(call.command.type, how)
    this.open--
    this.stage.timeline.after(between(this.stage.random, 0, 500), () => this.begin())
  }
}

/** Refused by the engine, and not by the rules: to be sent again. */
function isPassing(answer: Extract<Answer, { kind: 'refused' }>): boolean {
  const { code } = answer.rejection
  return code === 'overloaded' || code === 'unavailable'
}
