/** Issues, freezes and revokes API keys. The core never sees a key, only its hash. */

import { accept, type Decision, type Rule, reject } from '../decision.js'
import type { ApiKeyId, TenantId } from '../ids.js'
import { apiKeyKey } from '../key.js'
import type { Key } from '../tables.js'
import type { ApiKey } from './api-key.js'

export type IssueApiKey = Omit<ApiKey, 'frozen' | 'revoked' | 'created'>

export interface OnApiKey {
  readonly tenant: TenantId
  readonly apiKey: ApiKeyId
}

export const issueApiKey: Rule<IssueApiKey, ApiKey> = {
  name: 'issueApiKey',
  needs: (command) => [{ type: 'apiKey', tenant: command.tenant, id: command.id }],
  decide(view, command, env) {
    const known = view.find(apiKeyKey(command.tenant, command.id))
    if (known !== undefined) return accept(known, [])
    const apiKey: ApiKey = { ...command, frozen: false, revoked: false, created: env.now }
    return accept(apiKey, [{ type: 'apiKey.created', apiKey }])
  },
}

/** A frozen key can only read until it is unfrozen. Freezing it again changes nothing. */
export const freezeApiKey: Rule<OnApiKey, null> = {
  name: 'freezeApiKey',
  needs: onApiKey,
  decide: (view, command) => change(view.find(apiKeyKey(command.tenant, command.apiKey)), { frozen: true }),
}

export const unfreezeApiKey: Rule<OnApiKey, null> = {
  name: 'unfreezeApiKey',
  needs: onApiKey,
  decide: (view, command) => change(view.find(apiKeyKey(command.tenant, command.apiKey)), { frozen: false }),
}

/** Revoking is final: a revoked key is never valid again. */
export const revokeApiKey: Rule<OnApiKey, null> = {
  name: 'revokeApiKey',
  needs: onApiKey,
  decide: (view, command) => change(view.find(apiKeyKey(command.tenant, command.apiKey)), { revoked: true }),
}

function onApiKey(command: OnApiKey): readonly Key[] {
  return [{ type: 'apiKey', tenant: command.tenant, id: command.apiKey }]
}

function change(apiKey: ApiKey | undefined, next: Partial<ApiKey>): Decision<null> {
  if (apiKey === undefined) return reject('subscription.invalid')
  return accept(null, [{ type: 'apiKey.updated', apiKey: { ...apiKey, ...next } }])
}
