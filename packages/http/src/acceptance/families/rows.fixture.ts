/** The families whose nodes are fakes, one row each. */
import { bnbRow } from './bnb.fixture.js'
import type { FamilyRow } from './family.fixture.js'
import { multiversxRow } from './multiversx.fixture.js'
import { solanaRow } from './solana.fixture.js'
import { stellarRow } from './stellar.fixture.js'
import { tronRow } from './tron.fixture.js'
import { xrpRow } from './xrp.fixture.js'

export const FAMILIES: readonly FamilyRow[] = [xrpRow, stellarRow, tronRow, solanaRow, bnbRow, multiversxRow]
