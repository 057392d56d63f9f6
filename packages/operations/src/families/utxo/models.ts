/**
 * Models of the UTXO chains. Each chain has its documented format: Bitcoin and Litecoin that of bcoin, with scripts in
 * hex and values in base units (Litecoin: coins as text); Dogecoin and Bitcoin Cash that of Bitcoin Core, with values
 * in coins. docs/utxo.md has a table of the units.
 */
import Type, { type Static, type TProperties, type TSchema } from 'typebox'
import { exactDecimal } from '../../wire/exact.js'
import { closed, optional } from '../../wire/fields.js'

// ---- requests

export const UtxoAddress = Type.String({ minLength: 1, maxLength: 100, description: 'Address of the chain' })

/** Each address needs a request to a node. */
export const MAX_ADDRESSES = 50

export const AddressList = Type.String({
  minLength: 1,
  maxLength: MAX_ADDRESSES * 101,
  pattern: `^[^,]{1,100}(,[^,]{1,100}){0,${MAX_ADDRESSES - 1}}$`,
  title: `up to ${MAX_ADDRESSES} addresses, separated by commas`,
  description: `Up to ${MAX_ADDRESSES} addresses of the chain, separated by commas`,
})

export const BlockRef = Type.String({ minLength: 1, maxLength: 100, description: 'Hash or height' })

export const TxHash = Type.String({ minLength: 1, maxLength: 100, description: 'Hash of the transaction' })

export const OutputHash = Type.String({
  minLength: 64,
  maxLength: 64,
  description: 'Hash of the transaction that created the output',
})

export const OutputIndex = Type.Integer({
  minimum: 0,
  maximum: 2 ** 31 - 1,
  description: 'Index of the output, from 0',
})

export const Height = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Height of the block',
})

export const BlockBound = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Height of a block, inclusive; excludes pending transactions',
})

export const TxType = Type.Enum(['incoming', 'outgoing'], {
  description: 'outgoing: the address spends something; incoming: all others',
})

export const Skip = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Number of transactions to skip, newest first',
})

// ---- answers

const text = optional(Type.String())
const number = optional(Type.Number())
const flag = optional(Type.Boolean())
const height = optional(Type.Number({ description: 'Absent while the transaction is in the mempool' }))

const sats = (unit: string) => optional(exactDecimal(`In ${unit}, 10^-8 of a coin`))
const coinText = (coin: string) => optional(Type.String({ description: `In ${coin}` }))
const coins = (coin: string) => optional(exactDecimal(`In ${coin}`))

export const BtcBasedBalance = Type.Object(
  {
    incoming: optional(Type.String({ description: 'Total received, in coins, including the mempool' })),
    outgoing: optional(Type.String({ description: 'Total sent, in coins, including the mempool' })),
    incomingPending: optional(Type.String({ description: 'Of it, what waits in the mempool' })),
    outgoingPending: optional(Type.String({ description: 'Of it, what waits in the mempool' })),
  },
  { $id: 'BtcBasedBalance' },
)

const info = <Fields extends TProperties>(name: string, fields: Fields) =>
  Type.Object(
    {
      chain: optional(Type.String({ description: 'main, test or regtest' })),
      blocks: optional(Type.Number({ description: 'Height of the last block' })),
      bestblockhash: text,
      difficulty: number,
      ...fields,
    },
    { $id: name },
  )

export const BtcInfo = info('BtcInfo', { headers: number })
export const LtcInfo = info('LtcInfo', { headers: number })
export const DogeInfo = info('DogeInfo', { headers: number })
export const BchInfo = info('BchInfo', {})

const blockHash = (name: string) => Type.Object({ hash: text }, { $id: name })

export const BtcBlockHash = blockHash('BtcBlockHash')
export const LtcGetBlockHash200Response = blockHash('LtcGetBlockHash200Response')
export const BchGetBlockHash200Response = blockHash('BchGetBlockHash200Response')

export const Mempool = Type.Array(Type.String({ description: 'Hash of a transaction' }))

// ---- bcoin's format

