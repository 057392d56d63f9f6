/** Translates a command to the rule of the core that runs it, with ids for labels. */
import {
  type AccountId,
  type ApiKeyId,
  activateAccount,
  activateCustomer,
  type BlockageId,
  type CustomerId,
  createCurrency,
  deactivateAccount,
  deactivateCustomer,
  disableCustomer,
  enableCustomer,
  freezeAccount,
  freezeApiKey,
  fundAccount,
  issueApiKey,
  mintCurrency,
  type NewAccount,
  type NewCustomer,
  type OwnedAccount,
  openAccount,
  openAccounts,
  type PaymentOrder,
  pay,
  payBatch,
  payFromBlockage,
  payLinked,
  placeBlockage,
  recordDeposit,
  releaseBlockage,
  releaseBlockages,
  revokeApiKey,
  revokeCurrency,
  unfreezeAccount,
  unfreezeApiKey,
  updateAccount,
  updateCurrency,
  updateCustomer,
  withdrawFunds,
} from '@tallystick/core'
import { translateApproving } from './approving-mapper.js'
import { translateOnChain, type Use } from './chain-mapper.js'
import type { NewAccountOrder, Payment } from './command.js'
import { isApproving, isOnChain, isReceiving, isToken, isTrading, type SimulatedCommand } from './command.js'
import type { Labels } from './labels.js'
import { translateReceiving } from './receiving-mapper.js'
import { translateToken } from './token-mapper.js'
import { translateTrading } from './trading-mapper.js'

