/**
 * A chain of the EVM family whose formats are plain text. Everything besides formats works as in operation: the real
 * operations build, cover, sign, record and deliver on it.
 */
import {
  BadTransaction,
  type EvmChain,
  type EvmCodec,
  type EvmRecord,
  type EvmTransaction,
  type KeySigner,
} from '@tallystick/custody'
import { CONFIRMATIONS, type SendingNode, USUAL_PRICE } from './balancer.js'
import { costOf, GAS, rawOf, type Transfer, transferOf, txIdOf } from './node.js'

/** The most that a fee may be which no call names. */
export const MAX_FEE = GAS * USUAL_PRICE * 100n

/** A payment that carries this is one that no node takes. */
export const MALFORMED = '0x0bad'

const ADDRESS = /^0x[0-9a-f]{40}$/

const record: EvmRecord = {
  id: 'ETH',
  segment: 'ethereum',
  family: 'evm',
  name: 'Simulated',
  decimals: 18,
  path: null,
  status: 'live',
  confirmations: CONFIRMATIONS,
  networks: {
    testnet: { chainId: 1n, fee: 'legacy', maxFee: MAX_FEE, addressText: 'hex', tokens: {} },
  },
}

const bytesOf = (address: string): Uint8Array => Buffer.from(address.slice(2), 'hex')
const textOf = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`

/** The key of an address is the address, padded. */
export const keyOf = (address: string): string => `0x${address.slice(2).padStart(64, '0')}`

function signerOf(privateKey: string): KeySigner {
  const address = `0x${privateKey.slice(-40)}`
  const publicKey = bytesOf(address)
  return { publicKey, address, sign: () => publicKey }
}

export const transferBy = ({ from, to, value, data, nonce, gas }: EvmTransaction): Transfer => ({
  owner: from,
  nonce,
  to: to ?? '',
  value,
  price: gas.kind === 'legacy' ? gas.gasPrice : gas.maxFeePerGas,
  malformed: data === MALFORMED,
})

function read(raw: string): Transfer {
  try {
    return transferOf(raw)
  } catch {
    throw new BadTransaction('malformed', 'It cannot be read')
  }
}

const reservationsOf = ({ owner, nonce }: Transfer) => [{ owner, index: BigInt(nonce) }]

/** As much of a codec as sending takes. What asks for more finds none, and fails the run. */
const codec: Pick<
  EvmCodec,
  | 'address'
  | 'isAddress'
  | 'canonical'
  | 'signer'
  | 'build'
  | 'signingRequests'
  | 'combine'
  | 'inspect'
  | 'outlay'
  | 'difference'
  | 'serializeForKms'
> = {
  address: textOf,
  isAddress: (text) => ADDRESS.test(text),
  canonical: (text) => text,
  signer: signerOf,
  build(transaction) {
    const transfer = transferBy(transaction)
    const fee = String(GAS * transfer.price)
    return {
      chain: 'ETH',
      network: 'testnet',
      payload: rawOf(transfer),
      fee,
      claims: reservationsOf(transfer),
    }
  },
  signingRequests: ({ payload }) => {
    const { owner } = read(payload)
    const accepts = (publicKey: Uint8Array): boolean => textOf(publicKey) === owner
    return [{ bytes: new Uint8Array(32), scheme: 'ecdsa', address: owner, accepts }]
  },
  combine: ({ payload }) => ({ raw: payload, txId: txIdOf(read(payload)) }),
  inspect: (raw) => {
    const transfer = read(raw)
    return { txId: txIdOf(transfer), claims: reservationsOf(transfer), outputs: [] }
  },
  outlay: (raw) => ({ coin: costOf(read(raw)), tokens: [] }),
  serializeForKms: ({ to, value, nonce }) => JSON.stringify({ to, value: String(value), nonce }),
  difference(serialized, raw) {
    const asked: { readonly to: string; readonly value: string } = JSON.parse(serialized)
    const { to, value } = read(raw)
    return to === asked.to && String(value) === asked.value
      ? null
      : 'the recipient or the amount is another one'
  },
}

export function simulatedChain(node: SendingNode): EvmChain {
  const chain: Pick<EvmChain, 'record' | 'network'> & { codec: typeof codec; node: SendingNode } = {
    record,
    network: 'testnet',
    codec,
    node,
  }
  return chain as EvmChain
}
