/** Which network a Horizon is on: it reports the passphrase, which signatures cover. */
import type { StellarParams } from '@tallystick/custody'
import type { NetworkChecks } from '../transport/network-check.js'

export function stellarNetworkChecks({ passphrase }: StellarParams): Pick<NetworkChecks, 'rest'> {
  return {
    rest: {
      question: '/',
      read: (answer) => {
        const said = (answer as { readonly network_passphrase?: unknown } | null)?.network_passphrase
        return typeof said === 'string' && /^[ -~]{1,100}$/.test(said) ? said : undefined
      },
      expected: [passphrase],
    },
  }
}
