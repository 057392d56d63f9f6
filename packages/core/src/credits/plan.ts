/**
 * Plans as data, with the documented limits. `null` means unlimited. The documented API states no monthly credit limit,
 * so none is enforced; usage is counted and readable.
 */
export interface Plan {
  readonly code: string
  readonly name: string
  readonly managedAddresses: number | null
  readonly watchedAddresses: number | null
  readonly webhooksPerMonth: number | null
  /** How often a webhook is sent, the first time included. */
  readonly webhookAttempts: number
  readonly perBlockEvents: number | null
}

export const PLANS = {
  free: {
    code: 'free',
    name: 'Free',
    managedAddresses: 10,
    watchedAddresses: 10,
    webhooksPerMonth: 1000,
    webhookAttempts: 3,
    perBlockEvents: 1,
  },
  paid: {
    code: 'paid',
    name: 'Paid',
    managedAddresses: null,
    watchedAddresses: null,
    webhooksPerMonth: null,
    webhookAttempts: 10,
    perBlockEvents: null,
  },
} as const satisfies Record<string, Plan>

export type PlanCode = keyof typeof PLANS
