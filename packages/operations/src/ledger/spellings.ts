/** Deposits have the spelling of their chain; whoever looks for one may use another (decision 028). */
import { assetOf, type Chain, records } from '@tallystick/custody'
import { chainOf } from '../chains/known.js'
import type { CallContext } from '../context.js'

type Asking = Pick<CallContext, 'engine' | 'chains' | 'caller'>

/** A hash in hex: 64 digits, of either case. */
export const hash = (text: string): string | undefined =>
  /^(?:0x)?([0-9a-f]{64})$/i.exec(text)?.[1]?.toLowerCase()

/** The text, and the id of a transaction as each family writes it. */
export function idSpellings(text: string): readonly string[] {
  const plain = hash(text)
  return plain === undefined ? [text] : [text, plain, `0x${plain}`, plain.toUpperCase()]
}

/** The text, and the address as it is written on the currency's chain; without one, on every chain that has it. */
export async function addressSpellings(
  asking: Asking,
  text: string,
  currency: string | undefined,
): Promise<readonly string[]> {
  // A list has the deposits of both networks.
  const chains = await Promise.all([
    chainsOn(asking, 'mainnet', currency),
    chainsOn(asking, 'testnet', currency),
  ])
  const own = chains.flat().filter(({ codec }) => codec.isAddress(text))
  return [...new Set([text, ...own.map(({ codec }) => codec.canonical(text))])]
}

async function chainsOn(
  { engine, chains, caller }: Asking,
  network: 'mainnet' | 'testnet',
  currency: string | undefined,
): Promise<readonly Chain[]> {
  const asset =
    currency === undefined
      ? undefined
      : await assetOf({ chains, caller: { tenant: caller.tenant, network } }, engine, currency)
  if (asset !== undefined) return [asset.chain]
  const ids = [...Object.keys(records), ...(chains.added ?? []).map(({ id }) => id)]
  const known = await Promise.all(ids.map((id) => chainOf(chains, id, network)))
  return known.filter((chain) => chain !== undefined)
}
