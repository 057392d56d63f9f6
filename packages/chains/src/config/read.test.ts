import { readFileSync } from 'node:fs'
import { RPC_NODES, records } from '@tallystick/custody'
import { describe, expect, it } from 'vitest'
import { ChainsConfigError, type ChainsFile } from './config.js'
import { parseChainsConfig, readChainsConfig } from './read.js'

const ENV = { NODE_KEY: 'canary-variable', EMPTY: '' }

/** As from a file: nothing of it is of the type it should be. */
function problemsOf(file: unknown): readonly string[] {
  try {
    parseChainsConfig(JSON.stringify(file), ENV)
    return []
  } catch (error) {
    if (!(error instanceof ChainsConfigError)) throw error
    for (const problem of error.problems) expect(error.message).toContain(problem)
    expect(error.message).not.toContain('canary')
    return error.problems
  }
}

const URL_OK = 'http://127.0.0.1:8332'
const core = (changes: object = {}) => ({ kind: 'core', url: URL_OK, ...changes })
const evm = (changes: object = {}) => ({ kind: 'evm', url: URL_OK, ...changes })
const btc = (network: object) => ({ chains: { BTC: { testnet: network } } })
const btcNode = (changes: object) => btc({ nodes: [core(changes)] })
const eth = (changes: object) => ({ chains: { ETH: { testnet: { nodes: [evm()], ...changes } } } })

describe('a configuration', () => {
  it('says when deposits are credited, by currency', () => {
    const follow = {
      from: 7,
      deposits: {
        ETH: { above: [{ amount: '1.5', confirmations: 128 }], minimum: '0.001' },
        USDT: { confirmations: 80 },
      },
    }
    const [network] = readChainsConfig(eth({ follow }) as ChainsFile).networks
    expect(network?.follow).toEqual({
      from: 7,
      mempool: true,
      terms: {
        ETH: {
          confirmations: null,
          above: [{ amount: 15n * 10n ** 17n, confirmations: 128 }],
          minimum: 10n ** 15n,
        },
        USDT: { confirmations: 80, above: [], minimum: null },
      },
    })
    expect(readChainsConfig(eth({ follow: true }) as ChainsFile).networks[0]?.follow).toEqual({
      from: null,
      mempool: true,
      terms: {},
    })
    expect(readChainsConfig(eth({ follow: { mempool: false } }) as ChainsFile).networks[0]?.follow).toEqual({
      from: null,
      mempool: false,
      terms: {},
    })
  })

  it('is read whole, with variables, defaults and credentials in their place', () => {
    const file: ChainsFile = {
      chains: {
        BTC: {
          mainnet: { nodes: [{ kind: 'core', url: 'http://rpc:p%40ss@10.0.0.1:8332/wallet/' }] },
          testnet: {
            parameters: 'regtest',
            nodes: [
              { kind: 'core', url: URL_OK, timeoutMs: 500 },
              {
                kind: 'blockbook',
                // A variable of the environment, not of the language.
                // biome-ignore lint/suspicious/noTemplateCurlyInString: see above
                url: 'https://book.example/${NODE_KEY}',
                // biome-ignore lint/suspicious/noTemplateCurlyInString: see above
                headers: { 'api-key': '${NODE_KEY}' },
                maxAnswerBytes: 4096,
              },
            ],
          },
        },
        ETH: {
          'ethereum-holesky': {
            nodes: [{ kind: 'evm', url: URL_OK }],
            chainId: 31337,
            maxFee: '0.25',
            tokens: { GOLD: { address: `0x${'aB'.repeat(20)}`, decimals: 6, maxFee: '1.5' } },
          },
        },
      },
      rpc: { 'solana-devnet': { nodes: [{ url: 'https://sol.example' }] } },
    }
    const { networks, rpc } = readChainsConfig(file, ENV)
    expect(networks.map(({ chain, network, parameters }) => [chain, network, parameters])).toEqual([
      ['BTC', 'mainnet', null],
      ['BTC', 'testnet', 'regtest'],
      ['ETH', 'ethereum-holesky', null],
    ])
    const [mainnet, testnet, holesky] = networks
    expect(mainnet?.nodes[0]?.target).toEqual({
      url: new URL('http://10.0.0.1:8332/wallet/'),
      headers: { authorization: `Basic ${Buffer.from('rpc:p@ss').toString('base64')}` },
      timeoutMs: 10_000,
      maxBytes: 33_554_432,
      isDefault: true,
    })
    expect(testnet?.nodes.map(({ kind }) => kind)).toEqual(['core', 'blockbook'])
    expect(testnet?.nodes[0]?.target.timeoutMs).toBe(500)
    expect(testnet?.nodes[1]?.target).toMatchObject({
      url: new URL('https://book.example/canary-variable'),
      headers: { 'api-key': 'canary-variable' },
      maxBytes: 4_096,
    })
    expect(testnet?.nodes[1]?.target).not.toHaveProperty('isDefault')
    expect(holesky).toMatchObject({
      chainId: 31_337n,
      maxFee: 25n * 10n ** 16n,
      tokens: { GOLD: { address: `0x${'aB'.repeat(20)}`, decimals: 6, maxFee: 1_500_000n } },
    })
    expect(rpc).toMatchObject([{ name: 'solana-devnet', targets: [{ url: new URL('https://sol.example') }] }])
  })

  it('may be empty', () => {
    expect(readChainsConfig({})).toEqual({ records: [], networks: [], rpc: [] })
  })

  it('may name every chain and every node that there is', () => {
    const own = (kind: string) => [{ kind, url: URL_OK }]
    const nodes = {
      utxo: [core()],
      evm: [evm()],
      xrp: own('xrp'),
      tron: own('tron'),
      stellar: own('horizon'),
      solana: own('solana'),
      multiversx: own('multiversx'),
      beacon: own('beacon'),
    }
    const chains = Object.fromEntries(
      Object.values(records).map(({ id, family }) => [id, { mainnet: { nodes: nodes[family] } }]),
    )
    const rpc = Object.fromEntries(RPC_NODES.map(({ name }) => [name, { nodes: [{ url: URL_OK }] }]))
    expect(problemsOf({ chains, rpc })).toEqual([])
  })
})

