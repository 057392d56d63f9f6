/**
 * Sequences of commands over a small world, so that they collide: few accounts, equal amounts, names that are taken,
 * tenants that name each other's things. The rules must refuse many of the commands.
 */
import type { DepositStatus, TenantId } from '@tallystick/core'
import fc from 'fast-check'
import type { AccountLabel, BlockageLabel, Command, CustomerLabel, NewAccountOrder } from './command.js'

const ALPHA = 'alpha' as TenantId
const BETA = 'beta' as TenantId

/** The tenants of every sequence. */
export const TENANTS: readonly TenantId[] = [ALPHA, BETA]

/** Names of virtual currencies that a sequence may create, in either tenant. */
export const VIRTUAL_CURRENCIES = ['VC_GOLD', 'VC_SILVER'] as const

/** What commands may name. */
export interface Scope {
  readonly accounts: readonly AccountLabel[]
  readonly blockages: readonly BlockageLabel[]
  readonly customers: readonly CustomerLabel[]
}

/** Labels that the commands of `opening` give. */
export const OPENING_SCOPE: Scope = {
  accounts: ['a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7'],
  blockages: ['b0', 'b1', 'b2'],
  customers: ['alpha/ann', 'alpha/bob', 'beta/ann'],
}

/** So little that almost every command bears on every other. */
export const CONTENDED_SCOPE: Scope = {
  accounts: ['a0', 'a1'],
  blockages: ['b0'],
  customers: ['alpha/ann'],
}

/** All that `opening` names, and what later commands may give, or may not have given yet, or never. */
export const SCOPE: Scope = {
  accounts: [...OPENING_SCOPE.accounts, 'a8', 'a9', 'a99'],
  blockages: [...OPENING_SCOPE.blockages, 'b3', 'b4', 'freeze:a0', 'freeze:a1'],
  customers: [...OPENING_SCOPE.customers, 'alpha/eve', 'beta/eve'],
}

/** Accounts of `opening` that can pay one another: named more often, so that most payments could be made. */
const EUROS: readonly AccountLabel[] = ['a0', 'a1', 'a2', 'a7']
const GOLD: readonly AccountLabel[] = ['a5', 'a6']

/** Accounts of `opening`, and the currency in which they receive. */
const DEPOSITS: readonly (readonly [AccountLabel, currency: string])[] = [
  ['a0', 'EUR'],
  ['a1', 'EUR'],
  ['a3', 'BTC'],
  ['a4', 'EUR'],
  ['a5', 'VC_GOLD'],
]

/** The tenant whose thing a label names, as far as `opening` tells. */
const ownerOf = (label: AccountLabel | BlockageLabel | CustomerLabel): TenantId =>
  label === 'a4' || label.startsWith('beta/') ? BETA : ALPHA

const small = fc.constantFrom('1', '2', '3', '0.01', '0.5', '1.00', '.5', '2.')
const likely = fc.constantFrom('5', '10', '10.00', '100', '7.25')
const tooLarge = fc.constantFrom('1000000', '99999999999999999999999999999999999999')
const malformed = fc.constantFrom(
  '0',
  '0.00',
  '',
  '.',
  '-1',
  '+1',
  '1e2',
  '1,5',
  ' 1',
  '1 ',
  '0x1',
  '１',
  '1\n',
  'NaN',
  '0.001',
  '0.0000001',
  '0.0000000000000000001',
  '1.000',
  '100000000000000000000000000000000000000',
  '0.00000000000000000000000000000000000001',
)

/** Amounts as a caller may write them: valid ones that collide, and every kind of invalid one. */
export const amounts: fc.Arbitrary<string> = fc.oneof(
  { weight: 14, arbitrary: small },
  { weight: 5, arbitrary: likely },
  { weight: 1, arbitrary: tooLarge },
  { weight: 2, arbitrary: malformed },
)

/** True where a tenant reaches for what is another's. */
const strays = fc.oneof(
  { weight: 19, arbitrary: fc.constant(false) },
  { weight: 1, arbitrary: fc.constant(true) },
)

