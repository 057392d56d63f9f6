/** What the two servers under load are asked, and what they answer. */
import type { Server } from 'node:http'

export type ServerQuestion =
  | { readonly ask: 'start'; readonly file: string; readonly apiKey: string }
  | { readonly ask: 'cpu' }
  | { readonly ask: 'stop' }

export interface ServerAnswer {
  readonly port: number
  /** Used so far by the whole process. */
  readonly cpuMs: number
  /** Commits so far. */
  readonly commits: number
}

export function answerOf(app: { readonly server: Server } | null, commits = 0): ServerAnswer {
  const address = app?.server.address()
  const { user, system } = process.cpuUsage()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    cpuMs: (user + system) / 1_000,
    commits,
  }
}
