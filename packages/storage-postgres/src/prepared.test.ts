/** A connection keeps a number of statements prepared, whatever the number of those it has sent. */
import { afterAll, expect, it } from 'vitest'
import { Connection, type Session } from './connection.js'
import { startServer } from './server.fixture.js'

const server = await startServer()
const connection = Connection.open(await server.fresh(), 1)
afterAll(async () => {
  await connection.close()
  await server.stop()
})

const SHAPES = 500

const ask = async (session: Session, shape: number): Promise<unknown> => {
  const [row] = await session.query(`select $1::int + ${shape}`, [1], `shape_${shape}`)
  return row?.[0]
}

it('the oldest are closed, those in use stay, and what was closed is prepared again', async () => {
  await connection.session(async (session) => {
    for (let round = 0; round < 2; round++) {
      for (let shape = 0; shape < SHAPES; shape += 5) {
        const five = [0, 1, 2, 3, 4].map((more) => ask(session, shape + more))
        expect(await Promise.all(five)).toEqual([1, 2, 3, 4, 5].map((more) => shape + more))
        expect(await ask(session, 0)).toBe(1)
      }
      const names = await session.query(
        `select name, generic_plans + custom_plans from pg_prepared_statements`,
      )
      const plans = new Map(names.map(([name, count]) => [name, Number(count)]))
      expect(names.length).toBeLessThanOrEqual(128)
      expect(plans.has('shape_250')).toBe(false)
      // Never prepared anew: each use has counted.
      expect(plans.get('shape_0')).toBe((round + 1) * (SHAPES / 5 + 1))
    }
  })
})
