/** TRON's codec against tronweb, at the edges of its numbers, and with what is no transaction. */
import { createHash } from 'node:crypto'
import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import { BadTransaction, records, type TronContract } from '@tallystick/custody'
import { quickOrFull } from '@tallystick/testing'
import { TronWeb, utils } from 'tronweb'
import { describe, expect, it } from 'vitest'
import { MAX_INT64 } from '../protobuf.js'
import { tronFamily } from './family.js'

/** Of a thousand keys, one in so many is derived. */
const STEP = quickOrFull(5, 1)

const unasked = () => Promise.reject(new TypeError('nobody is asked'))
const { codec, keys } = tronFamily(records.TRON, 'testnet', { get: unasked, post: unasked })

const keyOf = (name: string): string => createHash('sha256').update(name).digest('hex')
const ALICE = codec.signer(keyOf('alice'))
const BOB = codec.signer(keyOf('bob')).address
const TOKEN = codec.signer(keyOf('token')).address
const AT = { refBlock: { bytes: 'e942', hash: '6394747da9fee421' }, expiration: 1_752_562_632_000 }

const built = (contract: TronContract, more: { readonly feeLimit?: bigint } = {}) =>
  codec.build({ contract, ...AT, timestamp: 1_752_562_572_000, ...more }, 0n)

function signed(contract: TronContract, more: { readonly feeLimit?: bigint } = {}) {
  const unsigned = built(contract, more)
  const [request] = codec.signingRequests(unsigned)
  if (request === undefined) throw new TypeError('nothing to sign')
  return codec.combine(unsigned, [{ publicKey: ALICE.publicKey, signature: ALICE.sign(request) }])
}

const payment = (amount: bigint): TronContract => ({
  type: 'TransferContract',
  owner: ALICE.address,
  to: BOB,
  amount,
})

describe('addresses', () => {
  it('are those of another library, over many derivations', async () => {
    const words = keys.mnemonic(new Uint8Array(32).fill(1))
    const xpub = await keys.xpub(words)
    const root = HDKey.fromMasterSeed(mnemonicToSeedSync(words)).derive("m/44'/195'/0'/0")
    for (let index = 0; index < 1_000; index += STEP) {
      const secret = Buffer.from(root.deriveChild(index).privateKey ?? []).toString('hex')
      expect(keys.address(xpub, index)).toBe(TronWeb.address.fromPrivateKey(secret))
    }
  })

  it('are one, however they are written', () => {
    const hex = TronWeb.address.toHex(BOB)
    for (const text of [BOB, hex, `0x${hex}`, hex.slice(2), `0x${hex.slice(2)}`, hex.toUpperCase()]) {
      expect(codec.isAddress(text), text).toBe(true)
      expect(codec.canonical(text), text).toBe(BOB)
    }
    for (const text of ['', hex.slice(1), `42${hex.slice(2)}`, BOB.toLowerCase(), `${BOB}1`, `0X${hex}`]) {
      expect(codec.isAddress(text), text).toBe(false)
    }
    expect(codec.hexOf(BOB)).toBe(`0x${hex.slice(2)}`)
  })

  it('derive from an xpub in hex as the public clients write it, and from one of BIP-32', async () => {
    const words = keys.mnemonic(new Uint8Array(32).fill(2))
    const xpub = await keys.xpub(words)
    expect(xpub).toMatch(/^0[23][0-9a-f]{128}$/)
    const root = HDKey.fromMasterSeed(mnemonicToSeedSync(words)).derive("m/44'/195'/0'/0")
    expect(keys.address(root.publicExtendedKey, 7)).toBe(keys.address(xpub, 7))
    expect(() => keys.address(`05${xpub.slice(2)}`, 0)).toThrow('Not an extended public key')
    expect(() => keys.address(`02${'f'.repeat(64)}${xpub.slice(66)}`, 0)).toThrow(
      'Not an extended public key',
    )
  })
})

const CONTRACTS: readonly TronContract[] = [
  payment(1n),
  { type: 'TransferAssetContract', owner: ALICE.address, to: BOB, asset: '1000959', amount: 4n },
  {
    type: 'AssetIssueContract',
    owner: ALICE.address,
    name: 'Čaj',
    abbreviation: 'CAJ',
    description: 'Tea',
    url: 'https://tea.example',
    supply: 10n ** 15n,
    precision: 5,
    start: 1_752_562_700_000,
    end: 1_752_562_701_000,
  },
  {
    type: 'TriggerSmartContract',
    owner: ALICE.address,
    contract: TOKEN,
    data: codec.trc20Transfer(BOB, 5n),
    value: 3n,
  },
  {
    type: 'CreateSmartContract',
    owner: ALICE.address,
    name: 'Tea',
    code: codec.trc20({ name: 'Tea', symbol: 'TEA', decimals: 18, supply: 1n, holder: BOB }),
  },
  { type: 'FreezeBalanceV2Contract', owner: ALICE.address, amount: 7n, resource: 'ENERGY' },
  { type: 'FreezeBalanceV2Contract', owner: ALICE.address, amount: 7n, resource: 'BANDWIDTH' },
]

