/**
 * The addresses of a name. Each look-up is a DNS query of its own, with no thread behind it: `getaddrinfo` runs on the
 * four threads that files and databases use too, so four names whose servers do not answer would hold up everything.
 */
import type { LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'

/** @throws if there is none, or DNS does not answer */
export type Resolve = (name: string) => Promise<readonly LookupAddress[]>

/** Milliseconds until a DNS server is asked again, and how often it is asked. */
const DNS = { timeout: 2_000, tries: 2 }

/**
 * @param hostsFile Whether names that DNS does not know are looked up as other programs of the machine do it, with its
 * hosts file. The names there are private as a rule, so this is of use only where private addresses are allowed.
 */
export function systemResolve({ hostsFile }: { readonly hostsFile: boolean }): Resolve {
  return async (name) => {
    // A new one reads which servers there are now, and remembers no answers.
    const resolver = new Resolver(DNS)
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const found = answers.flatMap((answer, index) =>
      answer.status === 'fulfilled'
        ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 }))
        : [],
    )
    if (found.length > 0) return found
    if (hostsFile) return lookup(name, { all: true })
    throw answers.find((answer) => answer.status === 'rejected')?.reason ?? new TypeError('no address')
  }
}
