/** `tallystick watch`: has a wallet counted among our addresses when the ledger is compared with the chains. */
import { formatDecimal, type Network, type TenantId } from '@tallystick/core'
import { withChains } from './chains.js'
import { readConfig, type Sources } from './config.js'
import { CommandFailure, ConfigurationError, EXIT } from './failure.js'
import { SETTINGS } from './settings.js'
import { openExisting } from './storage.js'

export async function watch(address: string, sources: Sources): Promise<number> {
  const { database, config, chain: id, network, tenant } = await readConfig(SETTINGS.watch, sources)
  if (config === null || id === null) {
    const missing = Object.entries({ chain: id, config }).filter(([, value]) => value === null)
    throw new ConfigurationError(missing.map(([flag]) => `--${flag} is not given`))
  }
  const [{ createTallystick }, { BadTransaction, NodeFault }] = await Promise.all([
    import('@tallystick/operations'),
    import('@tallystick/custody'),
  ])
  const storage = await openExisting(database)
  const tallystick = createTallystick({
    storage,
    ...(await withChains(config)),
    warn: (message) => void process.stderr.write(`${message}\n`),
  })
  try {
    await tallystick.custody.follow()
    const owner = { tenant: tenant as TenantId, network: network as Network }
    const { record, codec } = await tallystick.chains.chain(id, owner.network)
    if (!codec.isAddress(address)) {
      throw new CommandFailure(
        `${JSON.stringify(address.slice(0, 100))} is no address of ${id} ${network}.`,
        'name another one, or another --network',
      )
    }
    const held = await tallystick.custody.watch(owner, id, address)
    const coins = held.find(({ asset }) => asset === '')
    const has = formatDecimal((coins?.observed ?? 0n) + (coins?.opening ?? 0n), record.decimals)
    process.stdout.write(
      `${codec.canonical(address)} is watched for the tenant ${tenant}. It has ${has} ${id}.\n`,
    )
    return EXIT.ok
  } catch (error) {
    if (!(error instanceof NodeFault || error instanceof BadTransaction)) throw error
    throw new CommandFailure(
      `The address cannot be watched: ${error.message}.`,
      'see docs/custody.md, "Reconciliation"',
    )
  } finally {
    await tallystick.close()
  }
}
