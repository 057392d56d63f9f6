/** Translates the commands of deposit addresses and blocks, as `translate` does those of the ledger. */
import {
  type AccountId,
  assignAddress,
  beginFollowing,
  type Change,
  type Cursor,
  creditDeposits,
  type Deposit,
  type DepositAddress,
  generateAddresses,
  type Holding,
  type Observation,
  observeBlock,
  observeMore,
  openHoldings,
  removeAddress,
  undoBlock,
} from '@tallystick/core'
import type { Use } from './chain-mapper.js'
import { depositLabel, type ReceivingCommand } from './command.js'
import type { Labels } from './labels.js'

const nothing = (): null => null
/** A follower is nobody's caller: it costs no credits. */
const free = (): number => 0
const shown = (address: DepositAddress) => [address.shown, address.derivationKey, address.removed]
const place = ({ revision, height, hash }: Cursor) => [revision, height, hash]
const standing = (deposit: Deposit): string => `${depositLabel(deposit)} ${deposit.status}`
const observed = (observation: Observation) =>
  observation.kind === 'moved'
    ? [...place(observation.cursor), ...observation.deposits.map(standing)]
    : observation.kind

export function translateReceiving<Result>(
  command: ReceivingCommand,
  labels: Labels,
  use: Use<Result>,
): Result {
  const idOf = (label: string): AccountId => labels.id(label) as AccountId
  switch (command.type) {
    case 'generateAddresses': {
      const addresses = command.addresses.map((one) => ({ ...one, account: idOf(one.account) }))
      const answer = (given: readonly DepositAddress[]) => given.map(shown)
      return use(generateAddresses, { tenant: command.tenant, addresses }, answer, nothing)
    }
    case 'assignAddress':
      return use(assignAddress, { ...command, account: idOf(command.account) }, shown, nothing)
    case 'removeAddress':
      return use(removeAddress, { ...command, account: idOf(command.account) }, nothing, nothing)
    case 'beginFollowing':
      return use(beginFollowing, command, place, nothing, free)
    case 'observeBlock':
      return use(observeBlock, command, observed, nothing, free)
    case 'observeMore':
      return use(observeMore, command, observed, nothing, free)
    case 'creditDeposits':
      return use(creditDeposits, command, (credited) => credited.map(standing), nothing, free)
    case 'undoBlock': {
      const nameFreezes = (_output: unknown, changes: readonly Change[]): void => {
        for (const change of changes) {
          if (change.type !== 'blockage.placed') continue
          const { account, id } = change.blockage
          labels.give(`freeze:${labels.label(account)}`, id)
        }
      }
      return use(undoBlock, command, observed, nameFreezes, free)
    }
    case 'openHoldings': {
      const openings = (holdings: readonly Holding[] | null) =>
        holdings?.map(({ opening }) => String(opening)) ?? 'elsewhere'
      return use(openHoldings, command, openings, nothing, free)
    }
  }
}
