/**
 * Where the processor time goes, on demand: V8's profiles of what is measured, in a folder, for `chrome://inspect`,
 * `speedscope` or an editor; and the functions that took most of it.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { type Profiler, Session } from 'node:inspector/promises'
import { join } from 'node:path'
import { figure, type Section } from './report.js'

export type Profile = Profiler.Profile

const SHOWN = 15
/** Between two samples. */
const INTERVAL_MICROSECONDS = 250

let session: Session | null = null

/** In the process that is measured. */
export async function startProfile(): Promise<void> {
  session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: INTERVAL_MICROSECONDS })
  await session.post('Profiler.start')
}

export async function stopProfile(): Promise<Profile> {
  if (session === null) throw new Error('No profile was begun')
  const { profile } = await session.post('Profiler.stop')
  session.disconnect()
  session = null
  return profile
}

/** What is profiled elsewhere: a child that serves. */
interface Elsewhere {
  startProfile(): Promise<unknown>
  stopProfile(): Promise<Profile>
}

class Profiles {
  private folder: string | null = null
  private written = 0
  private readonly samples = new Map<string, Map<string, number>>()

  enable(folder: string): void {
    mkdirSync(folder, { recursive: true })
    this.folder = folder
  }

  /** Profiles the work, if profiles are wanted. */
  async around<Result>(
    name: string,
    work: () => Promise<Result>,
    where: Elsewhere = { startProfile, stopProfile },
  ): Promise<Result> {
    if (this.folder === null) return work()
    await where.startProfile()
    const result = await work()
    this.add(name, await where.stopProfile(), this.folder)
    return result
  }

  sections(): readonly Section[] {
    return [...this.samples].map(([name, samples]) => {
      const all = [...samples.values()].reduce((sum, each) => sum + each, 0)
      const most = [...samples].sort(([, a], [, b]) => b - a).slice(0, SHOWN)
      return {
        title: `Profile of ${name}`,
        columns: ['share'],
        rows: most.map(([place, count]) => ({ name: place, cells: [figure('ratio', count / all)] })),
        notes: [`Of its processor time; profiles are in ${this.folder}.`],
      }
    })
  }

  private add(name: string, profile: Profile, folder: string): void {
    const file = `${name.replaceAll(/\W+/g, '-')}-${++this.written}.cpuprofile`
    writeFileSync(join(folder, file), JSON.stringify(profile))
    const samples = this.samples.get(name) ?? new Map<string, number>()
    this.samples.set(name, samples)
    for (const { callFrame, hitCount = 0 } of profile.nodes) {
      const { functionName, url, lineNumber } = callFrame
      if (functionName === '(idle)' || hitCount === 0) continue
      const place = url.replace(/^.*\/(?:packages|node_modules)\//, '')
      const shown = `${functionName || '(anonymous)'}${place === '' ? '' : ` ${place}:${lineNumber + 1}`}`
      samples.set(shown, (samples.get(shown) ?? 0) + hitCount)
    }
  }
}

/** Of this run. */
export const profiles = new Profiles()
