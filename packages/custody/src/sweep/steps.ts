/**
 * The steps of sweeping one address: coins that are sent ahead for its fees, and what it sends to the master. Each
 * reserves the next number of the address, and begins when the one before has ended. So whatever crashes, and however many
 * processes sweep, no step is done twice. The reservation also tells the follower that the transaction is no deposit.
 */
import {
  isReplaceable,
  type OnChain,
  onChain,
  RESERVATIONS,
  type Receipt,
  type Reservation,
  type Send,
  sendKey,
  sendOf,
} from '@tallystick/core'
import type { Queries } from '@tallystick/engine'
import type { Chain, Inspected } from '../ports/chain.js'
import type { Owner } from '../send/turns.js'

const NAME = 'sweep '
/** How far back the sends of an address are looked at. */
const STEPS = 50

/** Of an address, in the codec's canonical spelling. */
const ownerOf = (address: string): string => `${NAME}${address}`

const isStep = ({ owner }: Reservation): boolean => owner.startsWith(NAME)

/** A step of a sweep. Whomever it pays, it is our own money: no deposit. */
export const isSweep = ({ claims }: Pick<Send, 'claims'>): boolean => claims.some(isStep)

/**
 * What a transaction that takes the place of another one reserves beside its own: the step, if it pays nobody but whom the
 * other one does, for example with a higher fee.
 */
export function stepsOf(
  { codec }: Pick<Chain, 'codec'>,
  replaced: Pick<Send, 'claims' | 'raw'>,
  raw: string,
): readonly Reservation[] {
  const steps = replaced.claims.filter(isStep)
  if (steps.length === 0) return []
  const before = codec.inspect(replaced.raw).outputs.map(({ address }) => address)
  const { outputs } = codec.inspect(raw)
  return outputs.length > 0 && outputs.every(({ address }) => before.includes(address)) ? steps : []
}

/** A step that was taken. */
export interface Step {
  readonly send: Send
  /** Sends coins ahead to the address, and not from it. */
  readonly isAhead: boolean
  /** What it sends: null for the native coin. */
  readonly asset: string | null
}

export interface Steps {
  /** To be reserved by the next one. */
  readonly next: Reservation
  /** The newest first. */
  readonly taken: readonly Step[]
}

/** @param of Place and address */
export async function readSteps(
  query: Pick<Queries, 'list' | 'findAll'>,
  { codec }: Pick<Chain, 'codec'>,
  { owner: address, ...place }: Owner,
): Promise<Steps> {
  const owner = ownerOf(address)
  const held = await query.list(RESERVATIONS, {
    where: { ...onChain(place), owner },
    by: 'index',
    order: 'desc',
    limit: STEPS,
  })
  const sends = await query.findAll(held.map(({ holder }) => sendKey(place, sendOf(holder) ?? '')))
  const taken = held.flatMap(({ holder }) => {
    const send = sends.find(({ txId }) => txId === sendOf(holder))
    return send === undefined ? [] : [stepOf(codec, send, address)]
  })
  return { next: { owner, index: (held[0]?.index ?? -1n) + 1n }, taken }
}

/**
 * Whether a transaction of somebody else's sends what the last step is to send ahead: who has the key of its payer, has
 * raised the fee elsewhere. Then one of the two is never in a block, and this is our own money all the same.
 * @param received The amount is in base units of the coin
 */
export async function isStepElsewhere(
  query: Pick<Queries, 'list' | 'findAll'>,
  { codec }: Pick<Chain, 'codec'>,
  on: OnChain,
  received: Pick<Receipt, 'address' | 'from' | 'amount'>,
): Promise<boolean> {
  const { address, from, amount } = received
  const { taken } = await readSteps(query, { codec }, { ...on, owner: address })
  const [last] = taken
  if (last?.isAhead !== true || !isReplaceable(last.send)) return false
  const sent = codec.inspect(last.send.raw)
  return sent.from != null && codec.canonical(sent.from) === from && sent.outputs[0]?.amount === amount
}

function stepOf(codec: Chain['codec'], send: Send, address: string): Step {
  const { from, outputs }: Inspected = codec.inspect(send.raw)
  // As callers see them. TRC-10 tokens have numbers.
  const plain = (text: string): string => (codec.isAddress(text) ? codec.canonical(text) : text)
  const [{ asset } = { asset: undefined }] = outputs
  return {
    send,
    isAhead: from == null || plain(from) !== address,
    asset: asset === undefined ? null : plain(asset),
  }
}
