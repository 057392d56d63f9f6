/** Of chains.fixture.ts: a call of each operation of multi tokens. */
const asked = { credits: 1, nodeless: 'chain.not.configured' } as const
/** Without a node, no chain is followed. */
const indexed = { credits: 1, nodeless: 'chain.unsupported' } as const
const sent = { credits: 2, network: 'testnet', nodeless: 'chain.not.configured' } as const

const ADDRESS = '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F'
/** Of EIP-155: its key is published. */
const KEY = { chain: 'ETH' as const, fromPrivateKey: `0x${'46'.repeat(32)}` }
const KEY_CELO = { ...KEY, chain: 'CELO' as const, feeCurrency: 'CUSD' as const }
const KMS = { chain: 'BSC' as const, signatureId: '26d3883e-4e17-48b3-a0ee-09a3e484ac83', index: 0 }
const KMS_CELO = { ...KMS, chain: 'CELO' as const, feeCurrency: 'CEUR' as const }

const contract = { chain: 'MATIC' as const, contractAddress: ADDRESS }
const on = { contractAddress: ADDRESS }
const deploy = { uri: 'https://tea.example/{id}.json', publicMint: false }
const one = { ...on, tokenId: '7', amount: '100', to: ADDRESS }
const mintBatch = {
  ...on,
  to: [ADDRESS, ADDRESS],
  tokenId: [['1', '2'], ['0x3']],
  amounts: [['10', '20'], ['30']],
  data: '0xa9',
}
const burn = { ...on, account: ADDRESS, tokenId: '7', amount: '1' }
const many = { ...on, tokenId: ['1', '2'], amounts: ['3', '4'] }
const burnBatch = { ...many, account: ADDRESS }
const transferBatch = { ...many, to: ADDRESS }
const minter = { ...on, minter: ADDRESS }

export const MULTI_TOKEN_EXAMPLES = {
  deployMultiToken: { ...sent, args: { ...deploy, ...KEY } },
  deployMultiTokenCelo: { ...sent, args: { ...deploy, ...KEY_CELO } },
  deployMultiTokenKMS: { ...sent, args: { ...deploy, ...KMS } },
  deployMultiTokenCeloKMS: { ...sent, args: { ...deploy, ...KMS_CELO } },
  mintMultiToken: { ...sent, args: { ...one, ...KEY, data: 'a note' } },
  mintMultiTokenCelo: { ...sent, args: { ...one, ...KEY_CELO } },
  mintMultiTokenKMS: { ...sent, args: { ...one, ...KMS } },
  mintMultiTokenKMSCelo: { ...sent, args: { ...one, ...KMS_CELO } },
  mintMultiTokenBatch: { ...sent, args: { ...mintBatch, ...KEY } },
  mintMultiTokenBatchCelo: { ...sent, args: { ...mintBatch, ...KEY_CELO } },
  mintMultiTokenBatchKMS: { ...sent, args: { ...mintBatch, ...KMS } },
  mintMultiTokenBatchKMSCelo: { ...sent, args: { ...mintBatch, ...KMS_CELO } },
  burnMultiToken: { ...sent, args: { ...burn, ...KEY } },
  burnMultiTokenCelo: { ...sent, args: { ...burn, ...KEY_CELO } },
  burnMultiTokenKMS: { ...sent, args: { ...burn, ...KMS } },
  burnMultiTokenKMSCelo: { ...sent, args: { ...burn, ...KMS_CELO } },
  burnMultiTokenBatch: { ...sent, args: { ...burnBatch, ...KEY } },
  burnMultiTokenBatchCelo: { ...sent, args: { ...burnBatch, ...KEY_CELO } },
  burnMultiTokenBatchKMS: { ...sent, args: { ...burnBatch, ...KMS } },
  burnMultiTokenBatchKMSCelo: { ...sent, args: { ...burnBatch, ...KMS_CELO } },
  transferMultiToken: { ...sent, args: { ...one, ...KEY } },
  transferMultiTokenCelo: { ...sent, args: { ...one, ...KEY_CELO } },
  transferMultiTokenKMS: { ...sent, args: { ...one, ...KMS } },
  transferMultiTokenKMSCelo: { ...sent, args: { ...one, ...KMS_CELO } },
  transferMultiTokenBatch: { ...sent, args: { ...transferBatch, ...KEY } },
  transferMultiTokenBatchCelo: { ...sent, args: { ...transferBatch, ...KEY_CELO } },
  transferMultiTokenBatchKMS: { ...sent, args: { ...transferBatch, ...KMS } },
  transferMultiTokenBatchKMSCelo: { ...sent, args: { ...transferBatch, ...KMS_CELO } },
  addMultiTokenMinter: { ...sent, args: { ...minter, ...KEY } },
  addMultiTokenMinterKMS: { ...sent, args: { ...minter, ...KMS } },
  multiTokenGetBalance: { ...asked, args: { ...contract, address: ADDRESS, tokenId: '7' } },
  multiTokenGetBalanceBatch: {
    ...asked,
    args: { ...contract, address: `${ADDRESS},${ADDRESS}`, tokenId: '7,0x8' },
  },
  multiTokenGetMetadata: { ...asked, args: { ...contract, token: '7' } },
  multiTokenGetTransaction: { ...asked, args: { chain: 'KLAY' as const, hash: `0x${'ab'.repeat(32)}` } },
  multiTokenGetAddressBalance: { ...indexed, args: { chain: 'MATIC' as const, address: ADDRESS } },
  multiTokenGetTransactionByAddress: {
    ...indexed,
    args: { chain: 'CELO' as const, address: ADDRESS, tokenAddress: ADDRESS, pageSize: 10, from: 1 },
  },
  multiTokenGetContractAddress: { ...asked, args: { chain: 'ONE' as const, hash: `0x${'ab'.repeat(32)}` } },
}
