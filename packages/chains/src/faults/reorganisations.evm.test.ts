import { anvilStage } from './anvil-stage.fixture.js'
import { runChapters } from './chapters.fixture.js'

runChapters('sends on anvil', anvilStage)
