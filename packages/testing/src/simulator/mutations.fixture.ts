/** Ledgers with one fault each, inserted on purpose. Each fault is a way to lose money. */

import {
  ACCOUNTS,
  type Account,
  accept,
  CURSORS,
  CUSTOMERS,
  DEPOSIT_ADDRESSES,
  DEPOSITS,
  depositOutput,
  type ObserveBlock,
  RESERVATIONS,
  reject,
  SENDS,
  SIGNATURES,
  sendKey,
  type View,
} from '@tallystick/core'
import type { ChainNode, EvmChain } from '@tallystick/custody'
import type { Storage } from '@tallystick/engine'
import { ALWAYS_ENOUGH, mutate, seenAs, writes } from './breaking.fixture.js'
import { COIN_MUTATIONS } from './coin-mutations.fixture.js'
import type { Balancer } from './custody/balancer.js'
import { type Mutation, NO_MUTATION } from './mutation.js'
import { PART_MUTATIONS } from './part-mutations.fixture.js'
import { WITHDRAWAL_MUTATIONS } from './withdrawal-mutations.fixture.js'

/** Every so often, does something to a unit of work that has brought changes. */
function storage(transact: (storage: Storage, crashing: () => boolean) => Storage['transact']): Mutation {
  return {
    ...NO_MUTATION,
    storage: (inner, moment) => ({
      ...inner,
      query: inner.query,
      transact: transact(inner, () => moment.crashing),
    }),
  }
}

type Keep = (changes: View['changes'], crashing: boolean) => View['changes']

/**
 * Runs `decide` beside the view, and writes of its changes what is kept.
 *
 * @param begin Called for each ledger: what one counts must not be known in the next, nor when it is replayed.
 */
function keepingFrom(begin: () => Keep): Mutation {
  return storage((inner, crashing) => {
    const keep = begin()
    return (keys, decide) =>
      inner.transact(keys, (view) => {
        const beside = view.fork()
        const result = decide(beside)
        for (const change of keep(beside.changes, crashing())) view.apply(change)
        return result
      })
  })
}

const keeping = (keep: Keep): Mutation => keepingFrom(() => keep)

/** What an engine knows of its chain, asked otherwise, or told otherwise. */
function chain(change: (chain: EvmChain) => Partial<EvmChain>): Mutation {
  return { ...NO_MUTATION, chain: (whole) => ({ ...whole, ...change(whole) }) }
}

function node(change: (node: ChainNode) => Partial<ChainNode>): Mutation {
  return chain(({ node: whole }) => {
    // A node of the chapters has methods of a class: what is not changed is asked of that.
    const asked: EvmChain['node'] = Object.create(whole)
    return { node: Object.assign(asked, change(whole)) }
  })
}

/** Only in the world of the custody chapters is there a node. */
const balancer = (of: ChainNode): Balancer => of as Balancer