const inputOf = <Coin extends TProperties>(
  coin: Coin,
  names: { readonly input: string; readonly prevout: string; readonly coin: string },
) =>
  Type.Object(
    {
      prevout: optional(Type.Object({ hash: text, index: number }, { $id: names.prevout })),
      script: text,
      witness: optional(
        Type.String({ description: 'Serialized witness: the number of items, then each item' }),
      ),
      sequence: number,
      coin: optional(Type.Object(coin, { $id: names.coin })),
    },
    { $id: names.input },
  )

const outputOf = <Value extends TSchema>(value: Value, name: string) =>
  Type.Object({ value, script: text, address: text }, { $id: name })

const place = {
  blockNumber: height,
  block: optional(Type.String({ description: 'Hash of its block' })),
  time: optional(Type.Number({ description: 'Time of its block, in seconds' })),
  index: optional(Type.Number({ description: 'Position in the block; present in a block only' })),
} as const

export const BtcTx = Type.Object(
  {
    hash: text,
    hex: text,
    witnessHash: text,
    fee: optional(exactDecimal('In satoshis; absent if the node does not report the spent outputs')),
    rate: optional(exactDecimal('Satoshis per 1,000 virtual bytes')),
    ...place,
    version: number,
    inputs: optional(
      Type.Array(
        inputOf(
          { blockNumber: number, value: sats('satoshis'), script: text, address: text, coinbase: flag },
          { input: 'BtcTxInput', prevout: 'BtcTxInputPrevOut', coin: 'BtcTxInputCoin' },
        ),
      ),
    ),
    outputs: optional(Type.Array(outputOf(sats('satoshis'), 'BtcTxOutput'))),
    locktime: number,
  },
  { $id: 'BtcTx' },
)

/** A transaction in bcoin's format, with amounts as text in coins. */
const txInCoins = (name: string, coin: string) => ({
  hash: text,
  witnessHash: text,
  fee: optional(
    Type.String({ description: `In ${coin}; absent if the node does not report the spent outputs` }),
  ),
  rate: optional(Type.String({ description: `${coin} per 1,000 virtual bytes` })),
  ...place,
  version: number,
  inputs: optional(
    Type.Array(
      inputOf(
        { height: number, value: coinText(coin), script: text, address: text, coinbase: flag },
        {
          input: `${name}InputsInner`,
          prevout: `${name}InputsInnerPrevout`,
          coin: `${name}InputsInnerCoin`,
        },
      ),
    ),
  ),
  outputs: optional(Type.Array(outputOf(coinText(coin), `${name}OutputsInner`))),
  locktime: number,
})

export const LtcTx = Type.Object(
  { ...txInCoins('LtcTx', 'LTC'), ts: optional(Type.Number({ description: 'The same as time' })) },
  { $id: 'LtcTx' },
)

export const DogeTxByAddress = Type.Object(txInCoins('DogeTxByAddress', 'DOGE'), { $id: 'DogeTxByAddress' })

export const BtcGetTxByAddressBatch = Type.Object(
  {
    txType: optional(TxType),
    addresses: Type.Array(UtxoAddress, { minItems: 1, maxItems: MAX_ADDRESSES }),
  },
  { ...closed, $id: 'BtcGetTxByAddressBatch' },
)

export const TxsOfAddress = Type.Object(
  { address: Type.String({ description: 'As in the request' }), transactions: Type.Array(BtcTx) },
  { $id: 'TxsOfAddress' },
)

const block = {
  hash: text,
  version: number,
  prevBlock: text,
  merkleRoot: text,
  time: optional(Type.Number({ description: 'Seconds' })),
  bits: number,
  nonce: number,
} as const

export const BtcBlock = Type.Object(
  {
    ...block,
    height: number,
    depth: optional(Type.Number({ description: 'Number of blocks from this one to the last, inclusive' })),
    txs: optional(Type.Array(BtcTx)),
  },
  { $id: 'BtcBlock' },
)

export const LtcBlock = Type.Object(
  { ...block, blockNumber: number, txs: optional(Type.Array(LtcTx)) },
  { $id: 'LtcBlock' },
)

