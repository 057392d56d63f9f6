/**
 * The contract of the chain port, as a vitest suite: what every adapter promises, whatever its family. The tests of
 * the codec and of HD keys need only the adapter. The tests of the node need a chain on which payments can be made and
 * blocks can be mined; the adapter's own test provides both as hooks.
 */
import { readReservations, writeReservations } from '@tallystick/core'
import { BadKey, BadTransaction, type Chain, type SignatureOf, type Unsigned } from '@tallystick/custody'
import { beforeAll, describe, expect, it } from 'vitest'
import { hdLaws } from './contract/chain-keys.js'
import { type NodeHooks, nodeLaws } from './contract/chain-node.js'
import { type ContractPayment, signaturesOf } from './contract/chain-payment.js'
import { quickOrFull } from './replay.js'

export interface ChainSubject {
  readonly chain: Chain
  /** Secrets as `privateKeyText` takes them, all different; two or more. */
  readonly secrets: readonly Uint8Array[]
  /** Built by the family's own `build`: at least one; several kinds of input, several recipients, where it has them. */
  readonly payments: readonly ContractPayment[]
  /** Addresses of the chain and network in every spelling, and texts that are none. */
  readonly addresses: { readonly valid: readonly string[]; readonly invalid: readonly string[] }
}

export interface ChainContractOptions {
  /** Opens a chain that grows; the suite closes it. */
  readonly node?: () => Promise<NodeHooks>
}

const CHANGED_TRANSACTIONS = quickOrFull(50, 200)

/** `text` with the character at `index` turned into another one that it is written with. */
function flipped(text: string, index: number): string {
  const letters = [...new Set(text)].filter((letter) => letter !== 'x')
  const other = letters[(letters.indexOf(text[index] ?? '') + 1) % letters.length] ?? ''
  return text.slice(0, index) + other + text.slice(index + 1)
}

/**
 * Registers the suite. Call it at the top of a test file.
 *
 * @param name Shown in the report, for example `LTC regtest`.
 */
