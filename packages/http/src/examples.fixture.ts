/** Fixtures of another package, which are no part of what is published. */
import type { AnyOperation, ExampleCall, Tallystick } from '@tallystick/operations'
import { Compile } from 'typebox/compile'
import { expect } from 'vitest'

interface Examples {
  /** A call of every operation of a chain that succeeds. `nodeless`: how it is refused without a node. */
  chainExampleOf(id: string): { readonly args: Readonly<Record<string, unknown>>; readonly nodeless?: string }
  readonly chainOperations: readonly AnyOperation[]
}

interface Comparison {
  expectExample(id: string, ...calls: readonly ExampleCall[]): void
}

interface Arguments {
  readonly ArgumentCheck: new (
    operation: AnyOperation,
  ) => {
    parts(parts: Parameters<Tallystick['request']>[1]): { readonly args?: ExampleCall['args'] }
  }
}

const load = async <Module>(file: string): Promise<Module> =>
  (await import(new URL(`../../operations/src/${file}`, import.meta.url).href)) as Module

const { chainExampleOf, chainOperations } = await load<Examples>('chains.fixture.ts')
export const { expectExample } = await load<Comparison>('examples.fixture.ts')
const { ArgumentCheck } = await load<Arguments>('wire/validate.ts')

export { chainExampleOf }

const NEED_A_NODE: ReadonlySet<string> = new Set(
  chainOperations.flatMap(({ id }) => (chainExampleOf(id).nodeless === undefined ? [] : [id])),
)

/** Lists all that an account has sent: of an issued asset the amount is an object, where the document has a text. */
const UNFIT: ReadonlySet<string> = new Set(['xrpGetAccountTx'])

/** What nodes were asked for with success: the reference shows a call of each operation. */
export class Told {
  private readonly calls = new Map<AnyOperation, ExampleCall[]>()

  /** The same, and it is written down what succeeds. */
  by(tallystick: Tallystick): Tallystick {
    const request: Tallystick['request'] = async (operation, parts, ...rest) => {
      const answer = await tallystick.request(operation, parts, ...rest)
      if (NEED_A_NODE.has(operation.id)) {
        const { args = {} } = new ArgumentCheck(operation).parts(parts)
        this.calls.set(operation, [...(this.calls.get(operation) ?? []), { args, answer }])
      }
      return answer
    }
    return { ...tallystick, request }
  }

  /** Of each operation one call is like its example, and its answer fits the model. */
  expectExamples(list: readonly AnyOperation[]): void {
    for (const [operation, calls] of this.calls) {
      if (!list.includes(operation)) continue
      const { id, output } = operation
      const model = output === null ? null : Compile(output)
      const fitting = calls
        .filter(({ answer }) => model?.Check(answer) ?? true)
        .concat(UNFIT.has(id) ? calls : [])
      expect(fitting.length, id).toBeGreaterThan(0)
      expectExample(id, ...fitting)
    }
  }
}
