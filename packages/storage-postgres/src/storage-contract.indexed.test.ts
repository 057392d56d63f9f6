import { chooseSeed, quickOrFull } from '@tallystick/testing'
import { holds } from './contract.fixture.js'

const seed = chooseSeed()

await holds('postgres, every entry indexed after its commit', {
  indexing: { alone: 1, contended: 1 },
  share: { of: quickOrFull(24, 1), seed },
  some: { of: quickOrFull(12, 1), seed },
  historyStep: quickOrFull(49, 1),
  runs: quickOrFull(1, 10),
})