export function chainContract(
  name: string,
  open: () => Promise<ChainSubject> | ChainSubject,
  options: ChainContractOptions = {},
): void {
  describe(`chain contract: ${name}`, () => {
    let subject: ChainSubject
    beforeAll(async () => {
      subject = await open()
    })

    it('its record is data, and has the network', () => {
      const { record, network } = subject.chain
      expect(structuredClone(record)).toEqual(record)
      expect(Object.keys(record.networks)).toContain(network)
    })

    it('a private key, written and read, signs for the address of its public key', () => {
      const { codec } = subject.chain
      expect(subject.secrets.length).toBeGreaterThanOrEqual(2)
      const seen = new Set<string>()
      for (const secret of subject.secrets) {
        const signer = codec.signer(codec.privateKeyText(secret))
        expect(codec.address(signer.publicKey)).toBe(signer.address)
        expect(codec.isAddress(signer.address)).toBe(true)
        seen.add(signer.address)
      }
      expect(seen.size).toBe(subject.secrets.length)
    })

    it('what is no private key is refused, and not repeated', () => {
      const { codec } = subject.chain
      const good = codec.privateKeyText(subject.secrets[0] ?? new Uint8Array(32))
      const half = good.slice(0, good.length / 2)
      for (const text of ['', 'canary-that-is-no-key', good.slice(0, -1), `${good}1`, half, `é${good}`]) {
        const refusal = refusalOf(() => codec.signer(text))
        expect(refusal, JSON.stringify(text)).toBeInstanceOf(BadKey)
        if (text !== '') expect(String(refusal)).not.toContain(text)
      }
    })

    it('no text of a signer shows its key', () => {
      const { codec } = subject.chain
      for (const secret of subject.secrets) {
        const text = codec.privateKeyText(secret)
        const signer = codec.signer(text)
        const shown = `${JSON.stringify(signer)} ${String(signer)} ${Object.values(signer).map(String).join(' ')}`
        expect(shown).not.toContain(text)
        expect(shown).not.toContain(Buffer.from(secret).toString('hex'))
      }
    })

    it('an address has one canonical spelling, which is an address', () => {
      const { codec } = subject.chain
      for (const address of subject.addresses.valid) {
        expect(codec.isAddress(address), address).toBe(true)
        const canonical = codec.canonical(address)
        expect(codec.isAddress(canonical), canonical).toBe(true)
        expect(codec.canonical(canonical)).toBe(canonical)
      }
    })

    it('what is no address is none', () => {
      const { codec } = subject.chain
      const none = [
        '',
        ' ',
        '0',
        'constructor',
        'é'.repeat(40),
        'a'.repeat(10_000),
        ...subject.addresses.invalid,
      ]
      const spaced = subject.addresses.valid.flatMap((address) => [
        ` ${address}`,
        `${address}\n`,
        `${address}\0`,
      ])
      for (const text of [...none, ...spaced]) expect(codec.isAddress(text), JSON.stringify(text)).toBe(false)
    })

    it('an unsigned transaction rests as JSON, with a fee and claims of its own', () => {
      for (const { unsigned } of subject.payments) {
        expect(rested(unsigned)).toEqual(unsigned)
        expect(JSON.parse(unsigned.payload)).toBeTypeOf('object')
        expect(unsigned.chain).toBe(subject.chain.record.id)
        expect(unsigned.network).toBe(subject.chain.network)
        expect(unsigned.fee).toMatch(/^(0|[1-9]\d*)$/)
        const claims = unsigned.claims.map(({ owner, index }) => `${owner} ${index}`)
        expect(claims.length).toBeGreaterThan(0)
        expect(new Set(claims).size).toBe(claims.length)
      }
    })

    it('a request asks for the key that signs it, and for no other', () => {
      const { codec } = subject.chain
      const signers = subject.secrets.map((secret) => codec.signer(codec.privateKeyText(secret)))
      for (const { unsigned, privateKeys } of subject.payments) {
        const requests = codec.signingRequests(unsigned)
        expect(requests.length).toBe(privateKeys.length)
        for (const [index, request] of requests.entries()) {
          const own = codec.signer(privateKeys[index] ?? '').publicKey
          if (request.scheme !== 'ed25519') expect(request.bytes.length).toBe(32)
          expect(codec.isAddress(request.address)).toBe(true)
          expect(request.accepts(own)).toBe(true)
          for (const { publicKey } of signers) {
            if (!Buffer.from(publicKey).equals(own)) expect(request.accepts(publicKey)).toBe(false)
          }
          expect(request.accepts(new Uint8Array(0))).toBe(false)
          expect(request.accepts(new Uint8Array(33))).toBe(false)
        }
      }
    })

    it('combining is repeatable, after a rest as JSON too', () => {
      const { chain, payments } = subject
      for (const payment of payments) {
        const signatures = signaturesOf(chain, payment)
        const signed = chain.codec.combine(payment.unsigned, signatures)
        expect(signed.raw).not.toBe('')
        expect(chain.codec.combine(payment.unsigned, signatures)).toEqual(signed)
        const later = rested(payment.unsigned)
        expect(chain.codec.combine(later, signatures)).toEqual(signed)
        expect(chain.codec.combine(later, signaturesOf(chain, { ...payment, unsigned: later }))).toEqual(
          signed,
        )
      }
    })

    it('a signature that is missing, changed, or of another key is refused', () => {
      const { chain, payments } = subject
      const stranger = chain.codec.signer(
        chain.codec.privateKeyText(subject.secrets.at(-1) ?? new Uint8Array(32)),
      )
      for (const payment of payments) {
        const signatures = signaturesOf(chain, payment)
        const refused = (changed: readonly SignatureOf[], what: string) =>
          expect(
            refusalOf(() => chain.codec.combine(payment.unsigned, changed)),
            what,
          ).toBeInstanceOf(Error)
        refused([], 'none')
        refused(signatures.slice(1), 'one too few')
        refused([...signatures, ...signatures.slice(0, 1)], 'one too many')
        const requests = chain.codec.signingRequests(payment.unsigned)
        for (const [index, good] of signatures.entries()) {
          const replaced = (one: SignatureOf) => signatures.map((each, at) => (at === index ? one : each))
          for (let byte = 0; byte < good.signature.length; byte += 5) {
            const signature = Uint8Array.from(good.signature)
            signature[byte] = (signature[byte] ?? 0) ^ 1
            refused(replaced({ ...good, signature }), `byte ${byte} of signature ${index}`)
          }
          refused(replaced({ ...good, signature: new Uint8Array(0) }), 'an empty one')
          const request = requests[index]
          if (request === undefined || request.accepts(stranger.publicKey)) continue
          refused(replaced({ ...good, publicKey: stranger.publicKey }), 'the key of another')
          const signed = attempt(() => stranger.sign(request))
          if (signed !== undefined)
            refused(replaced({ publicKey: stranger.publicKey, signature: signed }), 'another’s')
        }
      }
    })

    it('reading a signed transaction gives back what it was built from', () => {
      const { chain, payments } = subject
      for (const payment of payments) {
        const signed = chain.codec.combine(payment.unsigned, signaturesOf(chain, payment))
        const read = chain.codec.inspect(signed.raw)
        expect(read.txId).toBe(signed.txId)
        expect(sorted(read.claims)).toEqual(sorted(payment.unsigned.claims))
        for (const { address, amount } of payment.pays) {
          const paid = read.outputs.filter(
            (output) =>
              output.address !== null && output.amount === amount && same(chain, output.address, address),
          )
          expect(paid.length, `${amount} to ${address}`).toBeGreaterThanOrEqual(1)
        }
      }
    })

    it('what is no signed transaction is refused as one, whatever was changed', () => {
      const { chain, payments } = subject
      const raws = payments.map(
        (payment) => chain.codec.combine(payment.unsigned, signaturesOf(chain, payment)).raw,
      )
      for (const raw of raws) {
        for (const text of [
          '',
          '0',
          'zz',
          'canary',
          raw.slice(0, -2),
          raw.slice(0, -1),
          `${raw}00`,
          `${raw} `,
        ]) {
          expect(
            refusalOf(() => chain.codec.inspect(text)),
            text.slice(0, 20),
          ).toBeInstanceOf(BadTransaction)
        }
        for (let change = 0; change < CHANGED_TRANSACTIONS; change += 1) {
          const at = (change * 7919) % raw.length
          if (raw[at] === 'x') continue
          const refusal = refusalOf(() => chain.codec.inspect(flipped(raw, at)))
          if (refusal !== undefined) expect(refusal, `digit ${at}`).toBeInstanceOf(BadTransaction)
        }
      }
    })

    hdLaws(() => subject.chain)
    if (options.node !== undefined) nodeLaws(options.node)
  })
}

/** What was thrown; undefined when nothing was. */
function refusalOf(call: () => unknown): unknown {
  try {
    call()
    return undefined
  } catch (error) {
    return error
  }
}

function attempt<Result>(call: () => Result): Result | undefined {
  try {
    return call()
  } catch {
    return undefined
  }
}

/** After a rest in the database. */
function rested({ claims, ...rest }: Unsigned): Unsigned {
  return { ...JSON.parse(JSON.stringify(rest)), claims: readReservations(writeReservations(claims)) }
}

const sorted = (claims: Unsigned['claims']): string[] =>
  claims.map(({ owner, index }) => `${owner} ${index}`).sort()

const same = (chain: Chain, one: string, other: string): boolean =>
  chain.codec.canonical(one) === chain.codec.canonical(other)
