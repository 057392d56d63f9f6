/** Statements as words, and which of these are SQL's and not ours. PostgreSQL itself tells its words. */
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'

const TOKEN =
  /(?<none>\s+|--[^\n]*)|(?<text>'(?:[^']|'')*')|(?<value>\$\d+|\d+(?:\.\d+)?)|(?<word>"[^"]*"|[a-z_]\w*)|(?<sign>\$\$|::|\?\||\|\||&&|~\*|<>|[<>!]=|<<|>>|.)/gi

/** The words of a statement in lower case; `''` stands for a text, and `0` for a number or a parameter. */
export function wordsOf(statement: string): readonly string[] {
  const words: string[] = []
  for (const { groups = {} } of statement.matchAll(TOKEN)) {
    if (groups['text'] !== undefined) words.push("''")
    else if (groups['value'] !== undefined) words.push('0')
    else if (groups['none'] === undefined) words.push((groups['word'] ?? groups['sign'] ?? '').toLowerCase())
  }
  return words
}

/** Types that only the parser knows. */
const PARSED: readonly string[] = ['serial', 'bigserial', 'smallserial', 'serial2', 'serial4', 'serial8']
const PUNCTUATION: ReadonlySet<string> = new Set(['(', ')', ',', '.', ';', '[', ']', '*', '$$', '0', "''"])

/** What the words of a server mean. */
export class Dictionary {
  private constructor(
    /** By their category: reserved ones cannot be names. */
    private readonly keywords: ReadonlyMap<string, string>,
    private readonly functions: ReadonlySet<string>,
    private readonly types: ReadonlySet<string>,
    /** Tables, columns, indexes and functions of the ledger. */
    private readonly names: ReadonlySet<string>,
  ) {}

  /** @param url Of a ledger */
  static async of(url: string): Promise<Dictionary> {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const rows = async (text: string) => (await client.query<string[]>({ text, rowMode: 'array' })).rows
    const ones = async (text: string) => new Set((await rows(text)).flat())
    try {
      return new Dictionary(
        new Map((await rows('select word, catcode::text from pg_get_keywords()')) as [string, string][]),
        await ones("select proname::text from pg_proc where pronamespace = 'pg_catalog'::regnamespace"),
        await ones(
          "select typname::text from pg_type where typnamespace = 'pg_catalog'::regnamespace and typtype <> 'c'",
        ),
        await ones(
          `select relname::text from pg_class where relnamespace = current_schema()::regnamespace
           union select attname from pg_attribute join pg_class on pg_class.oid = attrelid
             where relnamespace = current_schema()::regnamespace and attnum > 0
           union select proname from pg_proc where pronamespace = current_schema()::regnamespace`,
        ),
      )
    } finally {
      await client.end()
    }
  }

  /** Whether the word at this place is SQL's: a keyword, a function, a type or an operator. */
  isSql(words: readonly string[], place: number): boolean {
    const [before, word = '', after] = [words[place - 1], words[place], words[place + 1]]
    if (PUNCTUATION.has(word)) return false
    if (!/^["a-z_]/.test(word) || before === '::') return true
    if (before === '.' || after === '.') return false
    const category = this.keywords.get(word)
    if (category === 'R' || category === 'T') return true
    // Where an alias is, which may be any other word.
    if ((before === 'as' && word !== 'materialized') || this.names.has(word)) return false
    if (category !== undefined || this.types.has(word) || PARSED.includes(word)) return true
    return after === '(' && this.functions.has(word)
  }
}

const LITERAL = /`(?:\\.|\$\{(?:[^{}]|\{[^{}]*\})*\}|[^`\\])*`|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g
const PART = /\$\{(?:[^{}]|\{[^{}]*\})*\}/g
/** Messages begin with a capital letter, or have none of these. */
const SQL =
  /\b(?:select|insert into|delete from|for update|with \w+ as|create|alter|where|set (?:local|plan_cache_mode)|begin|lock table|collate|unnest|declare|fetch)\b|&&|::/

/** Texts of the package's sources that look like SQL, each with its file; 0 stands for what is computed. */
export function writtenSql(folder: URL): readonly { readonly file: string; readonly text: string }[] {
  const files = readdirSync(folder).filter((name) => /^[\w-]+\.ts$/.test(name))
  return files.flatMap((file) => {
    const code = readFileSync(new URL(file, folder), 'utf8').replace(
      /\/\*[\s\S]*?\*\/|^\s*\/\/.*$|^import .*$/gm,
      '',
    )
    return [...code.matchAll(LITERAL)]
      .map(([literal]) => literal.slice(1, -1).replace(PART, '0'))
      .filter((text) => !/^[A-Z]/.test(text) && SQL.test(text))
      .map((text) => ({ file, text }))
  })
}
