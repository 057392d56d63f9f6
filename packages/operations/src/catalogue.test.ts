/**
 * The catalogue against the documented operations (spec.fixture.json). Every difference is a line of text;
 * those that are meant stand in DIFFERENCES with their reason, and a line that no longer differs fails too.
 */
import { REJECTIONS, type RejectionCode } from '@tallystick/core'
import Type, { type TProperties, type TSchema } from 'typebox'
import { describe, expect, it } from 'vitest'
import { catalogue, operations } from './catalogue/index.js'
import { NOT_YET } from './not-yet.fixture.js'
import type { AnyOperation } from './operation.js'
import { type Price, priceOf } from './price.js'
import { secretsOf } from './secrets.js'
import { chooseSibling, rootOf } from './siblings.js'
import { type SpecFields, type SpecOperation, type SpecSchema, spec } from './spec.fixture.js'

/** What is meant to differ from the documents, by the reason for it; `*` stands for any one place. */
const DIFFERENCES: Readonly<Record<string, readonly string[]>> = {
  'pages are counted in whole items, and none lies before the first': [
    '*.pageSize: integer instead of number',
    '*.page: integer instead of number',
    '*.page: minimum 0 instead of none',
    '*.offset: integer instead of number',
    '*.offset: minimum 0 instead of none',
  ],
  'a number that leaves the safe integers would be read as another': [
    '*.page: maximum 1099511627776 instead of none',
    '*.offset: maximum 9007199254740991 instead of none',
    '*.from: maximum 9007199254740991 instead of none',
    '*.to: maximum 9007199254740991 instead of none',
  ],
  'client 1.x sends offset to the lists that have page; both are accepted (wire-notes, "Paging")': [
    'getAccounts.offset: added',
    'getAccountsCount.offset: added',
    'getDeposits.offset: added',
    'getDepositsCount.offset: added',
  ],
  'the list takes id, so its count takes it too': ['getAccountsCount.sortBy: also id'],
  'nothing that is looked up is empty or endless': [
    '*.id: minLength 1 instead of none',
    '*.id: maxLength 100 instead of none',
    '*.currency: minLength 1 instead of none',
    '*.currency: maxLength 50 instead of none',
    '*.to: minLength 1 instead of none',
    '*.to: maxLength 200 instead of none',
    '*.accountId: minLength 1 instead of none',
    '*.accountId: maxLength 100 instead of none',
    '*.account: minLength 1 instead of none',
    '*.account: maxLength 100 instead of none',
    '*.address: minLength 1 instead of none',
    '*.address: maxLength 100 instead of none',
    '*.hash: minLength 1 instead of none',
    '*.hash: maxLength 100 instead of none',
    'xrpGetAccountTx.marker: maxLength 500 instead of none',
  ],
  'a filter is bounded, because every record is held against all of it': [
    '*.amount[].value: maxLength 40 instead of none',
    '*.amount[].value: pattern ^[+-]?((\\d+(\\.\\d*)?)|(\\.\\d+))$ instead of none',
    '*.amount: at most 20 items',
    '*.currencies[]: maxLength 50 instead of none',
    '*.currencies: at most 100 items',
    '*.transactionTypes: at most 20 items',
  ],
  'a batch may hold accounts of chains, which need xpub (api.md, "Rules for account creation")': [
    'CreateAccountBatch.accounts[].xpub: added',
  ],
  'EUR is taken when an account is opened and neither it nor its customer names a currency': [
    '*.customer.accountingCurrency: default none instead of EUR',
    'CreateAccountBatch.accounts[].customer.accountingCurrency: default none instead of EUR',
  ],
  'left out, the own rate of the virtual currency counts': [
    'CreateTransaction.baseRate: default none instead of 1',
    'BatchCreateTransaction.transaction[].baseRate: default none instead of 1',
    'UnblockAmount.baseRate: default none instead of 1',
  ],
  'left out, the rate stays as it is': ['VirtualCurrencyUpdate.baseRate: default none instead of 1'],
  'an address has an index from 0 to 2^31 - 1 (api.md, "Address index range")': [
    '*.index: integer instead of number',
    '*.index: minimum 0 instead of none',
    '*.index: maximum 2147483647 instead of none',
  ],
  'a ledger of XRP has a number of 32 bits': [
    'xrpGetAccountTx.min: integer instead of number',
    'xrpGetAccountTx.min: minimum 0 instead of none',
    'xrpGetAccountTx.min: maximum 4294967295 instead of none',
    'xrpGetLedger.i: integer instead of number',
    'xrpGetLedger.i: maximum 4294967295 instead of none',
  ],
  'blocks and nonces are counted in whole numbers': [
    '*.from: integer instead of number',
    '*.to: integer instead of number',
    '*.nonce: integer instead of number',
    '*.nonce: maximum 9007199254740991 instead of none',
  ],
  'a parameter of a contract is whatever JSON its type takes; clients send either': [
    '*.params[]: undefined instead of object',
    '*.params[]: undefined instead of string',
  ],
  'a configuration may name other tokens; one that the network does not have is erc20.token.notFound': [
    'TransferEthBlockchain.currency: any text',
    'TransferEthBlockchainKMS.currency: any text',
    'TransferPolygonBlockchain.currency: any text',
    'TransferPolygonBlockchainKMS.currency: any text',
    'TransferCeloBlockchain.currency: any text',
    'TransferCeloBlockchainKMS.currency: any text',
    '*.feeCurrency: any text',
    '*.feeCurrency: minLength 1 instead of none',
    '*.feeCurrency: maxLength 50 instead of none',
  ],
  'the public client sends these, too (models.json, "enumAddedLater")': [
    'EstimateFeeFromAddress.chain: also DOGE',
    'EstimateFeeFromUTXO.chain: also DOGE',
  ],
  'hex digits are written small, too, and empty data is 0x': [
    '*.data: pattern ^(0x|0h)?[0-9A-Fa-f]*$ instead of ^(0x|0h)?[0-9A-F]+$',
    'EthEstimateGasArray.estimations[].data: pattern ^(0x|0h)?[0-9A-Fa-f]*$ instead of ^(0x|0h)?[0-9A-F]+$',
    'OneEstimateGas.data: pattern ^(0x|0h)?[0-9A-Fa-f]*$ instead of none',
  ],
  'an address has 42 characters; the documents have the length of a private key': [
    'OneEstimateGas.from: minLength 42 instead of 66',
    'OneEstimateGas.from: maxLength 42 instead of 66',
  ],
  'an address has 42 characters, 43 where it begins with xdc; the documents have at least 43 and at most 42':
    [
      'EstimateFeeBatchMintNft.sender: minLength 42 instead of 43',
      'EstimateFeeBatchMintNft.sender: maxLength 43 instead of 42',
      'EstimateFeeBatchMintNft.contractAddress: minLength 42 instead of 43',
      'EstimateFeeBatchMintNft.contractAddress: maxLength 43 instead of 42',
      'EstimateFeeBatchMintNft.recipients[]: minLength 42 instead of none',
      'EstimateFeeBatchMintNft.recipients[]: maxLength 43 instead of none',
    ],
  'no list is endless; the number of a token has 256 bits; addresses are counted in whole numbers': [
    'EstimateFeeBatchMintNft.recipients: at most 1000 items',
    'EstimateFeeBatchMintNft.tokenIds: at most 1000 items',
    'EstimateFeeBatchMintNft.urls: at most 1000 items',
    'EstimateFeeBatchMintNft.urls[]: maxLength 2000 instead of none',
    'EstimateFeeBatchMintNft.tokenIds[]: pattern ^\\d{1,78}$ instead of none',
    'EstimateFeeTransferFromCustodial.tokenId: pattern ^\\d{1,78}$ instead of none',
    'EstimateFeeDeployCustodialWallet.batchCount: integer instead of number',
  ],
  'each item is a question to a node': [
    'EthEstimateGasArray.estimations: at most 100 items',
    'EstimateFeeFromAddress.fromAddress: at most 100 items',
    'EstimateFeeFromUTXO.fromUTXO: at most 100 items',
    'EstimateFeeFromAddress.to: at most 1000 items',
    'EstimateFeeFromUTXO.to: at most 1000 items',
    'EstimateFeeFromAddress.fromAddress[]: minLength 1 instead of none',
    'EstimateFeeFromAddress.fromAddress[]: maxLength 110 instead of none',
    '*.to[].address: minLength 1 instead of none',
    '*.to[].address: maxLength 110 instead of none',
    'EstimateFeeFromUTXO.fromUTXO[].index: integer instead of number',
  ],
  'no xpub is empty, and none is longer than this': [
    '*.xpub: minLength 1 instead of none',
    '*.xpub: maxLength 192 instead of none',
  ],
  'unknown testnets are ignored (wire-notes, "Headers")': [
    '*.testnetType: any text',
    '*.testnetType: maxLength 50 instead of none',
    '*.testnetType: default ethereum-sepolia instead of none',
  ],
  'a chain may be named by its code, as the KMS daemon does (wire-notes, "KMS"); api.md lists Neo, too': [
    'nodeJsonPostRpcDriver.chain: also neo-mainnet neo-testnet ALGO ARB AURORA AVAX BASE BTC BCH BNB BSC ADA CSPR CELO CHZ ATOM CRO DOGE DOT EGLD EOS EON ETC ETH FTM FLR FLOW GNO HAQQ IOTA KDA KLAY KSM KCS LSK LTC MATIC NEAR NEO ROSE ONE OPTIMISM PALM XRP RSK SOL XLM XTZ TRON VET XDC ZEC ZIL',
    'nodeJsonRpcGetDriver.chain: also iota-testnet ALGO BNB EGLD FLOW IOTA KDA LSK XLM XTZ TRON',
    'nodeJsonRpcPutDriver.chain: also ALGO BNB EGLD XLM',
  ],
  'no part of a path or query that is passed on is endless': [
    '*.xApiKey: maxLength 256 instead of none',
    '*.rpcPath: maxLength 2048 instead of none',
    '*.nodeType: maxLength 50 instead of none',
    '*.chainType: maxLength 50 instead of none',
    'Web3JsonRpc.method: minLength 1 instead of none',
    'Web3JsonRpc.method: maxLength 100 instead of none',
  ],
  'of several testnets one can be meant': ['*.testnetType: added'],
  'siblings are told apart by who signs': [
    'btcTransactionFromAddressKMS: told by fromAddress, fromAddress[].signatureId instead of fromAddress',
    'btcTransactionFromUTXOKMS: told by fromUTXO, fromUTXO[].signatureId instead of fromUTXO',
    'ltcTransactionAddressKMS: told by fromAddress, fromAddress[].signatureId instead of fromAddress',
    'ltcTransactionUTXOKMS: told by fromUTXO, fromUTXO[].signatureId instead of fromUTXO',
    'dogeTransactionUTXOKMS: told by fromUTXO[].signatureId instead of nothing',
    'bchTransactionKMS: told by fromUTXO[].signatureId instead of nothing',
  ],
  'a payment spends something and pays somebody; what it spends is looked up on a node': [
    '*.fromAddress: at least 1 items',
    '*.fromAddress: at most 100 items',
    '*.fromUTXO: at least 1 items',
    '*.fromUTXO: at most 1000 items',
    '*.to: at least 1 items',
    '*.to: at most 3000 items',
  ],
  'an amount is decimal text, an address and a key are short': [
    '*.fee: maxLength 38 instead of none',
    '*.fee: pattern ^[+]?((\\d+(\\.\\d*)?)|(\\.\\d+))$ instead of none',
    '*.fromUTXO[].value: maxLength 38 instead of none',
    '*.fromUTXO[].value: pattern ^[+]?((\\d+(\\.\\d*)?)|(\\.\\d+))$ instead of none',
    '*.fromUTXO[].amount: minimum 0 instead of none',
    '*.fromUTXO[].address: maxLength 100 instead of none',
    '*.fromAddress[].address: minLength 1 instead of none',
    '*.fromAddress[].address: maxLength 100 instead of none',
    '*.fromAddress[].privateKey: minLength 1 instead of none',
    '*.fromAddress[].privateKey: maxLength 100 instead of none',
    '*.to[].address: maxLength 100 instead of none',
    '*.changeAddress: minLength 1 instead of none',
    '*.changeAddress: maxLength 100 instead of none',
  ],
  'outputs, blocks and addresses of a wallet are counted in whole numbers': [
    '*.fromAddress[].index: integer instead of number',
    '*.fromUTXO[].index: integer instead of number',
    '*.fromUTXO[].signatureIdIndex: integer instead of number',
    '*.fromUTXO[].signatureIdIndex: minimum 0 instead of none',
    '*.fromUTXO[].signatureIdIndex: maximum 2147483647 instead of none',
    '*.i: integer instead of number',
    '*.i: minimum 0 instead of none',
    '*.i: maximum 9007199254740991 instead of none',
    '*.blockFrom: integer instead of number',
    '*.blockFrom: minimum 0 instead of none',
    '*.blockFrom: maximum 9007199254740991 instead of none',
    '*.blockTo: integer instead of number',
    '*.blockTo: minimum 0 instead of none',
    '*.blockTo: maximum 9007199254740991 instead of none',
    '*.skip: minimum 0 instead of none',
    '*.skip: maximum 9007199254740991 instead of none',
  ],
  "the model is another chain's: clients of this one do not send what an output holds": [
    '*.fromUTXO[].amount: optional',
    '*.fromUTXO[].address: optional',
  ],
  'marks of one node, bcoin, that others do not have': [
    '*.mtime: absent',
    '*.ps: absent',
    '*.flag: absent',
    '*.txs[].mtime: absent',
    '*.txs[].ps: absent',
    '*.txs[].flag: absent',
    '*.inputs[].coin.version: absent',
    '*.txs[].inputs[].coin.version: absent',
  ],
  'every currency of the ledger is a base pair, and has a price': [
    'getExchangeRate.currency: also BADA BBCH BBTC BDOT BETH BLTC BSC BUSD_BSC BXRP CAKE CELO CEUR CUSD EGLD KCS KLAY ONE SOL VET WBNB XDC XLM',
    'getExchangeRate.basePair: also ADA ALGO BADA BAT BBCH BBTC BCH BDOT BETH BLTC BNB BSC BTC BUSD BUSD_BSC BXRP CAKE CELO CEUR CUSD EGLD FREE GMC GMC_BSC KCS KLAY LEO LINK LTC MATIC MKR MMY ONE PAX PAXG RMD SOL TRON TUSD UNI USDC USDC_MATIC USDC_MATIC_NATIVE USDT USDT_MATIC USDT_TRON VET WBNB WBTC XCON XDC XLM XRP',
    'VirtualCurrency.basePair: also ADA ALGO BADA BBCH BBTC BDOT BETH BLTC BNB BSC BUSD_BSC BXRP CAKE CELO CEUR CUSD EGLD KCS KLAY MATIC ONE SOL USDC_MATIC USDC_MATIC_NATIVE VET WBNB XDC',
    'VirtualCurrencyUpdate.basePair: also ADA ALGO BADA BBCH BBTC BDOT BETH BLTC BNB BSC BUSD_BSC BXRP CAKE CELO CEUR CUSD EGLD KCS KLAY MATIC ONE SOL USDC_MATIC USDC_MATIC_NATIVE VET WBNB XDC',
  ],
  'an answered code is one that was accepted before; the list stands where it is sent': [
    'Customer.accountingCurrency: any text',
    'Transaction.marketValue.currency: any text',
    'Transaction[].marketValue.currency: any text',
    'ExchangeRate.id: any text',
    'ExchangeRate.basePair: any text',
    'VC.basePair: any text',
  ],
  'a pending signature has the id that SignatureId answers, a UUID (wire-notes, "KMS")': [
    '*.id: maxLength 36 instead of 24',
  ],
  'a key-management system asks about these chains too (wire-notes, "KMS")': ['*.chain: also ALGO KCS'],
  'in a query, a boolean': [
    'deletePendingTransactionToSign.revert: boolean instead of bool|true',
    'deletePendingTransactionToSign.revert: default true instead of true',
  ],
  'as many as one call of a key-management system names (wire-notes, "KMS")': [
    'KmsSignatureIds.signatureIds: at most 25000 items',
  ],
  'the chain of a pending signature is one that was sent to before': ['PendingTransaction.chain: any text'],
  'comes with withdrawals': ['PendingTransaction.withdrawalResponses: absent'],
  'an empty answer is a 204 (wire-notes, "Headers")': ['kmsReportErrors: status'],
  'nothing is sold here: a plan has no price, no end and no limit of credits': [
    'GetVersion200Response.price: absent',
    'GetVersion200Response.expiration: absent',
    'GetVersion200Response.creditLimit: absent',
  ],
  'told only of currencies that are tokens on a chain, and none of them is virtual': [
    'VC.trcType: absent',
    'VC.erc20Address: absent',
    'VC.issuerAccount: absent',
    'VC.chain: absent',
    'VC.initialAddress: absent',
  ],
  'an unknown customer is created with the account (api.md, "Rules for account creation")': [
    'createAccount: never customer.not.exists',
    'createAccountXpub: never customer.not.exists',
    'createAccountBatch: never customer.not.exists',
  ],
  'the customer of an account always exists': [
    'activateAccount: never customer.not.exists',
    'blockAmount: never customer.not.exists',
    'deleteAllBlockAmount: never customer.not.exists',
  ],
  'the virtual currency of an account always exists': [
    'sendTransaction: never vc.not.found',
    'sendTransactionBatch: never vc.not.found',
    'unblockAmountWithTransaction: never vc.not.found',
  ],
}

