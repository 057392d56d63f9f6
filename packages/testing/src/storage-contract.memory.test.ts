import { memoryStorage } from '@tallystick/engine'
import { storageContract } from './storage-contract.js'

// Memory has no reopen and no second handle: what it holds ends with it.
storageContract('memory', memoryStorage)
