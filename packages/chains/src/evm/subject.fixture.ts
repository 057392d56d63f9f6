/** A chain of the EVM family as the contract of the port wants to see it: on its own, and on anvil. */
import { randomBytes } from 'node:crypto'
import type { EvmChain, EvmRecord, EvmTransaction, Signed, TransactionStatus } from '@tallystick/custody'
import type { ChainSubject, ContractPayment, NodeHooks } from '@tallystick/testing'
import { Transaction } from 'ethers/transaction'
import { RICH_KEY, start } from './anvil.fixture.js'
import { evm, payment } from './chain.fixture.js'

export const somebody = ({ codec }: EvmChain): string =>
  codec.signer(codec.privateKeyText(randomBytes(32))).address

export const chainIdOf = (record: EvmRecord): bigint => record.networks.mainnet?.chainId ?? 0n

/** What a send of the service is made from: facts of the node, and what is wanted. */
export async function build(
  { node, record }: EvmChain,
  from: string,
  wanted: Partial<EvmTransaction> & { readonly to: string | null },
): Promise<EvmTransaction> {
  const { base, priority, fast } = await node.feeRates()
  const isPlain = record.networks.mainnet?.fee === 'legacy' || base === null
  const gas: EvmTransaction['gas'] = isPlain
    ? { kind: 'legacy', gasPrice: fast }
    : { kind: 'eip1559', maxFeePerGas: base * 2n + priority, maxPriorityFeePerGas: priority }
  const { to, value = 0n, data = '0x' } = wanted
  const gasLimit =
    wanted.gasLimit ?? (to === null ? 3_000_000n : await node.estimateGas({ from, to, value, data }))
  const nonce = await node.pendingNonce(from)
  return { from, value, data, nonce, gasLimit, gas, ...wanted }
}

/** anvil answers a moment before the block is there. */
export async function confirmed({ node }: EvmChain, transaction: Signed): Promise<TransactionStatus> {
  for (let tries = 0; tries < 200; tries += 1) {
    const status = await node.status(transaction)
    if (status.kind === 'confirmed') return status
    await new Promise((wake) => setTimeout(wake, 10))
  }
  throw new TypeError('never confirmed')
}

export function subject(record: EvmRecord): ChainSubject {
  const chain = evm(record)
  const { codec } = chain
  const secrets = [1, 2, 3].map((byte) => Buffer.alloc(32, byte))
  const [key = '', other = ''] = secrets.map(codec.privateKeyText)
  const [from, to] = [codec.signer(key).address, codec.signer(other).address]
  const price = { kind: 'eip1559', maxFeePerGas: 30n, maxPriorityFeePerGas: 2n } as const
  const pay = (amount: bigint, changes: Partial<EvmTransaction>): ContractPayment => ({
    unsigned: codec.build(payment(from, to, { value: amount, ...changes })),
    privateKeys: [key],
    pays: [{ address: to, amount }],
  })
  const token = { to: somebody(chain), value: 0n, data: codec.encodeErc20Transfer(to, 7n) }
  const currency = record.networks.mainnet?.envelope === 'cip64' ? [{ feeCurrency: token.to }] : []
  const canonical = codec.canonical(to)
  return {
    chain,
    secrets,
    payments: [
      pay(10n ** 24n, {}),
      pay(1n, { gas: price, nonce: 2 ** 40 }),
      pay(7n, token),
      ...currency.map((changes) => pay(5n, { ...changes, gas: price })),
    ],
    addresses: {
      valid: [to, canonical, `0x${canonical.slice(2).toUpperCase()}`],
      invalid: [to.slice(1), `${to}0`, canonical.slice(2), `0x${'g'.repeat(40)}`],
    },
  }
}

export async function hooks(record: EvmRecord): Promise<NodeHooks> {
  const anvil = await start(chainIdOf(record), false)
  const chain = evm(record, 'mainnet', anvil.rpc)
  const { codec } = chain
  const { address } = codec.signer(RICH_KEY)
  const pay = async (changes: Partial<EvmTransaction>): Promise<ContractPayment> => {
    const to = somebody(chain)
    const value = 10n ** 15n + BigInt(randomBytes(4).readUInt32LE())
    const unsigned = codec.build(await build(chain, address, { to, value, ...changes }))
    return { unsigned, privateKeys: [RICH_KEY], pays: [{ address: to, amount: value }] }
  }
  return {
    chain,
    payment: () => pay({}),
    rival: ({ unsigned }) => pay({ nonce: Number(unsigned.claims[0]?.index) }),
    tamper: ({ raw }) => {
      const transaction = Transaction.from(raw)
      transaction.value += 1n
      return { raw: transaction.serialized, txId: transaction.hash ?? '' }
    },
    grow: async () => {
      await anvil.rpc.call('evm_mine', [])
    },
    close: anvil.kill,
  }
}