const TWIN = 'a mnemonic in a URL is kept by proxies and histories: its POST twin has it in the body'

/** Operations that the documents do not have, and why we do. */
const OWN_OPERATIONS: Readonly<Record<string, string>> = {
  getAccountBalanceAt:
    'every record carries the balance after it, so the past can be asked (docs/decisions/018)',
  btcGenerateWalletFromMnemonic: TWIN,
  bchGenerateWalletFromMnemonic: TWIN,
  dogeGenerateWalletFromMnemonic: TWIN,
  ltcGenerateWalletFromMnemonic: TWIN,
  ethGenerateWalletFromMnemonic: TWIN,
  polygonGenerateWalletFromMnemonic: TWIN,
  celoGenerateWalletFromMnemonic: TWIN,
}

/** Codes of chains that the documented API does not have (docs/operations.md, "Chains"). */
const OWN_CHAIN_CODES: readonly string[] = [
  'kms.unexpected.state',
  'claim.taken',
  'broadcast.unknown',
  'private.key.testnet.only',
  'fee.exceptional',
  'amount.dust',
  'fee.not.estimated',
  'address.outputs.exceeded',
  'execution.reverted',
  'chain.not.configured',
  'chain.unsupported',
  'chain.unavailable',
]

/** Codes of every call that the documented API does not have. */
const OWN_COMMON_CODES: readonly string[] = [
  'operation.not.found',
  'idempotency.key.reused',
  'request.too.large',
  'overloaded',
  'unavailable',
]