describe('transactions', () => {
  it.each(CONTRACTS.map((contract) => [contract.type, contract] as const))(
    '%s is the same to tronweb: id, bytes and JSON',
    (_type, contract) => {
      const unsigned = built(contract, { feeLimit: 5n })
      const { hex, txId } = codec.rawData(unsigned)
      const json = JSON.parse(codec.serializeForKms(hex))
      expect(json).toMatchObject({ txID: txId, raw_data_hex: hex })
      const pb = utils.transaction.txJsonToPb(json)
      expect(utils.transaction.txPbToRawDataHex(pb).toLowerCase()).toBe(hex)
      expect(utils.transaction.txCheck(json)).toBe(true)
      const { raw } = signed(contract, { feeLimit: 5n })
      expect(codec.difference(codec.serializeForKms(hex), raw)).toBeNull()
      expect(codec.outlay(codec.serializeForKms(hex))).toEqual(codec.outlay(raw))
    },
  )

  it('are signed so that tronweb finds the owner', () => {
    const transaction = signed(payment(12n))
    const signature = transaction.raw.slice(-130)
    expect(utils.crypto.ecRecover(transaction.txId, signature).toLowerCase()).toBe(
      TronWeb.address.toHex(ALICE.address).toLowerCase(),
    )
  })

  it.each([1n, 2n ** 53n + 1n, MAX_INT64 - 1n, MAX_INT64])('pay %s sun exactly', (amount) => {
    const { raw, txId } = signed(payment(amount))
    expect(codec.inspect(raw)).toMatchObject({ txId, outputs: [{ address: BOB, amount }] })
    const { hex } = codec.rawData(built(payment(amount)))
    expect(codec.serializeForKms(hex)).toContain(`"amount":${amount}}`)
    expect(codec.outlay(codec.serializeForKms(hex)).amount).toBe(amount)
  })

  it.each([2n ** 53n + 1n, 2n ** 128n - 1n, 2n ** 256n - 1n])(
    'transfer %s of a TRC-20 token exactly',
    (amount) => {
      const data = codec.trc20Transfer(BOB, amount)
      const { raw } = signed({
        type: 'TriggerSmartContract',
        owner: ALICE.address,
        contract: TOKEN,
        data,
        value: 0n,
      })
      expect(codec.inspect(raw).outputs).toEqual([{ address: BOB, amount, asset: TOKEN }])
      expect(codec.outlay(raw).token).toEqual({ id: TOKEN, amount })
    },
  )

  it.each([0n, -1n, MAX_INT64 + 1n])('never pay %s', (amount) => {
    expect(() => built(payment(amount))).toThrow(BadTransaction)
    const asset = {
      type: 'TransferAssetContract',
      owner: ALICE.address,
      to: BOB,
      asset: '1',
      amount,
    } as const
    expect(() => built(asset)).toThrow(BadTransaction)
  })

  it('claim no two alike, and by the time at which they expire', () => {
    const claims = [1n, 2n, 3n].map((amount) => codec.inspect(signed(payment(amount)).raw).claims[0])
    expect(new Set(claims.map((claim) => claim?.index)).size).toBe(3)
    for (const claim of claims) {
      expect(claim?.owner).toBe(ALICE.address)
      expect(claim?.index).toBeGreaterThanOrEqual(codec.claimsFrom(AT.expiration))
      expect(claim?.index).toBeLessThan(codec.claimsFrom(AT.expiration + 1_000))
    }
  })

  it('are read as nodes and clients write them', () => {
    const { raw, txId } = signed(payment(5n))
    const { hex } = codec.rawData(built(payment(5n)))
    const json = JSON.parse(codec.serializeForKms(hex))
    const whole = JSON.stringify({ ...json, signature: [raw.slice(-130)] })
    expect(codec.rawOf(whole)).toBe(raw)
    expect(codec.rawOf(raw.toUpperCase())).toBe(raw)
    // Somebody else's spelling of the addresses.
    json.raw_data.contract[0].parameter.value.to_address = BOB
    expect(codec.rawOf(JSON.stringify({ ...json, visible: true, signature: [raw.slice(-130)] }))).toBe(raw)
    expect(txId).toBe(json.txID)
  })

  it('are refused when their id, their JSON and their bytes do not agree', () => {
    const { raw } = signed(payment(5n))
    const { hex } = codec.rawData(built(payment(5n)))
    const json = { ...JSON.parse(codec.serializeForKms(hex)), signature: [raw.slice(-130)] }
    const other = structuredClone(json)
    other.raw_data.contract[0].parameter.value.amount = 6
    const wrong: readonly unknown[] = [
      { ...json, txID: 'ab'.repeat(32) },
      other,
      { ...json, raw_data: { ...json.raw_data, expiration: 1 } },
      { ...json, raw_data_hex: `${hex}00` },
      { ...json, raw_data_hex: undefined },
      { ...json, signature: ['zz'] },
    ]
    for (const one of wrong) expect(() => codec.rawOf(JSON.stringify(one))).toThrow(BadTransaction)
    expect(() => codec.rawOf('{')).toThrow(BadTransaction)
  })

  it('differ from what was asked for in a field that is named', () => {
    const { hex } = codec.rawData(built(payment(5n)))
    const { raw } = signed(payment(6n))
    expect(codec.difference(codec.serializeForKms(hex), raw)).toBe('contract is another one')
  })

  it('of the owner want the key of the owner', () => {
    const mallory = codec.signer(keyOf('mallory'))
    const unsigned = built(payment(5n))
    const [request] = codec.signingRequests(unsigned)
    if (request === undefined) throw new TypeError('nothing to sign')
    const { hex } = codec.rawData(unsigned)
    const forged = `${signed(payment(5n)).raw.slice(0, -130)}${Buffer.from(mallory.sign(request)).toString('hex')}1b`
    expect(forged).toContain(hex)
    expect(() => codec.inspect(forged)).toThrow(/its signature/)
  })
})
