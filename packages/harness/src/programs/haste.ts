/**
 * Loaded before a program (`node --import`): its time runs faster, and its clock may be wrong. `HASTE` says how many times
 * faster, `HASTE_FROM` from which moment on (epoch milliseconds, the same for all processes), `HASTE_STEP` by how many
 * milliseconds its clock of the day is ahead of the others'. Timers of Node itself, as of its servers, keep their pace.
 */
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

const elapsed = performance.now.bind(performance)
performance.now = () => elapsed() * factor

for (const name of ['setTimeout', 'setInterval'] as const) {
  const begin: (work: () => void, ms?: number) => unknown = globalThis[name]
  Reflect.set(
    globalThis,
    name,
    Object.assign(
      (work: () => void, ms = 0, ...given: readonly unknown[]) =>
        Reflect.apply(begin, globalThis, [work, ms / factor, ...given]),
      begin,
    ),
  )
}
