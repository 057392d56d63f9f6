/**
 * Reports of a program that watches a chain itself. They are checked like a request, and converted to the chain's
 * spelling.
 */
import type { AccountId, RecordDeposit } from '@tallystick/core'
import { assetOf, type Chain } from '@tallystick/custody'
import { Rejected } from '@tallystick/engine'
import Type from 'typebox'
import type { CallContext } from '../context.js'
import { toAmountText } from '../wire/args.js'
import { AmountText, closed, text } from '../wire/fields.js'
import type { ArgumentShape } from '../wire/validate.js'
import { hash } from './spellings.js'

const nullable = (schema: Type.TSchema) => Type.Union([schema, Type.Null()])
const whole = (maximum: number) => Type.Integer({ minimum: 0, maximum })
/** Of an output, a log or a destination tag. It exceeds all of them. */
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

/** The schema of `recordDeposit`, for the same check as every operation's arguments. */
export const REPORTED: ArgumentShape = {
  id: 'recordDeposit',
  params: {},
  query: {},
  body: REPORT,
  document: null,
}

/** A reported deposit. */
export interface ReportedDeposit extends Omit<RecordDeposit, 'tenant' | 'account' | 'reported'> {
  /** Account ID. */
  readonly account: string
}

/** How each family writes the id of a transaction; undefined when the text is none. */
const SPELLED: Readonly<Record<Chain['record']['family'], (text: string) => string | undefined>> = {
  utxo: hash,
  evm: (text) => prefixed('0x', hash(text)),
  xrp: (text) => hash(text)?.toUpperCase(),
  tron: hash,
  stellar: hash,
  multiversx: hash,
  beacon: (text) => hash(text)?.toUpperCase(),
  // A signature in base 58: there is one spelling.
  solana: (text) => /^[1-9A-HJ-NP-Za-km-z]{64,88}$/.exec(text)?.[0],
}

const prefixed = (prefix: string, text: string | undefined): string | undefined =>
  text === undefined ? undefined : prefix + text

/** On whose behalf. */
type Reporting = Pick<CallContext, 'engine' | 'chains' | 'caller'>

/**
 * The report in the chain's own spelling, if the chain is known. Otherwise only the rules that hold for hex on every
 * chain make two spellings equal (`depositOutput`).
 * @throws Rejected if address or transaction are not of the chain
 */
export async function spelled(
  reporting: Reporting,
  report: ReportedDeposit,
): Promise<Omit<RecordDeposit, 'tenant'>> {
  const { txId, address } = report
  const checked = { ...report, account: report.account as AccountId, amount: toAmountText(report.amount) }
  const chain = await chainAt(reporting, report.currency, address)
  if (chain === undefined) return checked
  const id = SPELLED[chain.record.family](txId)
  if (id === undefined) throw none('txId', `txId is not the id of a transaction of ${chain.record.name}`)
  return {
    ...checked,
    txId: id,
    address: chain.codec.canonical(address),
    reported: { txId, address },
  }
}

/** The currency's chain, on the network to which the address belongs; undefined if the chain is not known here. */
async function chainAt(
  { engine, chains, caller: { tenant, network } }: Reporting,
  currency: string,
  address: string,
): Promise<Chain | undefined> {
  const chainOn = async (on: typeof network) =>
    (await assetOf({ chains, caller: { tenant, network: on } }, engine, currency))?.chain
  // The embedding process has no key that names its network, so an address of either is valid.
  const other = network === 'testnet' ? 'mainnet' : 'testnet'
  const found = [await chainOn(network), await chainOn(other)].filter((chain) => chain !== undefined)
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
