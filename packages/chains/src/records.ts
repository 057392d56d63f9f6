/** Every chain there is. A new one of a known family is its definition and a line here (docs/add-a-chain.md). */
import type { ChainId, ChainTypes } from '@tallystick/custody'
import { bitcoin } from './definitions/bitcoin.js'
import { bitcoinCash } from './definitions/bitcoin-cash.js'
import { bsc } from './definitions/bsc.js'
import { celo } from './definitions/celo.js'
import { dogecoin } from './definitions/dogecoin.js'
import { ethereum } from './definitions/ethereum.js'
import { harmony } from './definitions/harmony.js'
import { kcs } from './definitions/kcs.js'
import { klaytn } from './definitions/klaytn.js'
import { litecoin } from './definitions/litecoin.js'
import { polygon } from './definitions/polygon.js'
import { xdc } from './definitions/xdc.js'
import { xrp } from './definitions/xrp.js'

export const records: { readonly [Id in ChainId]: ChainTypes[Id]['record'] } = {
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
}
