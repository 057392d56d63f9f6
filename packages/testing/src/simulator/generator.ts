/**
 * Chooses what clients ask next. It looks at the model, so that most commands succeed, and every rule also gets
 * commands that it refuses.
 */
import type { DepositStatus } from '@tallystick/core'
import { depositLabel, type NewAccountOrder, type SimulatedCommand } from '../command.js'
import type { ModelState } from '../model/state.js'
import type { SeededRandom } from '../seeded.js'
import type { ApprovingGenerator } from './approving-generator.js'
import { type Cast, decimal, LARGE, NOBODY, VIRTUAL } from './cast.js'
import type { ChainGenerator } from './chain-generator.js'
import { between, oneOf, Weighted } from './chance.js'
import { WALLETS } from './coin-generator.js'
import type { ReceivingGenerator } from './receiving-generator.js'
import type { TokenGenerator } from './token-generator.js'
import type { TradingGenerator } from './trading-generator.js'

const CURRENCIES = ['EUR', 'EUR', 'EUR', 'BTC', 'XRP', 'JPY', 'USDT', 'VC_GOLD', 'VC_SILVER', 'NOPE'] as const
const STATUSES: readonly DepositStatus[] = ['InProgress', 'Done', 'Done', 'Done', 'Failed']
/** The last three are one. */
const ADDRESSES = [
  'address-1',
  'address-1',
  'address-2',
  '0x52908400098527886e0f7030069857d2e4169ee7',
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0X52908400098527886E0F7030069857D2E4169EE7',
] as const
const RATES = ['1', '0.5', '2', '-1'] as const

/** How often each command is asked, before the weather has its say. */
const WEIGHTS: readonly (readonly [SimulatedCommand['type'], weight: number])[] = [
  ['open', 3],
  ['openBatch', 1],
  ['activate', 3],
  ['freeze', 3],
  ['updateAccount', 2],
  ['enableCustomer', 3],
  ['activateCustomer', 2],
  ['updateCustomer', 1],
  ['block', 8],
  ['unblock', 4],
  ['unblockAll', 2],
  ['pay', 30],
  ['payBatch', 5],
  ['payLinked', 4],
  ['fund', 4],
  ['withdraw', 4],
  ['payFromBlockage', 6],
  ['createCurrency', 1],
  ['updateCurrency', 1],
  ['mint', 3],
  ['revoke', 3],
  ['deposit', 10],
  ['issueApiKey', 1],
  ['freezeApiKey', 1],
  ['unfreezeApiKey', 1],
  ['revokeApiKey', 1],
  ['recordSend', 7],
  ['settleSend', 8],
  ['createPendingSignature', 3],
  ['renewPendingSignature', 1],
  ['completePendingSignature', 1],
  ['deletePendingSignature', 1],
  ['reportSignatureErrors', 1],
  ['storeWithdrawal', 6],
  ['sendWithdrawal', 5],
  ['pendWithdrawal', 3],
  ['cancelWithdrawal', 3],
  ['completeWithdrawal', 2],
  ['sightWithdrawal', 1],
  ['generateAddresses', 3],
  ['assignAddress', 2],
  ['removeAddress', 1],
  ['beginFollowing', 1],
  ['observeBlock', 6],
  ['observeMore', 1],
  ['creditDeposits', 2],
  ['undoBlock', 3],
  ['openHoldings', 1],
  ['requestApproval', 1],
  ['decideApproval', 2],
  ['registerToken', 1],
  ['linkToken', 1],
  ['deployToken', 2],
  ['pendToken', 1],
]

/** Of every second ledger. */
const OF_TRADING: typeof WEIGHTS = [
  ['placeTrade', 25],
  ['finishTrade', 1],
  ['cancelTrade', 3],
  ['cancelTrades', 1],
  ['expireTrade', 2],
  ['settleAgreement', 4],
]

/** More of them stand in the way of everything else. */
const MOST_BLOCKAGES = 80

/** Those who make the commands of custody. */
interface Others {
  readonly onChain: ChainGenerator
  readonly receiving: ReceivingGenerator
  readonly approving: ApprovingGenerator
  readonly tokens: TokenGenerator
  /** Null: nobody trades. */
  readonly trading: TradingGenerator | null
}

export class Generator {
  private readonly types: Weighted<SimulatedCommand['type']>
  private accountsNamed = 0
  private blockagesNamed = 0

  constructor(
    private readonly random: SeededRandom,
    private readonly cast: Cast,
    private readonly state: ModelState,
    private readonly others: Others,
    named: { readonly accounts: number; readonly blockages: number },
  ) {
    this.accountsNamed = named.accounts
    this.blockagesNamed = named.blockages
    const weights = others.trading === null ? WEIGHTS : [...WEIGHTS, ...OF_TRADING]
    this.types = new Weighted(weights.map(([type, weight]) => [type, weight * oneOf(random, [1, 3, 3, 9])]))
  }

