import { memoryStorage } from '@tallystick/engine'
import { futures } from './book-futures.js'
import { orderBookProperties } from './book-properties.js'
import { quickOrFull } from './replay.js'

orderBookProperties('memory', memoryStorage, quickOrFull(60, 1_000))
futures('memory', memoryStorage, quickOrFull(40, 1_000))
