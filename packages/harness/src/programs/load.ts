/**
 * Child process: a ledger under load on one file. It writes when a call begins and, once the call is acknowledged, its
 * references. It never ends by itself; its parent kills it.
 *
 * Writes `pid <its own>` and `ready <synchronous> <entries> <discrepancies>`. For `again <round>/<index> …` it writes the
 * answer of each of these calls, then `done`; after `go`, the calls of its round.
 */
import { readFileSync } from 'node:fs'
import { verify } from '@tallystick/engine'
import { createTallystick } from '@tallystick/operations'
import { openSqlite } from '@tallystick/storage-sqlite'
import { type Call, callOf, perform, type Stage } from './calls.js'
import { hear, say } from './say.js'
import { watchSqlite } from './watch-sqlite.js'

export interface LoadOptions {
  readonly file: string
  readonly stage: string
  readonly seed: number
  readonly round: number
  readonly callers: number
  readonly settleEvery: number
  readonly checkpointEvery: number
}

const options = JSON.parse(process.argv[2] ?? '') as LoadOptions
const { seed, round } = options
say('pid', process.pid)
const watch = watchSqlite({
  begun: (settles) => say('commit', settles ? 'settling' : 'plain'),
  ended: () => say('committed'),
})
const storage = await openSqlite(options)
const ledger = createTallystick({ storage })
const stage = JSON.parse(readFileSync(options.stage, 'utf8')) as Stage
const { entries, discrepancies } = await verify(storage)
for (const found of discrepancies) say('discrepancies', JSON.stringify(found))
say('ready', String(watch.synchronous()), entries, discrepancies.length)

async function attempt(place: string, call: Call): Promise<void> {
  say('begin', place)
  try {
    const references = await perform(ledger, stage, call)
    say('ack', place, references.join(','))
  } catch (error) {
    say('failed', place, error instanceof Error ? error.message : String(error))
  }
}

const [, ...places] = (await hear()).trim().split(' ')
await Promise.all(
  places.map((place) => {
    const [ofRound = 0, index = 0] = place.split('/').map(Number)
    return attempt(place, callOf(seed, ofRound, index))
  }),
)
say('done')

if ((await hear()) !== 'go') process.exit(0)
let next = 0
await Promise.all(
  Array.from({ length: options.callers }, async () => {
    for (;;) {
      const index = next++
      await attempt(`${round}/${index}`, callOf(seed, round, index))
    }
  }),
)
