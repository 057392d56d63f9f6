/**
 * Loaded before a program (`node --import`): its work comes round faster, and its clock may be wrong. `HASTE` says how many
 * times faster, `HASTE_FROM` from which moment on (epoch milliseconds, the same for all processes), `HASTE_STEP` by how many
 * milliseconds its clock of the day is ahead of the others'. Limits of time keep their pace: databases and nodes answer
 * no faster than to other programs.
 */
import { systemScheduler } from '@tallystick/engine'

const { HASTE = '1', HASTE_FROM = '0', HASTE_STEP = '0' } = process.env
const factor = Number(HASTE)
const from = Number(HASTE_FROM)
const step = Number(HASTE_STEP)

const { now } = Date
const hastened = (): number => Math.floor(from + (now() - from) * factor) + step

globalThis.Date = new Proxy(Date, {
  construct: (target, given: readonly unknown[]) =>
    Reflect.construct(target, given.length === 0 ? [hastened()] : [...given]) as Date,
  get: (target, name) => (name === 'now' ? hastened : Reflect.get(target, name)),
})

const { later, elapsed } = systemScheduler
Object.assign(systemScheduler, {
  later: (run: () => void, ms: number, isAwaited?: boolean) => later(run, ms / factor, isAwaited),
  elapsed: () => elapsed() * factor,
} satisfies Partial<typeof systemScheduler>)
