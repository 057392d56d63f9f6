/** Stands between every pool of the process and its server, where queries are still words. */
import pg from 'pg'

export interface Asked {
  readonly text: string
  readonly values?: readonly unknown[]
  readonly name?: string | undefined
}

/** As the storage asks: it is called back, and gets no promise. */
interface Question extends Asked {
  readonly callback?: (error: unknown, rows?: readonly unknown[]) => void
}

const wordsOf = ({ text, values, name }: Asked): Asked => ({ text, name, ...(values && { values }) })

/**
 * Lets `see` look at each query before it is sent.
 *
 * @param see Answers what is sent in its place; or an error, with which it fails here and is not sent at all.
 * @returns Ends it.
 */
export function interceptQueries(see: (connection: object, asked: Asked) => Asked | Error): () => void {
  const query: (this: pg.Client, ...given: readonly unknown[]) => Promise<unknown> = Reflect.get(
    pg.Client.prototype,
    'query',
  )
  Reflect.set(
    pg.Client.prototype,
    'query',
    function (this: pg.Client, asked: Question | string, ...rest: unknown[]) {
      if (typeof asked === 'string') return Reflect.apply(query, this, [asked, ...rest])
      const sent = see(this, asked)
      if (sent === asked) return Reflect.apply(query, this, [asked, ...rest])
      const { callback } = asked
      const answer =
        sent instanceof Error
          ? Promise.reject(sent)
          : Reflect.apply(query, this, [{ ...wordsOf(sent), rowMode: 'array' }])
      if (callback === undefined) return answer
      answer.then((result) => callback(null, (result as pg.QueryArrayResult).rows), callback)
      return undefined
    },
  )
  return () => Reflect.set(pg.Client.prototype, 'query', query)
}

/** A query that the server refuses, and with it the transaction, as it would by itself. */
export const refusedWith = (state: string): Asked => ({
  text: `do $$ begin raise 'refused by the test' using errcode = '${state}'; end $$`,
})

/** The statement that writes what a unit of work has decided. Its first values are the writer and the count. */
export const isWrite = ({ text }: Asked): boolean => text.startsWith('with w0 as (update writer ')
