/** The files of `deploy/`: what they name exists, and the programs they are for accept them where they are installed. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryStorage } from '@tallystick/engine'
import { buildApp } from '@tallystick/http'
import { createTallystick } from '@tallystick/operations'
import { afterAll, describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { KNOWN_VARIABLES } from './settings.js'
import { STOP_LIMIT_MS } from './stop.js'

const DEPLOY = new URL('../../../deploy/', import.meta.url).pathname
const read = (name: string): string => readFileSync(join(DEPLOY, name), 'utf8')
const files = readdirSync(DEPLOY, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.\w+$|file$/.test(name),
)

it.each(files)('%s: every setting is one of ours', (name) => {
  for (const [variable] of read(name).matchAll(/TALLYSTICK_[A-Z_]+/g)) {
    expect(KNOWN_VARIABLES, name).toContain(variable)
  }
})

it.each(files.filter((name) => name.endsWith('.yaml')))('%s: is YAML', (name) => {
  const documents = parseAllDocuments(read(name), { strict: true, uniqueKeys: true })
  expect([documents].flat().flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([])
})

it.each(['tallystick.service', 'Dockerfile', '../docs/deploying.md'])(
  '%s: the folder that is made has the pages of the guide',
  (name) => {
    const [before, after] = read(name).split(/filter \S*@tallystick\/cli\S* deploy/)
    expect(after).toBeDefined()
    expect(before).toContain('node packages/docs/scripts/pages.mjs')
  },
)

it('whoever stops the service waits until it has stopped', () => {
  const seconds = STOP_LIMIT_MS / 1_000
  for (const [name, pattern] of [
    ['compose.yaml', /stop_grace_period: (\d+)s/],
    ['tallystick.service', /TimeoutStopSec=(\d+)/],
    ['kubernetes/tallystick.yaml', /terminationGracePeriodSeconds: (\d+)/],
    ['Dockerfile', /docker stop --time (\d+)/],
  ] as const) {
    expect(Number(pattern.exec(read(name))?.[1]), name).toBeGreaterThan(seconds)
  }
})

it.each(['proxy/nginx.conf', 'proxy/Caddyfile', 'proxy/haproxy.cfg'])(
  '%s: lets no probe out, and repeats no call',
  (name) => {
    const text = read(name)
    for (const path of ['metrics', 'livez', 'readyz'])
      expect(text).toMatch(new RegExp(`404.*${path}|${path}[^]*404`))
    expect(text).toMatch(/proxy_next_upstream off|lb_try_duration 0s|retry-on conn-failure\n/)
  },
)

/** As the program itself decides it: nginx and Caddy decode a path and join its slashes, and HAProxy decodes it. */
it.each([
  ['proxy/nginx.conf', /location ~ (\S+) \{/],
  ['proxy/haproxy.cfg', /path,url_dec -m reg (\S+) \}/],
  ['proxy/Caddyfile', /@probes path (.+)/],
])('%s: keeps the probes back, however they are written', (name, pattern) => {
  const rule = pattern.exec(read(name))?.[1] ?? ''
  const isCaddy = name.endsWith('Caddyfile')
  const words = isCaddy ? rule.split(' ').map((word) => `^${word.replace('*', '.*')}$`) : [rule]
  const isKept = (path: string) => words.some((word) => new RegExp(word).test(path))
  for (const probe of ['metrics', 'livez', 'readyz']) {
    for (const path of [`/${probe}`, `/${probe}/`, `/${probe}//`, ...(isCaddy ? [] : [`//${probe}`])]) {
      expect(isKept(path), path).toBe(true)
    }
    expect(isKept(`/v3/${probe}`)).toBe(false)
  }
})

describe('monitoring', () => {
  const app = buildApp({ tallystick: createTallystick({ storage: memoryStorage(), webhooks: {} }) })
  afterAll(() => app.close())

  it.each(['monitoring/alerts.yaml', 'monitoring/grafana.json'])('%s: every metric exists', async (name) => {
    const { payload } = await app.inject('/metrics')
    // `up` is Prometheus' own.
    const known = new Set(['up'])
    for (const [, metric = '', type] of payload.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
      known.add(type === 'histogram' ? `${metric}_bucket` : metric)
    }
    const expressions = [...read(name).matchAll(/"?expr"?: "?(.*)/g)].map(([, text = '']) => text)
    expect(expressions.length).toBeGreaterThan(10)
    for (const text of expressions) {
      const named = text.match(/\b(?:tallystick|nodejs|process)_\w+/g) ?? text.match(/\bup\b/g) ?? []
      expect(named, text).not.toEqual([])
      for (const metric of named) expect(known, text).toContain(metric)
    }
  })

  it('every alert says who is woken, what happened, and what to do', () => {
    const { groups } = parse(read('monitoring/alerts.yaml')) as {
      readonly groups: readonly { readonly rules: readonly Readonly<Record<string, unknown>>[] }[]
    }
    for (const rule of groups.flatMap(({ rules }) => rules)) {
      expect(rule).toMatchObject({
        alert: expect.stringMatching(/^Tallystick[A-Z]/),
        labels: { severity: expect.stringMatching(/^(page|ticket)$/) },
        annotations: { summary: expect.stringMatching(/\.$/), remedy: expect.any(String) },
      })
    }
  })
})

describe('the program itself accepts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-deploy-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const certificate = join(folder, 'certificate.pem')
  const openssl = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=ledger.example.com'],
    ...['-keyout', certificate, '-out', join(folder, 'public.pem')],
  ])
  if (openssl.status === 0) {
    writeFileSync(
      certificate,
      readFileSync(certificate, 'utf8') + readFileSync(join(folder, 'public.pem'), 'utf8'),
    )
  }
  /** The file as it is, but with a certificate of ours, and another program than one that is not here. */
  const file = (name: string): string => {
    const path = join(folder, name.replaceAll('/', '-'))
    const text = read(name).replace(/\/etc\/ssl\/ledger\.example\.com\.(pem|key)/g, certificate)
    writeFileSync(path, text.replace('/usr/bin/litestream replicate', process.execPath))
    return path
  }

  it.for([
    ['nginx', ['-t', '-p', folder, '-c'], 'proxy/nginx.conf'],
    ['haproxy', ['-c', '-f'], 'proxy/haproxy.cfg'],
    ['caddy', ['validate', '--adapter', 'caddyfile', '--config'], 'proxy/Caddyfile'],
    ['promtool', ['check', 'rules'], 'monitoring/alerts.yaml'],
    ['systemd-analyze', ['verify'], 'tallystick.service'],
    ['systemd-analyze', ['verify'], 'litestream.service'],
  ] as const)('%s', { timeout: 30_000 }, ([program, words, name], { skip }) => {
    if (openssl.status !== 0 || spawnSync('which', [program]).status !== 0)
      skip(`${program} is not installed`)
    const { status, stderr, stdout } = spawnSync(program, [...words, file(name)], { encoding: 'utf8' })
    expect(status, `${stdout}${stderr}`).toBe(0)
  })
})
