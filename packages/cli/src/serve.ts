import { readConfig, type Sources } from './config.js'
import { EXIT } from './failure.js'
import { DEBUG_VARIABLE, SETTINGS } from './settings.js'

/** `tallystick serve`. It reports wrong settings before the server is loaded. */
export async function serve(sources: Sources): Promise<number> {
  const config = await readConfig(SETTINGS.serve, sources)
  const { start } = await import('./start.js')
  await start(config, sources.env[DEBUG_VARIABLE] === '1')
  return EXIT.ok
}
