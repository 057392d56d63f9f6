/** A call of every operation of a chain that succeeds: a fixture of another package, which is no part of what is published. */
interface Examples {
  chainExampleOf(id: string): { readonly args: Readonly<Record<string, unknown>> } | undefined
}

const place = new URL('../../operations/src/chains.fixture.ts', import.meta.url)

export const { chainExampleOf } = (await import(place.href)) as Examples
