/** A row for each asset whose way through the service is walked. */
import { FAKES } from './fakes.fixture.js'
import type { FlowRow } from './flow.fixture.js'
import { REAL } from './real.fixture.js'

export const FLOWS: readonly FlowRow[] = [...REAL, ...FAKES]
