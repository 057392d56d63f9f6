/**
 * What subscribers cost: payments and deposits of a ledger that somebody has subscribed to, beside one that nobody has;
 * and how many webhooks a minute reach a hundred receivers. Both ledgers are SQLite files and take turns.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AccountId } from '@tallystick/core'
import { createTallystick, type Tallystick } from '@tallystick/operations'
import { openSqlite } from '@tallystick/storage-sqlite'
import { type Proof, proveBooks } from './ledger.js'
import { drive, measure, median, perSecond, rounds, type Sample } from './measure.js'
import type { Effort } from './options.js'
import { atLeast, figure, type Row, type Section } from './report.js'
import type { Progress } from './terminal.js'
import type { Workspace } from './workspace.js'

const IN_FLIGHT = 256
/** Calls of a series of a round. */
const CALLS = 8 * IN_FLIGHT
/** Payments tell nobody anything, so subscribers must not slow them down; the rest is what rounds differ by. */
const PAYMENTS_TARGET = 0.95
const DEPOSITS_TARGET = 0.8
const RECEIVERS = 100
const PER_MINUTE_TARGET = 10_000
const PATIENCE_MS = 180_000
/** Series of each ledger that are not counted: code is compiled, more of it where somebody is told. */
const WARM_UP = 8
const LOOPBACK = ['127.0.0.0/8']
const TYPE = 'ACCOUNT_INCOMING_BLOCKCHAIN_TRANSACTION'

/** A ledger with two accounts that pay each other, and accounts that deposits arrive on. */
class Told {
  entries = 0
  private deposits = 0

  private constructor(
    readonly file: string,
    readonly ledger: Tallystick,
    private readonly payer: string,
    private readonly payee: string,
    readonly accounts: readonly AccountId[],
  ) {}

  static async open(file: string, accounts: number, allow?: readonly string[]): Promise<Told> {
    const ledger = createTallystick({
      storage: await openSqlite({ file }),
      ...(allow === undefined ? {} : { webhooks: { allow } }),
    })
    const { id: payer } = await ledger.createCurrency({
      name: 'VC_BENCH',
      supply: '1000000000',
      basePair: 'EUR',
    })
    const { id: payee } = await ledger.createAccount({ currency: 'VC_BENCH' })
    const ids: AccountId[] = []
    for (let index = 0; index < accounts; index++) {
      ids.push((await ledger.createAccount({ currency: 'LINK' })).id as AccountId)
    }
    const told = new Told(file, ledger, payer, payee, ids)
    // The supply.
    told.entries = 1
    return told
  }

  pay(): Promise<unknown> {
    this.entries++
    const { payer, payee } = this
    return this.ledger.sendTransaction({ senderAccountId: payer, recipientAccountId: payee, amount: '0.01' })
  }

  deposit(): Promise<unknown> {
    this.entries++
    const number = this.deposits++
    const account = this.accounts[number % this.accounts.length] as AccountId
    return this.ledger.recordDeposit({
      ...{ account, currency: 'LINK', amount: '0.01', txId: `t${number}`, vout: 0, address: 'a' },
      ...{ from: null, derivationKey: 0, blockHeight: 1, blockHash: null, status: 'Done' },
    })
  }

  async prove(name: string): Promise<Proof> {
    await this.ledger.close()
    return proveBooks(name, await openSqlite({ file: this.file, migrate: false }), this.entries)
  }
}

export async function measureWebhooks(
  workspace: Workspace,
  effort: Effort,
  progress: Progress,
): Promise<{ readonly sections: readonly Section[]; readonly proofs: readonly Proof[] }> {
  const telling = await measureTelling(workspace, effort, progress)
  const sending = await measureSending(workspace, effort, progress)
  return {
    sections: [telling.section, sending.section],
    proofs: [...telling.proofs, ...sending.proofs],
  }
}

