/** `tallystick contracts deploy`: deploys the factory of gas pumps. */
import { formatDecimal } from '@tallystick/core'
import type { FactoryDeployment } from '@tallystick/custody'
import { openChains } from './chains.js'
import { readConfig, type Sources } from './config.js'
import { CommandFailure, ConfigurationError, EXIT } from './failure.js'
import { SETTINGS } from './settings.js'

export async function deployContracts(sources: Sources): Promise<number> {
  const { flags } = sources
  const { chain: id, deployer, network, config } = await readConfig(SETTINGS.contractsDeploy, sources)
  if (id === null || deployer === null || config === null) {
    const given = { '--chain': id, '--config': config, TALLYSTICK_DEPLOYER_KEY: deployer }
    const missing = Object.entries(given).filter(([, value]) => value === null)
    throw new ConfigurationError(missing.map(([name]) => `${name} is not given`))
  }
  const { BadKey, BadTransaction, deployFactory, isEvm, NodeFault } = await import('@tallystick/custody')
  const chains = await openChains(config)
  try {
    const chain = await chains.chain(id, network)
    if (!isEvm(chain)) throw new NodeFault('unsupported', `${chain.record.name} is no EVM chain`)
    const done = await deployFactory(chain, deployer, flags['send'] === true)
    process.stdout.write(
      flags['json'] === true
        ? `${JSON.stringify({ ...done, fee: formatDecimal(done.fee, chain.record.decimals) }, null, 2)}\n`
        : `  ${describe(done, id, chain.record.decimals)}\n`,
    )
    return done.txId !== null && !done.isThere ? EXIT.failed : EXIT.ok
  } catch (error) {
    if (!(error instanceof NodeFault || error instanceof BadTransaction || error instanceof BadKey))
      throw error
    throw new CommandFailure(`Nothing was deployed: ${error.message}.`, 'see docs/gas-pump.md, "The factory"')
  }
}

function describe({ address, isThere, txId, fee }: FactoryDeployment, id: string, decimals: number): string {
  if (isThere) {
    return txId === null
      ? `The factory is at ${address} already: nothing was sent.`
      : `The factory is at ${address} now: transaction ${txId}.`
  }
  const most = `${formatDecimal(fee, decimals)} ${id}`
  return txId === null
    ? `The factory would be deployed at ${address}, for ${most} at most. Nothing was sent: --send does it.`
    : `Transaction ${txId} was sent, and no block has it yet. Run the command again later.`
}
