import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findRpcNode, RPC_NODES, type RpcOptions } from './nodes.js'
import { MAX_RPC_TARGET, rpcTarget } from './target.js'

describe('nodes', () => {
  it('have names of their own, and none is a code of a chain', () => {
    const names = RPC_NODES.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names.filter((name) => RPC_NODES.some(({ chain }) => chain.code === name))).toEqual([])
  })

  /** The documented chains of POST, in the order of the documentation. */
  it('are there for every chain of the documents', () => {
    const documented =
      'ALGO ARB AURORA AVAX BTC BCH BNB BSC ADA CELO CRO DOGE EGLD EOS ETH FTM FLOW GNO ONE KLAY KCS KSM LSK LTC NEAR NEO ROSE OPTIMISM PALM DOT MATIC RSK SOL XLM XTZ TRON VET XDC XRP ZEC ZIL'
    for (const code of documented.split(' ')) {
      expect(findRpcNode(code, 'mainnet', {})?.network, code).toBe('mainnet')
      expect(findRpcNode(code, 'testnet', {})?.network, code).toBe('testnet')
    }
    for (const chainType of ['avax-c', 'avax-p', 'avax-x']) {
      expect(findRpcNode('AVAX', 'mainnet', { chainType })).toBeDefined()
    }
  })

  it.each<[named: string, network: 'mainnet' | 'testnet', options: RpcOptions, found: string | undefined]>([
    ['ETH', 'mainnet', {}, 'ethereum-mainnet'],
    ['ETH', 'testnet', {}, 'ethereum-sepolia'],
    ['ETH', 'testnet', { testnetType: 'ethereum-holesky' }, 'ethereum-holesky'],
    ['ETH', 'testnet', { testnetType: 'ethereum-ropsten' }, 'ethereum-sepolia'],
    ['ETH', 'mainnet', { testnetType: 'ethereum-holesky' }, 'ethereum-mainnet'],
    ['ethereum-mainnet', 'testnet', {}, 'ethereum-mainnet'],
    ['ethereum-sepolia', 'testnet', { testnetType: 'ethereum-holesky' }, 'ethereum-sepolia'],
    ['AVAX', 'testnet', { chainType: 'avax-c' }, 'avax-testnet'],
    ['AVAX', 'testnet', { chainType: 'AVAX-P' }, 'avax-p-testnet'],
    ['avax-mainnet', 'mainnet', { chainType: 'avax-x' }, 'avax-x-mainnet'],
    ['avax-p-mainnet', 'mainnet', { chainType: 'avax-x' }, 'avax-p-mainnet'],
    ['ALGO', 'mainnet', {}, 'algorand-mainnet-algod'],
    ['ALGO', 'mainnet', { nodeType: 'INDEXER' }, 'algorand-mainnet-indexer'],
    ['algorand-testnet-algod', 'testnet', { nodeType: 'indexer' }, 'algorand-testnet-indexer'],
    ['CSPR', 'testnet', {}, undefined],
    ['eth', 'mainnet', {}, undefined],
    ['', 'mainnet', {}, undefined],
    ['toString', 'mainnet', {}, undefined],
  ])('%s on %s with %j is %s', (named, network, options, found) => {
    expect(findRpcNode(named, network, options)?.name).toBe(found)
  })
})

/** Ways in which a server behind may read a path. */
const READINGS: readonly ((path: string) => string)[] = [
  (path) => path,
  (path) => path.replaceAll('\\', '/'),
  (path) => path.replaceAll(/;[^/]*/g, ''),
  decoded,
  (path) => decoded(decoded(path)),
  (path) => decoded(path).replaceAll('\\', '/'),
]

function decoded(path: string): string {
  return path.replaceAll(/%([0-9a-f]{2})/gi, (_whole, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}

describe('a target', () => {
  it.each([
    ['', ''],
    ['a/b', '/a/b'],
    ['a/b/', '/a/b/'],
    ['a?b=c', '/a?b=c'],
    ['?b=c', '?b=c'],
    ['a?', '/a?'],
    ['a?b=../c', '/a?b=../c'],
    ['a?b=http://c', '/a?b=http://c'],
  ])('%j is %j', (text, target) => {
    expect(rpcTarget(text)).toBe(target)
  })

  it.each([
    '/',
    '/a',
    '..',
    'a/..',
    '.',
    '%2E%2e',
    'a%2fb',
    'a%5cb',
    'a\\b',
    'a%25b',
    '%c0%ae',
    'a//b',
    '//a',
    'a;b',
    'a@b',
    'a:b',
    'http:',
    'a b',
    'a#b',
    'a%0a',
    'a%',
    'a?b%0d',
    'a?b c',
    'a?b#c',
    'ä',
    'a\u0000',
    'a'.repeat(MAX_RPC_TARGET + 1),
  ])('%j is refused', (text) => {
    expect(rpcTarget(text)).toBeUndefined()
  })

  it('stays below the address of the node, however it is read, and on its host', () => {
    const piece = fc.constantFrom(
      ...[
        '.',
        '..',
        '/',
        '\\',
        '%',
        '2e',
        '%2e',
        '%2f',
        '%5c',
        '%25',
        ';',
        '@',
        ':',
        '?',
        '#',
        '&',
        'a',
        'b%20',
      ],
      ...[
        'http:',
        '//',
        'evil',
        '\r\n',
        '\u0000',
        '%00',
        '%c0%ae',
        '~',
        '-',
        '=',
        ' ',
        '\t',
        '\u2025',
        '\uff0e',
      ],
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const target = rpcTarget(pieces.join(''))
        if (target === undefined) return
        expect(target).toMatch(/^(?:[/?][!-~]*)?$/)
        const [path = ''] = target.split('?')
        for (const read of READINGS) {
          const { host, pathname } = new URL(`http://node.example/base${read(path)}`)
          expect(host).toBe('node.example')
          expect(pathname).toMatch(/^\/base(?:\/|$)/)
        }
        // Checked again where it goes out, it is the same.
        expect(rpcTarget(target.replace(/^\//, ''))).toBe(target)
      }),
      { numRuns: 20_000 },
    )
  })
})
