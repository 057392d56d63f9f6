import { memoryStorage } from '@tallystick/engine'
import { ledgerProperties } from './properties.js'
import { quickOrFull } from './replay.js'

// Memory is quick, so it looks at many cases; FC_RUNS asks for more.
ledgerProperties('memory', memoryStorage, { runs: quickOrFull(30, 1_000) })
