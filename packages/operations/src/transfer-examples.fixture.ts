/** Of chains.fixture.ts: a call of each one-call transfer. Without a ledger that knows the account, none is made. */

const nodeless = 'senderAccount.not.exists'
const from = (credits: number) => ({ credits, network: 'testnet', nodeless }) as const
const [two, four, ten] = [from(2), from(4), from(10)]

const ACCOUNT = { senderAccountId: 'a'.repeat(24), amount: '1.5' }
const KMS = { signatureId: '26d3883e-4e17-48b3-a0ee-09a3e484ac83' }
/** Of trezor/python-mnemonic, vectors.json: 24 words, and the tpub at m/44'/1'/0'/0. */
const MNEMONIC =
  'letter advice cage absurd amount doctor acoustic avoid letter advice cage absurd amount doctor acoustic avoid letter advice cage absurd amount doctor acoustic bless'
const XPUB =
  'tpubDEYxTr2XD51jQL92yKbuD5cqmJuHiZ3DDSJQQ9wxu9j15T8VybLXPBgpudUgNpqtBDnyDfYrqYXH9TKspMHPwLJCL8g11djtJdCv5bpGv5Y'
const words = { mnemonic: MNEMONIC, index: 7 }

/** The secret is 0x11, 32 times: worth nothing. */
const WIF = 'cN9spWsvaxA8taS7DFMxnk1yJD2gaF2PX1npuTpy3vuZFJdwavaw'
const TO_BTC = 'n4XmX91N5FfccY678vaG1ELNtXh6skVES7'
const DOGE_WIF = 'cfK8xqbiwFzQqcTeKQ9kP6Cwo5RzF5Zqqu362NXA2tQyoy4TTpJY'
const TO_DOGE = 'nsCyVMbwVcbNFQNHBmEtyUsx9YCzMC8mub'
const TO_BCH = 'bchtest:qr78y59zz80dm3cwuk388r097pupwdguaugjl6473v'

const toBtc = { ...ACCOUNT, address: `${TO_BTC},${TO_BTC}`, multipleAmounts: ['0.5', '1'], fee: '0.0001' }
const toDoge = { ...ACCOUNT, address: TO_DOGE }
const toBch = { ...ACCOUNT, address: TO_BCH }
const ofWords = { mnemonic: MNEMONIC, xpub: XPUB }
const ofKeys = { keyPair: [{ address: TO_BTC, privateKey: WIF }], attr: TO_BTC }
const ofDogeKeys = { keyPair: [{ address: TO_DOGE, privateKey: DOGE_WIF }], attr: TO_DOGE }
const ofBchKeys = { keyPair: [{ address: TO_BCH, privateKey: WIF }], attr: TO_BCH }
const ofKms = { ...KMS, xpub: XPUB }

/** Of EIP-155: its key is published. */
const KEY = `0x${'46'.repeat(32)}`
const toEth = { ...ACCOUNT, address: '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F' }
const gas = { gasLimit: '40000', gasPrice: '20', nonce: 0 }
const celo = { ...toEth, feeCurrency: 'CUSD' as const }
const kmsAt = { ...KMS, index: 3 }

/** Of multiversx/mx-sdk-js-core, src/testdata/testwallets/alice.pem. */
const ALICE = 'erd1qyu5wthldzr8wx5c9ucg8kjagg0jfs53s8nr3zpz3hypefsdd8ssycr6th'
const toEgld = { ...ACCOUNT, address: 'erd1spyavw0956vq68xj8y4tenjpq2wd5a9p2c6j8gsz7ztyrnpxrruqzu66jx' }

/** Of trezor/trezor-firmware, common/tests/fixtures/tron/sign_tx.json. */
const TRON = 'TY72iA3SBtrds3QLYsS7LwYfkzXwAXCRWT'
const toTron = { ...ACCOUNT, address: 'TQSw9qVAigRwfgPdf7aW4wxbG9tFitexg2' }
const TRON_KEY = '2d8f68944bdbfbc0769542fba8fc2d2a3de67393334471624364c7006da2aa54'

/** Of xrpl.js, packages/ripple-keypairs/test/fixtures/api.json: its seed is published. */
const toXrp = {
  ...ACCOUNT,
  account: 'rU6K7V3Po4snVhBBaU29sesqs2qTQJWDw1',
  address: 'rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De',
  attr: '12',
  sourceTag: 7,
}
/** Of the bytes 11, 32 times. */
const toXlm = {
  ...ACCOUNT,
  fromAccount: 'GBTL47RTFR5EKMZSXWOQU735WBK7LRPPDIDK3JTNTCZZ7NUBBRDTVSK2',
  address: 'GAFVCOWZWSJEAFOKBEBO2B4QITJ2YXN6YIYG6BUURQINVDVW4OPS3OL6',
  attr: 'a memo',
}
const XLM_SECRET = 'SAFQWCYLBMFQWCYLBMFQWCYLBMFQWCYLBMFQWCYLBMFQWCYLBMFQX44I'
/** Of RFC 8032, 7.1, the first test vector, as Solana's wallets write a pair of keys. */
const SOL_KEY = '49W385L4rePHy6PAaQUovbD2aacgN4HsKXSMeUzRg4fmwXszN91JuMFrQRj3vMDpZuRF3ZknQBuRBoWQJEfXstMw'
const toSol = {
  ...ACCOUNT,
  from: 'FVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z',
  address: 'EN2sCsJ1WDV8UFqsiTXHcUPUxQ4juE71eCknHYYMifkd',
}
/** Of trust-wallet/wallet-core, tests/chains/Binance/TWAnySignerTests.cpp: its key is published. */
const toBnb = { ...ACCOUNT, address: 'tbnb1hlly02l6ahjsgxw9wlcswnlwdhg4xhx3f309d9', attr: 'a memo' }
const BNB_KEY = '95949f757db1f57ca94a5dff23314accbe7abee89597bf6a3c7382c84d7eb832'
const BNB = 'tbnb1grpf0955h0ykzq3ar5nmum7y6gdfl6lx8xu7hm'

