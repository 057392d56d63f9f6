/**
 * What a method of a node costs, and which are never passed on. A node's own keys, its peers and its disk are
 * the operator's: methods that act on them are refused here even where the node would carry them out. That is
 * a second lock; the first is a node without a wallet and without such interfaces (docs/chains.md).
 */
import type { RpcChain } from '@tallystick/custody'

/** api.md, "Node RPC pass-through", credits. */
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

/** @param path Of an `http` chain, whose method is its path */
export function creditsOf(chain: RpcChain, methods: readonly string[], path: string): number {
  if (chain.speaks === 'http')
    return chain.methods === 'eos' && /(^|\/)trace_api\//.test(path) ? TRACE : OTHER
  // Asked by path, too, where the chain has both.
  if (methods.length === 0) return OTHER
  return methods.reduce((sum, method) => sum + creditsOfMethod(chain, method), 0)
}

function creditsOfMethod({ methods }: RpcChain, method: string): number {
  if (methods !== 'evm') return OTHER
  if (/^(debug|trace)_/.test(method)) return TRACE
  return method === 'eth_call' ? CALL : OTHER
}

type Software = 'evm' | 'core' | 'rippled' | 'substrate'

const SOFTWARE: Readonly<Record<string, Software>> = {
  BTC: 'core',
  LTC: 'core',
  DOGE: 'core',
  BCH: 'core',
  ZEC: 'core',
  XRP: 'rippled',
  DOT: 'substrate',
  KSM: 'substrate',
}

/** The operators' own interfaces, by the software that has them. */
const REFUSED: Readonly<Record<Software, readonly RegExp[]>> = {
  evm: [
    // The node's administration, and what development nodes have beside.
    /^(admin|personal|miner|clique|engine|les|db|shh|bzz|parity|anvil|hardhat|evm|ganache|tenderly)_/,
    /^((sub|main)bridge_|governance_vote|istanbul_(propose|discard))/,
    // These sign with a key in the node, or mine.
    /^(eth|klay|kaia)_(send(Unsigned)?Transaction(AsFeePayer)?|resend|sign\w*|submit\w+|getWork|setEtherbase)$/,
    // What only reads is passed on.
    /^debug_(?!trace|get|storageRange|accountRange|dumpBlock|printBlock|preimage|intermediateRoots|executionWitness)/,
  ],
  core: [
    // The node itself.
    /^(stop|setban|clearbanned|add(node|peeraddress|connection)|disconnectnode|setnetworkactive|logging)$/,
    /^(setmocktime|mockscheduler|echo\w*|generate\w*|(invalidate|reconsider|precious)block|pruneblockchain)$/,
    /^(savemempool|submit(block|header)|prioritisetransaction|(dump|load|import|backup|restore|(abort)?rescan)\w*)$/,
    // Bitcoin Cash Node's and Dogecoin's.
    /^((un)?parkblock|finalizeblock|setexcessiveblock|setmaxconnections)$/,
    // They hold what all callers share: the few threads that answer, or the chain while it is read anew.
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
    // Its administration; and signing, for which a secret would travel.
    /^(stop|sign|sign_for|wallet_propose|validation_create|connect|can_delete|log_level|logrotate|json)$/,
    /^(ledger_(accept|request|cleaner)|peers|peer_reservations_\w+|unl_list|validators|validator_list_sites)$/,
    // On a connection of its own only, or to an address that the node then calls.
    /^((un)?subscribe|black_?list|feature)$/,
    /^(node_to_shard|download_shard|crawl_shards|channel_authorize|fetch_info|get_counts|print|consensus_info)$/,
  ],
  substrate: [
    /^(author_(insertKey|rotateKeys\w*|removeExtrinsic)|system_(add|remove|unstable)\w*|offchain_\w+)$/,
  ],
}

/** One at a time is all that a node does: to end it ends somebody else's, or the service's own. */
const SCANS = /^scan(txoutset|blocks)$/

export function isRefused({ code, methods }: RpcChain, method: string, params?: unknown): boolean {
  const software = methods === 'evm' ? 'evm' : SOFTWARE[code]
  if (software === undefined) return false
  const isAborted = software === 'core' && SCANS.test(method) && holds(params, 'abort')
  return isAborted || REFUSED[software].some((pattern) => pattern.test(method))
}

/** By place, by name, or by place among the names (`args`). */
function holds(params: unknown, word: string): boolean {
  if (params === null || typeof params !== 'object') return params === word
  return Object.values(params).some((value) => holds(value, word))
}
