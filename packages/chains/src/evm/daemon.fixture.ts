/** A key-management system's part, with a library that is not ours (viem). */
import { privateKeyToAccount } from 'viem/accounts'

/** What the daemon asks a node for, of what the transaction leaves open; wei. */
interface Advised {
  gas(call: { readonly to?: string; readonly data: string; readonly value: string }): Promise<bigint>
  nonce(): Promise<bigint>
  gasPrice(): Promise<bigint>
}

type Config = Readonly<Record<string, string | number | undefined>>

/**
 * What the daemon does with a row (github.com/tatumio/tatum-js, `signEthKMSTransaction` and
 * `signCeloKMSTransaction`): the fields that are not there it finds itself, and then signs with one price.
 */
export async function signAsDaemon(
  serialized: string,
  privateKey: string,
  advised: Advised,
): Promise<string> {
  const config: Config = JSON.parse(serialized)
  // Without a recipient it deploys a contract.
  const to = config['to'] === undefined ? {} : { to: hex(config['to']) }
  const data = hex(config['data'])
  const value = BigInt(config['value'] ?? 0)
  const limit = config['gas'] ?? config['gasLimit']
  const [nonce, price] = [config['nonce'], config['gasPrice']]
  return privateKeyToAccount(hex(privateKey)).signTransaction({
    type: 'legacy',
    chainId: Number(config['chainId']),
    ...to,
    data,
    value,
    gas:
      limit === undefined
        ? await advised.gas({ ...to, data, value: `0x${value.toString(16)}` })
        : BigInt(limit),
    gasPrice: price === undefined ? await advised.gasPrice() : BigInt(price),
    nonce: Number(nonce === undefined ? await advised.nonce() : nonce),
  })
}

function hex(text: string | number | undefined): `0x${string}` {
  if (typeof text === 'string' && text.startsWith('0x')) return `0x${text.slice(2)}`
  throw new TypeError(`Not hex: ${text}`)
}
