/** Changed: `core/src/nouns.ts`. */
import { vi } from 'vitest'
import { PARCELS } from './table.fixture.js'

const { NOUNS: before } = await vi.importActual<typeof import('../../../core/src/nouns.js')>(
  '../../../core/src/nouns.js',
)

export const NOUNS = [...before, PARCELS] as const
