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
const onCelo = SENDS.map((name) => `${name.charAt(0).toLowerCase()}${name.slice(1)}Celo`)

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
  limits: ['ActivateGasPumpTron', 'ActivateGasPumpTronKMS'].map(
    (name) => `${name}.feeLimit: minimum 0 instead of none`,
  ),
  told: onCelo.flatMap((name) => [
    `${name}: told by fromPrivateKey, chain=CELO instead of fromPrivateKey`,
    `${name}KMS: told by signatureId, chain=CELO instead of signatureId`,
  ]),
} as const