export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  'a payment is not held against the available balance': seenAs('pay', (account) => ({
    ...account,
    blocked: ALWAYS_ENOUGH,
  })),

  'a payment may use what is blocked': seenAs('pay', (account) => ({ ...account, blocked: 0n })),

  'a payment leaves a frozen account': seenAs('pay', (account) => ({ ...account, frozenBy: null })),

  'releasing a blockage leaves the blocked sum as it was': mutate(
    'releaseBlockage',
    (rule, view, command, env) => {
      const decision = rule.decide(view, command, env)
      const released = decision.accepted ? decision.changes[0] : undefined
      const account =
        released?.type === 'blockage.released' ? view.byId(ACCOUNTS, released.blockage.account) : undefined
      if (!decision.accepted || account === undefined) return decision
      return accept(decision.output, [...decision.changes, { type: 'account.updated', account }])
    },
  ),

  'a payment out of a blockage keeps the blockage': mutate('payFromBlockage', (rule, view, command, env) => {
    const decision = rule.decide(view, command, env)
    if (!decision.accepted) return decision
    return accept(
      decision.output,
      decision.changes.filter(({ type }) => type !== 'blockage.released'),
    )
  }),

  'a batch of payments keeps what came before its refusal': mutate('payBatch', (rule, view, command, env) => {
    const decision = rule.decide(view, command, env)
    if (!decision.accepted || decision.changes.length < 3) return decision
    return accept(decision.output, decision.changes.slice(0, -1))
  }),

  'a deposit is credited as often as it is reported': mutate('recordDeposit', (rule, view, command, env) => {
    const fresh = view.fork()
    for (const deposit of [...view.all(DEPOSITS)]) {
      fresh.put(
        DEPOSITS,
        { ...deposit, status: 'InProgress' },
        { output: JSON.stringify([deposit.currency, deposit.txId, deposit.vout, deposit.address]) },
      )
    }
    return rule.decide(fresh, command, env)
  }),

  'a customer is deactivated with an account still active': mutate(
    'deactivateCustomer',
    (rule, view, command, env) => {
      const idle = view.fork()
      for (const customer of [...view.all(CUSTOMERS)]) {
        if (customer.activeAccounts === 1) idle.put(CUSTOMERS, { ...customer, activeAccounts: 0 })
      }
      return rule.decide(idle, command, env)
    },
  ),

  'a refusal has another reason than the documented one': mutate('pay', (rule, view, command, env) => {
    const decision = rule.decide(view, command, env)
    if (decision.accepted || decision.rejection.code !== 'senderAccount.frozen') return decision
    return reject('balance.insufficient')
  }),

  'a transaction that a node refused keeps what it claimed': writes('settleSend', (change) =>
    change.type === 'claim.released' ? null : change,
  ),

  'a refusal is believed of what a node has taken': mutate('settleSend', (rule, view, command, env) => {
    const once = view.fork()
    for (const send of [...view.all(SENDS)]) {
      if (send.status === 'sent') once.put(SENDS, { ...send, status: 'unknown' })
    }
    return rule.decide(once, command, env)
  }),

  'a nonce goes back no further than to the one before': mutate('settleSend', (rule, view, command, env) => {
    const short = view.fork()
    for (const send of [...view.all(SENDS)]) {
      if (send.status === 'dead') short.put(SENDS, { ...send, replaces: null })
    }
    return rule.decide(short, command, env)
  }),

  'a transaction is charged with each news of it': writes('settleSend', (change, view) =>
    change.type === 'send.updated'
      ? {
          ...change,
          send: { ...change.send, due: view.find(sendKey(change.send, change.send.txId))?.due ?? 0 },
        }
      : change,
  ),

  'two transactions have one nonce': mutate('recordSend', (rule, view, command, env) => {
    const free = view.fork()
    for (const claim of [...view.all(RESERVATIONS)]) free.drop(RESERVATIONS, claim)
    return rule.decide(free, command, env)
  }),

  'two take the place of one at once': mutate('recordSend', (rule, view, command, env) =>
    rule.decide(view, { ...command, instead: undefined }, env),
  ),

  'a pending signature is completed by a word': mutate(
    'completePendingSignature',
    (rule, view, command, env) => {
      const word = view.fork()
      for (const signature of [...view.all(SIGNATURES)]) {
        if (signature.txId !== null) word.put(SIGNATURES, { ...signature, status: 'complete' })
      }
      return rule.decide(word, command, env)
    },
  ),

  'a transaction is not charged to anybody': {
    ...NO_MUTATION,
    execution: (execution) =>
      execution.rule.name === 'settleSend' ? { ...execution, price: () => 0 } : execution,
  },

  'an engine without idempotency': {
    ...NO_MUTATION,
    execution: (execution) => ({ ...execution, idempotency: null }),
  },

  'a storage that never finds an answer under its key': storage((inner) => (keys, decide) => {
    return inner.transact(
      keys.filter(({ type }) => type !== 'answer'),
      decide,
    )
  }),

  'an answer under a key that is not the one given': keeping((changes) =>
    changes.map((change) =>
      change.type === 'answer.stored'
        ? { ...change, answer: { ...change.answer, reference: null, body: '"other"' } }
        : change,
    ),
  ),

  'a storage that forgets how an account stood': keeping((changes) =>
    changes.filter(({ type }) => type !== 'standing.noted'),
  ),

  'an engine writes the time of its own clock, whatever another has written': storage((inner) => {
    return (keys, decide) =>
      inner.transact(keys, (view) => decide(Object.defineProperty(view, 'latest', { get: () => 0 })))
  }),

  'a storage that loses an entry when it crashes': keeping((changes, crashing) => {
    const lost = crashing ? changes.findLast(({ type }) => type === 'entry.posted') : undefined
    return changes.filter((change) => change !== lost)
  }),

  'a storage that loses the last change when it crashes': keeping((changes, crashing) =>
    crashing ? changes.slice(0, -1) : changes,
  ),

  'a storage that forgets a unit of work it has acknowledged': keepingFrom(() => {
    let units = 0
    return (changes) => (++units % 1_000 === 0 ? [] : changes)
  }),

  'a storage that writes a unit of work also when it fails': storage((inner) => (keys, decide) => {
    let failure: unknown
    return inner
      .transact(keys, (view) => {
        try {
          return decide(view)
        } catch (error) {
          failure = error
          throw error
        }
      })
      .catch(async (error: unknown) => {
        if (error === failure)
          await inner.transact(keys, (view) => {
            try {
              decide(view)
            } catch {
              // Written all the same.
            }
          })
        throw error
      })
  }),

  'a unit of work that does not see the one before it': storage((inner) => {
    let earlier: readonly Account[] = []
    let units = 0
    return (keys, decide) =>
      inner.transact(keys, (view) => {
        const stale = units++ % 200 === 0 ? earlier : []
        earlier = [...view.all(ACCOUNTS)]
        for (const account of stale) {
          if (view.byId(ACCOUNTS, account.id) !== undefined) view.putAccount(account)
        }
        return decide(view)
      })
  }),

  'a transaction in a block is at its end, also when the block is undone': mutate(
    'settleSend',
    (rule, view, command, env) => {
      const decision = rule.decide(view, command, env)
      const isUndone = decision.accepted && JSON.stringify(command).includes('"news":"undone"')
      return isUndone ? accept(decision.output, []) : decision
    },
  ),

  'a transaction in a block is looked after no more': {
    ...NO_MUTATION,
    storage: (inner) => {
      const query = Object.create(inner.query) as Storage['query']
      query.list = async (table, asked) =>
        (await inner.query.list(table, asked)).filter(
          (item) => asked?.part !== 'unsettled' || Reflect.get(item, 'status') !== 'confirmed',
        )
      return { ...inner, query }
    },
  },

  'a transaction that a node declines is taken for refused': node((of) => ({
    async broadcast(signed) {
      const told = await of.broadcast(signed)
      return told.kind === 'declined' ? { ...told, kind: 'refused' } : told
    },
  })),

  'a transaction is taken for final in its first block': node((of) => ({
    async status(signed) {
      const standing = await of.status(signed)
      return standing.kind === 'confirmed' ? { ...standing, final: true } : standing
    },
  })),

  'a transaction is taken for dead when a block that may be undone has its nonce': node((of) => ({
    async status(signed) {
      const standing = await of.status(signed)
      if (standing.kind !== 'absent') return standing
      const soon = await balancer(of).status(signed, 1)
      return soon.kind === 'dead' ? soon : standing
    },
  })),

  'a transaction in a stale block is taken for waiting': node((of) => {
    const inBlocks = new Set<string>()
    return {
      async status(signed) {
        const standing = await of.status(signed)
        if (standing.kind === 'confirmed') inBlocks.add(signed.txId)
        const isStale = standing.kind === 'absent' && inBlocks.has(signed.txId)
        return isStale ? { kind: 'pending' } : standing
      },
    }
  }),

  'a transaction that is sent again is not recorded as given away before': mutate(
    'settleSend',
    (rule, view, command, env) => {
      const first = view.fork()
      for (const send of [...view.all(SENDS)]) {
        if (send.status === 'offered') first.put(SENDS, { ...send, status: 'signed' })
      }
      return rule.decide(first, command, env)
    },
  ),

  'a pending signature is completed by a transaction that does something else': chain(({ codec }) => ({
    codec: { ...codec, difference: () => null },
  })),

  'a fee that no call names has no ceiling': chain(({ record }) => {
    const { testnet } = record.networks
    if (testnet === undefined) throw new TypeError('The simulated chain has no testnet')
    return { record: { ...record, networks: { testnet: { ...testnet, maxFee: 10n ** 30n } } } }
  }),

  'what a sender has on its way is not covered beside what it sends': chain(({ codec }) => ({
    codec: { ...codec, outlay: () => ({ coin: 0n, tokens: [] }) },
  })),

  'a transaction takes the place of no other': mutate('recordSend', (rule, view, command, env) =>
    rule.decide(view, Object.assign({}, command, { replaces: false }), env),
  ),

  'an output in another spelling is credited again': mutate('recordDeposit', (rule, view, command, env) => {
    const spelled = view.fork()
    const { txId, address }: { readonly txId: string; readonly address: string } = Object(command)
    for (const deposit of [...view.all(DEPOSITS)]) {
      if (deposit.txId === txId && deposit.address === address) continue
      spelled.put(DEPOSITS, { ...deposit, status: 'InProgress' }, { output: depositOutput(deposit) })
    }
    return rule.decide(spelled, command, env)
  }),

  'all blockages of an account are deleted but one': mutate(
    'releaseBlockages',
    (rule, view, command, env) => {
      const decision = rule.decide(view, command, env)
      return decision.accepted ? accept(decision.output, decision.changes.slice(1)) : decision
    },
  ),

  'a block is observed by every engine that has read it': mutate(
    'observeBlock',
    (rule, view, command, env) => {
      const same = view.fork()
      const { revision, parent }: Pick<ObserveBlock, 'revision' | 'parent'> = Object(command)
      for (const cursor of [...view.all(CURSORS)]) same.put(CURSORS, { ...cursor, revision, hash: parent })
      return rule.decide(same, command, env)
    },
  ),

  'a block pays to an address that was removed': mutate('observeBlock', (rule, view, command, env) => {
    const all = view.fork()
    for (const address of [...view.all(DEPOSIT_ADDRESSES)]) {
      all.put(DEPOSIT_ADDRESSES, { ...address, removed: false })
    }
    return rule.decide(all, command, env)
  }),

  'a deposit is credited with its first block': mutate('observeBlock', (rule, view, command, env) => {
    const { receipts }: Pick<ObserveBlock, 'receipts'> = Object(command)
    const ripe = receipts.map((receipt) => ({ ...receipt, matures: 0 }))
    return rule.decide(view, Object.assign({}, command, { receipts: ripe }), env)
  }),

  'the credits of an undone block stay': writes('undoBlock', (change) =>
    change.type === 'entry.posted' ? null : change,
  ),

  'an account that has spent what is undone is not frozen': writes('undoBlock', (change) =>
    change.type === 'blockage.placed' ? null : change,
  ),

  'what the ledger has paid for an undone deposit is not paid back': mutate(
    'observeBlock',
    (rule, view, command, env) => {
      const paid = view.fork()
      for (const deposit of [...view.all(DEPOSITS)]) {
        if (deposit.shortfall === undefined) continue
        paid.put(DEPOSITS, { ...deposit, shortfall: 0n }, { output: depositOutput(deposit) })
      }
      return rule.decide(paid, command, env)
    },
  ),

  'an xpub forgets which addresses it has given': writes('generateAddresses', (change) =>
    change.type === 'addressPool.advanced' ? null : change,
  ),

  'an address of one account is assigned to another': mutate('assignAddress', (rule, view, command, env) => {
    const free = view.fork()
    for (const address of [...view.all(DEPOSIT_ADDRESSES)]) {
      free.put(DEPOSIT_ADDRESSES, { ...address, removed: true })
    }
    return rule.decide(free, command, env)
  }),

  'a removed address is not': writes('removeAddress', () => null),

  'an expired transaction keeps what it claimed': writes('renewPendingSignature', (change) =>
    change.type === 'claim.released' ? null : change,
  ),

  ...COIN_MUTATIONS,
  ...PART_MUTATIONS,
  ...WITHDRAWAL_MUTATIONS,
}
