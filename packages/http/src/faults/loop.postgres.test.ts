/** On PostgreSQL, whose answers are read in the thread that serves everybody. */
import { openFreshPostgres } from '../acceptance/storages.fixture.js'
import { heapOf, holdsNobodyUp } from './loop.fixture.js'

holdsNobodyUp({ name: 'PostgreSQL', heap: heapOf(4_000), open: () => openFreshPostgres(10) })