  next(): SimulatedCommand {
    const type = this.types.draw(this.random)
    const { size } = this.state.holders
    if (type === 'block' && size > MOST_BLOCKAGES) return this.make('payFromBlockage')
    if ((type === 'unblock' || type === 'payFromBlockage') && size < 3) return this.make('block')
    return this.make(type)
  }

  private make(type: SimulatedCommand['type']): SimulatedCommand {
    const { random, state } = this
    switch (type) {
      case 'open':
        return { tenant: this.cast.tenant(), type, ...this.newAccount() }
      case 'openBatch': {
        const accounts = Array.from({ length: between(random, 1, 3) }, () => this.newAccount())
        return { tenant: this.cast.tenant(), type, accounts }
      }
      case 'activate':
      case 'deactivate': {
        const [repairs, account] = this.cast.repairing(
          () => this.cast.account(true),
          (label) => state.accounts.get(label)?.active === false,
        )
        return { tenant: this.cast.ownerOf(account), type: repairs ? 'activate' : 'deactivate', account }
      }
      case 'freeze':
      case 'unfreeze': {
        const [repairs, account] = this.cast.repairing(
          () => this.cast.account(),
          (label) => state.accounts.get(label)?.frozen === true,
        )
        return { tenant: this.cast.ownerOf(account), type: repairs ? 'unfreeze' : 'freeze', account }
      }
      case 'updateAccount': {
        const account = this.cast.account()
        const accountCode = oneOf(random, [undefined, 'code-1', 'code-2'])
        const accountNumber = oneOf(random, [undefined, 'number-1'])
        return { tenant: this.cast.ownerOf(account), type, account, accountCode, accountNumber }
      }
      case 'enableCustomer':
      case 'disableCustomer': {
        const [repairs, customer] = this.cast.repairing(
          () => this.cast.customer(),
          (label) => state.customers.get(label)?.enabled === false,
        )
        const type = repairs ? 'enableCustomer' : 'disableCustomer'
        return { tenant: this.cast.ownerOfCustomer(customer), type, customer }
      }
      case 'activateCustomer':
      case 'deactivateCustomer': {
        const [repairs, customer] = this.cast.repairing(
          () => this.cast.customer(true),
          (label) => state.customers.get(label)?.active === false,
        )
        const type = repairs ? 'activateCustomer' : 'deactivateCustomer'
        return { tenant: this.cast.ownerOfCustomer(customer), type, customer }
      }
      case 'updateCustomer': {
        const customer = this.cast.customer()
        const externalId = this.cast.externalId()
        const customerCountry = oneOf(random, [undefined, 'CZ', 'GB'])
        return { tenant: this.cast.ownerOfCustomer(customer), type, customer, externalId, customerCountry }
      }
      case 'block': {
        const account = this.cast.sender()
        const as = `b${this.blockagesNamed++}`
        const ensureSufficientBalance = random.below(4) !== 0
        return {
          tenant: this.cast.ownerOf(account),
          type,
          as,
          account,
          amount: this.cast.amount(account),
          ensureSufficientBalance,
        }
      }
      case 'unblock': {
        const blockage = this.cast.blockage()
        return { tenant: this.cast.holderOf(blockage), type, blockage }
      }
      case 'unblockAll': {
        const account = this.cast.account()
        return { tenant: this.cast.ownerOf(account), type, account }
      }
      case 'pay': {
        const sender = this.cast.sender()
        return {
          tenant: this.cast.ownerOf(sender),
          type,
          sender,
          recipient: this.cast.peerOf(sender),
          amount: this.cast.amount(sender),
        }
      }
      case 'payBatch': {
        const sender = this.cast.sender()
        const payments = Array.from({ length: between(random, 1, 4) }, () => {
          return { recipient: this.cast.peerOf(sender), amount: this.cast.amount(sender) }
        })
        return { tenant: this.cast.ownerOf(sender), type, sender, payments }
      }
      case 'payLinked': {
        const payments = Array.from({ length: between(random, 1, 4) }, () => {
          const sender = this.cast.sender()
          return { sender, recipient: this.cast.peerOf(sender), amount: this.cast.amount(sender) }
        })
        return { tenant: this.cast.ownerOf(payments[0]?.sender ?? NOBODY), type, payments }
      }
      case 'fund':
      case 'withdraw': {
        const account = random.below(8) === 0 ? this.cast.account() : this.cast.sender()
        return { tenant: this.cast.ownerOf(account), type, account, amount: this.cast.amount(account) }
      }
      case 'payFromBlockage': {
        const blockage = this.cast.blockage()
        const sender = this.state.holders.get(blockage)
        const held = sender?.blockages.get(blockage)
        const exact = sender !== undefined && held !== undefined && random.below(3) === 0
        return {
          tenant: this.cast.holderOf(blockage),
          type,
          blockage,
          recipient: this.cast.peerOf(sender?.label ?? NOBODY),
          amount: exact ? decimal(held, sender.scale) : this.cast.amount(sender?.label ?? NOBODY),
        }
      }
      case 'createCurrency': {
        const supply = oneOf(random, ['0', '10', '1000', this.cast.amount(NOBODY)])
        const as = `a${this.accountsNamed++}`
        const named = { as, name: oneOf(random, VIRTUAL), baseRate: oneOf(random, RATES) }
        return { tenant: this.cast.tenant(), type, ...named, supply, customer: this.cast.owner() }
      }
      case 'updateCurrency':
        return {
          tenant: this.cast.tenant(),
          type,
          name: oneOf(random, VIRTUAL),
          baseRate: oneOf(random, [undefined, ...RATES]),
        }
      case 'mint':
      case 'revoke': {
        const account = random.below(5) === 0 ? this.cast.account() : this.cast.virtualAccount()
        const amount =
          type === 'mint' && random.below(2) === 0 ? oneOf(random, LARGE) : this.cast.amount(account)
        return { tenant: this.cast.ownerOf(account), type, account, amount }
      }
      case 'deposit':
        return this.deposit()
      case 'issueApiKey':
      case 'freezeApiKey':
      case 'unfreezeApiKey':
      case 'revokeApiKey': {
        const tenant = this.cast.tenant()
        // An id is a hash of the key, so no two tenants issue the same.
        const owner = type !== 'issueApiKey' && random.below(10) === 0 ? this.cast.tenant() : tenant
        return { tenant, type, apiKey: `${owner}-${random.below(30)}` }
      }
      case 'recordSend':
      case 'settleSend':
      case 'createPendingSignature':
      case 'renewPendingSignature':
      case 'completePendingSignature':
      case 'deletePendingSignature':
      case 'reportSignatureErrors':
      case 'storeWithdrawal':
      case 'sendWithdrawal':
      case 'pendWithdrawal':
      case 'cancelWithdrawal':
      case 'completeWithdrawal':
      case 'sightWithdrawal':
        return this.others.onChain.make(type)
      case 'generateAddresses':
      case 'assignAddress':
      case 'removeAddress':
      case 'beginFollowing':
      case 'observeBlock':
      case 'observeMore':
      case 'creditDeposits':
      case 'undoBlock':
      case 'openHoldings':
        return this.others.receiving.make(type)
      case 'requestApproval':
      case 'decideApproval':
        return this.others.approving.make(type)
      case 'registerToken':
      case 'linkToken':
      case 'deployToken':
      case 'pendToken':
        return this.others.tokens.make(type, () => `a${this.accountsNamed++}`)
      case 'placeTrade':
      case 'finishTrade':
      case 'cancelTrade':
      case 'cancelTrades':
      case 'expireTrade':
      case 'settleAgreement':
        return this.others.trading?.make(type) ?? this.next()
    }
  }

