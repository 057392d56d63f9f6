/** Of differences.fixture.ts: the operations that deploy tokens, which the documents describe alike on each chain. */
import { deployments } from './offchain/deployments.js'
import { spec } from './spec.fixture.js'

const ids = Object.keys(deployments)
const documented = spec.operations.filter(({ id }) => ids.includes(id))
const models = [...new Set(documented.flatMap(({ body }) => body ?? []))]
const linesOf = (names: readonly string[], which: RegExp, lines: readonly string[]): readonly string[] =>
  names.filter((name) => which.test(name)).flatMap((name) => lines.map((line) => `${name}${line}`))

/** Who holds the supply, and who signs. */
const TELL = ['xpub', 'address', 'privateKey', 'mnemonic', 'signatureId']

/** The reasons are those of registrations that deploy nothing, where both differ in the same. */
export const DEPLOYMENT_DIFFERENCES = {
  basePairs: linesOf(models, /./, [
    '.basePair: also ADA ALGO BADA BBCH BBTC BDOT BETH BLTC BNB BSC BUSD_BSC BXRP CAKE CELO CEUR CUSD EGLD KCS KLAY MATIC ONE SOL USDC_MATIC USDC_MATIC_NATIVE VET WBNB XDC',
  ]),
  indexes: linesOf(models, /Xpub$/, ['.derivationIndex: minimum 0 instead of none']),
  decimals: linesOf(models, /Trc/, [
    '.decimals: integer instead of number',
    '.decimals: maximum 18 instead of none',
  ]),
  opened: linesOf(ids, /./, [
    ': never account.xpub.missing',
    ': never account.xpub.present',
    ': never vc.not.found',
  ]),
  refused: linesOf(ids, /^(?!deployErc20Offchain(PK|Mnem))/, [': never ethereum.broadcast.failed']),
  shards: linesOf(ids, /^offOne/, ['.shardID: absent']),
  answered: [
    'DeployErc20OffchainMnemonicAddress200Response.txId: optional',
    'DeployErc20OffchainMnemonicAddress200Response.signatureId: optional',
  ],
  told: documented.flatMap(({ id, discriminators }) => {
    const own = discriminators.filter((one) => TELL.includes(one)).join(', ')
    const theirs = discriminators.join(', ')
    return own === theirs ? [] : [`${id}: told by ${own} instead of ${theirs}`]
  }),
} as const
