/**
 * A key-management system's part, as the public daemon does it, with the chain's own library: it takes the nonce, the
 * network and the version from the service, and makes base units of the amount.
 */
import { UserSecretKey } from '@multiversx/sdk-wallet'

interface Advice {
  readonly nonce: number
  readonly chainID: string
  readonly version: number
}

/** @param serialized As it was pending @returns The signed transaction */
export function signAsDaemon(
  serialized: string,
  privateKey: string,
  { nonce, chainID, version }: Advice,
): string {
  const { from, to, value, data, gasPrice, gas } = JSON.parse(serialized)
  const [whole = '', fraction = ''] = value.split('.')
  const transaction = {
    nonce,
    value: BigInt(whole + fraction.padEnd(18, '0')).toString(),
    receiver: to,
    sender: from,
    gasPrice,
    gasLimit: gas,
    data: data ? Buffer.from(data).toString('base64') : undefined,
    chainID,
    version,
  }
  const signature = UserSecretKey.fromString(privateKey).sign(Buffer.from(JSON.stringify(transaction)))
  return JSON.stringify({ ...transaction, signature: signature.toString('hex') })
}
