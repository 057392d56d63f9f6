/** Processes that open one file at the same moment, new or left behind: all of them get it. */

import { Nursery } from '@tallystick/harness'
import { quickOrFull } from '@tallystick/testing'
import { afterAll, expect, it } from 'vitest'

const PROCESSES = 4
const FILES = quickOrFull(30, 60)
/** Each file is opened again while others still close it: the last to close holds it for itself. */
const TIMES = 2

const nursery = new Nursery()
afterAll(() => nursery.clear())

it(`${PROCESSES} processes open ${FILES} new files at once`, async () => {
  const children = Array.from({ length: PROCESSES }, () => nursery.start('first'))
  await Promise.all(children.map((child) => child.line('ready')))
  for (let turn = 0; turn < FILES * TIMES; turn++) {
    const file = nursery.path(`first-${Math.floor(turn / TIMES)}.db`)
    const from = children.map(({ lines }) => lines.length)
    const time = Date.now() + 8
    for (const child of children) child.tell(`${file} ${time}`)
    await Promise.all(children.map((child, index) => child.line('', from[index])))
  }
  for (const child of children) child.hangUp()
  await Promise.all(children.map((child) => child.ended))
  const said = children.flatMap(({ lines }) => lines.filter((line) => line !== 'ready'))
  console.info(
    `opening at once: ${said.length} opened, ${said.filter((line) => line !== 'opened').length} failed`,
  )
  expect(said.filter((line) => line !== 'opened')).toEqual([])
  expect(said).toHaveLength(PROCESSES * FILES * TIMES)
})
