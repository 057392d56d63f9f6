/**
 * Transactions as JSON, as nodes write them and key-management systems sign them (developers.tron.network,
 * "Transactions"): the id, the raw data and its bytes. A signature covers only the bytes. The signer checks that all
 * three agree, and so does this module for what comes back.
 */
import { hex } from '@scure/base'
import { exactNumber, parseExact, writeExact } from '@tallystick/core'
import { isObject, type Json } from '../json.js'
import { contractJson } from './contract.js'
import { malformed } from './faults.js'
import { type RawData, readRaw, writeSigned } from './transaction.js'

/** `raw_data` of what is built here. @throws BadTransaction of a contract that is not */
function rawJson({ contract, refBlock, expiration, timestamp, feeLimit, memo }: RawData): Json {
  if (contract === undefined) throw malformed('it is of a type that is not built here')
  return {
    contract: [contractJson(contract)],
    ref_block_bytes: refBlock.bytes,
    ref_block_hash: refBlock.hash,
    expiration,
    ...(memo === '' ? {} : { data: memo }),
    ...(feeLimit === 0n ? {} : { fee_limit: exactNumber(feeLimit.toString()) }),
    timestamp,
  }
}

export const serializeForKms = (raw: RawData): string =>
  writeExact({
    visible: false,
    txID: raw.txId,
    raw_data: rawJson(raw),
    raw_data_hex: hex.encode(raw.bytes),
  })

/** The bytes of a transaction that is written as JSON, with its signatures, hex. @throws BadTransaction `malformed` */
export function fromJson(text: string): string {
  let json: unknown
  try {
    json = parseExact(text)
  } catch {
    throw malformed('it is not JSON')
  }
  return rawFrom(json)
}

/** @param json Read exactly */
export function rawFrom(json: unknown): string {
  const {
    raw_data_hex: bytes,
    raw_data: data,
    txID: id,
    signature = [],
  } = (isObject(json) ? json : {}) as Json
  if (typeof bytes !== 'string' || !/^(?:[0-9a-fA-F]{2})+$/.test(bytes))
    throw malformed('raw_data_hex is not hex')
  const raw = readRaw(hex.decode(bytes.toLowerCase()))
  if (id !== undefined && String(id).toLowerCase() !== raw.txId) {
    throw malformed('txID is not the hash of raw_data_hex')
  }
  // What nobody here builds is not spelled here either.
  if (raw.contract !== undefined && isObject(data) && !says(data, raw)) {
    throw malformed('raw_data and raw_data_hex are not the same')
  }
  const signatures = Array.isArray(signature) ? signature : [signature]
  return writeSigned(
    raw.bytes,
    signatures.map((one: unknown) => {
      if (typeof one === 'string' && /^(?:0x)?(?:[0-9a-fA-F]{2})+$/.test(one)) {
        return hex.decode(one.replace(/^0x/, '').toLowerCase())
      }
      throw malformed('its signature is not hex')
    }),
  )
}

/** What was asked for; null when it is what was signed. Every byte of it is signed, so the signer chooses nothing. */
export function difference(asked: RawData, signed: RawData): string | null {
  if (asked.txId === signed.txId) return null
  const [own, other] = [asked, signed].map((raw) =>
    raw.contract === undefined ? undefined : (rawJson(raw) as Json),
  )
  if (own === undefined || other === undefined) return 'its contract is another one'
  const names = new Set([...Object.keys(own), ...Object.keys(other)])
  const name = [...names].find((one) => writeExact(own[one]) !== writeExact(other[one]))
  return `${name ?? 'raw_data'} is another one`
}

/** Whether JSON of somebody else's means what the bytes are. Addresses and numbers may be spelled in other ways. */
function says(data: Json, raw: RawData): boolean {
  const { contract: [first] = [] } = data as { readonly contract?: readonly unknown[] }
  const type = isObject(first) ? first['type'] : undefined
  const { expiration } = data
  return type === raw.contract?.type && Number(expiration) === raw.expiration && saysContract(first, raw)
}

/** Of the parameter's fields, those that both have in one spelling. */
function saysContract(first: unknown, { contract }: RawData): boolean {
  if (contract === undefined || !isObject(first)) return true
  const value = valueIn(first)
  const own = valueIn(contractJson(contract))
  return Object.entries(own).every(([name, wanted]) => {
    const given = value[name]
    if (given === undefined || isObject(wanted)) return true
    if (typeof wanted === 'string') {
      const isHex = typeof given === 'string' && /^[0-9a-fA-F]*$/.test(given)
      return !isHex || given.toLowerCase() === wanted.toLowerCase()
    }
    return writeExact(given) === writeExact(wanted)
  })
}

const valueIn = (contract: Json): Json => {
  const parameter = contract['parameter']
  const value = isObject(parameter) ? parameter['value'] : undefined
  return isObject(value) ? value : {}
}