const tenantFor = (label: string, stray: boolean): TenantId =>
  (ownerOf(label) === BETA) === stray ? ALPHA : BETA

const externalIds = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('ann', 'bob', 'eve') },
  { weight: 1, arbitrary: fc.constant(null) },
)

/** Labels of what a command creates are given afterwards, by `labelled`. */
const UNNAMED = ''

const newAccounts: fc.Arbitrary<NewAccountOrder> = fc.record({
  as: fc.constant(UNNAMED),
  currency: fc.constantFrom('EUR', 'EUR', 'BTC', 'XRP', 'JPY', 'USDT', 'VC_GOLD', 'VC_SILVER', 'NOPE'),
  xpub: fc.constantFrom(null, 'xpub-of-a-wallet'),
  customer: externalIds,
})

const statuses: fc.Arbitrary<DepositStatus> = fc.constantFrom('InProgress', 'Done', 'Done', 'Failed')

/** One command that names only things of the scope (and creates what it creates under no label yet). */
export function commandOf(scope: Scope): fc.Arbitrary<Command> {
  const anyAccount = fc.constantFrom(...scope.accounts)
  const peers = [EUROS, GOLD].map((group) => group.filter((label) => scope.accounts.includes(label)))
  const [euros = [], gold = []] = peers
  const account = fc.oneof(
    { weight: 2, arbitrary: anyAccount },
    ...(euros.length > 0 ? [{ weight: 4, arbitrary: fc.constantFrom(...euros) }] : []),
    ...(gold.length > 0 ? [{ weight: 1, arbitrary: fc.constantFrom(...gold) }] : []),
  )
  const twoOf = (labels: readonly AccountLabel[]): fc.Arbitrary<readonly [AccountLabel, AccountLabel]> =>
    fc
      .shuffledSubarray([...labels], { minLength: 2, maxLength: 2 })
      .map(([one = '', other = '']) => [one, other])
  const pair = fc.oneof(
    { weight: 2, arbitrary: fc.tuple(anyAccount, anyAccount) },
    ...(euros.length > 1 ? [{ weight: 8, arbitrary: twoOf(euros) }] : []),
    ...(gold.length > 1 ? [{ weight: 2, arbitrary: twoOf(gold) }] : []),
  )
  const blockage = fc.constantFrom(...scope.blockages)
  const customer = fc.constantFrom(...scope.customers)
  const as = fc.constant(UNNAMED)

  const onAccount = fc.record({
    type: fc.constantFrom<('activate' | 'deactivate' | 'freeze' | 'unfreeze' | 'unblockAll')[]>(
      'activate',
      'activate',
      'deactivate',
      'deactivate',
      'freeze',
      'unfreeze',
      'unfreeze',
      'unblockAll',
    ),
    account,
    stray: strays,
  })
  const onCustomer = fc.record({
    type: fc.constantFrom<
      ('enableCustomer' | 'disableCustomer' | 'activateCustomer' | 'deactivateCustomer')[]
    >('enableCustomer', 'enableCustomer', 'disableCustomer', 'activateCustomer', 'deactivateCustomer'),
    customer,
    stray: strays,
  })
  const commands: readonly { readonly weight: number; readonly arbitrary: fc.Arbitrary<Command> }[] = [
    {
      weight: 3,
      arbitrary: fc
        .record({ order: newAccounts, stray: strays })
        .map(({ order, stray }) => ({ tenant: stray ? BETA : ALPHA, type: 'open', ...order })),
    },
    {
      weight: 1,
      arbitrary: fc
        .record({ accounts: fc.array(newAccounts, { minLength: 1, maxLength: 3 }), stray: strays })
        .map(({ accounts, stray }) => ({ tenant: stray ? BETA : ALPHA, type: 'openBatch', accounts })),
    },
    {
      weight: 5,
      arbitrary: onAccount.map(({ type, account: label, stray }) => ({
        tenant: tenantFor(label, stray),
        type,
        account: label,
      })),
    },
    {
      weight: 4,
      arbitrary: onCustomer.map(({ type, customer: label, stray }) => ({
        tenant: tenantFor(label, stray),
        type,
        customer: label,
      })),
    },
    {
      weight: 4,
      arbitrary: fc
        .record({ as, account, amount: amounts, ensureSufficientBalance: fc.boolean(), stray: strays })
        .map(({ stray, ...rest }) => ({ tenant: tenantFor(rest.account, stray), type: 'block', ...rest })),
    },
    {
      weight: 2,
      arbitrary: fc.record({ blockage, stray: strays }).map(({ blockage: label, stray }) => ({
        tenant: tenantFor(label, stray),
        type: 'unblock',
        blockage: label,
      })),
    },
    {
      weight: 14,
      arbitrary: fc
        .record({ pair, amount: amounts, stray: strays })
        .map(({ pair: [sender, recipient], amount, stray }) => ({
          tenant: tenantFor(sender, stray),
          type: 'pay',
          sender,
          recipient,
          amount,
        })),
    },
    {
      weight: 5,
      arbitrary: fc
        .record({
          pair,
          amount: amounts,
          others: fc.array(fc.record({ recipient: account, amount: amounts }), { maxLength: 3 }),
          stray: strays,
        })
        .map(({ pair: [sender, recipient], amount, others, stray }) => ({
          tenant: tenantFor(sender, stray),
          type: 'payBatch',
          sender,
          payments: [{ recipient, amount }, ...others],
        })),
    },
    {
      weight: 5,
      arbitrary: fc
        .record({ blockage, recipient: account, amount: amounts, stray: strays })
        .map(({ stray, ...rest }) => ({
          tenant: tenantFor(rest.blockage, stray),
          type: 'payFromBlockage',
          ...rest,
        })),
    },
    {
      weight: 1,
      arbitrary: fc
        .record({
          as,
          name: fc.constantFrom('VC_GOLD', 'VC_SILVER', 'VC_SILVER', 'VC_', 'SILVER'),
          supply: fc.oneof(amounts, fc.constant('0')),
          baseRate: fc.constantFrom('1', '0.5', '2', '-1'),
          customer: externalIds,
          stray: strays,
        })
        .map(({ stray, ...rest }) => ({ tenant: stray ? BETA : ALPHA, type: 'createCurrency', ...rest })),
    },
    {
      weight: 4,
      arbitrary: fc
        .record({
          type: fc.constantFrom<('mint' | 'revoke')[]>('mint', 'revoke'),
          account: fc.oneof(
            { weight: 1, arbitrary: anyAccount },
            ...(gold.length > 0 ? [{ weight: 3, arbitrary: fc.constantFrom(...gold) }] : []),
          ),
          amount: amounts,
          stray: strays,
        })
        .map(({ stray, ...rest }) => ({ tenant: tenantFor(rest.account, stray), ...rest })),
    },
    {
      weight: 6,
      arbitrary: fc
        .record({
          to: fc.oneof(
            {
              weight: 4,
              arbitrary: fc.constantFrom(...DEPOSITS.filter(([label]) => scope.accounts.includes(label))),
            },
            { weight: 1, arbitrary: fc.tuple(anyAccount, fc.constantFrom('EUR', 'BTC')) },
          ),
          amount: amounts,
          txId: fc.constantFrom('tx-1', 'tx-2', 'tx-3', 'tx-4'),
          vout: fc.constantFrom(0, 1),
          address: fc.constantFrom('address-1', 'address-1', 'address-2'),
          status: statuses,
          stray: strays,
        })
        .map(({ to: [label, currency], stray, ...rest }) => ({
          tenant: tenantFor(label, stray),
          type: 'deposit',
          account: label,
          currency,
          ...rest,
        })),
    },
  ]
  return fc.oneof(...commands)
}