/** What is wrong, and the one problem that it is reported as. */
const bad: readonly (readonly [file: unknown, problem: string | RegExp])[] = [
  [null, 'the whole is no object ({ … })'],
  [[], 'the whole is no object ({ … })'],
  [{ chain: {} }, 'chain is not known here; accepted is chains or rpc'],
  [{ chains: [] }, 'chains is no object ({ … })'],
  [{ chains: { btc: {} } }, /^chains\.btc is not known here; accepted is BTC, LTC, .* or [A-Z]+$/],
  [{ chains: { BTC: null } }, 'chains.BTC is no object ({ … })'],
  [
    { chains: { BTC: { regtest: { nodes: [core()] } } } },
    'chains.BTC.regtest is not known here; accepted is mainnet or testnet',
  ],
  [
    { chains: { ETH: { 'ethereum-sepolia': { nodes: [evm()] } } } },
    'chains.ETH.ethereum-sepolia is the default testnet; write testnet',
  ],
  [btc({}), 'chains.BTC.testnet.nodes is missing; accepted is a list of 1 to 16'],
  [btc({ nodes: [] }), 'chains.BTC.testnet.nodes is not such; accepted is a list of 1 to 16'],
  [btc({ nodes: core() }), 'chains.BTC.testnet.nodes is not such; accepted is a list of 1 to 16'],
  [btc({ nodes: ['x'] }), 'chains.BTC.testnet.nodes[0] is no object ({ … })'],
  [btc({ nodes: [core(), core()] }), 'chains.BTC.testnet.nodes lists a node twice (not shown); remove one'],
  [
    btc({ nodes: [core()], parameters: 'signet' }),
    'chains.BTC.testnet.parameters is "signet"; accepted is regtest',
  ],
  [
    { chains: { BTC: { mainnet: { nodes: [core()], parameters: 'regtest' } } } },
    'chains.BTC.mainnet.parameters is not known here; accepted is nodes, passThrough, follow, maxFee, confirmations, derivationPath or addressKind',
  ],
  [
    btc({ nodes: [core()], derivationPath: '44/1' }),
    "chains.BTC.testnet.derivationPath is \"44/1\"; accepted is a path such as m/44'/1'/0'/0",
  ],
  ...['0', '-1', '0.000000001', 'x', 0.1].map(
    (maxFee) =>
      [
        btc({ nodes: [core()], maxFee }),
        `chains.BTC.testnet.maxFee is ${JSON.stringify(maxFee)}; accepted is an amount above 0 as text, "0.1", of 8 decimals at most`,
      ] as const,
  ),
  [
    btc({ nodes: [core()], chainId: 1 }),
    'chains.BTC.testnet.chainId is not known here; accepted is nodes, passThrough, follow, maxFee, confirmations, parameters, derivationPath or addressKind',
  ],
  [
    btc({ nodes: [core()], addressKind: 'p2tr' }),
    'chains.BTC.testnet.addressKind is "p2tr"; accepted is p2wpkh or p2pkh',
  ],
  [
    { chains: { DOGE: { mainnet: { nodes: [core()], addressKind: 'p2wpkh' } } } },
    'chains.DOGE.mainnet.addressKind is not known here; accepted is nodes, passThrough, follow, maxFee, confirmations or derivationPath',
  ],
  [
    {
      chains: {
        TRON: { testnet: { nodes: [{ kind: 'tron', url: 'http://127.0.0.1' }], gasPumpContract: 'Pump' } },
      },
    },
    'chains.TRON.testnet.gasPumpContract is "Pump"; accepted is GasPump or TronGasPump',
  ],
  [
    btc({ nodes: [core({ kind: 'blockbook' })], passThrough: true }),
    'chains.BTC.testnet.passThrough needs a node that speaks JSON-RPC; Blockbook does not',
  ],
  [
    btc({ nodes: [core()], passThrough: 'yes' }),
    'chains.BTC.testnet.passThrough is "yes"; accepted is true or false',
  ],
  ...(
    [
      [{}, 'from is missing; accepted is the height of a block. Without one, write true'],
      [{ from: 0 }, `from is 0; accepted is a whole number from 1 to ${Number.MAX_SAFE_INTEGER}`],
      [{ form: 7 }, 'form is not known here; accepted is from, deposits or mempool'],
      [{ deposits: { 'B T C': {} } }, 'deposits."B T C" is not the name of a currency'],
      [{ deposits: { BTC: 12 } }, 'deposits.BTC is no object ({ … })'],
      [
        { deposits: { BTC: { confirmations: 6 } } },
        'deposits.BTC.confirmations is 6; accepted is a whole number from 7 to 10000',
      ],
      [
        { deposits: { BTC: { minimum: 0.1 } } },
        'deposits.BTC.minimum is 0.1; accepted is an amount above 0 as text, "0.1", of 18 decimals at most',
      ],
      [
        { deposits: { BTC: { confirmations: 9, above: [{ amount: '1', confirmations: 8 }] } } },
        'deposits.BTC.above[0].confirmations is 8; accepted is a whole number from 9 to 10000',
      ],
      [
        { deposits: { BTC: { above: [{ confirmations: 8 }] } } },
        'deposits.BTC.above[0].amount is missing; accepted is an amount above 0 as text, "0.1", of 18 decimals at most',
      ],
      [
        { deposits: { BTC: { above: [{ amount: '1' }] } } },
        'deposits.BTC.above[0].confirmations is missing; accepted is a whole number',
      ],
    ] as const
  ).map(
    ([follow, problem]) =>
      [btc({ nodes: [core()], confirmations: 7, follow }), `chains.BTC.testnet.follow.${problem}`] as const,
  ),
  [
    { chains: { ONE: { mainnet: { nodes: [{ kind: 'evm', url: 'http://127.0.0.1' }], follow: true } } } },
    'chains.ONE.mainnet.follow is not possible on this chain: its nodes do not tell payments to another shard from others, so they would be credited',
  ],
  [btcNode({ kind: 'evm' }), 'chains.BTC.testnet.nodes[0].kind is "evm"; accepted is core or blockbook'],
  [
    btcNode({ kind: undefined }),
    'chains.BTC.testnet.nodes[0].kind is missing; accepted is core or blockbook',
  ],
  [
    btcNode({ proxy: 'canary' }),
    'chains.BTC.testnet.nodes[0].proxy is not known here; accepted is kind, url, headers, timeoutMs or maxAnswerBytes',
  ],
  [
    btcNode({ url: undefined }),
    'chains.BTC.testnet.nodes[0].url is missing or not text; accepted is an http: or https: URL',
  ],
  [btcNode({ url: 'canary' }), 'chains.BTC.testnet.nodes[0].url is not an http: or https: URL (not shown)'],
  [
    btcNode({ url: 'file:///etc/canary' }),
    'chains.BTC.testnet.nodes[0].url is not an http: or https: URL (not shown)',
  ],
  [
    btcNode({ url: `${URL_OK}/?key=canary` }),
    'chains.BTC.testnet.nodes[0].url holds a ? or a # (not shown); send a key in headers, or in the path',
  ],
  [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the environment
    btcNode({ url: 'http://x/${MISSING}' }),
    'chains.BTC.testnet.nodes[0].url needs the variable MISSING, which is not set',
  ],
  [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the environment
    btcNode({ headers: { 'x-key': '${EMPTY}' } }),
    'chains.BTC.testnet.nodes[0].headers.x-key needs the variable EMPTY, which is not set',
  ],
  [btcNode({ headers: 'canary' }), 'chains.BTC.testnet.nodes[0].headers is no object ({ … })'],
  [
    btcNode({ headers: { 'x-key': 7 } }),
    'chains.BTC.testnet.nodes[0].headers.x-key is not a header that can be set (its value is not shown)',
  ],
  [
    btcNode({ headers: { 'x-key': 'canary\r\nhost: evil' } }),
    'chains.BTC.testnet.nodes[0].headers.x-key is not a header that can be set (its value is not shown)',
  ],
  [
    btcNode({ headers: { 'x key': 'canary' } }),
    'chains.BTC.testnet.nodes[0].headers."x key" is not a header that can be set (its value is not shown)',
  ],
  [
    btcNode({ headers: { Host: 'canary' } }),
    'chains.BTC.testnet.nodes[0].headers.Host is not a header that can be set (its value is not shown)',
  ],
  [
    btcNode({ url: 'http://user:canary@x', headers: { Authorization: 'canary' } }),
    'chains.BTC.testnet.nodes[0].headers and the url both contain credentials; remove one of them',
  ],
  ...([0, 99, 120_001, 1.5, '500'] as const).map((timeoutMs): [unknown, string] => [
    btcNode({ timeoutMs }),
    `chains.BTC.testnet.nodes[0].timeoutMs is ${JSON.stringify(timeoutMs)}; accepted is a whole number from 100 to 120000`,
  ]),
  [
    btcNode({ maxAnswerBytes: 10 }),
    'chains.BTC.testnet.nodes[0].maxAnswerBytes is 10; accepted is a whole number from 1024 to 1073741824',
  ],
  [
    eth({ nodes: [{ kind: 'blockbook', url: URL_OK }] }),
    'chains.ETH.testnet.nodes has none of kind evm, which every call needs',
  ],
  ...([0, -1, 1.5, '0x1', 2 ** 60, '01', true] as const).map((chainId): [unknown, string] => [
    eth({ chainId }),
    `chains.ETH.testnet.chainId is ${JSON.stringify(chainId)}; accepted is a whole number of 1 to 19 digits`,
  ]),
  [
    eth({ tokens: { gold: {} } }),
    'chains.ETH.testnet.tokens.gold is not the name of a token; accepted is 1 to 32 capitals, digits and _',
  ],
  [
    eth({ tokens: { GOLD: { address: '0x12', decimals: 1 } } }),
    'chains.ETH.testnet.tokens.GOLD.address is "0x12"; accepted is 0x and 40 hex digits',
  ],
  [
    eth({ tokens: { GOLD: { address: `0x${'00'.repeat(20)}` } } }),
    'chains.ETH.testnet.tokens.GOLD.decimals is missing; accepted is a whole number from 0 to 255',
  ],
  [
    eth({ tokens: { GOLD: { address: `0x${'00'.repeat(20)}`, decimals: 256 } } }),
    'chains.ETH.testnet.tokens.GOLD.decimals is 256; accepted is a whole number from 0 to 255',
  ],
  [
    eth({ tokens: { GOLD: { address: `0x${'00'.repeat(20)}`, decimals: 2, feeCurrency: 'yes' } } }),
    'chains.ETH.testnet.tokens.GOLD.feeCurrency is "yes"; accepted is true or false',
  ],
  [{ rpc: { 'solana-net': {} } }, 'rpc.solana-net is not the name of a node; docs/chains.md lists them'],
  [{ rpc: { 'solana-mainnet': [] } }, 'rpc.solana-mainnet is no object ({ … })'],
  [
    { rpc: { 'solana-mainnet': { nodes: [{ url: URL_OK, kind: 'evm' }] } } },
    'rpc.solana-mainnet.nodes[0].kind is not known here; accepted is url, headers, timeoutMs or maxAnswerBytes',
  ],
]

