import {
  type AnyRecord,
  type ChainRecord,
  type Chains,
  NodeFault,
  records,
  rpcNodesWith,
} from '@tallystick/custody'
import { memoryStorage } from '@tallystick/engine'
import { describe, expect, it } from 'vitest'
import { operations } from '../catalogue/index.js'
import { noChains } from '../chains/none.js'
import { refusal } from '../ledger.fixture.js'
import { isRefused } from '../rpc/methods.js'
import { createTallystick } from '../tallystick.js'
import { chooseOverload } from '../wire/overloads.js'
import { operationsWith } from './added.js'

const own = { id: 'TST', segment: 'testchain', name: 'Test Chain' } satisfies Partial<ChainRecord>
const evm: AnyRecord = { ...records.MATIC, ...own }
const utxo: AnyRecord = { ...records.DOGE, ...own, decimals: 6 }

/** No xpub is looked at: there is no chain of the caller's network. */
const chain: Chains['chain'] = () => Promise.reject(new NodeFault('unsupported', 'not here'))

const open = (added: readonly AnyRecord[]) =>
  createTallystick({ storage: memoryStorage(), chains: { ...noChains, added, chain } })

describe('the operations of a chain that was added', () => {
  it.each([
    ['EVM', evm, 'polygon'],
    ['UTXO', utxo, 'dogecoin'],
  ] as const)('are, of the %s family, those of the chain that it is like', (_, record, like) => {
    const made = operationsWith([record]).filter(({ area }) => area === 'Test Chain (added)')
    const routesUnder = (segment: string, list: typeof operations) =>
      new Set(
        list.flatMap(({ method, path }) =>
          path.startsWith(`/v3/${segment}/`) ? [method + path.slice(4 + segment.length)] : [],
        ),
      )
    const expected = routesUnder(like, operations)
    // What only the documents' clients call.
    for (const alias of ['POST/web3/{xApiKey}', 'POST/node', 'GET/address/balance/batch'])
      expected.delete(alias)
    expect(routesUnder('testchain', made)).toEqual(expected)
    for (const { id } of made) expect(id).toMatch(/^testchain[A-Z]/)
    for (const { method, path } of made) {
      const [first, ...others] = made.filter((one) => one.method === method && one.path === path)
      if (first !== undefined) chooseOverload([first, ...others])
    }
  })

  it('stand behind the documented ones, which are as they were', () => {
    const all = operationsWith([evm])
    expect(all.slice(0, operations.length).map(({ id }) => id)).toEqual(operations.map(({ id }) => id))
    expect(operationsWith([])).toBe(operations)
  })

  it('are refused where their path is taken, and of a family that the API has one chain of', () => {
    expect(() => operationsWith([{ ...evm, segment: 'ledger' }])).toThrow(/\/v3\/ledger\/ is the path of/)
    expect(() => operationsWith([{ ...records.XRP, ...own }])).toThrow(/the API has one chain of its family/)
  })
})

describe('a list of chains in the documented operations', () => {
  const listed = (record: AnyRecord, id: string): readonly unknown[] => {
    const { params, body } = operationsWith([record]).find((one) => one.id === id) ?? expect.fail(id)
    const [chain] = [params['chain'], body?.properties['chain']].filter((one) => one !== undefined)
    return (chain as { readonly enum?: readonly unknown[] }).enum ?? []
  }

  it.each([
    ['getBlockchainFee', ['EVM', 'UTXO']],
    ['estimateFee', ['EVM']],
    ['estimateFeeBatchMintNft', ['EVM']],
    ['estimateFeeDeployCustodialWallet', ['EVM']],
    ['estimateFeeTransferFromCustodial', ['EVM']],
    ['estimateFeeFromAddress', ['UTXO']],
    ['estimateFeeFromUTXO', ['UTXO']],
    ['getPendingTransactionsToSign', ['EVM', 'UTXO']],
    ['nodeJsonPostRpcDriver', ['EVM', 'UTXO']],
  ])('%s has those of the families %j', (id, families) => {
    expect(listed(evm, id).includes('TST')).toBe(families.includes('EVM'))
    expect(listed(utxo, id).includes('TST')).toBe(families.includes('UTXO'))
    // What is documented stays.
    const [before] = operations.filter((one) => one.id === id)
    const known = (before?.params['chain'] ?? before?.body?.properties['chain']) as {
      enum: readonly string[]
    }
    expect(listed(evm, id)).toEqual(expect.arrayContaining([...known.enum]))
    expect(known.enum).not.toContain('TST')
  })

  it('names the nodes of an added chain, and refuses what a node of its software does for its operator', () => {
    const nodes = rpcNodesWith([utxo]).filter(({ chain }) => chain.code === 'TST')
    expect(nodes.map(({ name }) => name)).toEqual(['testchain-mainnet', 'testchain-testnet'])
    const [{ chain } = expect.fail()] = nodes
    expect(isRefused(chain, 'dumpprivkey')).toBe(true)
    expect(isRefused(chain, 'getblockcount')).toBe(false)
    // A chain that the documents name already has its nodes.
    expect(rpcNodesWith([{ ...evm, id: 'FTM', segment: 'opera' }])).toHaveLength(rpcNodesWith().length)
    expect(() => rpcNodesWith([{ ...evm, segment: 'fantom' }])).toThrow(
      /fantom-mainnet is the name of another/,
    )
  })
})

describe('the ledger of a chain that was added', () => {
  it('has accounts in its currency, with its decimals, which take an xpub', async () => {
    const ledger = open([utxo])
    const { id } = await ledger.createAccountXpub({ currency: 'TST', xpub: 'xpub' })
    const found = await ledger.engine.query.account('default' as never, id as never)
    expect(found?.account).toMatchObject({ currency: 'TST', scale: 6 })
    expect((await refusal(ledger.createAccount({ currency: 'TST' }))).code).toBe('account.xpub.missing')
    await ledger.close()
  })

  it('is unknown to a ledger without it', async () => {
    const ledger = open([])
    expect((await refusal(ledger.createAccount({ currency: 'TST' }))).code).toBe('ledger.currency.invalid')
    await ledger.close()
  })

  it.each([
    [{ id: 'EUR' }, /EUR is a currency already/],
    [{ id: 'VC_GOLD' }, /VC_GOLD is no code of a currency/],
    [{ decimals: 19 }, /TST has 19 decimals: 0 to 18/],
  ])('is refused with %j', (changes, said) => {
    expect(() => open([{ ...evm, ...changes }])).toThrow(said)
  })
})
