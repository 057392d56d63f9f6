/** Of chains.fixture.ts: a call of each operation of gas pumps. */
const asked = { credits: 1, nodeless: 'chain.not.configured' } as const
const sent = { credits: 2, network: 'testnet', nodeless: 'chain.not.configured' } as const

const ADDRESS = '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F'
/** A key that is published with EIP-155. */
const KEY = { fromPrivateKey: `0x${'46'.repeat(32)}` }
const KMS = { signatureId: '26d3883e-4e17-48b3-a0ee-09a3e484ac83', index: 0 }
const ETH = { chain: 'ETH' } as const
const CELO = { chain: 'CELO', feeCurrency: 'CUSD' } as const

const range = { owner: ADDRESS, from: 0, to: 269 }
const transfer = { custodialAddress: ADDRESS, recipient: ADDRESS, contractType: 3, amount: '1.5' } as const
const batch = {
  custodialAddress: ADDRESS,
  recipient: [ADDRESS, ADDRESS],
  contractType: [3, 1] as (0 | 1 | 2 | 3)[],
  tokenAddress: ['0', ADDRESS],
  amount: ['0.25', '0'],
  tokenId: ['0', '7'],
}
const approval = {
  custodialAddress: ADDRESS,
  spender: ADDRESS,
  contractType: 0,
  tokenAddress: ADDRESS,
  amount: '10',
} as const

const T = 'TVAEYCmc15awaDRAjUZ1kvcHwQQaoPw2CW'
const TRON = { chain: 'TRON', feeLimit: 100 } as const
const TRON_KEY = { fromPrivateKey: '46'.repeat(32) }
const TRON_KMS = { ...KMS, from: T }
const tronRange = { ...range, owner: T }
const tronTransfer = { ...transfer, custodialAddress: T, recipient: T }
const tronBatch = {
  ...batch,
  custodialAddress: T,
  recipient: [T, T],
  contractType: [3, 1] as (0 | 1 | 3)[],
  tokenAddress: ['0', T],
}

const flags = {
  enableFungibleTokens: true,
  enableNonFungibleTokens: true,
  enableSemiFungibleTokens: false,
  enableBatchTransactions: true,
}
const counted = { owner: ADDRESS, batchCount: 2 }
const tronCounted = { ...counted, owner: T }

export const GAS_PUMP_EXAMPLES = {
  precalculateGasPumpAddresses: { args: { ...ETH, ...range }, credits: 2 },
  gasPumpAddressesActivatedOrNot: { ...asked, args: { ...ETH, owner: ADDRESS, index: 7 } },
  activatedNotActivatedGasPumpAddresses: { ...asked, args: { ...ETH, txId: `0x${'ab'.repeat(32)}` } },
  activateGasPump: { ...sent, args: { ...ETH, ...range, ...KEY } },
  activateGasPumpCelo: { ...sent, args: { ...CELO, ...range, ...KEY } },
  activateGasPumpKMS: { ...sent, args: { ...ETH, ...range, ...KMS } },
  activateGasPumpCeloKMS: { ...sent, args: { ...CELO, ...range, ...KMS } },
  // Nobody pays unless an operator has named a wallet, whatever nodes there are.
  activateGasPumpTatum: {
    ...sent,
    nodeless: 'fee.payer.denied' as const,
    args: { ...ETH, ...range, feesCovered: true },
  },
  transferCustodialWallet: { ...sent, args: { ...ETH, ...transfer, ...KEY } },
  transferCustodialWalletCelo: { ...sent, args: { ...CELO, ...transfer, ...KEY } },
  transferCustodialWalletKMS: { ...sent, args: { ...ETH, ...transfer, ...KMS } },
  transferCustodialWalletCeloKMS: { ...sent, args: { ...CELO, ...transfer, ...KMS } },
  transferCustodialWalletBatch: { ...sent, args: { ...ETH, ...batch, ...KEY } },
  transferCustodialWalletBatchCelo: { ...sent, args: { ...CELO, ...batch, ...KEY } },
  transferCustodialWalletBatchKMS: { ...sent, args: { ...ETH, ...batch, ...KMS } },
  transferCustodialWalletBatchCeloKMS: { ...sent, args: { ...CELO, ...batch, ...KMS } },
  activateGasPumpTron: { ...sent, args: { ...TRON, ...tronRange, ...TRON_KEY } },
  activateGasPumpTronKMS: { ...sent, args: { ...TRON, ...tronRange, ...KMS } },
  transferCustodialWalletTron: { ...sent, args: { ...TRON, ...tronTransfer, ...TRON_KEY } },
  transferCustodialWalletTronKMS: { ...sent, args: { ...TRON, ...tronTransfer, ...TRON_KMS } },
  transferCustodialWalletBatchTron: { ...sent, args: { ...TRON, ...tronBatch, ...TRON_KEY } },
  transferCustodialWalletBatchTronKMS: { ...sent, args: { ...TRON, ...tronBatch, ...TRON_KMS } },
  approveTransferCustodialWallet: { ...sent, args: { ...ETH, ...approval, ...KEY } },
  approveTransferCustodialWalletCelo: { ...sent, args: { ...CELO, ...approval, ...KEY } },
  approveTransferCustodialWalletKMS: { ...sent, args: { ...ETH, ...approval, ...KMS } },
  approveTransferCustodialWalletCeloKMS: { ...sent, args: { ...CELO, ...approval, ...KMS } },
  generateCustodialWallet: { ...sent, args: { ...ETH, ...flags, ...KEY } },
  generateCustodialWalletCelo: { ...sent, args: { ...CELO, ...flags, ...KEY } },
  generateCustodialWalletKMS: { ...sent, args: { ...ETH, ...flags, ...KMS } },
  generateCustodialWalletCeloKMS: { ...sent, args: { ...CELO, ...flags, ...KMS } },
  generateCustodialWalletTron: { ...sent, args: { ...TRON, ...flags, ...TRON_KEY } },
  generateCustodialWalletTronKMS: { ...sent, args: { ...TRON, ...flags, ...TRON_KMS } },
  generateCustodialWalletBatch: { ...sent, args: { ...ETH, ...counted, ...KEY } },
  generateCustodialWalletBatchCelo: { ...sent, args: { ...CELO, ...counted, ...KEY } },
  generateCustodialWalletBatchKMS: { ...sent, args: { ...ETH, ...counted, ...KMS } },
  generateCustodialWalletBatchCeloKMS: { ...sent, args: { ...CELO, ...counted, ...KMS } },
  generateCustodialWalletBatchTron: { ...sent, args: { ...TRON, ...tronCounted, ...TRON_KEY } },
  generateCustodialWalletBatchTronKMS: { ...sent, args: { ...TRON, ...tronCounted, ...TRON_KMS } },
  generateCustodialWalletBatchPayer: {
    ...sent,
    nodeless: 'fee.payer.denied' as const,
    args: { ...ETH, ...counted, feesCovered: true },
  },
  scGetCustodialAddresses: { ...asked, args: { ...ETH, hash: `0x${'ab'.repeat(32)}` } },
}
