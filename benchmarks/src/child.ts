/** Programs of the HTTP benchmark that run beside it: one question at a time, one answer each. */
import { type ChildProcess, fork } from 'node:child_process'
import { type Profile, startProfile, stopProfile } from './profiles.js'

export class Child {
  private constructor(
    private readonly name: string,
    private readonly process: ChildProcess,
  ) {}

  /** @param module A compiled file of this folder. */
  static start(module: string): Child {
    return new Child(
      module,
      fork(new URL(module, import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
    )
  }

  /** The answer's shape is the module's own: each exports its type. */
  ask<Answer>(question: object): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const ended = (code: number | null): void =>
        reject(new Error(`${this.name} ended with ${code ?? 'a signal'}`))
      this.process.once('exit', ended)
      this.process.once('message', (answer) => {
        this.process.off('exit', ended)
        // Sent by `serveQuestions` below, in the module that was started.
        const { failure, value } = answer as { readonly failure?: string; readonly value: Answer }
        if (failure === undefined) resolve(value)
        else reject(new Error(`${this.name}: ${failure}`))
      })
      this.process.send(question)
    })
  }

  startProfile(): Promise<unknown> {
    return this.ask({ profile: 'start' })
  }

  stopProfile(): Promise<Profile> {
    return this.ask<Profile>({ profile: 'stop' })
  }

  kill(): void {
    this.process.kill('SIGKILL')
  }
}

/** In the child: answers each question until the parent goes away. */
export function serveQuestions<Question>(answer: (question: Question) => Promise<unknown>): void {
  process.on('message', (question) => {
    const answered = isAboutProfile(question) ? profiled(question) : answer(question as Question)
    answered.then(
      (value) => process.send?.({ value }),
      (error: unknown) => process.send?.({ failure: error instanceof Error ? error.stack : String(error) }),
    )
  })
  process.on('disconnect', () => process.exit(0))
  // The parent's to handle: it still has files to remove.
  process.on('SIGINT', () => undefined)
}

interface AboutProfile {
  readonly profile: 'start' | 'stop'
}

const isAboutProfile = (question: unknown): question is AboutProfile =>
  typeof question === 'object' && question !== null && 'profile' in question

const profiled = ({ profile }: AboutProfile): Promise<unknown> =>
  profile === 'start' ? startProfile() : stopProfile()
