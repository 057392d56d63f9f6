/** The managed wallets that pay fees for callers (docs/vault.md). */
import { type FeePayers, type ManagedWallets, records } from '@tallystick/custody'
import type { Config } from './config.js'
import { CommandFailure, WrongSetting } from './failure.js'
import type { SETTINGS } from './settings.js'

type PayerConfig = Pick<
  Config<typeof SETTINGS.serve>,
  'feePayers' | 'feePayerLimit' | 'feePayerDaily' | 'gasPayers'
>

/** @throws CommandFailure without a vault, which has their keys */
export function payersOf(
  { feePayers, feePayerLimit, feePayerDaily, gasPayers }: PayerConfig,
  hasVault: boolean,
): { readonly feePayers?: readonly FeePayers[] } {
  const groups = [
    ...(feePayers.length === 0
      ? []
      : [{ wallets: feePayers, perTransaction: feePayerLimit, perDay: feePayerDaily }]),
    ...gasPayers,
  ]
  if (groups.length === 0) return {}
  if (!hasVault) {
    const setting = feePayers.length === 0 ? 'TALLYSTICK_GAS_PAYERS' : 'TALLYSTICK_FEE_PAYERS'
    throw new WrongSetting(
      `${setting} names managed wallets, and there is no master key that opens them.`,
      'set TALLYSTICK_VAULT_FILE to the file that `tallystick vault init` has written',
    )
  }
  return { feePayers: groups }
}

/** Chains whose gas pumps the service activates. */
const GAS: ReadonlySet<string> = new Set(
  [records.BSC, records.CELO, records.ETH, records.KLAY, records.MATIC, records.ONE].map(({ id }) => id),
)

/**
 * Checks that the wallets can pay.
 * @returns Where, for the log
 * @throws CommandFailure if one is missing, is of another chain, or two are of one place
 */
export async function mustPay(
  { payers }: ManagedWallets,
  { feePayers, gasPayers }: PayerConfig,
): Promise<readonly string[]> {
  const ids = [...feePayers, ...gasPayers.flatMap(({ wallets }) => wallets)]
  const wallets = await payers.list()
  const places = wallets.map((wallet, at) => {
    const isGas = at >= feePayers.length
    const [setting, chains] = isGas
      ? ['TALLYSTICK_GAS_PAYERS', 'a chain with gas pumps']
      : ['TALLYSTICK_FEE_PAYERS', 'Solana']
    if (wallet === undefined || (isGas ? !GAS.has(wallet.chain) : wallet.chain !== 'SOL')) {
      throw new CommandFailure(
        `${ids[at] ?? ''} in ${setting} is not a managed wallet of ${chains}.`,
        `name wallets that POST /v3/custodial/wallet has made on this database, with {"chain":"${isGas ? 'ETH' : 'SOL'}"}`,
      )
    }
    const { tenant, chain, network, address } = wallet
    return { isGas, address, place: isGas ? `${chain} ${network} of ${tenant}` : `Solana ${network}` }
  })
  const taken = new Set<string>()
  for (const { place, isGas } of places) {
    if (taken.has(place)) {
      throw new CommandFailure(
        isGas
          ? `Two wallets in TALLYSTICK_GAS_PAYERS are of ${place}.`
          : 'Two wallets in TALLYSTICK_FEE_PAYERS are of one network.',
        isGas ? 'name one for each tenant, chain and network' : 'name one for each network',
      )
    }
    taken.add(place)
  }
  return places.map(({ address, place }) => `${address} pays fees on ${place}`)
}
