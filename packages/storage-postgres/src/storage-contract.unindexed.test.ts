/** Whoever reads must not be able to tell. */
import { chooseSeed, quickOrFull } from '@tallystick/testing'
import { holds } from './contract.fixture.js'
import { refuseIndexing } from './entries.fixture.js'

const seed = chooseSeed()

await holds('postgres, some entries never indexed', {
  indexing: { alone: 1, contended: 1, waiting: 2 },
  prepare: refuseIndexing,
  // Each read looks through all of what waits.
  share: { of: quickOrFull(24, 1), seed },
  some: { of: quickOrFull(12, 1), seed },
  historyStep: quickOrFull(100, 20),
  // Each unit of work opens a connection anew: the one on which indexing was refused is gone.
  runs: quickOrFull(1, 3),
})
