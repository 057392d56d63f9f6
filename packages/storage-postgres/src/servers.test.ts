/** URLs with several servers, as libpq reads them. */
import { expect, it } from 'vitest'
import { serversIn } from './servers.js'

const RW = 'target_session_attrs=read-write'
const A = { host: 'a', port: 5432 }
const B = { host: 'b', port: 5433 }

it.each([
  // One server, which is the primary in any case: node-pg reads the URL as it is.
  ['postgres://u:p@a/d', 'postgres://u:p@a/d', []],
  ['postgres:///d?host=/run', 'postgres:///d?host=/run', []],
  ['postgres://a/d?target_session_attrs=any', 'postgres://a/d?target_session_attrs=any', []],
  // One server that must be the primary.
  [`postgres://a/d?${RW}`, 'postgres://a/d', [A]],
  [`postgresql://u@b:5433/d?${RW}&sslmode=require`, 'postgresql://u@b:5433/d?sslmode=require', [B]],
  // Several.
  [`postgres://u:p%40,@a,b:5433/d?${RW}`, 'postgres://u:p%40,@a/d', [A, B]],
  ['postgres://u@a:5432,b:5433/d', 'postgres://u@a:5432/d', [A, B]],
  ['postgres://a,b:5433/d?target_session_attrs=primary', 'postgres://a/d', [A, B]],
  [`postgres://[::1]:5433,a/d?${RW}`, 'postgres://[::1]:5433/d', [{ host: '::1', port: 5433 }, A]],
  [
    `postgres://a,b:5433/d?options=-c%20search_path%3Dx&${RW}`,
    'postgres://a/d?options=-c+search_path%3Dx',
    [A, B],
  ],
  // What other clients need, and what binds the password to the connection.
  [
    'postgres://a/d?connect_timeout=5&keepalives=1&channel_binding=require&sslmode=no-verify',
    'postgres://a/d?connect_timeout=5&keepalives=1&channel_binding=require&sslmode=no-verify',
    [],
  ],
  ['postgres://a/d?channel_binding=disable', 'postgres://a/d?channel_binding=disable', []],
  // Behind a pooler.
  ['postgres://u:p@a/d?pgbouncer=true', 'postgres://u:p@a/d', []],
  ['postgres://u:p@a/d?pgbouncer=false&sslmode=require', 'postgres://u:p@a/d?sslmode=require', []],
  [`postgres://a,b:5433/d?pgbouncer=true&${RW}`, 'postgres://a/d', [A, B]],
])('%s', (text, url, candidates) => {
  expect(serversIn(text)).toEqual({
    url,
    candidates,
    pooled: text.includes('pgbouncer=true'),
    bound: text.includes('channel_binding=require'),
  })
})

it.each([
  ['postgres://u:secret@a,/d', 'server 2 is not a host'],
  ['postgres://u:secret@a:5432,:5433/d', 'server 2 is not a host'],
  ['postgres://u:secret@a:0,b/d', 'server 1 is not a host'],
  ['postgres://u:secret@a,b:65536/d', 'server 2 is not a host'],
  ['postgres://u:secret@a,b:x/d', 'server 2 is not a host'],
  ['postgres://u:secret@a b,b/d', 'server 1 is not a host'],
  [`postgres:///d?host=/run&${RW}`, 'server 1 is not a host'],
  ['postgres://u:secret@a,b/d?target_session_attrs=any', 'only the primary takes writes'],
  ['postgres://u:secret@a/d?target_session_attrs=standby', 'a ledger is written'],
  ['postgres://u:secret@a,b/d?target_session_attrs=read-only', 'a ledger is written'],
  ['postgres://u:secret@a,b/d?target_session_attrs=prefer-standby', 'a ledger is written'],
  ['postgres://u:secret@a/d?pgbouncer=yes', 'neither true nor false'],
  ['postgres://u:secret@/d?host=a,b', 'write them before the path'],
  // Ignored, it would lead to a connection in plain text, or to a server that takes no writes.
  ['postgres://u:secret@a/d?sslmod=require', 'its parameter 1 is not known (perhaps sslmode is meant)'],
  [
    'postgres://u:secret@a/d?host=/run&SSLMODE=require',
    'its parameter 2 is not known (perhaps sslmode is meant)',
  ],
  ['postgres://u:secret@a/d?target_session_attr=any', 'perhaps target_session_attrs is meant'],
  ['postgres://u:secret@a/d?schema=x', 'its parameter 1 is not known'],
  ['postgres://u:x?secret@a/d', 'a ? in a password is written %3F'],
  ['postgres://u:x?longsecret=y@a/d', 'a ? in a password is written %3F'],
  ...['', 'verify-ful', 'REQUIRE'].map((mode) => [
    `postgres://u:secret@a/d?sslmode=${mode}`,
    'its sslmode is none of',
  ]),
] as [string, string][])('refuses %s', (text, problem) => {
  const found = serversIn(text)
  expect(found).toContain(problem)
  expect(found).not.toContain('secret')
})
