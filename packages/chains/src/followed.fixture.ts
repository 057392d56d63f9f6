/** A ledger that follows chains from now on. */
import type { Operations } from '@tallystick/operations'
import { onTestFinished } from 'vitest'
import { createChains } from './chains.js'
import type { ChainsFile } from './config/config.js'
import { readChainsConfig } from './config/read.js'
import { type OpenLedger, openLedger } from './open-ledger.fixture.js'

export interface Followed {
  readonly opened: OpenLedger
  readonly calls: Operations
  follow(): Promise<void>
}

export async function following(
  chains: ChainsFile['chains'],
  close: () => Promise<unknown>,
): Promise<Followed> {
  const opened = openLedger(createChains(readChainsConfig({ chains: chains ?? {} })))
  onTestFinished(async () => {
    await opened.close()
    await close()
  })
  // The first round begins after the newest block.
  await opened.ledger.custody.follow()
  return { opened, calls: await opened.as('testnet'), follow: () => opened.ledger.custody.follow() }
}
