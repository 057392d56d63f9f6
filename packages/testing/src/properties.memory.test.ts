import { memoryStorage } from '@tallystick/engine'
import { ledgerProperties } from './properties.js'

ledgerProperties('memory', memoryStorage, { runs: 100 })
