/**
 * A signature covers the SHA-256 of JSON with sorted keys (bnb-chain/bnc-cosmos-sdk, `StdSignBytes`, `SortJSON`). A node
 * writes that JSON again to check the signature, so this writes it as Go does: amounts are numbers of any size, and
 * characters with a meaning in HTML are escaped. Account number and sequence are text.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { writeAddress } from './address.js'
import type { Coin, Entry, StdSignature, StdTx, Transfer } from './amino.js'

export interface Network {
  readonly chainId: string
  readonly prefix: string
}

/** 32 bytes. */
export function digestOf(
  { transfer, memo, source }: Pick<StdTx, 'transfer' | 'memo' | 'source'>,
  { accountNumber, sequence }: Pick<StdSignature, 'accountNumber' | 'sequence'>,
  { chainId, prefix }: Network,
): Uint8Array {
  const json =
    `{"account_number":"${accountNumber}","chain_id":${quoted(chainId)},"data":null,"memo":${quoted(memo)},` +
    `"msgs":[${transferJson(transfer, prefix)}],"sequence":"${sequence}","source":"${source}"}`
  return sha256(new TextEncoder().encode(json))
}

/** The message in the form that is signed. */
const transferJson = ({ inputs, outputs }: Transfer, prefix: string): string =>
  `{"inputs":[${inputs.map((one) => entryJson(one, prefix))}],"outputs":[${outputs.map((one) => entryJson(one, prefix))}]}`

const entryJson = ({ account, coins }: Entry, prefix: string): string =>
  `{"address":"${writeAddress(prefix, account)}","coins":[${coins.map(coinJson)}]}`

const coinJson = ({ asset, amount }: Coin): string => `{"amount":${amount},"denom":${quoted(asset)}}`

/** Escapes that Go does not use. */
const SHORT: Readonly<Record<string, string>> = { b: '\\u0008', f: '\\u000c' }

/** Characters that Go writes differently from JavaScript (`encoding/json`, `Marshal`). */
const quoted = (text: string): string =>
  JSON.stringify(text)
    .replace(/\\(.)/g, (pair, letter) => SHORT[letter] ?? pair)
    .replace(/[<>&\u2028\u2029]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
