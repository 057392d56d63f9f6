import { findLitecoind } from '../utxo/litecoind.fixture.js'
import { runChapters } from './chapters.fixture.js'
import { litecoindStage } from './litecoind-stage.fixture.js'

// Litecoin Core is a package of the system, which not every machine has.
runChapters('sends on litecoind', litecoindStage, findLitecoind() !== undefined)
