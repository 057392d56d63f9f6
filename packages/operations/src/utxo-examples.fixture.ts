/** Of chains.fixture.ts: a call of each operation of the UTXO chains. */

/** The secret is 0x11, 32 times: worth nothing. */
const WIF = 'cN9spWsvaxA8taS7DFMxnk1yJD2gaF2PX1npuTpy3vuZFJdwavaw'
const ADDRESS = 'n4XmX91N5FfccY678vaG1ELNtXh6skVES7'
const DOGE_WIF = 'cfK8xqbiwFzQqcTeKQ9kP6Cwo5RzF5Zqqu362NXA2tQyoy4TTpJY'
const DOGE_ADDRESS = 'nsCyVMbwVcbNFQNHBmEtyUsx9YCzMC8mub'
const BCH_ADDRESS = 'bchtest:qr78y59zz80dm3cwuk388r097pupwdguaugjl6473v'

const WALLET = '26d3883e-4e17-48b3-a0ee-09a3e484ac83'

const HASH = 'ab'.repeat(32)

/** The first payment there was, in block 170 of Bitcoin: every chain of the family can read it. */
const SIGNED =
  '0100000001c997a5e56e104102fa209c6a852dd90660a20b2d9c352423edce25857fcd3704000000004847304402204e45e16932b8af514961a1d3a1a25fdf3f4f7732e9d624c6c61548ab5fb8cd410220181522ec8eca07de4860a4acdd12909d831cc56cbbac4622082221a8768d1d0901ffffffff0200ca9a3b00000000434104ae1a62fe09c5f51b13905f07f06b99a2f7159b2225f374cd378d71302fa28414e7aab37397f554a7df5f142c21c1b7303b8a0626f1baded5c72a704f7e6cd84cac00286bee0000000043410411db93e1dcdb8a016b49840f8c53bc1eb68a382e97b1482ecad7b148a6909a5cb2e0eaddfb84ccf9744464f82e160bfa9b8b64f9d4c03f999b8643f656b412a3ac00000000'

const from = (credits: number) => ({ credits, network: 'testnet', nodeless: 'chain.not.configured' }) as const

const block = { args: { hash: HASH } }
const tx = { args: { hash: HASH } }
const utxo = { args: { hash: HASH, index: 1 } }
const broadcast = { args: { txData: SIGNED } }

const to = [{ address: ADDRESS, value: 0.5 }]
const fee = { fee: '0.0001', changeAddress: ADDRESS }
const output = { txHash: HASH, index: 0 }
const byKey = { fromAddress: [{ address: ADDRESS, privateKey: WIF }], to }
const byWallet = { fromAddress: [{ address: ADDRESS, signatureId: WALLET, index: 3 }], to, ...fee }
const spentByKey = { fromUTXO: [{ ...output, privateKey: WIF }], to, ...fee }
const spentByWallet = { fromUTXO: [{ ...output, signatureId: WALLET, signatureIdIndex: 3 }], to }

const doge = { ...output, value: '90071992.54740993', address: DOGE_ADDRESS }
const toDoge = [{ address: DOGE_ADDRESS, value: '90071991.54740993' }]
const toBch = [{ address: BCH_ADDRESS, value: 1 }]

const [one, two, five, ten] = [from(1), from(2), from(5), from(10)]

export const UTXO_EXAMPLES = {
  btcGetBlockChainInfo: { ...one, args: {} },
  btcGetBlockHash: { ...one, args: { i: 170 } },
  btcGetBlock: { ...one, ...block },
  btcGetBalanceOfAddress: { ...one, args: { address: ADDRESS } },
  btcGetBalanceOfAddressBatch: { ...from(50), args: { addresses: `${ADDRESS},${ADDRESS}` } },
  dogeGetBalanceOfAddress: { ...five, args: { address: DOGE_ADDRESS } },
  dogeGetBalanceOfAddressBatch: { ...from(50), args: { addresses: DOGE_ADDRESS } },
  dogeGetTxByAddress: { ...five, args: { address: DOGE_ADDRESS, pageSize: 1, blockTo: 9 } },
  btcGetTxByAddressBatch: { ...two, args: { addresses: [ADDRESS, ADDRESS], txType: 'incoming' as const } },
  btcGetTxByAddress: { ...one, args: { address: ADDRESS, pageSize: 50, txType: 'incoming' as const } },
  btcGetMempool: { ...one, args: {} },
  btcGetUTXO: { ...one, ...utxo },
  btcGetRawTransaction: { ...one, ...tx },
  btcTransactionFromAddress: { ...two, args: byKey },
  btcTransactionFromAddressKMS: { ...two, args: byWallet },
  btcTransactionFromUTXO: { ...two, args: spentByKey },
  btcTransactionFromUTXOKMS: { ...two, args: spentByWallet },
  btcBroadcast: { ...two, ...broadcast },
  ltcGetBlockChainInfo: { ...five, args: {} },
  ltcGetBlockHash: { ...five, args: { i: 170 } },
  ltcGetBlock: { ...five, args: { hash: '170' } },
  ltcGetBalanceOfAddress: { ...five, args: { address: ADDRESS } },
  ltcGetTxByAddress: { ...five, args: { address: ADDRESS, pageSize: 1, offset: 1 } },
  ltcGetMempool: { ...one, args: {} },
  ltcGetUTXO: { ...five, ...utxo },
  ltcGetRawTransaction: { ...five, ...tx },
  ltcTransactionAddress: { ...ten, args: byKey },
  ltcTransactionAddressKMS: { ...ten, args: byWallet },
  ltcTransactionUTXO: { ...ten, args: spentByKey },
  ltcTransactionUTXOKMS: { ...ten, args: spentByWallet },
  ltcBroadcast: { ...five, ...broadcast },
  dogeGetBlockChainInfo: { ...one, args: {} },
  dogeGetBlockHash: { ...one, args: { i: 170 } },
  dogeGetBlock: { ...one, ...block },
  dogeGetMempool: { ...one, args: {} },
  dogeGetUTXO: { ...one, ...utxo },
  dogeGetRawTransaction: { ...one, ...tx },
  dogeTransactionUTXO: { ...two, args: { fromUTXO: [{ ...doge, privateKey: DOGE_WIF }], to: toDoge } },
  dogeTransactionUTXOKMS: { ...two, args: { fromUTXO: [{ ...doge, signatureId: WALLET }], to: toDoge } },
  dogeBroadcast: { ...two, ...broadcast },
  bchGetBlockChainInfo: { ...five, args: {} },
  bchGetBlockHash: { ...five, args: { i: 170 } },
  bchGetBlock: { ...five, ...block },
  bchGetRawTransaction: { ...five, ...tx },
  bchGetTxByAddress: { ...five, args: { address: BCH_ADDRESS, skip: 50 } },
  bchTransaction: { ...ten, args: { fromUTXO: [{ ...output, privateKey: WIF }], to: toBch } },
  bchTransactionKMS: { ...ten, args: { fromUTXO: [{ ...output, signatureId: WALLET }], to: toBch } },
  bchBroadcast: { ...five, ...broadcast },
}
