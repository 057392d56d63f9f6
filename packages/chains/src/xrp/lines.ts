/**
 * Whether an issued asset can be paid as things stand: what the trust lines of both accounts hold and take (xrpl.org,
 * "account_lines", "Trust Line Tokens"). The issuer has none of its own asset.
 */
import { BadTransaction, NodeFault, type XrpIssued } from '@tallystick/custody'
import { listIn, objectIn, textIn } from '../answers.js'
import { baseUnits } from '../transport/transport.js'
import type { Rippled } from './rpc.js'
import { plainCode } from './tokens.js'

/** Of the smallest amount that the ledger can hold: amounts are compared without rounding. */
const DECIMALS = 96

/** The `TransferRate` of an issuer that charges nothing; absent, or 0, means the same. */
const NO_FEE = 1_000_000_000

/** @throws BadTransaction `insufficient.funds`, `malformed` */
export async function mustMove(node: Rippled, from: string, to: string, asset: XrpIssued): Promise<void> {
  const amount = unitsIn(asset, 'value')
  const [paying, taking, isCharged] = await Promise.all([
    lineOf(node, from, asset),
    lineOf(node, to, asset),
    // What comes from its issuer, or goes back, costs nothing.
    from !== asset.issuer && to !== asset.issuer && hasTransferFee(node, asset.issuer),
  ])
  if (paying.left < amount)
    throw new BadTransaction('insufficient.funds', 'The account does not have enough of the asset')
  if (taking.room < amount)
    throw new BadTransaction('malformed', `${to} takes less of the asset: ${taking.why}`)
  if (isCharged) throw new BadTransaction('malformed', `${asset.issuer} charges a transfer fee for the asset`)
}

/**
 * Without `SendMax`, a payment takes no more than its amount from the sender, so one with a fee beside it fails (xrpl.org,
 * "Transfer Fees"). With it, the sender would pay what nobody has charged to his account.
 */
async function hasTransferFee(node: Rippled, issuer: string): Promise<boolean> {
  const answer = await node.find('account_info', { account: issuer, ledger_index: 'current' }, [
    'actNotFound',
  ])
  const rate = answer && objectIn(answer, 'account_data')['TransferRate']
  return rate !== undefined && rate !== 0 && rate !== NO_FEE
}

interface Line {
  /** What the account can pay; and what it can still be paid. */
  readonly left: bigint
  readonly room: bigint
  /** The reason when that is too little. */
  readonly why: string
}

async function lineOf(node: Rippled, account: string, { issuer, currency }: XrpIssued): Promise<Line> {
  const unlimited = 10n ** BigInt(2 * DECIMALS)
  if (account === issuer) return { left: unlimited, room: unlimited, why: '' }
  const code = plainCode(currency)
  const answer = await node.find('account_lines', { account, peer: issuer, ledger_index: 'current' }, [
    'actNotFound',
  ])
  const lines = answer === undefined ? [] : listIn(answer, 'lines')
  const line = lines.find((one) => plainCode(textIn(one, 'currency')) === code)
  if (line === undefined) return { left: 0n, room: 0n, why: 'it has no trust line for it' }
  const balance = unitsIn(line, 'balance')
  // The issuer may trust the account in turn, and takes its promise as well.
  return {
    left: balance + unitsIn(line, 'limit_peer'),
    room: unitsIn(line, 'limit') - balance,
    why: 'its trust line leaves no room',
  }
}

function unitsIn(from: object, field: string): bigint {
  const value: unknown = Reflect.get(from, field)
  const units = typeof value === 'string' ? baseUnits(value, DECIMALS) : undefined
  if (units !== undefined) return units
  throw new NodeFault('unreachable', `The node's answer lacks ${field}`)
}
