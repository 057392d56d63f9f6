/**
 * Takes out of the specification what the catalogue test needs, and writes src/spec.fixture.json: the
 * operations the catalogue is held against, their models and those of webhooks, and all documented error codes. Lists
 * of words become one text with blanks, so that a diff of the fixture can be read.
 *
 * node packages/operations/scripts/extract-spec.mjs <folder of operations.json and models.json>
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv, exit, stderr } from 'node:process'

const AREAS = [
  'Account',
  'Blockchain addresses',
  'Blockchain operations',
  'Virtual account blockchain fees',
  'Customer',
  'Transaction',
  'Withdrawal',
  'Deposit',
  'Virtual Currency',
  'Order Book',
  'Exchange rate',
  'Bitcoin',
  'Bitcoin Cash',
  'Dogecoin',
  'Litecoin',
  'Ethereum',
  'Polygon',
  'Celo',
  'XRP',
  'Stellar',
  'Tron',
  'BNB Beacon Chain',
  'Elrond',
  'Blockchain fees',
  'Node RPC',
  'Node RPC (web3 alias)',
  'BlockchainFees',
  'Key Management System',
  'Custodial managed wallets',
  'Gas pump',
  'GasPump',
  'Multi Tokens (ERC-1155 or compatible)',
  'Notification subscriptions',
  'NotificationSubscriptions',
]
/** Of areas that are otherwise not here. */
const SINGLE = ['freezeApiKey', 'unfreezeApiKey', 'getCredits', 'getVersion', 'oneEstimateGas']
/** Of those beside the documented ones, what is here as well. */
const HOLDERS = ['PKXpub', 'PKAddress', 'MnemXpub', 'MnemonicAddress', 'KMSXpub', 'KMSAddress']
const DEPLOYMENTS = [
  'deployErc20Offchain',
  'deployCeloErc20Offchain',
  'deployTrcOffchain',
  ...['Bsc', 'Kcs', 'Kla', 'One', 'Xdc'].map((chain) => `off${chain}DeployErc20Offchain`),
].flatMap((name) => HOLDERS.map((holder) => name + holder))
const NEIGHBOURS = [
  ...DEPLOYMENTS,
  'erc20',
  'erc20Address',
  'storeTokenAddress',
  'trcXpub',
  'trcAddress',
  'xrpAssetOffchain',
  'xlmAssetOffchain',
  'bscBroadcast',
  'klaytnBroadcast',
  'kcsBroadcast',
  'oneBroadcast',
  'xdcBroadcast',
  'btcGetBalanceOfAddressBatch',
  'dogeGetBalanceOfAddress',
  'dogeGetBalanceOfAddressBatch',
  'btcGetTxByAddressBatch',
  'dogeGetTxByAddress',
  'ethGetInternalTransactionByAddress_apiClient',
  'sCGetContractAddress',
  'multiTokenGetContractAddress',
  'btcRpcDriver',
  'bchRpcDriver',
  'dogeRpcDriver',
]
/** Prices that the documents garble: of the first they run two sentences together, and the second is about Flow. */
const CREDITS = {
  generateDepositAddressesBatch: '2 + 1 per created address',
  // Each day of a wallet, and who pays fees, are charged by themselves.
  custodialCreateWallet: '2',
  custodialTransferManagedAddress: '2',
  // The "6" and the "3" are examples: wire-custody.md, section 9.
  createTrade: '2 + 2 per fill',
  deleteAccountTrades: '1 + 1 per cancelled order',
}
/** Prices that the documents tell elsewhere. */
const PRICES = { '2 + per-subscription credits': "2 + 1 per credit of the object's day" }
const WIDTH = 110
const SCOPES = ['documented', 'companion']

const folder = argv[2]
if (folder === undefined) {
  stderr.write('usage: extract-spec.mjs <folder of operations.json and models.json>\n')
  exit(1)
}
const read = (name) => JSON.parse(readFileSync(join(folder, name), 'utf8'))

