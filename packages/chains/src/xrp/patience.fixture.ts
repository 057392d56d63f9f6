/** Tests wait less for earlier sequences. A module that a process has loaded cannot be mocked, so its values change. */
import { patience } from './patience.js'

const usual = { ...patience }

export const impatiently = (): void => void Object.assign(patience, { predecessorsMs: 400, lookMs: 20 })
export const patiently = (): void => void Object.assign(patience, usual)
