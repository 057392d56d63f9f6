/** Callers on a thread of their own, so that what they do with answers is not counted as the service's. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export interface Call {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Outcome {
  readonly status: number
  /** The beginning of it. */
  readonly text: string
}

export interface Callers {
  /** So many of them at once. Only one goes to the thread: a copy of each body would take this thread's time. */
  call(call: Call, count: number): Promise<readonly Outcome[]>
  stop(): Promise<unknown>
}

/** Plain JavaScript: a thread does not know how the tests are compiled. */
const THREAD = `
  const { parentPort } = require('node:worker_threads')
  parentPort.on('message', async ({ call: { url, ...init }, count }) => {
    const make = async () => {
      try {
        const answer = await fetch(url, init)
        return { status: answer.status, text: (await answer.text()).slice(0, 500) }
      } catch (error) {
        return { status: 0, text: String(error.cause ?? error) }
      }
    }
    parentPort.postMessage(await Promise.all(Array.from({ length: count }, make)))
  })`

export function startCallers(): Callers {
  const thread = new Worker(THREAD, { eval: true })
  return {
    async call(call, count) {
      thread.postMessage({ call, count })
      const [outcomes] = await once(thread, 'message')
      return outcomes
    },
    stop: () => thread.terminate(),
  }
}