/** In the order of the table. */
const OWN_CODES: readonly string[] = [
  // A deposit is documented, but not the report of one: the ledger's own rule, never an operation's refusal.
  'deposit.unexpected.state',
  ...OWN_CHAIN_CODES,
  ...OWN_COMMON_CODES,
]

/** Refusals of every call, which no operation lists. */
const COMMON_CODES: readonly string[] = [
  'validation.failed',
  'subscription.invalid',
  'subscription.not.active',
  'deposit.unexpected.state',
  ...OWN_COMMON_CODES,
]

/** JSON schema as TypeBox makes it: the keywords that the catalogue uses. */
interface Schema {
  readonly $id?: string
  readonly type?: string
  readonly enum?: readonly (string | number)[]
  /** See exact.ts: a number that may be written as text. */
  readonly exact?: boolean
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly pattern?: string
  readonly default?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

const plain = (schema: TSchema): Schema => JSON.parse(JSON.stringify(schema))
const words = (text: string | undefined): string[] => (text ?? '').split(' ').filter((word) => word !== '')
const allowed = Object.values(DIFFERENCES).flat()
const anyPlace = (line: string): string => line.replace(/^[^ .]+\./, '*.')
const isAllowed = (line: string): boolean => allowed.includes(line) || allowed.includes(anyPlace(line))
const known = new Map(operations.map((operation) => [operation.id, operation]))
const documentedCodes = new Map(
  Object.entries(spec.errors).flatMap(([status, codes]) =>
    words(codes).map((code): [string, number] => [code, Number(status)]),
  ),
)

const LIMITS = [
  ['min', 'minimum'],
  ['max', 'maximum'],
  ['minLength', 'minLength'],
  ['maxLength', 'maxLength'],
  ['pattern', 'pattern'],
] as const

/** Of what is sent, everything counts; of what is answered, only what a reader of it relies on. */
type Direction = 'sent' | 'answered'

function* compareFields(
  place: string,
  direction: Direction,
  wanted: SpecFields,
  { properties = {}, required = [] }: Schema,
): Generator<string> {
  for (const [name, schema] of Object.entries(wanted)) {
    const own = properties[name]
    const where = `${place}.${name}`
    if (own === undefined) {
      yield `${where}: absent`
      continue
    }
    const isRequired = required.includes(name)
    if (schema.required === true && !isRequired) yield `${where}: optional`
    if (schema.required !== true && isRequired && direction === 'sent') yield `${where}: required`
    yield* compare(where, direction, schema, own)
  }
  for (const name of Object.keys(properties)) {
    if (!Object.hasOwn(wanted, name)) yield `${place}.${name}: added`
  }
}

function* compare(place: string, direction: Direction, wanted: SpecSchema, own: Schema): Generator<string> {
  const model = wanted.$ref === undefined ? undefined : spec.models[wanted.$ref]
  // Documented without a type: any value.
  if (wanted.type === undefined && model === undefined && wanted.enum === undefined) return
  if (model?.oneOf !== undefined) {
    yield* compareKinds(place, direction, model.oneOf, own)
    return
  }
  if (model?.fields !== undefined) {
    if (direction === 'sent' && own.additionalProperties !== false) yield `${place}: takes unknown fields`
    yield* compareFields(place, direction, model.fields, own)
    return
  }
  if (wanted.type === 'array') {
    if (own.type !== 'array' || own.items === undefined) yield `${place}: no list`
    else if (wanted.items !== undefined) yield* compare(`${place}[]`, direction, wanted.items, own.items)
    if (own.minItems !== undefined) yield `${place}: at least ${own.minItems} items`
    if (own.maxItems !== undefined) yield `${place}: at most ${own.maxItems} items`
    return
  }
  const type = typeOf(own)
  const wantedType = wanted.type ?? 'string'
  if (type !== wantedType && !(direction === 'answered' && wantedType === 'number' && type === 'integer')) {
    yield `${place}: ${type} instead of ${wantedType}`
  }
  const documented = words(wanted.enum ?? model?.enum)
  // Limits that no member keeps are those of something else.
  const isLimited = documented.length === 0 || documented.some((member) => fits(member, wanted))
  const members = documented.filter((member) => !isLimited || fits(member, wanted))
  if (members.length > 0 || own.enum !== undefined) yield* compareMembers(place, direction, members, own.enum)
  if (direction === 'answered') return
  if (own.enum !== undefined) {
    for (const member of own.enum)
      if (isLimited && !fits(String(member), wanted)) yield `${place}: ${member} is out of limits`
  } else {
    const bounded = own.exact === true ? (own.anyOf?.find((kind) => kind.type === 'number') ?? own) : own
    for (const [documented, keyword] of LIMITS) {
      if (wanted[documented] === bounded[keyword]) continue
      yield `${place}: ${keyword} ${bounded[keyword] ?? 'none'} instead of ${wanted[documented] ?? 'none'}`
    }
  }
  if (wanted.default !== own.default) {
    yield `${place}: default ${own.default ?? 'none'} instead of ${wanted.default ?? 'none'}`
  }
}

function typeOf({ type, enum: members, exact, anyOf }: Schema): string | undefined {
  if (members !== undefined) return typeof members[0]
  if (exact === true) return 'number'
  return anyOf === undefined ? type : anyOf.map(typeOf).join('|')
}

function* compareKinds(
  place: string,
  direction: Direction,
  wanted: readonly SpecSchema[],
  { anyOf = [] }: Schema,
): Generator<string> {
  if (wanted.length !== anyOf.length) yield `${place}: ${anyOf.length} kinds`
  for (const [index, kind] of wanted.entries()) {
    yield* compare(kind.items?.$ref ?? kind.$ref ?? place, direction, kind, anyOf[index] ?? {})
  }
}

function* compareMembers(
  place: string,
  direction: Direction,
  wanted: readonly string[],
  members: readonly (string | number)[] | undefined,
): Generator<string> {
  if (members === undefined) {
    yield `${place}: any text`
    return
  }
  const own = members.map(String)
  const missing = wanted.filter((member) => !own.includes(member))
  const added = own.filter((member) => !wanted.includes(member))
  if (missing.length > 0 && direction === 'sent') yield `${place}: without ${missing.join(' ')}`
  if (added.length > 0) yield `${place}: also ${added.join(' ')}`
}

function fits(text: string, { minLength = 0, maxLength = 1_000 }: SpecSchema): boolean {
  return text.length >= minLength && text.length <= maxLength
}

/** Everything in which the operation is not what the documents say. */
function* differences(wanted: SpecOperation, own: AnyOperation): Generator<string> {
  const object = (properties: TProperties): Schema => plain(Type.Object(properties))
  if (own.area !== wanted.area) yield `${own.id}: area ${own.area}`
  if (own.toldBy.join() !== wanted.toldBy.join()) {
    yield `${own.id}: told by ${own.toldBy.join(', ') || 'nothing'} instead of ${wanted.toldBy.join(', ') || 'nothing'}`
  }
  yield* compareFields(own.id, 'sent', wanted.params, object(own.params))
  const selector: SpecFields = wanted.headers.includes('x-testnet-type')
    ? { testnetType: { type: 'string' } }
    : {}
  yield* compareFields(own.id, 'sent', { ...selector, ...wanted.query }, object(own.query))
  const document = own.document === null ? null : plain(own.document)
  // It may be a list of such, too.
  const body = document?.anyOf?.[0] ?? document ?? (own.body === null ? null : plain(own.body))
  if (wanted.body === null || body === null) {
    if (body !== null) yield `${own.id}: has a body`
    if (wanted.body !== null) yield `${own.id}: has no body`
  } else if (wanted.body === 'object') {
    if (body.type !== 'object') yield `${own.id}: takes ${body.type}`
  } else {
    if (body.$id !== wanted.body) yield `${own.id}: body ${body.$id}`
    yield* compare(wanted.body, 'sent', { $ref: wanted.body }, body)
  }
  if (wanted.status !== (own.output === null ? 204 : 200)) yield `${own.id}: status`
  yield* compareAnswer(own.id, wanted.answer, own.output)
  for (const code of words(wanted.refusals)) {
    // A code that the table of refusals does not have belongs to a part of the API that is not here.
    if (code in REJECTIONS && !own.errors.includes(code as RejectionCode)) yield `${own.id}: never ${code}`
  }
}

function* compareAnswer(id: string, wanted: string | null, output: TSchema | null): Generator<string> {
  if (wanted === null || output === null) {
    if (wanted !== null || output !== null)
      yield `${id}: answers ${output === null ? 'nothing' : 'something'}`
    return
  }
  const own = plain(output)
  const name = wanted.replace('[]', '')
  const item = wanted.endsWith('[]') ? own.items : own
  if (wanted.endsWith('[]') && own.type !== 'array') yield `${id}: answers no list`
  const model = spec.models[name]
  if (model === undefined) {
    if (item?.type !== name) yield `${id}: answers ${item?.type}`
    return
  }
  if (item?.$id !== name) yield `${id}: answers ${item?.$id}`
  if (item === undefined) return
  if (model.oneOf === undefined) {
    yield* compare(name, 'answered', { $ref: name }, item)
    return
  }
  yield* compareKinds(name, 'answered', model.oneOf, item)
}

/** A body of the schema's shape: its fields count, and its words, but no other value. */
function sample(schema: Schema, fields: 'required' | 'all'): unknown {
  if (schema.enum !== undefined) return schema.enum[0]
  if (schema.items !== undefined) return [sample(schema.items, fields)]
  if (schema.properties === undefined) return schema.type === 'array' ? [] : ''
  const names = fields === 'all' ? Object.keys(schema.properties) : (schema.required ?? [])
  return Object.fromEntries(names.map((name) => [name, sample(schema.properties?.[name] ?? {}, fields)]))
}

const pairs = spec.operations.flatMap((wanted): [string, SpecOperation, AnyOperation][] => {
  const own = known.get(wanted.id)
  return own === undefined ? [] : [[wanted.id, wanted, own]]
})

describe('the catalogue', () => {
  it('has each documented operation once, and of its own no other than these', () => {
    const notYet = new Set(Object.values(NOT_YET).flat())
    const documented = spec.operations.map(({ id }) => id)
    expect([...notYet].filter((id) => !documented.includes(id))).toEqual([])
    const wanted = [...documented.filter((id) => !notYet.has(id)), ...Object.keys(OWN_OPERATIONS)]
    expect(operations.map(({ id }) => id).sort()).toEqual(wanted.sort())
    for (const [name, operation] of Object.entries(catalogue)) expect(operation.id).toBe(name)
    expect(new Set(operations)).toEqual(new Set(Object.values(catalogue)))
  })

  it.each(pairs)('%s has its method and path, and is told from its siblings', (_, wanted, own) => {
    expect([own.method, own.path]).toEqual([wanted.method, wanted.path])
    expect([...own.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)).toEqual(Object.keys(own.params))
    const [first = own, ...others] = operations.filter(
      ({ method, path }) => method === own.method && path === own.path,
    )
    // One of them at most may be told by nothing: it takes what the others leave.
    expect([first, ...others].filter(({ toldBy }) => toldBy.length === 0).length).toBeLessThanOrEqual(1)
    if (own.body === null) return
    const body = plain(own.body)
    for (const sign of own.toldBy) expect(body.required).toContain(rootOf(sign))
    const choose = chooseSibling([first, ...others])
    expect(choose(sample(body, 'required')).id).toBe(own.id)
    expect(choose(sample(body, 'all')).id).toBe(own.id)
  })

  it.each(pairs)('%s takes, answers and refuses what is documented', (_, wanted, own) => {
    expect([...differences(wanted, own)].filter((line) => !isAllowed(line))).toEqual([])
  })

  it('allows no difference that there is not', () => {
    const found = pairs.flatMap(([, wanted, own]) => [...differences(wanted, own)])
    const lines = new Set([...found, ...found.map(anyPlace)])
    expect(allowed.filter((line) => !lines.has(line))).toEqual([])
  })

  it.each(pairs)('%s has its price', (_, wanted, own) => {
    // Any operation's price, asked only of what the test gives it.
    const price = own.price as Price<unknown>
    if (!wanted.creditsStated) {
      // Of some nothing is said at all.
      const credits = wanted.credits === '' ? expect.any(Number) : Number(wanted.credits)
      if (price.kind !== 'perMethod' || wanted.credits !== '')
        expect(price).toEqual({ kind: 'unstated', credits })
      return
    }
    if (/per (RPC|debug)/.test(wanted.credits)) {
      expect(price.kind).toBe('perMethod')
      return
    }
    const [, base = '0', each, item] = /^(?:(\d+)(?: \+ |$))?(?:(\d+) per (.+))?$/.exec(wanted.credits) ?? []
    if (each === undefined) {
      expect(price).toEqual({ kind: 'flat', credits: Number(base) })
      return
    }
    expect(price).toMatchObject({ kind: 'perItem', base: Number(base), each: Number(each), item })
    const three = [{}, {}, {}]
    const args = {
      accounts: three,
      transaction: three,
      estimations: three,
      signatureIds: Array(1_001).fill(''),
    }
    expect(priceOf(price, args, 3)).toBe(Number(base) + 3 * Number(each))
  })

  it.each(pairs)('%s refuses with codes of the documents', (_, _documented, own) => {
    expect(new Set(own.errors).size).toBe(own.errors.length)
    for (const code of own.errors) {
      expect(COMMON_CODES).not.toContain(code)
      expect([...documentedCodes.keys(), ...OWN_CHAIN_CODES]).toContain(code)
      expect([403, 404, ...(OWN_CHAIN_CODES.includes(code) ? [409, 503] : [])]).toContain(
        REJECTIONS[code].status,
      )
    }
  })

  it.each(Object.keys(OWN_OPERATIONS))(
    '%s takes nothing from the documented ones, and says whose it is',
    (id) => {
      const own = known.get(id)
      const routes = spec.operations.map(({ method, path }) => `${method} ${path}`)
      expect(routes).not.toContain(`${own?.method} ${own?.path}`)
      expect(own?.price.kind).toBe('unstated')
      expect(own?.description).toContain("Tallystick's own")
      for (const code of own?.errors ?? []) {
        expect([...documentedCodes.keys(), ...OWN_CHAIN_CODES]).toContain(code)
      }
    },
  )

  it('has a twin for each GET that carries a secret, with the secret in the body', () => {
    // Of a pass-through it is the API key, and the twin is the header.
    const carrying = operations.filter(
      (own) => own.method === 'GET' && own.stream === null && secretsOf(own).length > 0,
    )
    expect(carrying.length).toBeGreaterThan(0)
    for (const own of carrying) {
      const twin = operations.find(({ method, path }) => method === 'POST' && path === own.path)
      expect(Object.keys(twin?.body?.properties ?? {}), own.id).toEqual(
        expect.arrayContaining([...secretsOf(own)]),
      )
      expect(own.description, own.id).toContain(twin?.id)
    }
  })

  it('lets every call be flat: no parameter shares its name with another or with a field', () => {
    for (const { id, params, query, body } of operations) {
      const names = [params, query, body?.properties ?? {}].flatMap((part) => Object.keys(part))
      expect(new Set(names).size, id).toBe(names.length)
    }
  })
})

describe('the table of refusals', () => {
  it('has the documented status of every documented code', () => {
    for (const [code, { status }] of Object.entries(REJECTIONS)) {
      if (!OWN_CODES.includes(code)) expect([code, documentedCodes.get(code)]).toEqual([code, status])
    }
  })

  it('has no code of its own but these', () => {
    expect(Object.keys(REJECTIONS).filter((code) => !documentedCodes.has(code))).toEqual(OWN_CODES)
  })
})
