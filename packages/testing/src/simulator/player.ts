/** A process that plays the ledgers it is told the numbers of: see processes.ts. */
import type { Message, PlayerOptions } from './processes.js'
import { playerOf } from './simulate.js'

/** Between two counts, in milliseconds. */
const TOLD = 250

const play = playerOf(JSON.parse(process.argv[2] ?? '{}') as PlayerOptions)
let told = 0

function tell(message: Omit<Message, 'processor'>): void {
  const { user, system } = process.cpuUsage()
  process.send?.({ ...message, processor: (user + system) / 1e6 } satisfies Message)
}

process.on('message', async (number: number) => {
  const { tally, ...played } = await play(number, (so) => {
    if (performance.now() - told < TOLD) return
    told = performance.now()
    tell({ tally: so, played: null })
  })
  tell({ tally, played })
})