describe('a problem', () => {
  it.each(bad)('%j', (file, problem) => {
    const problems = problemsOf(file)
    expect(problems).toHaveLength(1)
    if (typeof problem === 'string') expect(problems).toEqual([problem])
    else expect(problems[0]).toMatch(problem)
  })

  it('is told with all the others', () => {
    const all = problemsOf({
      chains: { BTC: { mainnet: { nodes: [core({ kind: 'x', timeoutMs: 1 })] }, testnet: {} } },
      rpc: { nowhere: {} },
      more: 1,
    })
    expect(all).toHaveLength(5)
  })

  it('of the JSON does not quote it', () => {
    expect(() => parseChainsConfig('{"canary', {})).toThrow(
      new ChainsConfigError(['the whole is not JSON: Not JSON at character 1']),
    )
    const twice = '{"rpc":{"canary":{},"canary":{}}}'
    expect(() => parseChainsConfig(twice, {})).toThrow(
      new ChainsConfigError([
        'the whole is not JSON: An object has the same name twice, before character 28',
      ]),
    )
  })
})

describe('docs/chains.md', () => {
  const page = readFileSync(new URL('../../../../docs/chains.md', import.meta.url), 'utf8')

  it('has an example that is accepted, and says nothing of a network that is not there', () => {
    const [, example = ''] = /```json\n([\s\S]*?)```/.exec(page) ?? []
    const { networks, rpc } = parseChainsConfig(example, { BTC_PASSWORD: 'x', ETH_KEY: 'y' })
    expect(networks).toHaveLength(6)
    expect(rpc).toHaveLength(1)
  })

  it('lists every chain, and every node of the pass-through with its methods', () => {
    for (const id of Object.keys(records)) expect(page).toMatch(new RegExp(`\\b${id}\\b`))
    const rows = [...page.matchAll(/^\| `([A-Z]+)` +\|(.*)\|(.*)\|.*\| ([A-Z, ]+?) +\|$/gm)]
    const told = rows.flatMap(([, code, mainnet = '', testnet = '', methods]) =>
      [mainnet, testnet].flatMap((cell, index) =>
        [...cell.matchAll(/`([\w-]+)`/g)].map(([, name]) => [code, index, name, methods].join(' ')),
      ),
    )
    const there = RPC_NODES.map(({ name, network, chain: { code, verbs } }) =>
      [code, network === 'mainnet' ? 0 : 1, name, ['POST', ...verbs].join(', ')].join(' '),
    )
    expect(told.sort()).toEqual(there.sort())
  })
})