/**
 * Commands that set the scene. Accounts: a0 and a2 of Ann and a1 of Bob in EUR, a3 in BTC of nobody, a4 of
 * the other tenant's Ann, a5 with the supply of VC_GOLD, a6 of Bob in VC_GOLD, a7 empty. Blockages: b0 on
 * a0, b1 on a5, b2 on a2, which has nothing to cover it. Several are funded with 10, so that amounts meet balances.
 */
export const opening: readonly Command[] = [
  { tenant: ALPHA, type: 'open', as: 'a0', currency: 'EUR', xpub: null, customer: 'ann' },
  { tenant: ALPHA, type: 'open', as: 'a1', currency: 'EUR', xpub: null, customer: 'bob' },
  { tenant: ALPHA, type: 'open', as: 'a2', currency: 'EUR', xpub: null, customer: 'ann' },
  { tenant: ALPHA, type: 'open', as: 'a3', currency: 'BTC', xpub: 'xpub', customer: null },
  { tenant: BETA, type: 'open', as: 'a4', currency: 'EUR', xpub: null, customer: 'ann' },
  {
    tenant: ALPHA,
    type: 'createCurrency',
    as: 'a5',
    name: 'VC_GOLD',
    supply: '10',
    baseRate: '2',
    customer: 'ann',
  },
  { tenant: ALPHA, type: 'open', as: 'a6', currency: 'VC_GOLD', xpub: null, customer: 'bob' },
  { tenant: ALPHA, type: 'open', as: 'a7', currency: 'EUR', xpub: null, customer: null },
  funding('a0', 'EUR', '10', 'tx-a0'),
  funding('a1', 'EUR', '10.00', 'tx-a1'),
  funding('a3', 'BTC', '10', 'tx-a3'),
  { ...funding('a4', 'EUR', '100', 'tx-a4'), tenant: BETA },
  { tenant: ALPHA, type: 'block', as: 'b0', account: 'a0', amount: '3', ensureSufficientBalance: true },
  { tenant: ALPHA, type: 'block', as: 'b1', account: 'a5', amount: '5', ensureSufficientBalance: true },
  { tenant: ALPHA, type: 'block', as: 'b2', account: 'a2', amount: '1', ensureSufficientBalance: false },
]

