/** So many rounds, in chapters that begin with fresh nodes and a fresh ledger; a table of what became of them. */
import { chooseSeed, dose, reportFaults } from '@tallystick/testing'
import { expect, it } from 'vitest'
import { COUNTS, type Count, Drama, KINDS, type Stage } from './drama.fixture.js'

/** Rounds of `npm test`, and those of `npm run test:faults`. */
const FEW = 4
const MANY = 200
/** Rounds of one chapter. */
const CHAPTER = 20
/** Of `FAULT_MINUTES`. */
const SHARE = 0.05

export function runChapters(suite: string, open: (seed: number) => Promise<Stage>, isInstalled = true): void {
  const isLong = Number(process.env['FAULT_MINUTES'] ?? 0) > 0
  const wanted = Number(process.env['FAULT_ROUNDS'] ?? (isLong ? MANY : FEW))
  const { more, timeout } = dose(Math.ceil(wanted / CHAPTER), SHARE)
  const first = chooseSeed()
  const named = process.env['FAULT_KINDS']?.split(',')
  const kinds = new Set(KINDS.filter((kind) => named?.includes(kind) ?? true))

  // Where the node is a package of the system, not every machine has it.
  it.skipIf(!isInstalled)(
    `${suite}: each payment at most once, none lost, no address stuck`,
    async () => {
      const total = Object.fromEntries(COUNTS.map((count) => [count, 0])) as Record<Count, number>
      const problems: string[] = []
      let rounds = 0
      for (let chapter = 0; more(); chapter += 1) {
        const seed = first + chapter
        const length = Math.min(CHAPTER, wanted)
        const stage = await open(seed)
        try {
          const outcome = await new Drama(stage, seed, kinds).play(length)
          for (const count of COUNTS) total[count] += outcome.counts[count]
          rounds += length
          const again = `FAULT_ROUNDS=${length} FC_SEED=${seed} npx vitest run '${suite.split(' ').at(-1)}'`
          for (const problem of outcome.problems) problems.push(`${problem}\n    again: ${again}`)
          console.info(`${suite}, ${rounds} rounds, seed ${seed}: ${tell(outcome.counts)}`)
          for (const problem of outcome.problems) console.info(`  ${problem}`)
        } finally {
          await stage.close()
        }
      }
      reportFaults(
        suite,
        {
          faults: total.reorgs + total.drops + total.crashes + total.resets + total.repeats + total.lagging,
          acknowledged: total.acknowledged,
          lost: total.lost,
          doubled: total.doubled,
          discrepancies: total.stuck,
        },
        `${rounds} rounds: ${tell(total)}`,
      )
      if (problems.length > 0) throw new Error(problems.join('\n'))
      expect(total.acknowledged).toBeGreaterThan(0)
    },
    timeout + wanted * 6_000,
  )
}

const tell = (counts: Readonly<Record<Count, number>>): string =>
  COUNTS.map((count) => `${counts[count]} ${count}`).join(', ')
