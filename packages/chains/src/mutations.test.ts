/**
 * A slip of one character in an address must not send money to somebody else: addresses of every chain and kind, with
 * another character at one of their places, or a letter in the other case, until thousands of such texts were tried of
 * each kind. Whatever breaks a checksum is refused.
 */

import { base58 } from '@scure/base'
import { type Chain, type ChainNetwork, records } from '@tallystick/custody'
import { quickOrFull, seededRandom } from '@tallystick/testing'
import { classicAddressToXAddress, encodeAccountID } from 'ripple-address-codec'
import { isAddress as isAddressToViem } from 'viem'
import { describe, expect, it } from 'vitest'
import { algorandAddress, isAlgorandAddress } from './address-only/algorand.js'
import { isFlowAddress } from './address-only/flow.js'
import { flowAddress } from './address-only/vectors.fixture.js'
import { writeAddress as beaconAddress } from './beacon/address.js'
import { beaconFamily } from './beacon/family.js'
import { RECORDS as EVM, evm } from './evm/chain.fixture.js'
import { type AddressText, writeAddress } from './evm/text.js'
import { textOf } from './multiversx/address.js'
import { multiversxFamily } from './multiversx/family.js'
import { solanaFamily } from './solana/family.js'
import { written } from './stellar/address.js'
import { stellarFamily } from './stellar/family.js'
import { tronFamily } from './tron/family.js'
import { addressOf } from './utxo/addresses.js'
import { paramsOf } from './utxo/paying.fixture.js'
import { toHex } from './utxo/payload.js'
import { type ScriptKind, scriptFor } from './utxo/script.js'
import { offlineChain, RECORDS as UTXO } from './utxo/subject.fixture.js'
import { xrpFamily } from './xrp/family.js'

/** Of each kind: of a chain there are more. */
const MUTATED = quickOrFull(1_000, 10_000)
// One run in some thousands would find a checksum of 32 bits that holds by chance: these are the same in every run.
const random = seededRandom(20_261_120)

