/** On SQLite, which runs in the thread that serves everybody. */
import { openFreshSqlite } from '../acceptance/storages.fixture.js'
import { heapOf, holdsNobodyUp } from './loop.fixture.js'

holdsNobodyUp({ name: 'SQLite', heap: heapOf(8_000), open: openFreshSqlite })
