/** Where the service listens, and whom it takes callers to be. */
import type { Setting } from './config.js'
import { REFUSED, readCount, readOneOf } from './readers.js'

export const host: Setting<string> = {
  flag: 'host',
  env: 'TALLYSTICK_HOST',
  argument: '<host>',
  about: 'address to listen on; 0.0.0.0 or :: for all of them',
  accepts: 'an IP address of this machine or a name of it, without a port',
  unset: '127.0.0.1',
  unsetText: '127.0.0.1',
  // IPv4, IPv6 (with a zone), or a DNS name. Whether it belongs to this machine shows when the server listens.
  read: (text) =>
    /^[A-Za-z0-9.:_%-]{1,255}$/.test(text) && !isHostWithPort(text) ? { value: text } : REFUSED,
}

export const port: Setting<number> = {
  flag: 'port',
  env: 'TALLYSTICK_PORT',
  argument: '<port>',
  about: 'port to listen on; 0 picks a free one and prints it',
  accepts: 'a whole number from 0 to 65535',
  unset: 3000,
  unsetText: '3000',
  read: (text) => readCount(text, 0, 65_535),
}

/** A call without a key checks all of them. */
const MAX_ADDRESSES = 32

const addressList = (flag: string, about: string): Setting<readonly string[]> => ({
  flag,
  argument: '<ip|cidr,…>',
  about,
  accepts: `IP addresses and networks like 192.0.2.0/24 or 2001:db8::/32, with commas between them, ${MAX_ADDRESSES} at most`,
  unset: [],
  unsetText: 'none',
  async read(text) {
    const { canonicalNetwork } = await import('@tallystick/engine')
    const read = text.split(',').map(canonicalNetwork)
    const known = read.filter((network) => network !== undefined)
    return known.length === read.length && known.length <= MAX_ADDRESSES ? { value: known } : REFUSED
  },
})

export const addresses = addressList(
  'ip',
  'addresses whose calls of the node RPC need not present the key; everybody there can use it up',
)

export const console: Setting<'yes' | 'no'> = {
  flag: 'console',
  env: 'TALLYSTICK_CONSOLE',
  argument: '<yes|no>',
  about: 'serve the console at /console, to whoever has an API key',
  accepts: 'yes or no',
  unset: 'no',
  unsetText: 'no',
  read: (text) => readOneOf(['yes', 'no'], text),
}

export const trustProxy: Setting<readonly string[]> = {
  ...addressList(
    'trust-proxy',
    'proxies in front of the service: from these, X-Forwarded-For says who calls',
  ),
  env: 'TALLYSTICK_TRUST_PROXY',
  unsetText: 'none; X-Forwarded-For is ignored',
}

function isHostWithPort(text: string): boolean {
  return /^[^:]+:\d*$/.test(text)
}