const utxo = (name: string, unit: string) =>
  Type.Object(
    {
      version: optional(
        Type.Number({ description: 'Version of the transaction; absent if the node cannot report it' }),
      ),
      height,
      value: sats(unit),
      script: text,
      address: text,
      coinbase: flag,
      hash: text,
      index: number,
    },
    { $id: name },
  )

export const BtcUTXO = utxo('BtcUTXO', 'satoshis')
export const LtcUTXO = utxo('LtcUTXO', 'base units')

// ---- Bitcoin Core's format

const scriptPubKey = (name: string) =>
  optional(
    Type.Object(
      { asm: text, hex: text, type: text, addresses: optional(Type.Array(Type.String())) },
      { $id: name },
    ),
  )

const scriptSig = (name: string) => optional(Type.Object({ asm: text, hex: text }, { $id: name }))

export const DogeTx = Type.Object(
  {
    hash: text,
    size: number,
    vsize: number,
    version: number,
    vin: optional(
      Type.Array(
        Type.Object(
          { txid: text, vout: number, scriptSig: scriptSig('DogeTxVinInnerScriptSig'), sequence: number },
          { $id: 'DogeTxVinInner' },
        ),
      ),
    ),
    vout: optional(
      Type.Array(
        Type.Object(
          { value: coins('DOGE'), n: number, scriptPubKey: scriptPubKey('DogeTxVoutInnerScriptPubKey') },
          { $id: 'DogeTxVoutInner' },
        ),
      ),
    ),
    locktime: number,
  },
  { $id: 'DogeTx' },
)

export const DogeBlock = Type.Object(
  {
    hash: text,
    height: number,
    size: number,
    confirmations: number,
    weight: optional(Type.Number({ description: 'Present if the node reports it' })),
    version: number,
    previousblockhash: text,
    merkleRoot: text,
    time: optional(Type.Number({ description: 'Seconds' })),
    bits: number,
    nonce: number,
    txs: optional(Type.Array(DogeTx)),
  },
  { $id: 'DogeBlock' },
)

export const DogeUTXO = Type.Object(
  {
    scriptPubKey: scriptPubKey('DogeTxVoutInnerScriptPubKey'),
    version: optional(
      Type.Number({ description: 'Version of the transaction; absent if the node cannot report it' }),
    ),
    height,
    value: coins('DOGE'),
    coinbase: flag,
    bestblock: optional(Type.String({ description: 'Hash of the last block at the time of the call' })),
  },
  { $id: 'DogeUTXO' },
)

export const BchTx = Type.Object(
  {
    txid: text,
    version: number,
    locktime: number,
    vin: optional(
      Type.Array(
        Type.Object(
          {
            txid: text,
            vout: number,
            scriptSig: scriptSig('BchTxVinInnerScriptSig'),
            coinbase: optional(
              Type.String({ description: 'Script of a coinbase input, which spends nothing' }),
            ),
            sequence: number,
          },
          { $id: 'BchTxVinInner' },
        ),
      ),
    ),
    vout: optional(
      Type.Array(
        Type.Object(
          { value: coins('BCH'), n: number, scriptPubKey: scriptPubKey('BchTxVoutInnerScriptPubKey') },
          { $id: 'BchTxVoutInner' },
        ),
      ),
    ),
  },
  { $id: 'BchTx' },
)

export const BchBlock = Type.Object(
  {
    hash: text,
    size: number,
    height: number,
    version: number,
    merkleroot: text,
    tx: optional(Type.Array(BchTx)),
    time: optional(Type.Number({ description: 'Seconds' })),
    nonce: number,
    difficulty: number,
    confirmations: number,
    previousblockhash: text,
    nextblockhash: text,
  },
  { $id: 'BchBlock' },
)

export type BtcTxModel = Static<typeof BtcTx>
export type LtcTxModel = Static<typeof LtcTx>
export type DogeTxByAddressModel = Static<typeof DogeTxByAddress>
export type DogeTxModel = Static<typeof DogeTx>
export type BchTxModel = Static<typeof BchTx>