async function measureTelling(workspace: Workspace, { webhookRounds }: Effort, progress: Progress) {
  const alone = await Told.open(workspace.file('nobody-listens'), 1)
  const heard = await Told.open(workspace.file('one-listens'), 1)
  const [id = ''] = heard.accounts
  // Nobody sends: what is measured is the writing.
  await heard.ledger.createSubscriptionIncoming({
    type: TYPE,
    attr: { id, url: 'https://example.com/hooks' },
  })
  const series = [
    ['payments', (told: Told) => told.pay(), PAYMENTS_TARGET],
    ['deposits, which are told', (told: Told) => told.deposit(), DEPOSITS_TARGET],
  ] as const
  const rows: Row[] = []
  for (const [name, call, target] of series) {
    const sample = (told: Told): Promise<Sample> =>
      measure(CALLS, () => drive(CALLS, IN_FLIGHT, () => call(told)))
    for (let series = 0; series < WARM_UP; series++) {
      await sample(alone)
      await sample(heard)
    }
    const without: Sample[] = []
    const one: Sample[] = []
    await rounds(webhookRounds, PATIENCE_MS, async (round) => {
      progress.tell(`${name} with and without a subscriber`, `round ${round + 1} of ${webhookRounds}`)
      if (round % 2 === 0) without.push(await sample(alone))
      one.push(await sample(heard))
      if (round % 2 === 1) without.push(await sample(alone))
    })
    const ratio = median(
      one.map((sampled, round) => perSecond(sampled) / perSecond(without[round] ?? sampled)),
    )
    rows.push({
      name,
      cells: [
        figure('perSecond', median(without.map(perSecond))),
        figure('perSecond', median(one.map(perSecond))),
        figure('ratio', ratio),
      ],
      target: atLeast(target, ratio),
    })
  }
  return {
    section: {
      title: `Subscribers, on SQLite, ${IN_FLIGHT} calls at once`,
      columns: ['nobody listens', 'one listens', 'ratio'],
      rows,
      notes: ['Webhooks are written and not sent. Payments tell of nothing, whoever listens.'],
    },
    proofs: [await alone.prove('nobody listens'), await heard.prove('one listens')],
  }
}

async function measureSending(workspace: Workspace, { webhooksSent }: Effort, progress: Progress) {
  const told = await Told.open(workspace.file('sending'), RECEIVERS, LOOPBACK)
  const arrived = new Set<string>()
  const servers = await Promise.all(Array.from({ length: RECEIVERS }, () => receiver(arrived)))
  for (const [index, id] of told.accounts.entries()) {
    await told.ledger.createSubscriptionIncoming({ type: TYPE, attr: { id, url: servers[index]?.url ?? '' } })
  }
  // Nobody sends before all of them wait.
  await told.ledger.deliveries.stop()
  progress.tell(`${webhooksSent} webhooks to ${RECEIVERS} receivers`, 'writing them')
  await drive(webhooksSent, IN_FLIGHT, () => told.deposit())
  const proof = await told.prove('sending')
  progress.tell(`${webhooksSent} webhooks to ${RECEIVERS} receivers`)
  const sender = createTallystick({
    storage: await openSqlite({ file: told.file }),
    webhooks: { allow: LOOPBACK },
  })
  const sent = await measure(webhooksSent, async () => {
    const deadline = performance.now() + PATIENCE_MS
    while (arrived.size < webhooksSent) {
      if (performance.now() > deadline) {
        throw new Error(`Only ${arrived.size} of ${webhooksSent} webhooks arrived`)
      }
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })
  await sender.close()
  for (const server of servers) server.close()
  const perMinute = 60 * perSecond(sent)
  return {
    section: {
      title: 'Webhooks that wait, to the receivers',
      columns: ['a second', 'a minute'],
      rows: [
        {
          name: `to ${RECEIVERS} receivers`,
          cells: [figure('perSecond', perSecond(sent)), figure('count', Math.round(perMinute))],
          target: atLeast(PER_MINUTE_TARGET, perMinute),
        },
      ],
      notes: ['The receivers share the process of the sender, so a service alone sends more.'],
    },
    proofs: [proof],
  }
}

async function receiver(arrived: Set<string>): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      arrived.add(String(request.headers['webhook-id']))
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
