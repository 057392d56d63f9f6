/** The managed wallets that pay fees for callers (docs/vault.md). */
import type { FeePayers, ManagedWallets } from '@tallystick/custody'
import type { Config } from './config.js'
import { CommandFailure } from './failure.js'
import type { SETTINGS } from './settings.js'

type PayerConfig = Pick<Config<typeof SETTINGS.serve>, 'feePayers' | 'feePayerLimit' | 'feePayerDaily'>

/** @throws CommandFailure without a vault, which has their keys */
export function payersOf(
  { feePayers, feePayerLimit, feePayerDaily }: PayerConfig,
  hasVault: boolean,
): { readonly feePayers?: FeePayers } {
  if (feePayers.length === 0) return {}
  if (!hasVault) {
    throw new CommandFailure(
      'TALLYSTICK_FEE_PAYERS names managed wallets, and there is no master key that opens them.',
      'set TALLYSTICK_VAULT_FILE to the file that `tallystick vault init` has written',
    )
  }
  return { feePayers: { wallets: feePayers, perTransaction: feePayerLimit, perDay: feePayerDaily } }
}

/**
 * Checks that the wallets can pay.
 * @returns Where, for the log
 * @throws CommandFailure if one is missing, is not of Solana, or two are of one network
 */
export async function mustPay(
  { payers }: ManagedWallets,
  { feePayers }: PayerConfig,
): Promise<readonly string[]> {
  const wallets = await payers.list()
  const places = wallets.map((wallet, at) => {
    if (wallet?.chain !== 'SOL') {
      throw new CommandFailure(
        `${feePayers[at] ?? ''} in TALLYSTICK_FEE_PAYERS is not a managed wallet of Solana.`,
        'name wallets that POST /v3/custodial/wallet has made on this database, with {"chain":"SOL"}',
      )
    }
    return { network: wallet.network, address: wallet.address }
  })
  const networks = places.map(({ network }) => network)
  if (new Set(networks).size < networks.length) {
    throw new CommandFailure(
      'Two wallets in TALLYSTICK_FEE_PAYERS are of one network.',
      'name one for each network',
    )
  }
  return places.map(({ network, address }) => `${address} pays fees on Solana ${network}`)
}
