import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { logWarnings, readableLine } from './logger.js'
import { paintFor } from './terminal.js'

const plain = paintFor({ isTTY: false } as NodeJS.WriteStream)

describe('readableLine', () => {
  it('has the time of day, the level, the message and the fields', () => {
    const json =
      '{"level":"warn","time":"2026-01-02T03:04:05.678Z","route":"/v3/x","status":503,"msg":"busy"}'
    expect(readableLine(json, plain, false)).toBe('03:04:05.678  warn   busy  route: /v3/x  status: 503\n')
  })

  it('shows what is nested', () => {
    const json = '{"level":"error","time":"2026-01-02T03:04:05.678Z","error":{"name":"Fault"},"msg":"x"}'
    expect(readableLine(json, plain, false)).toBe("03:04:05.678  error  x  error: { name: 'Fault' }\n")
  })
})

describe('logWarnings', () => {
  it('makes a line of what Node would print as plain text', async () => {
    const before = process.listeners('warning')
    const lines: string[] = []
    try {
      logWarnings(pino({ base: null }, { write: (line: string) => void lines.push(line) }))
      process.emitWarning('it is old', { type: 'DeprecationWarning', code: 'DEP1' })
      await new Promise((resolve) => setImmediate(resolve))
      expect(process.listenerCount('warning')).toBe(1)
    } finally {
      process.removeAllListeners('warning')
      for (const listener of before) process.on('warning', listener)
    }
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { msg: 'it is old', name: 'DeprecationWarning', code: 'DEP1', stack: expect.any(Array) },
    ])
  })
})
