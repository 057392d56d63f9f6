/**
 * Every chain that Tallystick brings. All that depends on a chain derives from its record; a new one of a known family
 * is its record and a line here. An embedder's own go to `createChains` (docs/add-a-chain.md).
 */
import type { BeaconRecord } from './ports/beacon.js'
import type { EvmRecord } from './ports/evm.js'
import type { MultiversxRecord } from './ports/multiversx.js'
import type { SolanaRecord } from './ports/solana.js'
import type { StellarRecord } from './ports/stellar.js'
import type { TronRecord } from './ports/tron.js'
import type { UtxoRecord } from './ports/utxo.js'
import type { XrpRecord } from './ports/xrp.js'
import { bitcoin } from './records/bitcoin.js'
import { bitcoinCash } from './records/bitcoin-cash.js'
import { bnb } from './records/bnb.js'
import { bsc } from './records/bsc.js'
import { celo } from './records/celo.js'
import { dogecoin } from './records/dogecoin.js'
import { ethereum } from './records/ethereum.js'
import { harmony } from './records/harmony.js'
import { kcs } from './records/kcs.js'
import { klaytn } from './records/klaytn.js'
import { litecoin } from './records/litecoin.js'
import { multiversx } from './records/multiversx.js'
import { polygon } from './records/polygon.js'
import { solana } from './records/solana.js'
import { stellar } from './records/stellar.js'
import { tron } from './records/tron.js'
import { xdc } from './records/xdc.js'
import { xrp } from './records/xrp.js'

/** A record of any family. */
export type AnyRecord =
  | UtxoRecord
  | EvmRecord
  | XrpRecord
  | TronRecord
  | StellarRecord
  | SolanaRecord
  | MultiversxRecord
  | BeaconRecord

export const records = {
  BTC: bitcoin,
  LTC: litecoin,
  DOGE: dogecoin,
  BCH: bitcoinCash,
  ETH: ethereum,
  MATIC: polygon,
  CELO: celo,
  BSC: bsc,
  KLAY: klaytn,
  KCS: kcs,
  ONE: harmony,
  XDC: xdc,
  XRP: xrp,
  TRON: tron,
  XLM: stellar,
  SOL: solana,
  EGLD: multiversx,
  BNB: bnb,
} as const satisfies Readonly<Record<string, AnyRecord>>

/** Chains on which key-management systems send what they sign by themselves. */
export const SENT_BY_SIGNER: readonly string[] = [solana.id]

export type ChainId = keyof typeof records

export const isChainId = (id: string): id is ChainId => Object.hasOwn(records, id)
