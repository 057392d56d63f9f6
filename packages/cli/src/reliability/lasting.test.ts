/** What the command says it has written would be there after a power failure, as strace sees it. */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { built, Workplace } from '@tallystick/harness'
import { afterAll, expect, it } from 'vitest'

const place = new Workplace()
afterAll(() => place.clear())

const tracing = spawnSync('strace', ['-o', '/dev/null', '-e', 'trace=none', 'true'])
const reason = tracing.error?.message ?? (tracing.status === 0 ? null : tracing.stderr.toString().trim())
if (reason !== null) console.warn(`SKIPPED, whether files are flushed: ${reason}`)

/** The calls about the file and its folder, and `said` for what it told, in order. */
function traced(file: string, args: readonly string[]): readonly string[] {
  const trace = place.path('trace')
  const calls = 'trace=rename,renameat,renameat2,fsync,fdatasync,write,writev'
  const command = [process.execPath, built('cli/dist/main.js'), ...args]
  const { status, stderr } = spawnSync('strace', ['-f', '-y', '-o', trace, '-e', calls, ...command], {
    encoding: 'utf8',
  })
  expect(status, stderr).toBe(0)
  return readFileSync(trace, 'utf8')
    .split('\n')
    .flatMap((line) => {
      if (/ writev?\(1</.test(line)) return ['said']
      if (line.includes('rename')) return line.includes(`"${file}"`) ? ['renamed'] : []
      if (/ f(data)?sync\(/.test(line)) {
        if (line.includes(`<${dirname(file)}>`)) return ['folder']
        if (line.includes(`/${basename(file)}>`) || line.includes(`/${basename(file)}.partial>`))
          return ['file']
      }
      return []
    })
}

const last = (calls: readonly string[], call: string): number => calls.lastIndexOf(call)

// Where strace is missing, or may not trace, nothing sees the system calls; the reason is printed.
it.skipIf(reason !== null).each<[what: string, args: (file: string, database: string) => string[]]>([
  ['a master key', (file) => ['vault', 'init', '--out', file]],
  ['a backup', (file, database) => ['backup', '--database', database, '--to', file]],
  ['anchors', (file, database) => ['verify', '--database', database, '--write-anchors', file]],
])('%s is flushed, and so is its name, before that is said', async (what, args) => {
  const database = place.path('ledger.db')
  expect(await place.run(['migrate', '--database', database])).toMatchObject({ code: 0 })
  const file = place.path(`${what.replace(' ', '-')}`)
  if (what === 'anchors') writeFileSync(file, '[]')
  const calls = traced(file, args(file, database))
  expect(last(calls, 'folder'), calls.join(' ')).toBeGreaterThan(last(calls, 'renamed'))
  expect(calls.indexOf('file'), calls.join(' ')).toBeGreaterThanOrEqual(0)
  if (what === 'a master key') expect(calls.indexOf('said')).toBeGreaterThan(last(calls, 'folder'))
})
