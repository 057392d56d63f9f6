/** The simulator on a real storage: what each rule decides there is what the model says. */
import type { Storage } from '@tallystick/engine'
import { expect, it } from 'vitest'
import { chooseSeed } from '../replay.js'
import { simulate } from './simulate.js'

/** Commands of one ledger. Each has faults of its own. */
const LEDGER = 2_500

/**
 * Registers the suite. Machines die, connections break, answers are lost, as on the storage in memory.
 * @param open Gives an empty storage each time
 * @param commands Of all ledgers together
 */
export function simulationContract(name: string, open: () => Promise<Storage>, commands: number): void {
  it(`${name}: no difference from the model`, { timeout: 60_000 + commands * 40 }, async () => {
    const { finding, tally } = await simulate({ seed: chooseSeed(), commands, ledger: LEDGER, open })
    expect(finding).toBeNull()
    expect(tally.commands).toBe(commands)
  })
}
