import { quickOrFull } from '@tallystick/testing'
import { holds } from './contract.fixture.js'

await holds('postgres', { historyStep: quickOrFull(7, 1), crossed: quickOrFull(500, 10_000) })
