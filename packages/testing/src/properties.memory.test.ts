import { memoryStorage } from '@tallystick/engine'
import { ledgerProperties } from './properties.js'

// Memory is quick, so it looks at many cases; FC_RUNS asks for more.
ledgerProperties('memory', memoryStorage, { runs: 1_000 })
