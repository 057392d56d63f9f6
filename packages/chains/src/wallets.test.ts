/**
 * A wallet that the service makes, and the key-management daemon keeps, is the same wallet there: the daemon derives by
 * itself from the words (github.com/tatumio/tatum-js, `getDerivationPath`; here with @scure/bip32, viem and
 * @scure/btc-signer), on mainnet and on the testnet, and what it signs is what was asked for.
 */
import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import { type Chain, type ChainId, type EvmChain, pathOn, records, type UtxoChain } from '@tallystick/custody'
import { privateKeyToAddress } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { createChains } from './chains.js'
import { readChainsConfig } from './config/read.js'
import { signAsDaemon as signEvm } from './evm/daemon.fixture.js'
import { addressOf, scriptOfKey } from './utxo/addresses.js'
import { signAsCashDaemon, signAsDaemon as signUtxo } from './utxo/daemon.fixture.js'
import { paramsOf } from './utxo/paying.fixture.js'
import { signAsDaemon as signXrp } from './xrp/daemon.fixture.js'

const NETWORKS = ['mainnet', 'testnet'] as const
type Network = (typeof NETWORKS)[number]

/** The daemon's own table. On test networks there is one path for all, but Bitcoin Cash and TRON keep their own. */
const DAEMON_PATHS: Readonly<Record<string, string>> = {
  BTC: "m/44'/0'/0'/0",
  LTC: "m/44'/2'/0'/0",
  DOGE: "m/44'/3'/0'/0",
  BCH: "m/44'/145'/0'/0",
  ETH: "m/44'/60'/0'/0",
  MATIC: "m/44'/966'/0'/0",
  CELO: "m/44'/52752'/0'/0",
  BSC: "m/44'/60'/0'/0",
  KLAY: "m/44'/8217'/0'/0",
  KCS: "m/44'/60'/0'/0",
  ONE: "m/44'/1023'/0'/0",
  XDC: "m/44'/550'/0'/0",
  TRON: "m/44'/195'/0'/0",
}
const daemonPath = (id: string, network: Network): string | undefined =>
  network === 'testnet' && id !== 'BCH' && id !== 'TRON' ? "m/44'/1'/0'/0" : DAEMON_PATHS[id]

function daemonSecret(words: string, id: string, network: Network, index: number): Uint8Array {
  const path = `${daemonPath(id, network)}/${index}`
  const { privateKey } = HDKey.fromMasterSeed(mnemonicToSeedSync(words)).derive(path)
  if (privateKey === null) throw new TypeError('no key')
  return privateKey
}

const chains = createChains(readChainsConfig({}))
const INDEX = 3

async function walletOn(id: ChainId, network: Network) {
  const chain: Chain = await chains.chain(id, network)
  const { keys } = chain
  if (keys === undefined) throw new TypeError(`${id} has no HD wallets`)
  const words = keys.mnemonic(new Uint8Array(32).fill(network.length))
  return { chain, keys, words, address: keys.address(await keys.xpub(words), INDEX) }
}

const ids = Object.keys(DAEMON_PATHS) as ChainId[]

it('has every chain in the table, but those without words', () => {
  const withWords = Object.values(records).filter(({ path }) => path !== null)
  expect(withWords.map(({ id }) => id).sort()).toEqual([...ids].sort())
})

