/** Callers on a thread of their own, so that what they do with answers is not counted as the service's. */
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
  /** All at once; the outcomes in their order. */
  call(calls: readonly Call[]): Promise<readonly Outcome[]>
  stop(): Promise<unknown>
}

/** Plain JavaScript: a thread does not know how the tests are compiled. */
const THREAD = `
  const { parentPort } = require('node:worker_threads')
  parentPort.on('message', async (calls) => {
    const make = async ({ url, ...init }) => {
      try {
        const answer = await fetch(url, init)
        return { status: answer.status, text: (await answer.text()).slice(0, 500) }
      } catch (error) {
        return { status: 0, text: String(error.cause ?? error) }
      }
    }
    parentPort.postMessage(await Promise.all(calls.map(make)))
  })`

export function startCallers(): Callers {
  const thread = new Worker(THREAD, { eval: true })
  return {
    call(calls) {
      return new Promise((resolve, reject) => {
        thread.once('message', resolve)
        thread.once('error', reject)
        thread.postMessage(calls)
      })
    },
    stop: () => thread.terminate(),
  }
}
