/** Runs before each file of this package (see vitest.config.ts): several files may share one process. */
import { afterAll } from 'vitest'
import { closeStorages } from './storages.fixture.js'

afterAll(closeStorages)