describe.each(NETWORKS)('a wallet of the service on %s, in the daemon', (network) => {
  it.each(ids)('of %s has the same keys', async (id) => {
    const { chain, keys, words } = await walletOn(id, network)
    expect(pathOn(chain.record, chain.network)).toBe(daemonPath(id, network))
    const secret = daemonSecret(words, id, network, INDEX)
    expect(await keys.privateKey(words, INDEX)).toBe(chain.codec.privateKeyText(secret))
  })

  it.each(['BTC', 'LTC', 'DOGE', 'BCH'] as const)('of %s signs what its address has', async (id) => {
    const { chain: any, words, address } = await walletOn(id, network)
    // `chain` gives the chain of the id.
    const chain = any as UtxoChain
    const value = 10n ** 10n
    const utxo = { txId: 'ab'.repeat(32), index: 0, value, script: chain.codec.scriptOf(address), address }
    const unsigned = chain.codec.build({
      required: [{ ...utxo, height: 1, coinbase: false }],
      available: [],
      to: [{ address, value: 10n ** 9n }],
      fee: null,
      changeAddress: address,
      marketRate: paramsOf(chain).fallbackFee,
      fastRate: paramsOf(chain).fallbackFee,
    })
    const secret = daemonSecret(words, id, network, INDEX)
    const serialized = chain.codec.serializeForKms(unsigned)
    const raw = (id === 'BCH' ? signAsCashDaemon : signUtxo)(serialized, [secret])
    expect(chain.codec.difference(serialized, raw)).toBeNull()
    const [request] = chain.codec.signingRequests(unsigned)
    expect(request?.address).toBe(address)
    const { publicKey } = chain.codec.signer(chain.codec.privateKeyText(secret))
    expect(request?.accepts(publicKey)).toBe(true)
  })

  it.each(['BTC', 'LTC'] as const)('of %s signs what both addresses of a key have', async (id) => {
    const { chain: any, words } = await walletOn(id, network)
    const chain = any as UtxoChain
    const secret = daemonSecret(words, id, network, INDEX)
    const { publicKey } = chain.codec.signer(chain.codec.privateKeyText(secret))
    const required = (['p2pkh', 'p2wpkh', 'p2pkh'] as const).map((kind, index) => {
      const script = scriptOfKey(publicKey, kind)
      const address = addressOf(script, paramsOf(chain))
      const place = { txId: 'ab'.repeat(32), index, height: 1, coinbase: false }
      return { ...place, value: 10n ** 8n, script: Buffer.from(script).toString('hex'), address }
    })
    const to = chain.codec.address(publicKey)
    const rates = { marketRate: 10_000n, fastRate: 10_000n }
    const unsigned = chain.codec.build({
      ...rates,
      required,
      available: [],
      to: [{ address: to, value: 10n ** 8n }],
      fee: null,
      changeAddress: to,
    })
    const requests = chain.codec.signingRequests(unsigned)
    expect(requests.map(({ address }) => address)).toEqual(required.map(({ address }) => address))
    expect(requests.every(({ accepts }) => accepts(publicKey))).toBe(true)
    const serialized = chain.codec.serializeForKms(unsigned)
    const raw = signUtxo(serialized, [secret, secret, secret])
    expect(chain.codec.difference(serialized, raw)).toBeNull()
    // The same signatures as with the key of the call: RFC 6979 leaves no choice.
    const signer = chain.codec.signer(chain.codec.privateKeyText(secret))
    const signatures = requests.map((request) => ({ publicKey, signature: signer.sign(request) }))
    expect(chain.codec.combine(unsigned, signatures).raw).toBe(raw)
  })

  it.each(ids.filter((id) => records[id].family === 'evm'))('of %s signs for its address', async (id) => {
    const { chain: any, words, address } = await walletOn(id, network)
    const chain = any as EvmChain
    const secret = `0x${Buffer.from(daemonSecret(words, id, network, INDEX)).toString('hex')}` as const
    expect(chain.codec.canonical(address)).toBe(privateKeyToAddress(secret).toLowerCase())
    const serialized = chain.codec.serializeForKms({
      from: address,
      to: address,
      value: 5n,
      data: '0x',
      nonce: 7,
      gasLimit: 21_000n,
      gas: { kind: 'legacy', gasPrice: 10n ** 9n },
    })
    const nobody = () => Promise.reject(new TypeError('nothing was left open'))
    const advised = { gas: nobody, nonce: nobody, gasPrice: nobody }
    const raw = await signEvm(serialized, secret, advised)
    expect(chain.codec.difference(serialized, raw)).toBeNull()
    expect(chain.codec.inspect(raw).claims).toEqual([{ owner: chain.codec.canonical(address), index: 7n }])
  })
})

it.each(NETWORKS)('a wallet of XRP on %s signs in the daemon by its secret', async (network) => {
  const { codec } = await chains.chain('XRP', network)
  const secret = codec.privateKeyText(new Uint8Array(16).fill(7))
  const { address } = codec.signer(secret)
  const payment = { TransactionType: 'Payment', Account: address, Destination: 'rrrrrrrrrrrrrrrrrrrrrhoLvTp' }
  const raw = signXrp(
    JSON.stringify({ ...payment, Amount: '1', Fee: '10', Sequence: 5, LastLedgerSequence: 9, Flags: 0 }),
    secret,
  )
  expect(codec.inspect(raw).claims).toEqual([{ owner: address, index: 5n }])
})

