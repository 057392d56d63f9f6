/** How many connections clients may have, so that they leave files and connections for the ledger and its nodes. */
import { readFileSync } from 'node:fs'

/** Of the files that a process may have open. */
const SHARE = 0.75

/** Where Linux tells a process its limits. Node's own report tells them too, and may wait for the names of all who are connected. */
const LIMITS = '/proc/self/limits'

/** Undefined where the system sets no limit, or does not tell it there. */
export function mostConnections(file = LIMITS): number | undefined {
  const [, soft] = /^Max open files +(\d+)/m.exec(textOf(file)) ?? []
  return soft === undefined ? undefined : Math.floor(Number(soft) * SHARE)
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}