  private deposit(): SimulatedCommand {
    const { random } = this
    const type = 'deposit'
    const status = oneOf(random, STATUSES)
    // Now and then a program tells of what a block pays.
    const output = random.below(8) === 0 ? this.others.receiving.output() : undefined
    const known = output && this.state.deposits.get(depositLabel({ ...output, vout: output.position }))
    if (output !== undefined && known !== undefined) {
      const { tenant, currency, txId, position: vout, address } = output
      const scale = this.state.accounts.get(known.account)?.scale ?? 0
      const amount = decimal(known.amount, scale)
      return { tenant, type, account: known.account, currency, amount, txId, vout, address, status }
    }
    const account = this.cast.account()
    const own = this.state.accounts.get(account)?.currency ?? 'EUR'
    return {
      tenant: this.cast.ownerOf(account),
      type,
      account,
      currency: random.below(20) === 0 ? 'BTC' : own,
      amount: random.below(2) === 0 ? oneOf(random, LARGE) : this.cast.amount(account),
      txId: this.hash(random.below(10 + this.state.deposits.size)),
      vout: random.below(2),
      address: oneOf(random, ADDRESSES),
      status,
    }
  }

  /** In any of its spellings. */
  private hash(number: number): string {
    if (number % 2 === 0) return `tx-${number}`
    const digits = number.toString(16).padStart(64, 'ab')
    return oneOf(this.random, [digits, digits, digits.toUpperCase(), `0x${digits}`])
  }

  private newAccount(): NewAccountOrder {
    const currency = oneOf(this.random, CURRENCIES)
    const needed = currency === 'BTC' || currency === 'XRP'
    const as = `a${this.accountsNamed++}`
    // Some share one, as the accounts of several currencies do.
    const wallet = this.random.below(2) === 0 ? oneOf(this.random, WALLETS) : `wallet-of-${as}`
    return { as, currency, xpub: this.cast.mostly(needed) ? wallet : null, customer: this.cast.owner() }
  }
}
