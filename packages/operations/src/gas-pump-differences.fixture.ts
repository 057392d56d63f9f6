/** Of differences.fixture.ts: gas pumps, whose bodies the documents describe alike for each way to sign. */
const four = (name: string): readonly string[] => [name, `${name}Celo`, `${name}KMS`, `${name}CeloKMS`]
const linesOf = (names: readonly string[], lines: readonly string[]): readonly string[] =>
  names.flatMap((name) => lines.map((line) => `${name}${line}`))

const BATCH = [
  ...four('TransferCustodialWalletBatch'),
  ...['Tron', 'TronKMS'].map((name) => `TransferCustodialWalletBatch${name}`),
]
const SENDS = ['TransferCustodialWallet', 'TransferCustodialWalletBatch', 'ApproveTransferCustodialWallet']
const TEXTS = ['recipient', 'tokenAddress', 'amount', 'tokenId']
const COUNTED = [...four('GenerateCustodialWalletBatch'), 'GenerateCustodialWalletBatchPayer']
const COUNTED_ON_TRON = ['GenerateCustodialWalletBatchTron', 'GenerateCustodialWalletBatchTronKMS']
const OLDER = ['GenerateCustodialWallet', 'GenerateCustodialWalletTron', ...COUNTED, ...COUNTED_ON_TRON]
const operationsOf = (models: readonly string[]) =>
  models.map((name) => `${name.charAt(0).toLowerCase()}${name.slice(1)}`)
const older = operationsOf([
  ...new Set([...OLDER, ...four('GenerateCustodialWallet'), 'GenerateCustodialWalletTronKMS']),
])
const onCelo = [...SENDS, 'GenerateCustodialWallet', 'GenerateCustodialWalletBatch'].map(
  (name) => `${name.charAt(0).toLowerCase()}${name.slice(1)}Celo`,
)

export const GAS_PUMP_DIFFERENCES = {
  nonces: linesOf(SENDS.flatMap(four), ['.nonce: minimum 0 instead of none']),
  batches: [
    ...linesOf(
      BATCH,
      TEXTS.flatMap((field) => [
        `.${field}: at most 200 items`,
        `.${field}[]: minLength 1 instead of none`,
        `.${field}[]: maxLength 100 instead of none`,
      ]),
    ),
    ...linesOf(BATCH, ['.contractType: at most 200 items']),
  ],
  owners: ['*.owner: minLength 1 instead of none', '*.owner: maxLength 100 instead of none'],
  indexes: ['gasPumpAddressesActivatedOrNot.index: maximum 9007199254740991 instead of none'],
  limits: [
    ...['ActivateGasPumpTron', 'ActivateGasPumpTronKMS'].map(
      (name) => `${name}.feeLimit: minimum 0 instead of none`,
    ),
    ...linesOf(COUNTED_ON_TRON, ['.feeLimit: minimum 0 instead of 5']),
  ],
  counts: [
    ...linesOf([...COUNTED, ...COUNTED_ON_TRON], ['.batchCount: integer instead of number']),
    ...linesOf(COUNTED, ['.batchCount: minimum 1 instead of 0']),
    ...linesOf(COUNTED_ON_TRON, [
      '.batchCount: minimum 1 instead of none',
      '.batchCount: maximum 270 instead of none',
    ]),
  ],
  senders: [
    'GenerateCustodialWalletBatchTronKMS.from: minLength 34 instead of none',
    'GenerateCustodialWalletBatchTronKMS.from: maxLength 34 instead of none',
  ],
  testnets: linesOf(operationsOf(COUNTED_ON_TRON), ['.testnetType: absent']),
  answers: linesOf(older, [': answers undefined']),
  area: linesOf([...older, 'scGetCustodialAddresses'], [': area Gas pump']),
  told: onCelo.flatMap((name) => [
    `${name}: told by fromPrivateKey, chain=CELO instead of fromPrivateKey`,
    `${name}KMS: told by signatureId, chain=CELO instead of signatureId`,
  ]),
} as const
