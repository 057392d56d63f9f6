/** Converts blocks, transactions and outputs of the UTXO chains to the models of each chain (models.ts). */
import { type ExactNumber, exactNumber, formatDecimal } from '@tallystick/core'
import type { Utxo, UtxoBlock, UtxoChain, UtxoInput, UtxoOutput, UtxoTransaction } from '@tallystick/custody'
import { present } from '../../present.js'
import type { BchTxModel, BtcTxModel, DogeTxByAddressModel, DogeTxModel, LtcTxModel } from './models.js'

/** Decimal text in coins. */
export const inCoins = ({ record }: UtxoChain, value: bigint): string => formatDecimal(value, record.decimals)

const asCoins = (chain: UtxoChain, value: bigint): number | ExactNumber => exactNumber(inCoins(chain, value))
const asUnits = (value: bigint): number | ExactNumber => exactNumber(value.toString())

/** The inputs minus the outputs; undefined if the node does not report all inputs. */
function feeOf({ inputs, outputs }: UtxoTransaction): bigint | undefined {
  // A coinbase spends nothing and pays no fee.
  if (inputs.some(isReward)) return 0n
  let fee = 0n
  for (const { spent } of inputs) {
    if (spent === null) return undefined
    fee += spent.value
  }
  return outputs.reduce((rest, { value }) => rest - value, fee)
}

const isReward = ({ txId }: UtxoInput): boolean => /^0{64}$/.test(txId)

/** Base units per 1,000 virtual bytes, rounded down. */
const rateOf = (fee: bigint | undefined, { virtualSize }: UtxoTransaction): bigint | undefined =>
  fee === undefined || virtualSize < 1 ? undefined : (fee * 1000n) / BigInt(virtualSize)

// ---- bcoin's format

export function btcTx(transaction: UtxoTransaction): BtcTxModel {
  const fee = feeOf(transaction)
  const rate = rateOf(fee, transaction)
  const { inputs, outputs } = transaction
  return present({
    ...ownOf(transaction),
    hex: transaction.hex === '' ? undefined : transaction.hex,
    fee: fee === undefined ? undefined : asUnits(fee),
    rate: rate === undefined ? undefined : asUnits(rate),
    inputs: inputs.map((input) =>
      present({
        ...inputFields(input),
        coin:
          input.spent === null
            ? undefined
            : present({
                blockNumber: input.spent.height,
                value: asUnits(input.spent.value),
                ...holder(input.spent),
                coinbase: input.spent.coinbase,
              }),
      }),
    ),
    outputs: outputs.map((output) => present({ value: asUnits(output.value), ...holder(output) })),
  })
}

export const ltcTx = (chain: UtxoChain, transaction: UtxoTransaction): LtcTxModel =>
  present({ ...txInCoins(chain, transaction), ts: transaction.time })

/** Amounts as text in coins. */
export function txInCoins(chain: UtxoChain, transaction: UtxoTransaction): DogeTxByAddressModel {
  const fee = feeOf(transaction)
  const rate = rateOf(fee, transaction)
  const { inputs, outputs } = transaction
  return present({
    ...ownOf(transaction),
    fee: fee === undefined ? undefined : inCoins(chain, fee),
    rate: rate === undefined ? undefined : inCoins(chain, rate),
    inputs: inputs.map((input) =>
      present({
        ...inputFields(input),
        coin:
          input.spent === null
            ? undefined
            : present({
                height: input.spent.height,
                value: inCoins(chain, input.spent.value),
                ...holder(input.spent),
                coinbase: input.spent.coinbase,
              }),
      }),
    ),
    outputs: outputs.map((output) => present({ value: inCoins(chain, output.value), ...holder(output) })),
  })
}

const ownOf = ({
  txId,
  witnessHash,
  height,
  blockHash,
  time,
  indexInBlock,
  version,
  locktime,
}: UtxoTransaction) => ({
  hash: txId,
  witnessHash,
  blockNumber: height,
  block: blockHash,
  time,
  index: indexInBlock,
  version,
  locktime,
})

const inputFields = ({ txId, index, script, witness, sequence }: UtxoInput) => ({
  prevout: { hash: txId, index },
  script,
  witness: witnessHex(witness),
  sequence,
})

const holder = ({ script, address }: UtxoOutput) => ({ script, address })

/** The serialized witness (BIP-144): the number of items, then each item with its length. */
function witnessHex(items: readonly string[]): string {
  return [compactSize(items.length), ...items.map((item) => compactSize(item.length / 2) + item)].join('')
}

