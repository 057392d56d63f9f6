/** Transactions of accounts that the node itself signs for, and what became of them. */
import type { JsonRpc } from '../transport/transport.js'
import contracts from './contracts.fixture.json' with { type: 'json' }

/** Of anvil's accounts, the first three. */
export const [ALICE, BOB, CAROL] = [
  '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
  '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc',
] as const

export interface Receipt {
  readonly status: string
  readonly gasUsed: string
  readonly contractAddress: string
  readonly logs: readonly {
    readonly address: string
    readonly topics: readonly string[]
    readonly data: string
  }[]
}

export interface Sending {
  readonly from?: string
  /** Left out: a deployment. */
  readonly to?: string
  readonly data?: string
  readonly value?: bigint
  readonly gas?: bigint
}

export const hex = (value: bigint | number): string => `0x${value.toString(16)}`
/** A value as one word of data, without 0x. */
export const word = (value: bigint | number | string): string => BigInt(value).toString(16).padStart(64, '0')

export function unlocked(rpc: JsonRpc) {
  const send = async ({
    from = ALICE,
    value = 0n,
    gas = 16_000_000n,
    ...rest
  }: Sending): Promise<Receipt> => {
    const transaction = { from, value: hex(value), gas: hex(gas), ...rest }
    const hash = await rpc.call('eth_sendTransaction', [transaction])
    for (let tries = 0; tries < 500; tries += 1) {
      const receipt = await rpc.call('eth_getTransactionReceipt', [hash])
      if (receipt !== null) return receipt as Receipt
      await new Promise((wake) => setTimeout(wake, 10))
    }
    throw new TypeError('never mined')
  }
  return {
    send,
    deploy: async (data: string): Promise<string> => (await send({ data })).contractAddress,
    deployFixture: async (name: keyof typeof contracts, words = ''): Promise<string> =>
      (await send({ data: `${contracts[name].bytecode}${words}` })).contractAddress,
    /** One word that a method without a description answers with. */
    async ask(to: string, data: string, from: string = ALICE): Promise<bigint> {
      return BigInt(String(await rpc.call('eth_call', [{ from, to, data }, 'latest'])))
    },
    /** Whether the node says that it would be refused. */
    refuses: (sending: Sending): Promise<boolean> =>
      rpc
        .call('eth_call', [{ from: ALICE, ...sending, value: hex(sending.value ?? 0n) }, 'latest'])
        .then(() => false)
        .catch((error: unknown) => /revert/i.test(String(error))),
    balance: async (address: string): Promise<bigint> =>
      BigInt(String(await rpc.call('eth_getBalance', [address, 'latest']))),
    code: async (address: string): Promise<string> =>
      String(await rpc.call('eth_getCode', [address, 'latest'])),
  }
}

export type Unlocked = ReturnType<typeof unlocked>
