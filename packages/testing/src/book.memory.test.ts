import { memoryStorage } from '@tallystick/engine'
import { orderBookProperties } from './book-properties.js'
import { quickOrFull } from './replay.js'

orderBookProperties('memory', memoryStorage, quickOrFull(60, 1_000))
