/** Of chains.fixture.ts: a call of each operation that deploys a token. */
const sent = { credits: 4, network: 'testnet', nodeless: 'chain.not.configured' } as const
const ten = { ...sent, credits: 10 } as const

const TOKEN = {
  symbol: 'GOLD',
  supply: '1000000.5',
  description: 'Gold of the world',
  basePair: 'EUR' as const,
  baseRate: 2,
}
const WALLET = { signatureId: '26d3883e-4e17-48b3-a0ee-09a3e484ac83', index: 3 }
/** Of trezor/python-mnemonic, vectors.json: 24 words. */
const WORDS = {
  mnemonic:
    'letter advice cage absurd amount doctor acoustic avoid letter advice cage absurd amount doctor acoustic avoid letter advice cage absurd amount doctor acoustic bless',
  index: 7,
}
/** Of BIP-32, the public key at m of the second test vector. */
const XPUB =
  'xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB'

/** A key that is published with EIP-155. */
const KEY = { privateKey: `0x${'46'.repeat(32)}` }
const evm = { ...TOKEN, nonce: 0 }
const held = { xpub: { xpub: XPUB, derivationIndex: 1 }, address: { address: `0x${'9d'.repeat(20)}` } }

const celo = { ...evm, feeCurrency: 'CUSD' as const }

/** Of trezor/trezor-firmware, common/tests/fixtures/tron/sign_tx.json. */
const TRON_KEY = { privateKey: '2d8f68944bdbfbc0769542fba8fc2d2a3de67393334471624364c7006da2aa54' }
const TRON = 'TY72iA3SBtrds3QLYsS7LwYfkzXwAXCRWT'
const trc = { ...TOKEN, decimals: 6, type: 'TRC20' as const }
const tronHeld = {
  xpub: { xpub: '02'.padEnd(130, '7'), derivationIndex: 1 },
  address: { address: 'TQSw9qVAigRwfgPdf7aW4wxbG9tFitexg2' },
}
const tronWallet = { ...WALLET, from: TRON }

const keyXpub = { ...sent, args: { ...evm, ...held.xpub, ...KEY } }
const keyAddress = { ...sent, args: { ...evm, ...held.address, ...KEY } }
const wordsXpub = { ...sent, args: { ...evm, ...held.xpub, ...WORDS } }
const wordsAddress = { ...sent, args: { ...evm, ...held.address, ...WORDS } }
const kmsXpub = { ...sent, args: { ...evm, ...held.xpub, ...WALLET } }
const kmsAddress = { ...sent, args: { ...evm, ...held.address, ...WALLET } }

export const DEPLOYMENT_EXAMPLES = {
  deployErc20OffchainPKXpub: keyXpub,
  deployErc20OffchainPKAddress: keyAddress,
  deployErc20OffchainMnemXpub: wordsXpub,
  deployErc20OffchainMnemonicAddress: wordsAddress,
  deployErc20OffchainKMSXpub: kmsXpub,
  deployErc20OffchainKMSAddress: kmsAddress,
  offBscDeployErc20OffchainPKXpub: keyXpub,
  offBscDeployErc20OffchainPKAddress: keyAddress,
  offBscDeployErc20OffchainMnemXpub: wordsXpub,
  offBscDeployErc20OffchainMnemonicAddress: wordsAddress,
  offBscDeployErc20OffchainKMSXpub: kmsXpub,
  offBscDeployErc20OffchainKMSAddress: kmsAddress,
  offKlaDeployErc20OffchainPKXpub: keyXpub,
  offKlaDeployErc20OffchainPKAddress: keyAddress,
  offKlaDeployErc20OffchainMnemXpub: wordsXpub,
  offKlaDeployErc20OffchainMnemonicAddress: wordsAddress,
  offKlaDeployErc20OffchainKMSXpub: kmsXpub,
  offKlaDeployErc20OffchainKMSAddress: kmsAddress,
  offKcsDeployErc20OffchainPKXpub: keyXpub,
  offKcsDeployErc20OffchainPKAddress: keyAddress,
  offKcsDeployErc20OffchainMnemXpub: wordsXpub,
  offKcsDeployErc20OffchainMnemonicAddress: wordsAddress,
  offKcsDeployErc20OffchainKMSXpub: kmsXpub,
  offKcsDeployErc20OffchainKMSAddress: kmsAddress,
  offOneDeployErc20OffchainPKXpub: keyXpub,
  offOneDeployErc20OffchainPKAddress: keyAddress,
  offOneDeployErc20OffchainMnemXpub: wordsXpub,
  offOneDeployErc20OffchainMnemonicAddress: wordsAddress,
  offOneDeployErc20OffchainKMSXpub: kmsXpub,
  offOneDeployErc20OffchainKMSAddress: kmsAddress,
  offXdcDeployErc20OffchainPKXpub: keyXpub,
  offXdcDeployErc20OffchainPKAddress: keyAddress,
  offXdcDeployErc20OffchainMnemXpub: wordsXpub,
  offXdcDeployErc20OffchainMnemonicAddress: wordsAddress,
  offXdcDeployErc20OffchainKMSXpub: kmsXpub,
  offXdcDeployErc20OffchainKMSAddress: kmsAddress,
  deployCeloErc20OffchainPKXpub: { ...sent, args: { ...celo, ...held.xpub, ...KEY } },
  deployCeloErc20OffchainPKAddress: { ...sent, args: { ...celo, ...held.address, ...KEY } },
  deployCeloErc20OffchainMnemXpub: { ...sent, args: { ...celo, ...held.xpub, ...WORDS } },
  deployCeloErc20OffchainMnemonicAddress: { ...sent, args: { ...celo, ...held.address, ...WORDS } },
  deployCeloErc20OffchainKMSXpub: { ...sent, args: { ...celo, ...held.xpub, ...WALLET } },
  deployCeloErc20OffchainKMSAddress: { ...sent, args: { ...celo, ...held.address, ...WALLET } },
  deployTrcOffchainPKXpub: { ...ten, args: { ...trc, ...tronHeld.xpub, ...TRON_KEY } },
  deployTrcOffchainPKAddress: { ...ten, args: { ...trc, ...tronHeld.address, ...TRON_KEY } },
  deployTrcOffchainMnemXpub: { ...ten, args: { ...trc, ...tronHeld.xpub, ...WORDS } },
  deployTrcOffchainMnemonicAddress: { ...ten, args: { ...trc, ...tronHeld.address, ...WORDS } },
  deployTrcOffchainKMSXpub: { ...ten, args: { ...trc, ...tronHeld.xpub, ...tronWallet } },
  deployTrcOffchainKMSAddress: { ...ten, args: { ...trc, ...tronHeld.address, ...tronWallet } },
}
