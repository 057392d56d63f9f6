/** Collects the SQL that storages send in a run, and holds it against the table of features. */
import { interceptQueries } from '../faults/queries.fixture.js'
import { FEATURES } from './features.fixture.js'
import { type Dictionary, wordsOf, writtenSql } from './words.fixture.js'

const SOURCES = new URL('../', import.meta.url)
/** Stands for a second change of the schema in one transaction. */
const SEVERAL_CHANGES = '@ ddl'

export class UsedSql {
  private readonly statements = new Set<string>()
  /** Statements that are prepared, by their names. */
  readonly prepared = new Map<string, string>()
  /** By connection, whether its transaction has changed the schema. */
  private readonly changed = new WeakMap<object, boolean>()
  readonly end: () => void

  constructor() {
    this.end = interceptQueries((connection, asked) => {
      // Those of tests have no name.
      const { application_name: name } = Reflect.get(connection, 'connectionParameters')
      if (name !== 'tallystick') return asked
      this.note(connection, asked.text)
      if (asked.name !== undefined) this.prepared.set(asked.name, asked.text)
      return asked
    })
  }

  private note(connection: object, text: string): void {
    this.statements.add(text)
    if (/^(?:begin|commit|rollback)/.test(text)) this.changed.delete(connection)
    if (!/^\s*(?:create|alter|drop) /.test(text)) return
    if (this.changed.get(connection) === true) this.statements.add(SEVERAL_CHANGES)
    this.changed.set(connection, true)
  }

  get count(): number {
    return this.statements.size
  }

  /** SQL that no feature stands for. */
  unknown(dictionary: Dictionary): readonly string[] {
    return [...new Set([...this.statements].flatMap((statement) => unknownIn(statement, dictionary)))]
  }

  /** Features that no statement has used. */
  unused(): readonly string[] {
    const texts = [...this.statements].map((statement) => wordsOf(statement).join(' '))
    return FEATURES.filter(({ pattern }) => !texts.some((text) => text.search(pattern) !== -1)).map(
      ({ name }) => name,
    )
  }

  /** SQL in the sources that was not sent, so that nothing of the above is known of it. */
  unsent(dictionary: Dictionary): readonly string[] {
    const sent = new Set([...this.statements].flatMap(wordsOf))
    return writtenSql(SOURCES).flatMap(({ file, text }) => {
      const words = wordsOf(text)
      return words.flatMap((word, place) =>
        dictionary.isSql(words, place) && !sent.has(word) ? [`${file}: ${word}`] : [],
      )
    })
  }
}

/** SQL of a statement that no feature stands for, each with the words around it. */
export function unknownIn(statement: string, dictionary: Dictionary): readonly string[] {
  const words = wordsOf(statement)
  const known = knownPlaces(words)
  return words.flatMap((word, place) =>
    known.has(place) || !dictionary.isSql(words, place)
      ? []
      : [`${word} in: ${words.slice(Math.max(0, place - 5), place + 6).join(' ')}`],
  )
}

/** Places of the words that a feature stands for. */
function knownPlaces(words: readonly string[]): ReadonlySet<number> {
  const text = words.join(' ')
  const known = new Set<number>()
  for (const { pattern } of FEATURES) {
    for (const { index, 0: part } of text.matchAll(pattern)) {
      const first = text.slice(0, index).split(' ').length - 1
      for (let place = first; place < first + part.trim().split(' ').length; place++) known.add(place)
    }
  }
  return known
}

/** Sources that a feature names and that do not have it. */
export function misplaced(): readonly string[] {
  const written = writtenSql(SOURCES).map(({ file, text }) => ({ file, text: wordsOf(text).join(' ') }))
  return FEATURES.flatMap(({ name, pattern, where }) =>
    where
      .filter((file) => !written.some((one) => one.file === file && one.text.search(pattern) !== -1))
      .map((file) => `${file}: ${name}`),
  )
}
