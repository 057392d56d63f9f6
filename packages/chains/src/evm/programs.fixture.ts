/** Programs of the virtual machine (Yellow Paper, appendix H), of which each step ignores what it was answered. */
export const word = (value: bigint | string): string =>
  (typeof value === 'bigint' ? value.toString(16) : value.slice(2)).padStart(64, '0')
const NONE = '60006000'
export const call = (to: string, value: bigint): string =>
  `${NONE}${NONE}7f${word(value)}73${to.slice(2)}5af150`
export const callcode = (to: string, value: bigint): string =>
  `${NONE}${NONE}7f${word(value)}73${to.slice(2)}5af250`
export const delegatecall = (to: string): string => `${NONE}${NONE}73${to.slice(2)}5af450`
export const create = (value: bigint): string => `${NONE}7f${word(value)}f050`
export const end = (to: string): string => `73${to.slice(2)}ff`
export const REVERT = `${NONE}fd`
/** Code that deploys a program. */
export const deploying = (program: string): string =>
  `0x61${(program.length / 2).toString(16).padStart(4, '0')}80600c6000396000f3${program}`
