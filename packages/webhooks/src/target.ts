/**
 * What a webhook may be sent to. Subscribers choose the URLs, so this service must not reach for them what they cannot
 * reach themselves: its own machine, the network around it, or what a cloud shows only to its machines. A URL is checked
 * when it is registered. Every address that a name has is checked again at each connection, so a name that has come to
 * mean another address gains nothing. See docs/webhooks.md.
 */
import type { LookupAddress } from 'node:dns'
import type { Agent } from 'node:http'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'
import { urlIn } from '@tallystick/engine'
import ipaddr from 'ipaddr.js'
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent'
import { type Resolve, systemResolve } from './resolve.js'

export interface TargetOptions {
  /** Private addresses and networks (CIDR) that may be called all the same. Default: none. */
  readonly allow?: readonly string[]
  /** Finds the addresses of a name. Default: DNS. */
  readonly resolve?: Resolve
}

/** A URL or an address that may not be called. The message says why, and no address that a name has. */
export class ForbiddenTarget extends TypeError {
  override readonly name = 'ForbiddenTarget'
}

const MAX_URL = 500
/** The lower ones belong to other protocols, which might understand some of a request. */
const LOWEST_FREE_PORT = 1_024
const LOOPBACK = '127.0.0.1'

/** @param address If the URL itself names it: what DNS says is not for whoever chooses the URL */
const notPublic = (host: string, address = '…'): string =>
  `The host ${host} is in no public network: TALLYSTICK_WEBHOOK_TARGETS, in process webhooks: { allow: ['${address}'] }, allows private ones`

/** Besides the ranges that `ipaddr.js` knows as reserved. */
const NOT_PUBLIC_EITHER = [
  '::/96', // Contains an IPv4 address: RFC 4291, section 2.5.5.1
  '168.63.129.16', // Only machines of Azure reach it: learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
]

export class Targets {
  private readonly allowed: BlockList
  private readonly reserved = listOf(NOT_PUBLIC_EITHER)
  private readonly resolve: Resolve

  /** @throws TypeError if what is allowed is no address or network */
  constructor({ allow = [], resolve }: TargetOptions = {}) {
    this.allowed = listOf(allow)
    this.resolve = resolve ?? systemResolve({ hostsFile: allow.length > 0 })
  }

  /** Why this URL may not be registered; null if it may. DNS is not asked: a name may mean another address tomorrow. */
  refusal(text: string): string | null {
    try {
      this.parse(text)
      return null
    } catch (error) {
      if (error instanceof ForbiddenTarget) return error.message
      throw error
    }
  }

  /** @throws ForbiddenTarget */
  parse(text: string): URL {
    if (text.length > MAX_URL) throw new ForbiddenTarget(`The URL has more than ${MAX_URL} characters`)
    const url = urlIn(text)
    if (url === null) throw new ForbiddenTarget('It is not an absolute URL')
    // As it is written: storages tell URLs from consumers by their first letters.
    if (!/^https?:\/\//.test(text))
      throw new ForbiddenTarget('The URL begins with neither https:// nor http://')
    if (url.username !== '' || url.password !== '')
      throw new ForbiddenTarget(
        'The URL has a user name or a password; the receiver checks the signature instead',
      )
    const isUsual = ['', '80', '443'].includes(url.port)
    if (!isUsual && Number(url.port) < LOWEST_FREE_PORT)
      throw new ForbiddenTarget(`The port is neither 80 nor 443, and below ${LOWEST_FREE_PORT}`)
    const address = addressIn(url)
    if (address !== null && !this.mayCall(address))
      throw new ForbiddenTarget(notPublic(url.hostname, address))
    return url
  }

  /** An agent for one attempt. It connects to the addresses that it has checked, and to no others. */
  agent(url: URL): Agent {
    const admitted: string[] = []
    const lookup: LookupFunction = (name, options, done) => {
      this.resolve(name).then(
        (found) => {
          const [first] = found
          if (first === undefined || found.some(({ address }) => !this.mayCall(address)))
            return done(new ForbiddenTarget(notPublic(name)), '', 0)
          admitted.push(...found.map(({ address }) => address).filter((one) => this.isAllowed(one)))
          if (options.all === true) done(null, found as LookupAddress[])
          else done(null, first.address, first.family)
        },
        (error: Error) => done(error, '', 0),
      )
    }
    const address = addressIn(url)
    if (address !== null && this.isAllowed(address)) admitted.push(address)
    // The agent looks at every address once more. It is told single ones that are allowed, because it cannot compare an
    // IPv4 network with an IPv6 address.
    const options = { lookup, keepAlive: false, allowIPAddressList: admitted }
    return url.protocol === 'https:'
      ? new RequestFilteringHttpsAgent(options)
      : new RequestFilteringHttpAgent(options)
  }

  private isAllowed(address: string): boolean {
    return this.allowed.check(address, familyOf(address))
  }

  private mayCall(address: string): boolean {
    if (this.isAllowed(address)) return true
    return ipaddr.parse(address).range() === 'unicast' && !this.reserved.check(address, familyOf(address))
  }
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4')

/** The address that a URL names without DNS, in the spelling of a connection; null if it names a host. */
function addressIn({ hostname }: URL): string | null {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (host === 'localhost' || host.endsWith('.localhost')) return LOOPBACK
  return isIP(host) === 0 ? null : host
}

/** @throws TypeError */
function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix, ...rest] = network.split('/')
    const longest = isIPv6(address) ? 128 : 32
    const length = prefix === undefined ? longest : Number(prefix)
    const isLength = prefix === undefined || (/^\d{1,3}$/.test(prefix) && length <= longest)
    if (isIP(address) === 0 || !isLength || rest.length > 0)
      throw new TypeError(`${JSON.stringify(network)} is not an IP address or a network such as 10.0.0.0/8`)
    list.addSubnet(address, length, familyOf(address))
  }
  return list
}