const bytes = (count: number): Uint8Array => {
  const filled = new Uint8Array(count)
  random.fill(filled)
  return filled
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const BASE32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const BASE32_UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const HEX = '0123456789abcdefABCDEF'

/** Addresses of a chain that are written in one way. */
interface Kind {
  readonly name: string
  readonly chain: {
    readonly record: Pick<Chain['record'], 'id'>
    readonly codec: Pick<Chain['codec'], 'isAddress'>
  }
  readonly alphabet: string
  /** It has no checksum: only what is not of its length any more is noticed. */
  readonly unchecked?: true
  /** Its letters mean the same in either case. */
  readonly caseless?: true
  fresh(): string
  /** Whether a changed text is an address after all. */
  isAnother(text: string): boolean
}

const never = (): boolean => false

/** In hex the case of the letters is the checksum (EIP-55). All in one case have none; of the rest viem tells. */
const holdsInHex = (text: string): boolean => {
  const digits = text.replace(/^(0x|xdc)/, '')
  return /^([0-9a-f]{40}|[0-9A-F]{40})$/.test(digits) || isAddressToViem(`0x${digits}`)
}

const NETWORKS: readonly ChainNetwork[] = ['mainnet', 'testnet']

function utxoKinds(id: keyof typeof UTXO, network: ChainNetwork): readonly Kind[] {
  const chain = offlineChain(id, network)
  const params = paramsOf(chain)
  const kind = (script: ScriptKind, size: number, options = params): Kind => {
    const fresh = (): string => addressOf(scriptFor(script, bytes(size)), options) ?? ''
    const isCash = options.cashPrefix !== undefined
    const isBase58 = !isCash && (script === 'p2pkh' || script === 'p2sh')
    const name = `${id} ${network} ${script}${isCash ? ' in CashAddr' : ''}`
    return { name, chain, alphabet: isBase58 ? BASE58 : BASE32, fresh, isAnother: never }
  }
  const hashes = [kind('p2pkh', 20), kind('p2sh', 20)]
  if (params.hrp !== undefined) return [...hashes, kind('p2wpkh', 20), kind('p2wsh', 32), kind('p2tr', 32)]
  const { cashPrefix, ...legacy } = params
  if (cashPrefix === undefined) return hashes
  return [...hashes, kind('p2sh32', 32), kind('p2pkh', 20, legacy), kind('p2sh', 20, legacy)]
}

const evmKinds = EVM.flatMap((record) => {
  const chain = evm(record)
  const text = record.networks.mainnet?.addressText ?? 'hex'
  const writings: readonly AddressText[] = text === 'hex' ? [text] : ['hex', text]
  return writings.map((writing): Kind => {
    const fresh = (): string => writeAddress(`0x${toHex(bytes(20))}`, writing)
    const isBech32 = writing === 'one'
    const alphabet = isBech32 ? BASE32 : HEX
    return {
      name: `${record.id} ${writing}`,
      chain,
      alphabet,
      fresh,
      isAnother: isBech32 ? never : holdsInHex,
    }
  })
})

const xrpKinds = NETWORKS.flatMap((network) => {
  const chain = xrpFamily(records.XRP, network, {
    call: () => Promise.reject(new TypeError('nobody is asked')),
  })
  const classic = (): string => encodeAccountID(bytes(20))
  const kind = (name: string, fresh: () => string): Kind => {
    return { name: `XRP ${network} ${name}`, chain, alphabet: BASE58, fresh, isAnother: never }
  }
  const tagged = (tag: number | false) => () =>
    classicAddressToXAddress(classic(), tag, network !== 'mainnet')
  return [kind('classic', classic), kind('X without a tag', tagged(false)), kind('X with a tag', tagged(42))]
})

/** Nothing in an address of Solana is a check: a slip is noticed only where the bytes are not 32 any more. */
const solana: Kind = {
  name: 'SOL',
  chain: solanaFamily(records.SOL, 'mainnet', {
    call: () => Promise.reject(new TypeError('nobody is asked')),
  }),
  alphabet: BASE58,
  unchecked: true,
  fresh: () => base58.encode(bytes(32)),
  isAnother: (text) => base58.decode(text).length === 32,
}

const beaconKinds = NETWORKS.map((network): Kind => {
  const nobody = () => Promise.reject(new TypeError('nobody is asked'))
  const prefix = records.BNB.networks[network]?.prefix ?? ''
  return {
    name: `BNB ${network}`,
    chain: beaconFamily(records.BNB, network, { get: nobody, post: nobody }),
    alphabet: BASE32,
    fresh: () => beaconAddress(prefix, bytes(20)),
    isAnother: never,
  }
})

const algorand: Kind = {
  name: 'ALGO',
  chain: { record: { id: 'ALGO' }, codec: { isAddress: isAlgorandAddress } },
  alphabet: BASE32_UPPER,
  fresh: () => algorandAddress(bytes(32)),
  isAnother: never,
}

/** Addresses of Flow differ in seven bits at least; the case of its letters says nothing. */
const flowKinds = NETWORKS.map((network): Kind => {
  const on = network === 'mainnet' ? 'mainnet' : 'testnet'
  return {
    name: `FLOW ${network}`,
    chain: { record: { id: 'FLOW' }, codec: { isAddress: (text) => isFlowAddress(text, on) } },
    alphabet: '0123456789abcdef',
    caseless: true,
    fresh: () => flowAddress(random.below(2 ** 30) + 1, on),
    isAnother: never,
  }
})

const tronKinds = NETWORKS.map((network): Kind => {
  const ask = () => Promise.reject(new TypeError('nobody is asked'))
  const chain = tronFamily(records.TRON, network, { get: ask, post: ask })
  const fresh = (): string => chain.codec.canonical(toHex(bytes(20)))
  return { name: `TRON ${network}`, chain, alphabet: BASE58, fresh, isAnother: never }
})

const stellarKinds = NETWORKS.flatMap((network) => {
  const nobody = () => Promise.reject(new TypeError('nobody is asked'))
  const chain = stellarFamily(records.XLM, network, { get: nobody, post: nobody })
  const kind = (prefix: 'G' | 'M', size: number): Kind => {
    const fresh = () => written(prefix, bytes(size))
    return { name: `XLM ${network} ${prefix}`, chain, alphabet: BASE32_UPPER, fresh, isAnother: never }
  }
  return [kind('G', 32), kind('M', 40)]
})

const multiversxKinds = NETWORKS.map((network): Kind => {
  const ask = () => Promise.reject(new TypeError('nobody is asked'))
  const chain = multiversxFamily(records.EGLD, network, { get: ask, post: ask })
  return {
    name: `EGLD ${network}`,
    chain,
    alphabet: BASE32,
    fresh: () => textOf(bytes(32)),
    isAnother: never,
  }
})

const kinds: readonly Kind[] = [
  ...(Object.keys(UTXO) as (keyof typeof UTXO)[]).flatMap((id) =>
    NETWORKS.flatMap((network) => utxoKinds(id, network)),
  ),
  ...evmKinds,
  ...xrpKinds,
  solana,
  ...beaconKinds,
  algorand,
  ...flowKinds,
  ...tronKinds,
  ...stellarKinds,
  ...multiversxKinds,
]

/** The text with another character at one place: one of the alphabet, and of a letter the same in the other case. */
function* changesAt(text: string, at: number, { alphabet, caseless }: Kind): Generator<string> {
  const is = text[at] ?? ''
  const others = [...alphabet].filter((character) => character !== is)
  const picked = others[random.below(others.length)] ?? ''
  const cased = is === is.toLowerCase() ? is.toUpperCase() : is.toLowerCase()
  for (const other of new Set(caseless === true ? [picked] : [picked, cased])) {
    if (other !== is) yield text.slice(0, at) + other + text.slice(at + 1)
  }
}

describe(`${MUTATED.toLocaleString('en')} addresses with one other character`, () => {
  it('are of every chain', () => {
    expect(new Set(kinds.map(({ chain }) => chain.record.id))).toEqual(
      new Set([...Object.keys(records), 'ALGO', 'FLOW']),
    )
  })

  it.each(kinds.map((kind) => [kind.name, kind] as const))('%s', (_name, kind) => {
    const { isAddress } = kind.chain.codec
    let tried = 0
    let others = 0
    while (tried < MUTATED) {
      const address = kind.fresh()
      if (!isAddress(address)) expect.fail(`${address} is an address`)
      const before = tried
      for (let at = 0; at < address.length; at += 1) {
        for (const text of changesAt(address, at, kind)) {
          tried += 1
          if (!isAddress(text)) continue
          if (!kind.isAnother(text)) expect.fail(`${text} was ${address}, and is taken`)
          others += 1
        }
      }
      // At each of its places.
      if (tried - before < address.length) expect.fail(`${address} was not changed everywhere`)
    }
    // The fewer letters an address in hex has, the less of a checksum.
    if (kind.unchecked !== true) expect(others).toBeLessThan(tried / 100)
  })
})
