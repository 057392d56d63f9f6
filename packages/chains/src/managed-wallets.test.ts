/** Managed wallets sign on real nodes: transactions of Solana on litesvm, calls of contracts on anvil. */
import type { SolanaChain, SolanaTransfer } from '@tallystick/custody'
import { createVault, localKeys } from '@tallystick/vault'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createChains } from './chains.js'
import { readChainsConfig } from './config/read.js'
import { type EvmWorld, openEvmWorld } from './evm/ledger-world.fixture.js'
import { type Calls, codeOf, faultOf, type OpenLedger, openLedger, txIdOf } from './open-ledger.fixture.js'
import { accountOf } from './solana/chain.fixture.js'
import { SolanaServer } from './solana/server.fixture.js'

const SOL = 1_000_000_000n
const vault = () => createVault(localKeys([Buffer.alloc(32, 1)]))
const external = accountOf('an external key')
const bob = accountOf('bob')

describe('a transaction of Solana', () => {
  let server: SolanaServer
  let world: OpenLedger
  let calls: Calls
  let chain: SolanaChain
  let managed: { readonly id: string; readonly address: string }

  beforeAll(async () => {
    server = await SolanaServer.start()
    const nodes = [{ kind: 'solana' as const, url: server.url, timeoutMs: 2_000 }]
    const chains = createChains(
      readChainsConfig({ chains: { SOL: { testnet: { parameters: 'regtest', nodes } } } }),
    )
    world = openLedger(chains, undefined, { vault: vault() })
    calls = await world.as('testnet')
    chain = await chains.chain('SOL', 'testnet')
    const { walletId: id, address } = await calls.custodialCreateWallet({ chain: 'SOL' })
    managed = { id, address }
    for (const owner of [address, external.address]) server.ledger.fund(owner, 1_000n * SOL)
  })
  afterAll(async () => {
    await world.close()
    await server.close()
  })

  const balance = (address: string) =>
    server.ledger.account(address, server.ledger.block(0).slot)?.lamports ?? 0n
  /** Not signed by anybody yet, or by these keys. */
  const serialized = async (
    over: Partial<SolanaTransfer>,
    { version = 'legacy', signers = [] }: { version?: 'legacy' | 0; signers?: readonly string[] } = {},
  ): Promise<string> => {
    const { codec, node } = chain
    const transfer = { from: managed.address, to: bob.address, amount: SOL, ...over }
    const unsigned = codec.build({ transfer, lifetime: await node.lifetime(), fee: 0n, salt: null, version })
    const signatures = signers.map((secret) => {
      const signer = codec.signer(secret)
      const [request] = codec.signingRequests(unsigned).filter(({ accepts }) => accepts(signer.publicKey))
      if (request === undefined) throw new TypeError('the key does not sign')
      return { publicKey: signer.publicKey, signature: signer.sign(request) }
    })
    return Buffer.from(codec.withSignatures(unsigned, signatures), 'base64').toString('hex')
  }
  const send = (txData: string, walletIds = [{ key: managed.id, type: 'MANAGED' as const }]) =>
    calls.custodialTransferManagedAddress({ chain: 'SOL', txData, walletIds })

  it.each(['legacy', 0] as const)('of version %s is signed by its managed wallet', async (version) => {
    const before = balance(bob.address)
    const txData = await serialized({ amount: version === 0 ? SOL : 2n * SOL }, { version })
    const { txId } = await send(txData)
    server.ledger.close()
    expect(balance(bob.address) - before).toBe(version === 0 ? SOL : 2n * SOL)
    // A caller who lost the answer gets it again, and nothing is paid twice.
    expect(await send(txData)).toEqual({ txId })
    server.ledger.close()
    expect(balance(bob.address) - before).toBe(version === 0 ? SOL : 2n * SOL)
  })

  it('whose fee an external key pays and has signed for, is completed', async () => {
    const before = [balance(managed.address), balance(external.address)]
    const txData = await serialized(
      { amount: 3n * SOL, payer: external.address },
      { signers: [external.secret] },
    )
    await send(txData)
    server.ledger.close()
    expect(balance(managed.address)).toBe((before[0] ?? 0n) - 3n * SOL)
    expect(balance(external.address)).toBeLessThan(before[1] ?? 0n)
  })

  it('with the idempotency key of a call on another network, nothing is made: it is another call', async () => {
    const options = { idempotencyKey: 'the wallet of customer 7' }
    const first = await calls.custodialCreateWallet({ chain: 'SOL' }, options)
    const mainnet = await world.as('mainnet')
    expect(await codeOf(mainnet.custodialCreateWallet({ chain: 'SOL' }, options))).toBe(
      'idempotency.key.reused',
    )
    expect(await calls.custodialCreateWallet({ chain: 'SOL' }, options)).toEqual(first)
  })

  it('that external keys have signed wholly needs no wallet', async () => {
    const txData = await serialized({ from: external.address }, { signers: [external.secret] })
    expect(await txIdOf(send(txData, []))).toMatch(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/)
  })

  it('is refused when somebody changed it after a signature, when a signer is missing, or is not ours', async () => {
    const signed = await serialized(
      { amount: 4n * SOL, payer: external.address },
      { signers: [external.secret] },
    )
    // The last bytes are the amount.
    const changed = `${signed.slice(0, -2)}${signed.endsWith('00') ? '01' : '00'}`
    expect(await codeOf(send(changed))).toBe('transaction.invalid.body')
    expect(await faultOf(send(await serialized({}), []))).toBe('walletIds')
    const { walletId: other } = await calls.custodialCreateWallet({ chain: 'SOL' })
    expect(await faultOf(send(await serialized({}), [{ key: other, type: 'MANAGED' }]))).toBe('walletIds')
    const { walletId: eth } = await calls.custodialCreateWallet({ chain: 'ETH' })
    expect(await codeOf(send(await serialized({}), [{ key: eth, type: 'MANAGED' }]))).toBe(
      'managed.wallet.missing',
    )
    // Each of the two is refused, and the process lives on: a promise that nobody awaits would end it.
    const both = calls.custodialTransferManagedAddress({
      chain: 'SOL',
      txData: await serialized({}),
      walletIds: [
        { key: eth, type: 'MANAGED' },
        { key: 'no key', type: 'RAW' },
      ],
    })
    expect(['managed.wallet.missing', 'validation.failed']).toContain(await codeOf(both))
    expect(await codeOf(send('00'))).toBe('transaction.invalid.body')
    expect(await codeOf(send('no hex'))).toBe('transaction.invalid.body')
  })
})