function funding(account: AccountLabel, currency: string, amount: string, txId: string): Command {
  return {
    tenant: ALPHA,
    type: 'deposit',
    account,
    currency,
    amount,
    txId,
    vout: 0,
    address: `address-of-${account}`,
    status: 'Done',
  }
}

/**
 * Gives what the commands create the labels that follow those of `opening`, on through all the sequences: the
 * same for the same sequences, so that one cut short by shrinking still means something.
 */
export function labelled<Sequences extends readonly (readonly Command[])[]>(
  ...sequences: Sequences
): { [Index in keyof Sequences]: readonly Command[] } {
  let accounts = OPENING_SCOPE.accounts.length
  let blockages = OPENING_SCOPE.blockages.length
  const nextAccount = (): AccountLabel => `a${accounts++}`
  const name = (command: Command): Command => {
    switch (command.type) {
      case 'open':
      case 'createCurrency':
        return { ...command, as: nextAccount() }
      case 'openBatch':
        return {
          ...command,
          accounts: command.accounts.map((account) => ({ ...account, as: nextAccount() })),
        }
      case 'block':
        return { ...command, as: `b${blockages++}` }
      default:
        return command
    }
  }
  // A mapped tuple has the length of its source, which `map` cannot say.
  return sequences.map((commands) => commands.map(name)) as {
    [Index in keyof Sequences]: readonly Command[]
  }
}

/** Sequences to be run after `opening`. */
export function commandSequences(
  constraints: { readonly minLength?: number; readonly maxLength?: number } = {},
  command: fc.Arbitrary<Command> = commandOf(SCOPE),
): fc.Arbitrary<readonly Command[]> {
  return fc
    .array(command, {
      minLength: constraints.minLength ?? 1,
      maxLength: constraints.maxLength ?? 30,
      size: 'max',
    })
    .map((commands) => labelled(commands)[0])
}
