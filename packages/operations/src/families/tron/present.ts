/** What nodes of TRON answer, in the documented shape. */
import { exactNumber } from '@tallystick/core'
import type { TronCodec, TronJson } from '@tallystick/custody'

const isJson = (value: unknown): value is TronJson =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const jsonIn = (from: TronJson, name: string): TronJson => {
  const value = from[name]
  return isJson(value) ? value : {}
}
const listIn = (from: TronJson, name: string): readonly TronJson[] => {
  const value = from[name]
  return Array.isArray(value) ? value.filter(isJson) : []
}

/** @param blockNumber Where the answer does not say it of the transaction */
export function presentTx(codec: TronCodec, tx: TronJson, blockNumber: unknown = 0): TronJson {
  const { ret, signature, txID, raw_data: data, blockNumber: own } = tx
  const receipt = jsonIn(jsonIn(tx, 'info'), 'receipt')
  const usage = tx['net_usage'] ?? receipt['net_usage']
  const rawData = isJson(data) ? data : {}
  return {
    ret: Array.isArray(ret) ? ret : [],
    signature: Array.isArray(signature) ? signature : [],
    blockNumber: own ?? blockNumber,
    txID,
    ...(usage === undefined ? {} : { netUsage: usage }),
    rawData: {
      ...rawData,
      contract: listIn(rawData, 'contract').map((one) => withBase58(codec, one)),
      expiration: rawData['expiration'] ?? 0,
      timestamp: rawData['timestamp'] ?? 0,
    },
  }
}

/** Nodes name the contract of every call: only a deployment creates it, and only one that succeeded. */
export function createdBy(codec: TronCodec, tx: TronJson): string | undefined {
  const [contract] = listIn(jsonIn(tx, 'raw_data'), 'contract')
  const info = jsonIn(tx, 'info')
  const { contract_address: address, receipt } = info
  const isMade =
    contract?.['type'] === 'CreateSmartContract' &&
    (isJson(receipt) ? receipt : {})['result'] === 'SUCCESS' &&
    info['result'] !== 'FAILED'
  return isMade && typeof address === 'string' && codec.isAddress(address)
    ? codec.canonical(address)
    : undefined
}

function withBase58(codec: TronCodec, contract: TronJson): TronJson {
  const parameter = jsonIn(contract, 'parameter')
  const value = jsonIn(parameter, 'value')
  const spelled = (name: string, as: string): TronJson => {
    const text = value[name]
    return typeof text === 'string' && codec.isAddress(text) ? { [as]: codec.canonical(text) } : {}
  }
  const both = {
    ...value,
    ...spelled('owner_address', 'ownerAddressBase58'),
    ...spelled('to_address', 'toAddressBase58'),
  }
  return { ...contract, parameter: { ...parameter, value: both } }
}

export function presentBlock(codec: TronCodec, block: TronJson): TronJson {
  const header = jsonIn(block, 'block_header')
  const raw = jsonIn(header, 'raw_data')
  const height = raw['number'] ?? 0
  return {
    hash: block['blockID'],
    blockNumber: height,
    timestamp: raw['timestamp'] ?? 0,
    parentHash: raw['parentHash'],
    witnessAddress: raw['witness_address'],
    witnessSignature: header['witness_signature'],
    transactions: listIn(block, 'transactions').map((tx) => presentTx(codec, tx, height)),
  }
}

/** One that the chain does not know has nothing. */
export function presentAccount(
  address: string,
  account: TronJson,
  resources: TronJson,
  trc20: readonly TronJson[],
): TronJson {
  const left = (limit: string, used: string): bigint => amountOf(resources[limit]) - amountOf(resources[used])
  const { asset_issued_ID: issued, asset_issued_name: name } = account
  const { NetLimit: netLimit, NetUsed: netUsage, freeNetLimit } = resources
  return {
    address,
    balance: account['balance'] ?? 0,
    trc10: listIn(account, 'assetV2'),
    trc20,
    createTime: account['create_time'] ?? 0,
    ...(issued === undefined ? {} : { assetIssuedId: String(issued) }),
    ...(name === undefined ? {} : { assetIssuedName: String(name) }),
    freeNetUsage: resources['freeNetUsed'] ?? 0,
    ...(freeNetLimit === undefined ? {} : { freeNetLimit }),
    ...(netUsage === undefined ? {} : { netUsage }),
    ...(netLimit === undefined ? {} : { netLimit }),
    bandwidth: exactNumber(String(left('freeNetLimit', 'freeNetUsed') + left('NetLimit', 'NetUsed'))),
  }
}

const amountOf = (value: unknown): bigint => (/^\d+$/.test(String(value)) ? BigInt(String(value)) : 0n)

export function presentTrc20Tx(tx: TronJson): TronJson {
  const { symbol = '', address = '', decimals = 0, name = '' } = jsonIn(tx, 'token_info')
  const { transaction_id: txID, from, to, type, value } = tx
  return { txID, tokenInfo: { symbol, address, decimals, name }, from, to, type, value: String(value) }
}

export function presentAsset(codec: TronCodec, asset: TronJson): TronJson {
  const {
    owner_address: owner,
    name,
    abbr,
    description,
    url,
    total_supply: totalSupply,
    precision,
    id,
  } = asset
  return {
    ...(typeof owner === 'string' && codec.isAddress(owner) ? { ownerAddress: codec.canonical(owner) } : {}),
    ...Object.fromEntries(
      Object.entries({ name, abbr, description, url, totalSupply }).filter(
        ([, value]) => value !== undefined,
      ),
    ),
    precision: precision ?? 0,
    ...(/^\d+$/.test(String(id)) ? { id: exactNumber(String(id)) } : {}),
  }
}