describe('a call of a contract', () => {
  let world: EvmWorld
  let calls: Calls
  beforeAll(async () => {
    world = await openEvmWorld({ id: 'MATIC', timeoutMs: 2_000, ledger: { vault: vault() } })
    calls = await world.as('testnet')
  })
  afterAll(() => world.close())

  const transfer = (caller: string, to: string, amount = '5') => ({
    caller,
    contractAddress: world.token.address,
    methodName: 'transfer',
    methodABI: {
      type: 'function',
      name: 'transfer',
      stateMutability: 'nonpayable',
      inputs: [
        { name: 'to', type: 'address' },
        { name: 'amount', type: 'uint256' },
      ],
      outputs: [{ name: '', type: 'bool' }],
    },
    params: [to, amount],
  })
  const tokens = async (address: string): Promise<bigint> =>
    BigInt(
      await world.rpc<string>('eth_call', {
        to: world.token.address,
        data: `0x70a08231${address.slice(2).padStart(64, '0')}`,
      }),
    )

  it('is signed by the managed wallet with the address, in any spelling', async () => {
    const { address } = await calls.custodialCreateWallet({ chain: 'MATIC' })
    const bob = (await world.account(0n)).address
    await world.rpc('anvil_setBalance', address, '0xde0b6b3a7640000')
    const { fromPrivateKey } = await world.account(10n, 100n)
    const { caller: _, ...byKey } = transfer('', address, '50')
    await txIdOf(calls.callPolygonSmartContractMethod({ ...byKey, fromPrivateKey }))
    await world.mined()
    for (const spelling of [address, address.toUpperCase().replace('0X', '0x')]) {
      await txIdOf(calls.callPolygonSmartContractMethodCaller(transfer(spelling, bob)))
    }
    await world.mined()
    expect([await tokens(address), await tokens(bob)]).toEqual([40n, 10n])
  })

  it('is refused for an address that is not managed here, a wallet of another tenant, and a free plan on mainnet', async () => {
    const stranger = (await world.account(1n)).address
    expect(await codeOf(calls.callPolygonSmartContractMethodCaller(transfer(stranger, stranger)))).toBe(
      'managed.wallet.owner',
    )
    const wrong = transfer(`0x${'g'.repeat(40)}`, stranger)
    expect(await faultOf(calls.callPolygonSmartContractMethodCaller(wrong))).toBe('caller')
    const mainnet = await world.as('mainnet')
    expect(await codeOf(mainnet.callPolygonSmartContractMethodCaller(transfer(stranger, stranger)))).toBe(
      'managed.wallet.plan',
    )
  })
})
