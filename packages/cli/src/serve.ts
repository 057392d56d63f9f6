import { readConfig, type Sources } from './config.js'
import { EXIT, exitCodeOf, failureFields, messageOf } from './failure.js'
import { DEBUG_VARIABLE, SETTINGS } from './settings.js'
import { isTerminal } from './terminal.js'

/** `tallystick serve`. It reports wrong settings before the server is loaded. */
export async function serve(sources: Sources): Promise<number> {
  const stacks = sources.env[DEBUG_VARIABLE] === '1'
  try {
    const config = await readConfig(SETTINGS.serve, sources)
    const { start } = await import('./start.js')
    await start(config, stacks)
    return EXIT.ok
  } catch (error) {
    if (isTerminal(process.stderr)) throw error
    // The log has JSON lines and nothing else.
    const { createLogger } = await import('./logger.js')
    createLogger('error').fatal(failureFields(error, stacks), messageOf(error))
    return exitCodeOf(error)
  }
}
