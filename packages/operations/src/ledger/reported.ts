/** What a program that watches a chain by itself reports: checked like a request, and spelled as the chain spells it. */
import type { AccountId, Network, RecordDeposit } from '@tallystick/core'
import type { Chain, Chains } from '@tallystick/custody'
import { Rejected } from '@tallystick/engine'
import Type from 'typebox'
import { chainOf } from '../chains/known.js'
import { toAmountText } from '../wire/args.js'
import { AmountText, closed, text } from '../wire/fields.js'
import type { ArgumentShape } from '../wire/validate.js'

const nullable = (schema: Type.TSchema) => Type.Union([schema, Type.Null()])
const whole = (maximum: number) => Type.Integer({ minimum: 0, maximum })
/** Of an output, a log or a destination tag; wider than any of them. */
const MAX_INDEX = 2 ** 32 - 1

const REPORT = Type.Object(
  {
    account: text(1, 100, 'Account that is credited'),
    currency: text(1, 50, 'Currency of the account'),
    amount: AmountText,
    txId: text(1, 100, 'Transaction on the chain'),
    vout: whole(MAX_INDEX),
    address: text(1, 200, 'Address that received'),
    from: nullable(text(1, 200, 'Address that sent')),
    derivationKey: whole(MAX_INDEX),
    blockHeight: whole(Number.MAX_SAFE_INTEGER),
    blockHash: nullable(text(1, 100, 'Block')),
    status: Type.Enum(['Done', 'InProgress', 'Failed']),
  },
  closed,
)

/** What `recordDeposit` takes, for the check that every operation's arguments go through. */
export const REPORTED: ArgumentShape = {
  id: 'recordDeposit',
  params: {},
  query: {},
  body: REPORT,
  document: null,
}

/** A deposit as it is reported. */
export type ReportedDeposit = Omit<RecordDeposit, 'tenant' | 'reported'>

const TX_ID = /^(?:0x)?([0-9a-f]{64})$/i

/** How each family writes the id of a transaction. */
const SPELLED: Readonly<Record<Chain['record']['family'], (hex: string) => string>> = {
  utxo: (hex) => hex.toLowerCase(),
  evm: (hex) => `0x${hex.toLowerCase()}`,
  xrp: (hex) => hex.toUpperCase(),
  tron: (hex) => hex.toLowerCase(),
}

/**
 * The report in the chain's own spelling, where the chain is known; without it, only what every chain's hex has in
 * common makes two spellings one (`depositOutput`).
 * @throws Rejected when address or transaction are none of the chain's
 */
export async function spelled(
  chains: Chains,
  network: Network,
  report: ReportedDeposit,
): Promise<Omit<RecordDeposit, 'tenant'>> {
  const { txId, address } = report
  const checked = { ...report, account: report.account as AccountId, amount: toAmountText(report.amount) }
  const chain = await chainAt(chains, report.currency, network, address)
  if (chain === undefined) return checked
  const hash = TX_ID.exec(txId)?.[1]
  if (hash === undefined) throw none('txId', `txId is not the id of a transaction of ${chain.record.name}`)
  return {
    ...checked,
    txId: SPELLED[chain.record.family](hash),
    address: chain.codec.canonical(address),
    reported: { txId, address },
  }
}

/** The chain of the currency on the network that has such an address; undefined where the chain is not known here. */
async function chainAt(
  chains: Chains,
  currency: string,
  network: Network,
  address: string,
): Promise<Chain | undefined> {
  // The embedding process has no key that names its network: an address of either is one.
  const other = network === 'testnet' ? 'mainnet' : 'testnet'
  const found = [await chainOf(chains, currency, network), await chainOf(chains, currency, other)].filter(
    (chain) => chain !== undefined,
  )
  if (found.length === 0) return undefined
  const own = found.find(({ codec }) => codec.isAddress(address))
  if (own === undefined) throw none('address', `address is not one of ${found[0]?.record.name ?? currency}`)
  return own
}

function none(property: string, constraint: string): Rejected {
  return new Rejected({
    code: 'validation.failed',
    violations: [{ target: 'body', property, constraints: { chain: constraint } }],
  })
}
