/**
 * A key-management system's part, as its daemon does it (github.com/tatumio/tatum-js, v1, `transaction/bnb.ts`): it asks
 * this service for the account, and signs the form of the message that the pending transaction holds.
 */
import { createPrivateKey, sign } from 'node:crypto'
import { beaconOracle } from '@tallystick/testing/simulated'

interface Coin {
  readonly denom: string
  readonly amount: number
}

interface Side<Address> {
  readonly address: Address
  readonly coins: readonly Coin[]
}

interface Message<Address> {
  readonly inputs: readonly Side<Address>[]
  readonly outputs: readonly Side<Address>[]
}

interface Serialized {
  readonly msg: Message<{ readonly data: readonly number[] }> & { readonly aminoPrefix: string }
  readonly signMsg: Message<string>
  readonly memo: string
}

interface AccountTold {
  readonly account_number?: unknown
  readonly sequence?: unknown
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  return Buffer.from([...bytes, rest])
}
const bytesField = (number: number, value: Buffer): Buffer =>
  Buffer.concat([varint(number * 8 + 2), varint(value.length), value])
const intField = (number: number, value: number): Buffer =>
  value === 0 ? Buffer.alloc(0) : Buffer.concat([varint(number * 8), varint(value)])

const sideBytes = ({ address, coins }: Side<{ readonly data: readonly number[] }>): Buffer =>
  Buffer.concat([
    bytesField(1, Buffer.from(address.data)),
    ...coins.map(({ denom, amount }) =>
      bytesField(2, Buffer.concat([bytesField(1, Buffer.from(denom)), intField(2, amount)])),
    ),
  ])

/** With its keys sorted: what `JSON.stringify` of the client's library comes to. */
const sorted = ({ inputs, outputs }: Message<string>): object => {
  const sides = (these: readonly Side<string>[]) =>
    these.map(({ address, coins }) => ({
      address,
      coins: coins.map(({ denom, amount }) => ({ amount, denom })),
    }))
  return { inputs: sides(inputs), outputs: sides(outputs) }
}

/** @param key 64 hex digits @returns Hex */
export function signAsDaemon(
  serialized: string,
  key: string,
  account: AccountTold,
  chainId = 'Binance-Chain-Ganges',
): string {
  const { msg, signMsg, memo }: Serialized = JSON.parse(serialized)
  const [accountNumber, sequence] = [Number(account.account_number ?? 0), Number(account.sequence ?? 0)]
  const document = JSON.stringify({
    account_number: String(accountNumber),
    chain_id: chainId,
    data: null,
    memo,
    msgs: [sorted(signMsg)],
    sequence: String(sequence),
    source: '0',
  })
  const publicKey = beaconOracle.publicKey(Buffer.from(key, 'hex'))
  const signature = lowSigned(Buffer.from(document), Buffer.from(key, 'hex'))
  const send = Buffer.concat([
    Buffer.from(msg.aminoPrefix, 'hex'),
    ...msg.inputs.map((one) => bytesField(1, sideBytes(one))),
    ...msg.outputs.map((one) => bytesField(2, sideBytes(one))),
  ])
  const signed = Buffer.concat([
    bytesField(1, Buffer.concat([Buffer.from('eb5ae98721', 'hex'), publicKey])),
    bytesField(2, signature),
    intField(3, accountNumber),
    intField(4, sequence),
  ])
  const tx = Buffer.concat([
    Buffer.from('f0625dee', 'hex'),
    bytesField(1, send),
    bytesField(2, signed),
    ...(memo === '' ? [] : [bytesField(3, Buffer.from(memo))]),
  ])
  return Buffer.concat([varint(tx.length), tx]).toString('hex')
}

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** OpenSSL's nonces are random: it signs until the second half is low, as Tendermint wants it. */
function lowSigned(data: Buffer, secret: Buffer): Buffer {
  const der = Buffer.concat([
    Buffer.from('302e0201010420', 'hex'),
    secret,
    Buffer.from('a00706052b8104000a', 'hex'),
  ])
  const key = createPrivateKey({ key: der, format: 'der', type: 'sec1' })
  for (;;) {
    const signature = sign('sha256', data, { key, dsaEncoding: 'ieee-p1363' })
    if (BigInt(`0x${signature.toString('hex', 32)}`) <= ORDER / 2n) return signature
  }
}