/** The ids of labels are looked up at once, so labels that are given later do not count. */
export function translate<Result>(
  command: SimulatedCommand,
  labels: Labels,
  nameCustomer: (customer: NonNullable<OwnedAccount['customer']>) => string,
  use: Use<Result>,
): Result {
  if (isOnChain(command)) return translateOnChain(command, labels, use)
  if (isReceiving(command)) return translateReceiving(command, labels, use)
  if (isApproving(command)) return translateApproving(command, labels, use)
  if (isToken(command)) return translateToken(command, labels, use)
  if (isTrading(command)) return translateTrading(command, labels, use)
  const { tenant } = command
  // The rule of the command uses only what the command names.
  const account = ('account' in command ? labels.id(command.account) : '') as AccountId
  const customer = ('customer' in command ? labels.id(command.customer ?? '') : '') as CustomerId
  const blockage = ('blockage' in command ? labels.id(command.blockage) : '') as BlockageId
  const apiKey = ('apiKey' in command ? command.apiKey : '') as ApiKeyId
  const order = ({ recipient, amount }: Payment): PaymentOrder => {
    return {
      recipient: labels.id(recipient) as AccountId,
      amount,
      anonymous: false,
      baseRate: null,
      details: null,
    }
  }
  const opened = (label: string, output: OwnedAccount): void => {
    labels.give(label, output.account.id)
    if (output.customer !== undefined) labels.give(nameCustomer(output.customer), output.customer.id)
  }
  const ids = ({ account: { id }, customer: owner }: OwnedAccount) => [id, owner?.id ?? null]
  const nothing = (): null => null
  const itself = <Output>(output: Output): Output => output
  const onAccount = { tenant, account }
  const onCustomer = { tenant, customer }

  switch (command.type) {
    case 'open':
      return use(openAccount, { tenant, account: newAccount(command) }, ids, (output) =>
        opened(command.as, output),
      )
    case 'openBatch':
      return use(
        openAccounts,
        { tenant, accounts: command.accounts.map(newAccount) },
        (outputs) => outputs.map(ids),
        (outputs) => {
          for (const [index, { as }] of command.accounts.entries()) {
            const output = outputs[index]
            if (output !== undefined) opened(as, output)
          }
        },
      )
    case 'activate':
      return use(activateAccount, onAccount, nothing, nothing)
    case 'deactivate':
      return use(deactivateAccount, onAccount, nothing, nothing)
    case 'freeze':
      return use(freezeAccount, onAccount, nothing, (_output, changes) => {
        for (const change of changes) {
          if (change.type === 'blockage.placed') labels.give(`freeze:${command.account}`, change.blockage.id)
        }
      })
    case 'unfreeze':
      return use(unfreezeAccount, onAccount, nothing, nothing)
    case 'updateAccount': {
      const { accountCode, accountNumber } = command
      return use(updateAccount, { tenant, account, accountCode, accountNumber }, nothing, nothing)
    }
    case 'enableCustomer':
      return use(enableCustomer, onCustomer, nothing, nothing)
    case 'disableCustomer':
      return use(disableCustomer, onCustomer, nothing, nothing)
    case 'activateCustomer':
      return use(activateCustomer, onCustomer, nothing, nothing)
    case 'deactivateCustomer':
      return use(deactivateCustomer, onCustomer, nothing, nothing)
    case 'updateCustomer': {
      const { externalId, customerCountry } = command
      const unchanged = { accountingCurrency: undefined, providerCountry: undefined }
      return use(
        updateCustomer,
        { ...onCustomer, ...unchanged, externalId, customerCountry },
        ({ customer: { id } }) => id,
        nothing,
      )
    }
    case 'block': {
      const { amount, ensureSufficientBalance } = command
      const asked = { tenant, account, amount, type: 'HOLD', description: null, ensureSufficientBalance }
      return use(placeBlockage, asked, itself, (id) => labels.give(command.as, id))
    }
    case 'unblock':
      return use(releaseBlockage, { tenant, blockage }, nothing, nothing)
    case 'unblockAll':
      return use(releaseBlockages, onAccount, ({ count }) => count, nothing)
    case 'pay': {
      const sender = labels.id(command.sender) as AccountId
      return use(pay, { tenant, sender, order: order(command) }, itself, nothing)
    }
    case 'payBatch': {
      const sender = labels.id(command.sender) as AccountId
      return use(payBatch, { tenant, sender, orders: command.payments.map(order) }, itself, nothing)
    }
    case 'payLinked': {
      const payments = command.payments.map((payment) => ({
        sender: labels.id(payment.sender) as AccountId,
        order: order(payment),
      }))
      return use(payLinked, { tenant, payments }, itself, nothing)
    }
    case 'payFromBlockage':
      return use(payFromBlockage, { tenant, blockage, order: order(command) }, itself, nothing)
    case 'createCurrency': {
      const { name, supply, baseRate } = command
      const plain = { accountCode: null, accountNumber: null, accountingCurrency: null, description: null }
      const asked = { tenant, name, supply, baseRate, basePair: 'EUR', ...plain }
      return use(createCurrency, { ...asked, customer: newCustomer(command.customer) }, ids, (output) =>
        opened(command.as, output),
      )
    }
    case 'updateCurrency': {
      const { name, baseRate } = command
      return use(updateCurrency, { tenant, name, baseRate, basePair: undefined }, nothing, nothing)
    }
    case 'mint':
      return use(mintCurrency, { tenant, account, amount: command.amount, details: null }, itself, nothing)
    case 'revoke':
      return use(revokeCurrency, { tenant, account, amount: command.amount, details: null }, itself, nothing)
    case 'fund':
      return use(fundAccount, { tenant, account, amount: command.amount, details: null }, itself, nothing)
    case 'withdraw':
      return use(withdrawFunds, { tenant, account, amount: command.amount, details: null }, itself, nothing)
    case 'deposit': {
      const { currency, amount, txId, vout, address, status } = command
      const asked = { tenant, account, currency, amount, txId, vout, address, status }
      const chain = { from: null, derivationKey: 0, blockHeight: 1, blockHash: null }
      return use(recordDeposit, { ...asked, ...chain }, ({ id }) => id, nothing)
    }
    case 'issueApiKey': {
      const asked = { id: apiKey, tenant, hash: `hash of ${apiKey}`, hint: apiKey, name: apiKey } as const
      return use(
        issueApiKey,
        { ...asked, network: 'testnet', plan: 'paid', addresses: [] },
        ({ id }) => id,
        nothing,
      )
    }
    case 'freezeApiKey':
      return use(freezeApiKey, { tenant, apiKey }, nothing, nothing)
    case 'unfreezeApiKey':
      return use(unfreezeApiKey, { tenant, apiKey }, nothing, nothing)
    case 'revokeApiKey':
      return use(revokeApiKey, { tenant, apiKey }, nothing, nothing)
  }
}

function newAccount({ currency, xpub, customer }: NewAccountOrder): NewAccount {
  return {
    currency,
    xpub,
    customer: newCustomer(customer),
    accountingCurrency: null,
    accountCode: null,
    accountNumber: null,
  }
}

function newCustomer(externalId: string | null): NewCustomer | null {
  return externalId === null
    ? null
    : { externalId, accountingCurrency: null, customerCountry: null, providerCountry: null }
}
