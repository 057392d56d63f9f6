/**
 * Tokens that are registered together with what puts them on the chain, in one commit: a transaction of ours, or the
 * pending signature of one. Which token of the chain it is, is stored once the transaction is final (`linkToken`).
 */
import type { OwnedAccount } from '../account/decide.js'
import { accept, applied, type Decision, type Rule, reject } from '../decision.js'
import type { Env } from '../env.js'
import { currencyKey, externalIdKey, sendKey, signatureKey } from '../key.js'
import { parseDecimal, parseRate } from '../money.js'
import type { RecordSend } from '../send/command.js'
import { recordSend } from '../send/decide.js'
import { type Holder, heldBySend, heldBySignature, sendOf, signatureOf } from '../send/reservation.js'
import { isOver, type Send } from '../send/send.js'
import { type CreatePendingSignature, createPendingSignature } from '../signature/decide.js'
import type { PendingSignature } from '../signature/signature.js'
import type { Key } from '../tables.js'
import type { View } from '../view.js'
import { type RegisterToken, registerToken } from './decide.js'
import { deployedTokenKey, type Token, tokenKey } from './token.js'

interface Deploying {
  readonly token: RegisterToken
  /**
   * The transaction that was to deploy a token of this name before, as the caller has read it; null if there is none.
   */
  readonly before: string | null
}

export interface DeployToken extends Deploying {
  readonly send: Omit<RecordSend, 'withdrawal' | 'fresh'>
}

export interface PendToken extends Deploying {
  readonly signature: Omit<CreatePendingSignature, 'withdrawalId'>
}

/** Registers a token together with its signed transaction. */
export const deployToken: Rule<DeployToken, OwnedAccount & { readonly send: Send }> = {
  name: 'deployToken',
  needs: (command) => [...registrationKeys(command), ...recordSend.needs({ ...command.send, fresh: true })],
  decide(view, command, env) {
    const fork = view.fork()
    const registered = applied(fork, registration(fork, command, env))
    if (!registered.accepted) return registered
    // Fresh: a transaction that is known already deploys something else.
    const sent = applied(fork, recordSend.decide(fork, { ...command.send, fresh: true }, env))
    if (!sent.accepted) return sent
    deployedBy(fork, command, heldBySend(sent.output.txId))
    return accept({ ...registered.output, send: sent.output }, fork.changes)
  },
}

/** Registers a token together with the pending signature that will give it a transaction. */
export const pendToken: Rule<PendToken, OwnedAccount & { readonly signature: PendingSignature }> = {
  name: 'pendToken',
  needs: (command) => [
    ...registrationKeys(command),
    ...createPendingSignature.needs({ ...command.signature, withdrawalId: null }),
  ],
  decide(view, command, env) {
    const fork = view.fork()
    const registered = applied(fork, registration(fork, command, env))
    if (!registered.accepted) return registered
    const asked = { ...command.signature, withdrawalId: null }
    const pending = applied(fork, createPendingSignature.decide(fork, asked, env))
    if (!pending.accepted) return pending
    deployedBy(fork, command, heldBySignature(pending.output.id))
    return accept({ ...registered.output, signature: pending.output }, fork.changes)
  },
}

function registrationKeys({ token, before }: Deploying): readonly Key[] {
  return [
    ...registerToken.needs(token),
    deployedTokenKey(token.tenant, token.name),
    ...(before === null ? [] : [sendKey(token, before)]),
  ]
}

function registration(view: View, command: Deploying, env: Env): Decision<OwnedAccount> {
  const { tenant, name } = command.token
  const known = view.find(tokenKey(tenant, name))
  return known !== undefined && hasFailed(view, known, command.before)
    ? again(view, known, command.token)
    : registerToken.decide(view, command.token, env)
}

/** Whether what was to deploy it never will. */
function hasFailed(view: View, token: Token, before: string | null): boolean {
  const { tenant, deployment, asset } = token
  if (asset !== null || deployment === undefined) return false
  let txId = sendOf(deployment)
  const id = signatureOf(deployment)
  const pending = id === undefined ? undefined : view.find(signatureKey(tenant, id))
  if (pending?.status === 'deleted') return true
  // If a transaction was recorded for it meanwhile, that one is not loaded.
  if (pending?.status === 'complete' && pending.txId !== null && pending.txId === before) txId = before
  const send = txId === undefined ? undefined : view.find(sendKey(token, txId))
  return send !== undefined && (isOver(send) || isWithoutEffect(send))
}

/** The chain has executed it, and it did nothing. Only then a final transaction has a reason. */
const isWithoutEffect = ({ status, reason }: Send): boolean => status === 'final' && reason !== null

/**
 * The same registration once more, because its deployment has failed. Its account is empty: nobody has paid it, and it
 * got no supply. So it is kept, with its address, and only the rate and the description may differ.
 */
function again(view: View, token: Token, wanted: RegisterToken): Decision<OwnedAccount> {
  const { tenant, name } = token
  const currency = view.find(currencyKey(tenant, name))
  const account = view.account(tenant, token.account)
  if (account?.active !== true) return reject('account.not.exists', token.account)
  const supply = parseDecimal(wanted.supply, wanted.scale)
  const rate = parseRate(wanted.baseRate)
  if (currency === undefined || !supply.ok || rate === undefined)
    return reject('virtual.creation.error', name)
  const customer = view.customerOf(account)
  const named =
    wanted.customer === null ? undefined : view.find(externalIdKey(tenant, wanted.customer.externalId))
  const same =
    token.chain === wanted.chain &&
    token.network === wanted.network &&
    token.scale === wanted.scale &&
    token.standard === wanted.standard &&
    token.holder === wanted.holder &&
    token.supply === supply.amount &&
    account.xpub === wanted.xpub &&
    (wanted.customer === null ? customer === undefined : named !== undefined && named.id === customer?.id) &&
    (wanted.accountingCurrency ?? account.accountingCurrency) === account.accountingCurrency
  if (!same) {
    const remedy = 'repeat the call that registered it, or choose another symbol'
    return reject('erc20.duplicate.name', `the deployment of ${name} has failed: ${remedy}`)
  }
  const { baseRate, basePair, description } = wanted
  return accept({ account, customer }, [
    { type: 'currency.updated', currency: { ...currency, baseRate, basePair, description } },
  ])
}

function deployedBy(view: View, { token: { tenant, name } }: Deploying, deployment: Holder): void {
  const token = view.find(tokenKey(tenant, name)) as Token
  view.apply({ type: 'token.deployed', token: { ...token, deployment } })
}