const ethByKey = { ...four, args: { ...toEth, ...gas, privateKey: KEY } }
const ethByWords = { ...four, args: { ...toEth, ...words } }
const ethByKms = { ...four, args: { ...toEth, ...kmsAt } }

export const TRANSFER_EXAMPLES = {
  transferBtcMnemonic: { ...two, args: { ...toBtc, ...ofWords } },
  transferBtcKeyPair: { ...two, args: { ...toBtc, ...ofKeys } },
  transferBtcKMS: { ...two, args: { ...toBtc, ...ofKms } },
  transferLtcMnemonic: { ...ten, args: { ...toBtc, ...ofWords } },
  transferLtcKeyPair: { ...ten, args: { ...toBtc, ...ofKeys } },
  transferLtcKMS: { ...ten, args: { ...toBtc, ...ofKms } },
  transferDogeMnemonic: { ...four, args: { ...toDoge, ...ofWords } },
  transferDogeKeyPair: { ...four, args: { ...toDoge, ...ofDogeKeys } },
  transferDogeKMS: { ...four, args: { ...toDoge, ...ofKms } },
  transferBchMnemonic: { ...ten, args: { ...toBch, ...ofWords } },
  transferBchKeyPair: { ...ten, args: { ...toBch, ...ofBchKeys } },
  transferBchKMS: { ...ten, args: { ...toBch, ...ofKms } },
  transferEth: ethByKey,
  transferEthMnemonic: ethByWords,
  transferEthKMS: ethByKms,
  transferErc20: ethByKey,
  transferErc20Mnemonic: ethByWords,
  transferErc20KMS: ethByKms,
  offPolTransferEth: ethByKey,
  offPolTransferEthMnemonic: ethByWords,
  offPolTransferEthKMS: ethByKms,
  transferBsc: ethByKey,
  transferBscMnemonic: ethByWords,
  transferBscKMS: ethByKms,
  offKlaTransferEth: ethByKey,
  offKlaTransferEthMnemonic: ethByWords,
  offKlaTransferEthKMS: ethByKms,
  offOneTransferEth: ethByKey,
  offOneTransferEthMnemonic: ethByWords,
  offOneTransferEthKMS: ethByKms,
  offXdcTransferEth: ethByKey,
  offXdcTransferEthMnemonic: ethByWords,
  offXdcTransferEthKMS: ethByKms,
  transferKCS: { ...four, args: { ...toEth, fromPrivateKey: KEY } },
  transferKCSMnemonic: ethByWords,
  transferKCSKMS: ethByKms,
  transferCelo: { ...four, args: { ...celo, privateKey: KEY } },
  transferCeloMnemonic: { ...four, args: { ...celo, ...words } },
  transferCeloKMS: { ...four, args: { ...celo, ...kmsAt } },
  offEglTransferEth: {
    ...four,
    args: { ...toEgld, privateKey: '413f42575f7f26fad3317a778771212fdb80245850981e48b58a4f25e344e8f9' },
  },
  offEglTransferEthMnemonic: { ...four, args: { ...toEgld, ...words } },
  offEglTransferEthKMS: { ...four, args: { ...toEgld, ...kmsAt, from: ALICE } },
  transferTron: { ...ten, args: { ...toTron, fromPrivateKey: TRON_KEY, fee: '3' } },
  transferTronMnemonic: { ...ten, args: { ...toTron, ...words } },
  transferTronKMS: { ...ten, args: { ...toTron, ...kmsAt, from: TRON } },
  transferXrp: { ...ten, args: { ...toXrp, secret: 'sp5fghtJtpUorTwvof1NpDXAzNwf5' } },
  transferXrpKMS: { ...ten, args: { ...toXrp, ...KMS } },
  transferXlm: { ...ten, args: { ...toXlm, secret: XLM_SECRET } },
  transferXlmKMS: { ...ten, args: { ...toXlm, ...KMS } },
  transferSol: { ...ten, args: { ...toSol, privateKey: SOL_KEY, fee: '0.0001' } },
  transferSolKMS: { ...ten, args: { ...toSol, ...KMS } },
  transferBnb: { ...ten, args: { ...toBnb, fromPrivateKey: BNB_KEY } },
  transferBnbKMS: { ...ten, args: { ...toBnb, ...KMS, fromAddress: BNB } },
  offchainEstimateFee: { ...two, args: { ...ACCOUNT, address: TO_BTC, xpub: XPUB } },
}
