/** The chapters of the site, in their order. A test holds them against the files that there are. */

export interface Chapter {
  readonly title: string
  /** Paths of Markdown files in the repository. A folder stands for its files, in order of their names. */
  readonly sources: readonly string[]
}

/** It becomes several pages, see split.ts. */
export const OPERATIONS = 'docs/reference/operations.md'

const docs = (...names: readonly string[]): readonly string[] => names.map((name) => `docs/${name}.md`)

export const CHAPTERS: readonly Chapter[] = [
  { title: 'Start', sources: ['README.md', 'docs/embedding.md', 'docs/moving-in.md'] },
  { title: 'Recipes', sources: ['docs/recipes/'] },
  {
    title: 'Concepts',
    sources: docs(
      'glossary',
      'custody',
      'order-book',
      'webhooks',
      'vault',
      'kms',
      'rates',
      'contracts',
      'gas-pump',
    ),
  },
  {
    title: 'Chains',
    sources: docs('chains', 'utxo', 'xrp', 'stellar', 'solana', 'tron', 'multiversx', 'bnb', 'add-a-chain'),
  },
  { title: 'Operating', sources: docs('configuration', 'deploying', 'operations', 'console', 'scaling') },
  { title: 'Reference', sources: [OPERATIONS, 'docs/reference/errors.md', 'packages/'] },
  {
    title: 'Inside',
    sources: [
      ...docs('architecture', 'own-storage', 'verification', 'simulator'),
      'benchmarks/README.md',
      'docs/benchmarks.md',
      'CONTRIBUTING.md',
      'SECURITY.md',
    ],
  },
  { title: 'Decisions', sources: ['docs/decisions/'] },
]