const allModels = read('models.json')
const operations = read('operations.json')
  .flatMap(eachBody)
  .filter(
    ({ scope, area, operationId }) =>
      (SCOPES.includes(scope) && (AREAS.includes(area) || SINGLE.includes(operationId))) ||
      NEIGHBOURS.includes(operationId),
  )
  .map((operation) => ({
    id: operation.operationId,
    area: operation.area,
    scope: operation.scope,
    method: operation.method,
    path: operation.path,
    params: byName(operation.pathParams),
    query: byName(operation.query),
    headers: (operation.headers ?? []).map(({ name }) => name),
    // Of a pass-through: any JSON object.
    body: typeof operation.body === 'object' && operation.body !== null ? 'object' : operation.body,
    status: operation.success.status,
    answer: operation.success.model ?? null,
    credits: CREDITS[operation.operationId] ?? PRICES[operation.credits] ?? operation.credits ?? '',
    creditsStated: operation.creditsStated ?? false,
    discriminators: discriminatorsOf(operation),
    refusals: (operation.errors?.['403'] ?? []).join(' '),
  }))

const models = {}
for (const { body, answer } of operations) {
  for (const name of [body, answer]) if (name !== null) collect(name.replace('[]', ''))
}
for (const name of Object.keys(allModels)) if (name.startsWith('Webhook')) collect(name)

const errors = {}
for (const { statusCode, errorCode } of allModels.ErrorCatalogue.catalogue) {
  errors[statusCode] ??= []
  if (!errors[statusCode].includes(errorCode)) errors[statusCode].push(errorCode)
}
for (const status of Object.keys(errors)) errors[status] = errors[status].sort().join(' ')

writeFileSync(
  new URL('../src/spec.fixture.json', import.meta.url),
  `${print({ operations, models, errors }, '', 1)}\n`,
)

/** An operation with several bodies is one operation for each of them here, by the name of the body. */
function eachBody(operation) {
  const bodies = operation.body?.oneOf
  if (bodies === undefined) return [operation]
  const fields = bodies.map((name) => allModels[name].fields)
  return bodies.map((body, at) => ({
    ...operation,
    operationId: `${body[0].toLowerCase()}${body.slice(1)}`,
    body,
    variant: {
      requiredFieldsNotInEverySibling: Object.keys(fields[at]).filter(
        (name) => fields[at][name].required === true && fields.some((others) => others[name] === undefined),
      ),
    },
  }))
}

/** Subscriptions have the same fields, and are told by their type. */
function discriminatorsOf({ path, variant }) {
  return (path === '/v3/subscription' ? variant?.enums : variant?.requiredFieldsNotInEverySibling) ?? []
}

/** A model and every model it names. */
function collect(name) {
  const model = allModels[name]
  if (model === undefined || models[name] !== undefined) return
  if (model.enum !== undefined) models[name] = { enum: model.enum.join(' ') }
  else if (model.oneOf !== undefined) models[name] = { oneOf: model.oneOf.map(limits) }
  else models[name] = { fields: mapValues(model.fields, limits) }
  for (const [, inner] of JSON.stringify(model).matchAll(/"\$ref":"(\w+)"/g)) collect(inner)
}

/** A parameter or field as the wire has it, without remarks on where that is known from. */
function limits(schema) {
  const kept = {}
  for (const name of ['type', '$ref', 'min', 'max', 'minLength', 'maxLength', 'pattern', 'default']) {
    if (schema[name] !== undefined) kept[name] = schema[name]
  }
  if (schema.required === true) kept.required = true
  if (schema.enum !== undefined) kept.enum = schema.enum.join(' ')
  if (schema.items !== undefined) kept.items = limits(schema.items)
  return kept
}

function byName(parameters) {
  return Object.fromEntries(parameters.map((parameter) => [parameter.name, limits(parameter)]))
}

function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]))
}

/** JSON as the formatter writes it: on one line what fits there. `after` characters follow on the line. */
function print(value, indent, after) {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const list = Array.isArray(value)
  const items = Object.entries(value).map(([name, item]) => [list ? '' : `${JSON.stringify(name)}: `, item])
  const [open, close] = list ? ['[', ']'] : ['{', '}']
  const line = list
    ? `[${value.map((item) => print(item, '', 0)).join(', ')}]`
    : items.length === 0
      ? '{}'
      : `{ ${items.map(([name, item]) => name + print(item, '', 0)).join(', ')} }`
  if (!line.includes('\n') && line.length <= WIDTH - after) return line
  const inner = `${indent}  `
  const rows = items.map(([name, item]) => inner + name + print(item, inner, inner.length + name.length + 1))
  return `${open}\n${rows.join(',\n')}\n${indent}${close}`
}
