import { policyContract } from '@tallystick/testing'
import { ALLOW_ALL } from '../ports/policy.js'
import { limitsPolicy } from './limits.js'

policyContract('everything is allowed', () => ALLOW_ALL, false)
policyContract(
  'the built-in one',
  (rules) =>
    limitsPolicy(
      Object.fromEntries(Object.entries(rules).map(([name, addresses]) => [name, { ETH: addresses }])),
    ),
  true,
)