/** github.com/tatumio/tatum-js, branch v1, src/wallet/address.spec.ts and wallet.spec.ts. */
describe('what the public client derives', () => {
  const WORDS =
    'quantum tobacco key they maid mean crime youth chief jungle mind design broken tilt bus shoulder leaf good forward erupt split divert bread kitten'

  it.each([
    ['BTC', 'mainnet', 'KwrYonf8pFfyQR87NTn124Ep9zoJsZMBCoVUi7mjMc1eTHDyLyBN'],
    ['BTC', 'testnet', 'cQ1YZMep3CiAnMTA9y62ha6BjGaaTFsTvtDuGmucGvpAVmS89khV'],
    ['LTC', 'mainnet', 'T63MUovVt5GN5rmfwYMr4M6YqFmisjbrZrfZYZ53qWmCwiP6xCHa'],
    ['LTC', 'testnet', 'cQ1YZMep3CiAnMTA9y62ha6BjGaaTFsTvtDuGmucGvpAVmS89khV'],
    ['BCH', 'mainnet', 'KzqM77kK7zqZGockuB2Tov1FXoH6BTMaT3ixeqTPXLAYp838W3KT'],
    ['BCH', 'testnet', 'cRCLa2kAZ4XpSF62HaqbBEWKA2aVquTGX5sRmFuu2SpZ4s72vi5Y'],
    ['ETH', 'mainnet', '0xbc93ab7d2dbad88e64879569a9e3ceaa12d119c70d6dda4d1fc6e73765794a8d'],
    ['ETH', 'testnet', '0x4874827a55d87f2309c55b835af509e3427aa4d52321eeb49a2b93b5c0f8edfb'],
  ] as const)('%s on %s: the key of index 1', async (id, network, key) => {
    const { keys } = await chains.chain(id, network)
    expect(await keys?.privateKey(WORDS, 1)).toBe(key)
  })

  it.each([
    [
      'BTC',
      'testnet',
      'tpubDFjLw3ykn4aB7fFt96FaqRjSnvtDsU2wpVr8GQk3Eo612LS9jo9JgMkQRfYVG248J3pTBsxGg3PYUXFd7pReNLTeUzxFcUDL3zCvrp3H34a',
      'tb1q9x2gqftyxterwt0k6ehzrm2gkzthjly677ucyr',
    ],
    [
      'LTC',
      'mainnet',
      'Ltub2aXe9g8RPgAcY6jb6FftNJfQXHMV6UNBeZwrWH1K3vjpua9u8uj95xkZyCC4utdEbfYeh9TwxcUiFy2mGzBCJVBwW3ezHmLX2fHxv7HUt8J',
      'LepMzqfXSgQommH2qu3fk7Gf5xgoHQsP1b',
    ],
    [
      'LTC',
      'testnet',
      'ttub4giastL5S3AicjXRBEJt7uq22b611rJvVfTgJSRfYeyZkwXwKnZcctK3tEjMpqrgiNSnYAzkKPJDxGoKNWQzkzTJxSryHbaYxsYW9Vr6AYQ',
      'mjJotvHmzEuyXZJGJXXknS6N3PWQnw6jf5',
    ],
    [
      'BCH',
      'testnet',
      'tpubDExJFAGFe7NbFfXAtG1TRF19LDxq9JCFnHncz6mFjj2jabiNNVUiDUtpipbLSkNo74j2Rke82tkwzWEvDShudB7nT49mSimsF9gzFwTf4nw',
      'bchtest:qr9wgjtyjd4q60323gd2ytsv5w3thl92rcms83akcc',
    ],
    [
      'ETH',
      'testnet',
      'xpub6FMiQpA54nciqs52guGVdWQ5TonZt5XtGsFpurgtttL7H3mSfaJDXv5aBdThjX6tW9HYaJSQ8wZVnLm1ixaQUu1MRQCwvwZ6U2cX6mwWT25',
      '0x8cb76aed9c5e336ef961265c6079c14e9cd3d2ea',
    ],
  ] as const)('%s on %s: the xpub, and its address of index 1', async (id, network, xpub, address) => {
    const { codec, keys } = await chains.chain(id, network)
    expect(await keys?.xpub(WORDS)).toBe(xpub)
    expect(codec.canonical(keys?.address(xpub, 1) ?? '')).toBe(codec.canonical(address))
  })
})

describe('the configuration', () => {
  const nodes = [{ kind: 'core', url: 'http://127.0.0.1:1' }] as const
  const on = (network: Network, field: object) =>
    createChains(readChainsConfig({ chains: { BTC: { [network]: { nodes, ...field } } } })).chain(
      'BTC',
      network,
    )
  const words = `${'abandon '.repeat(11)}about`

  it('says of which kind addresses are, and an xpub that names a kind of its own keeps it', async () => {
    for (const network of NETWORKS) {
      const { keys, codec } = await on(network, { addressKind: 'p2pkh' })
      const xpub = (await keys?.xpub(words)) ?? ''
      expect(keys?.address(xpub, 0)).toMatch(/^[1mn]/)
      expect(codec.signer((await keys?.privateKey(words, 0)) ?? '').address).toBe(keys?.address(xpub, 0))
      const other = (await on(network, {})).keys
      expect(other?.address(xpub, 0)).toMatch(/^(bc|tb)1q/)
    }
    const { keys } = await on('mainnet', { addressKind: 'p2pkh' })
    const zpub =
      'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs'
    // BIP-84, "Test vectors": the account, whose first branch is not ours to ask for; its own child is of the same kind.
    expect(keys?.address(zpub, 0)).toMatch(/^bc1q/)
  })

  it('says where wallets are derived, on mainnet as well', async () => {
    const root = HDKey.fromMasterSeed(mnemonicToSeedSync(words), { public: 0x043587cf, private: 0x04358394 })
    const { keys } = await on('testnet', { derivationPath: "m/44'/0'/0'/0" })
    expect(await keys?.xpub(words)).toBe(root.derive("m/44'/0'/0'/0").publicExtendedKey)
  })
})
