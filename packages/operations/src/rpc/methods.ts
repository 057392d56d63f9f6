/**
 * The price of each method of a node, and the methods that are never passed on. Keys, peers and disks of a node belong
 * to the operator: methods that change them are refused here, even if the node would run them. This is a second
 * protection; the first is a node without a wallet and without such interfaces (docs/chains.md).
 */
import type { RpcChain } from '@tallystick/custody'

/** The documented credits of the pass-through. */
export const METHOD_RATES = {
  'debug or trace method (EVM), or EOS trace method': 50,
  eth_call: 5,
  'other method': 2,
} as const

const TRACE = METHOD_RATES['debug or trace method (EVM), or EOS trace method']
const CALL = METHOD_RATES.eth_call
const OTHER = METHOD_RATES['other method']

/** Longest list of calls that is passed on. */
export const MAX_BATCH = 100

/** @param path For an `http` chain, whose method is its path */
export function creditsOf(chain: RpcChain, methods: readonly string[], path: string): number {
  if (chain.speaks === 'http')
    return chain.methods === 'eos' && /(^|\/)trace_api\//.test(path) ? TRACE : OTHER
  // If the chain has both interfaces, paths cost the same.
  if (methods.length === 0) return OTHER
  return methods.reduce((sum, method) => sum + creditsOfMethod(chain, method), 0)
}

function creditsOfMethod({ methods }: RpcChain, method: string): number {
  if (methods !== 'evm') return OTHER
  if (/^(debug|trace)_/.test(method)) return TRACE
  return method === 'eth_call' ? CALL : OTHER
}

type Software = 'evm' | 'core' | 'rippled' | 'substrate' | 'tendermint'

const SOFTWARE: Readonly<Record<string, Software>> = {
  BTC: 'core',
  LTC: 'core',
  DOGE: 'core',
  BCH: 'core',
  ZEC: 'core',
  XRP: 'rippled',
  DOT: 'substrate',
  KSM: 'substrate',
  BNB: 'tendermint',
  ATOM: 'tendermint',
}

/** The operator's own interfaces, by node software. */
const REFUSED: Readonly<Record<Software, readonly RegExp[]>> = {
  evm: [
    // Administration of the node, and extra methods of development nodes.
    /^(admin|personal|miner|clique|engine|les|db|shh|bzz|parity|anvil|hardhat|evm|ganache|tenderly)_/,
    /^((sub|main)bridge_|governance_vote|istanbul_(propose|discard))/,
    // Methods that sign with a key of the node, or mine.
    /^(eth|klay|kaia)_(send(Unsigned)?Transaction(AsFeePayer)?|resend|sign\w*|submit\w+|getWork|setEtherbase)$/,
    // Read-only methods are passed on.
    /^debug_(?!trace|get|storageRange|accountRange|dumpBlock|printBlock|preimage|intermediateRoots|executionWitness)/,
  ],
  core: [
    // The node itself.
    /^(stop|setban|clearbanned|add(node|peeraddress|connection)|disconnectnode|setnetworkactive|logging)$/,
    /^(setmocktime|mockscheduler|echo\w*|generate\w*|(invalidate|reconsider|precious)block|pruneblockchain)$/,
    /^(savemempool|submit(block|header)|prioritisetransaction|(dump|load|import|backup|restore|(abort)?rescan)\w*)$/,
    // Bitcoin Cash Node's and Dogecoin's.
    /^((un)?parkblock|finalizeblock|setexcessiveblock|setmaxconnections)$/,
    // Methods that block shared resources: the few threads that answer, or the chain while it is read again.
    /^(waitfor\w+|getblocktemplate\w*|syncwithvalidationinterfacequeue|verifychain|getblockfrompeer)$/,
    // Its wallet.
    /^(wallet\w*|(create|migrate|upgrade|encrypt|unload|list)wallet\w*|z_(?!gettreestate|getsubtrees|validate)\w*)$/,
    /^(send|send(all|many|from|toaddress)|move|(psbt)?bumpfee|abandontransaction|fundrawtransaction)$/,
    /^(get(new|rawchange)address|add(multisig|witness)address|(keypoolrefill|newkeypool|sethdseed|lockunspent))$/,
    /^(signmessage|signrawtransaction(withwallet)?|simulaterawtransaction|removeprunedfunds)$/,
    /^(set(label|account|txfee|feerate|walletflag)|get(wallet|address)info|get(unconfirmed)?balances?)$/,
    /^(gettransaction|getaddressesby\w+|getreceivedby\w+|getaccount\w*)$/,
    /^list(unspent|transactions|sinceblock|receivedby\w+|addressgroupings|accounts|labels|lockunspent|descriptors)$/,
  ],
  rippled: [
    // Administration; and signing, which would transmit a secret.
    /^(stop|sign|sign_for|wallet_propose|validation_create|connect|can_delete|log_level|logrotate|json)$/,
    /^(ledger_(accept|request|cleaner)|peers|peer_reservations_\w+|unl_list|validators|validator_list_sites)$/,
    // Calls others, each of which would have to be looked at.
    /^batch$/,
    // Only works on a connection of its own, or makes the node call an address.
    /^((un)?subscribe|black_?list|feature)$/,
    /^(node_to_shard|download_shard|crawl_shards|channel_authorize|fetch_info|get_counts|print|consensus_info)$/,
  ],
  substrate: [
    /^(author_(insertKey|rotateKeys\w*|removeExtrinsic)|system_(add|remove|unstable)\w*|offchain_\w+)$/,
  ],
  // Its control interface.
  tendermint: [/^(dial|unsafe)_/],
}

/** A node runs one scan at a time: aborting would end that of somebody else, or of the service. */
const SCANS = /^scan(txoutset|blocks)$/

export function isRefused(
  { code, methods, runs = code }: RpcChain,
  method: string,
  params?: unknown,
): boolean {
  const software = methods === 'evm' ? 'evm' : SOFTWARE[runs]
  if (software === undefined) return false
  const isAborted = software === 'core' && SCANS.test(method) && holds(params, 'abort')
  return isAborted || REFUSED[software].some((pattern) => pattern.test(method))
}

/** By position, by name, or by position within named parameters (`args`). */
function holds(params: unknown, word: string): boolean {
  if (params === null || typeof params !== 'object') return params === word
  return Object.values(params).some((value) => holds(value, word))
}

/**
 * Whether a path leads to a method that must not be run. Tendermint serves each of its methods as a path, by any verb, also
 * those that send a transaction: a key that may only read could send by a GET, and a GET may be repeated.
 */
export function isRefusedPath(chain: RpcChain, target: string, maySend = false): boolean {
  const [path = ''] = target.split('?')
  const segments = path.split('/').map(unescaped)
  return segments.some((segment) => (!maySend && /^broadcast/i.test(segment)) || isRefused(chain, segment))
}

/** Byte by byte, so that no escape is invalid: names of methods are ASCII. */
const unescaped = (segment: string): string =>
  segment.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
