/** Of differences.fixture.ts: multi tokens, whose bodies the documents describe alike for each way to sign. */
const four = (name: string): readonly string[] => [name, `${name}Celo`, `${name}KMS`, `${name}KMSCelo`]
const linesOf = (names: readonly string[], lines: readonly string[]): readonly string[] =>
  names.flatMap((name) => lines.map((line) => `${name}${line}`))

const DEPLOY = ['DeployMultiToken', 'DeployMultiTokenCelo', 'DeployMultiTokenKMS', 'DeployMultiTokenCeloKMS']
const [MINT, BURN, TRANSFER] = [four('MintMultiToken'), four('BurnMultiToken'), four('TransferMultiToken')]
const [MINT_BATCH, BURN_BATCH, TRANSFER_BATCH] = [
  four('MintMultiTokenBatch'),
  four('BurnMultiTokenBatch'),
  four('TransferMultiTokenBatch'),
]
const onCelo = (name: string): boolean => name.includes('Celo')
const burns = [...BURN, ...BURN_BATCH]
const reads = ['Balance', 'Metadata', 'Transaction'].map((what) => `multiTokenGet${what}`)

export const MULTI_TOKEN_DIFFERENCES = {
  whole: [
    ...linesOf([...MINT, ...BURN], ['.tokenId: maxLength 256 instead of 32']),
    ...linesOf(
      [...MINT, ...BURN, ...TRANSFER.filter((name) => !onCelo(name))],
      ['.amount: maxLength 256 instead of 32'],
    ),
    ...linesOf(
      [...BURN_BATCH, ...TRANSFER_BATCH],
      ['.tokenId[]: maxLength 256 instead of none', '.amounts[]: maxLength 256 instead of none'],
    ),
    ...linesOf(MINT_BATCH, [
      '.tokenId[][]: maxLength 256 instead of none',
      '.amounts[][]: maxLength 256 instead of none',
    ]),
    'TransferMultiTokenBatchKMS.amount[]: maxLength 256 instead of none',
    'multiTokenGetBalance.tokenId: maxLength 256 instead of none',
    'multiTokenGetMetadata.token: maxLength 256 instead of 32',
  ],
  many: [
    ...linesOf(
      [...BURN_BATCH, ...TRANSFER_BATCH, ...MINT_BATCH],
      ['.tokenId: at most 1000 items', '.amounts: at most 1000 items'],
    ),
    ...linesOf(MINT_BATCH, [
      '.to: at most 1000 items',
      '.tokenId[]: at most 1000 items',
      '.amounts[]: at most 1000 items',
      '.to[]: minLength 1 instead of none',
      '.to[]: maxLength 100 instead of none',
    ]),
    'TransferMultiTokenBatchKMS.amount: at most 1000 items',
    'multiTokenGetTransactionByAddress.tokenAddress: minLength 1 instead of none',
    'multiTokenGetTransactionByAddress.tokenAddress: maxLength 100 instead of none',
    ...linesOf(
      [...MINT, ...TRANSFER, ...MINT_BATCH, ...TRANSFER_BATCH, ...burns.filter((name) => !onCelo(name))],
      ['.data: maxLength 50000 instead of none'],
    ),
    ...linesOf(
      DEPLOY.filter((name) => !onCelo(name)),
      ['.uri: minLength 1 instead of none', '.uri: maxLength 500 instead of none'],
    ),
    ...linesOf(DEPLOY.filter(onCelo), ['.uri: maxLength 500 instead of 100']),
    'multiTokenGetBalanceBatch.tokenId: minLength 1 instead of none',
    'multiTokenGetBalanceBatch.tokenId: maxLength 7900 instead of none',
    'multiTokenGetBalanceBatch.address: maxLength 4300 instead of none',
  ],
  nonces: linesOf([...TRANSFER, ...TRANSFER_BATCH], ['.nonce: minimum 0 instead of none']),
  unused: linesOf(burns.filter(onCelo), ['.data: added']),
  keys: ['BurnMultiToken.fromPrivateKey: maxLength 66 instead of 103', 'DeployMultiTokenKMS.index: added'],
  named: ['TransferMultiTokenBatchKMS.amount: optional', 'TransferMultiTokenBatchKMS.amounts: optional'],
  told: [
    'transferMultiTokenBatchCelo: told by fromPrivateKey, chain=CELO instead of fromPrivateKey',
    'transferMultiTokenBatchKMSCelo: told by signatureId, chain=CELO instead of signatureId, feeCurrency',
    'transferMultiTokenBatchKMS: told by signatureId instead of amount, signatureId',
  ],
  chains: [
    ...linesOf(reads, ['.chain: without FLR CRO BASE AVAX FTM OPTIMISM']),
    'multiTokenGetBalanceBatch.chain: without FLARE CRO BASE AVAX FTM OPTIMISM',
  ],
  index: ['MultiTokenGetAddressBalance200ResponseInner.metadata: absent'],
  area: ['multiTokenGetContractAddress: area Multi Tokens (ERC-1155 or compatible)'],
} as const
