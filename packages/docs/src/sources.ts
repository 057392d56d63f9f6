/** The Markdown files: the copy in a published package, or else the repository around it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { CHAPTERS, OPERATIONS } from './contents.js'

const COPY = new URL('../pages/', import.meta.url)
const REPOSITORY = new URL('../../../', import.meta.url)

export interface Source {
  /** In the repository: `docs/chains.md` */
  readonly path: string
  readonly chapter: string
  readonly text: string
}

/** Every page of every chapter, in order; none in a package that was made without the copy. */
export function readSources(): readonly Source[] {
  const root = [COPY, REPOSITORY].find((folder) => existsSync(new URL(OPERATIONS, folder)))
  if (root === undefined) return []
  return CHAPTERS.flatMap(({ title, sources }) =>
    sources
      .flatMap((path) => (path.endsWith('/') ? within(root, path) : [path]))
      .map((path) => ({ path, chapter: title, text: readFileSync(new URL(path, root), 'utf8') })),
  )
}

/** Pictures of pages, which a run of the benchmarks has made. */
const PICTURES = 'docs/benchmarks/'

export function readPictures(): readonly Omit<Source, 'chapter'>[] {
  const root = [COPY, REPOSITORY].find((folder) => existsSync(new URL(PICTURES, folder)))
  if (root === undefined) return []
  return readdirSync(new URL(PICTURES, root))
    .filter((name) => name.endsWith('.svg'))
    .map((name) => ({
      path: `${PICTURES}${name}`,
      text: readFileSync(new URL(`${PICTURES}${name}`, root), 'utf8'),
    }))
}

/** Pages of a folder, and those of the packages in it. */
function within(root: URL, folder: string): readonly string[] {
  return readdirSync(new URL(folder, root))
    .map((name) => `${folder}${name.endsWith('.md') ? name : `${name}/README.md`}`)
    .filter((path) => existsSync(new URL(path, root)))
    .sort()
}