/** developer.bitcoin.org, "CompactSize Unsigned Integers". */
function compactSize(size: number): string {
  const bytes = Buffer.alloc(5)
  if (size < 0xfd) return bytes.subarray(0, bytes.writeUInt8(size)).toString('hex')
  if (size <= 0xffff) return `fd${bytes.subarray(0, bytes.writeUInt16LE(size)).toString('hex')}`
  return `fe${bytes.subarray(0, bytes.writeUInt32LE(size)).toString('hex')}`
}

const blockFields = ({ hash, version, previous, merkleRoot, time, bits, nonce }: UtxoBlock) => ({
  hash,
  version,
  prevBlock: previous,
  merkleRoot,
  time,
  bits,
  nonce,
})

export const btcBlock = (block: UtxoBlock) =>
  present({
    ...blockFields(block),
    height: block.height,
    depth: block.depth,
    txs: block.transactions.map(btcTx),
  })

export const ltcBlock = (chain: UtxoChain, block: UtxoBlock) =>
  present({
    ...blockFields(block),
    blockNumber: block.height,
    txs: block.transactions.map((transaction) => ltcTx(chain, transaction)),
  })

/** @param version Of the transaction, if the node reports it */
export const btcUtxo = (utxo: Utxo, version: number | undefined) =>
  present({
    version,
    height: utxo.height,
    value: asUnits(utxo.value),
    ...holder(utxo),
    coinbase: utxo.coinbase,
    hash: utxo.txId,
    index: utxo.index,
  })

// ---- Bitcoin Core's format

export function dogeTx(chain: UtxoChain, transaction: UtxoTransaction): DogeTxModel {
  const { witnessHash: hash, size, virtualSize: vsize, version, locktime, inputs, outputs } = transaction
  const vin = inputs.map((input) => spending(chain, input))
  const vout = outputs.map((output, n) => paying(chain, output, n))
  return { hash, size, vsize, version, vin, vout, locktime }
}

export function bchTx(chain: UtxoChain, transaction: UtxoTransaction): BchTxModel {
  const { txId: txid, version, locktime, inputs, outputs } = transaction
  const vin = inputs.map((input) =>
    isReward(input) ? { coinbase: input.script, sequence: input.sequence } : spending(chain, input),
  )
  const vout = outputs.map((output, n) => paying(chain, output, n))
  return { txid, version, locktime, vin, vout }
}

function spending({ codec }: UtxoChain, input: UtxoInput) {
  const { txId: txid, index: vout, script: hex, sequence } = input
  return isReward(input) ? { sequence } : { txid, vout, scriptSig: { asm: codec.asm(hex), hex }, sequence }
}

const paying = (chain: UtxoChain, output: UtxoOutput, n: number) => ({
  value: asCoins(chain, output.value),
  n,
  scriptPubKey: scriptPubKey(chain, output),
})

function scriptPubKey({ codec }: UtxoChain, { script: hex, address }: UtxoOutput) {
  const { asm, type } = codec.describe(hex)
  return { asm, hex, type, ...(address === null ? {} : { addresses: [address] }) }
}

export const dogeBlock = (chain: UtxoChain, block: UtxoBlock) =>
  present({
    hash: block.hash,
    height: block.height,
    size: block.size,
    confirmations: block.depth,
    weight: block.weight,
    version: block.version,
    previousblockhash: block.previous,
    merkleRoot: block.merkleRoot,
    time: block.time,
    bits: block.bits,
    nonce: block.nonce,
    txs: block.transactions.map((transaction) => dogeTx(chain, transaction)),
  })

export const dogeUtxo = (chain: UtxoChain, utxo: Utxo, version: number | undefined, bestblock: string) =>
  present({
    scriptPubKey: scriptPubKey(chain, utxo),
    version,
    height: utxo.height,
    value: asCoins(chain, utxo.value),
    coinbase: utxo.coinbase,
    bestblock,
  })

export const bchBlock = (chain: UtxoChain, block: UtxoBlock) =>
  present({
    hash: block.hash,
    size: block.size,
    height: block.height,
    version: block.version,
    merkleroot: block.merkleRoot,
    tx: block.transactions.map((transaction) => bchTx(chain, transaction)),
    time: block.time,
    nonce: block.nonce,
    difficulty: block.difficulty,
    confirmations: block.depth,
    previousblockhash: block.previous,
    nextblockhash: block.next,
  })
