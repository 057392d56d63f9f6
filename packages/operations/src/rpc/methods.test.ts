import { findRpcNode, type RpcChain } from '@tallystick/custody'
import { describe, expect, it } from 'vitest'
import { creditsOf, isRefused, isRefusedPath } from './methods.js'

function chain(code: string): RpcChain {
  const node = findRpcNode(code, 'mainnet', {})
  if (node === undefined) throw new TypeError(`no chain ${code}`)
  return node.chain
}

const words = (text: string) => text.trim().split(/\s+/)

/** What nodes answer to anybody, and must be passed on. */
const ASKED: Readonly<Record<string, string>> = {
  ETH: `eth_blockNumber eth_call eth_estimateGas eth_gasPrice eth_getLogs eth_sendRawTransaction eth_getBalance
    eth_feeHistory eth_maxPriorityFeePerGas eth_newFilter eth_getFilterChanges eth_syncing eth_accounts net_version
    web3_clientVersion txpool_status debug_traceTransaction debug_getRawReceipts trace_block trace_filter ots_getBlockDetails
    erigon_getHeaderByNumber klay_blockNumber hmyv2_getBalance`,
  BTC: `getblockchaininfo getblock getblockhash getblockheader getrawtransaction decoderawtransaction sendrawtransaction
    testmempoolaccept gettxout gettxoutproof scantxoutset getrawmempool getmempoolentry getmempoolinfo estimatesmartfee
    validateaddress createrawtransaction combinerawtransaction decodescript getnetworkinfo getindexinfo getchaintips
    verifymessage getblockstats getblockfilter deriveaddresses getdescriptorinfo submitpackage uptime help listbanned`,
  ZEC: 'z_gettreestate z_getsubtreesbyindex z_validateaddress getblockcount',
  XRP: `account_info account_lines account_tx account_objects fee ledger ledger_closed ledger_current ledger_data
    ledger_entry server_info server_state submit submit_multisigned tx tx_history book_offers path_find ripple_path_find
    gateway_balances noripple_check channel_verify manifest ping random account_currencies transaction_entry`,
  DOT: 'chain_getBlock state_getStorage author_submitExtrinsic system_health system_properties system_accountNextIndex',
  NEAR: 'validators query block broadcast_tx_commit',
  SOL: 'sendTransaction getBalance getAccountInfo',
}

/** What acts on the node, its peers, its keys or its disk. */
const REFUSED: Readonly<Record<string, string>> = {
  ETH: `admin_addPeer admin_startHTTP personal_sendTransaction personal_unlockAccount personal_importRawKey miner_setEtherbase
    engine_newPayloadV3 eth_sendTransaction eth_sign eth_signTransaction eth_signTypedData_v4 eth_submitWork debug_setHead
    debug_chaindbCompact debug_startCPUProfile debug_writeMemProfile debug_vmodule evm_mine anvil_impersonateAccount
    hardhat_setBalance eth_resend`,
  KLAY: `personal_unlockAccount eth_sendTransaction klay_sendTransaction klay_sendTransactionAsFeePayer kaia_sendTransaction
    klay_sign klay_signTransactionAsFeePayer governance_vote istanbul_propose subbridge_addPeer`,
  BTC: `stop setban clearbanned addnode disconnectnode setnetworkactive logging generatetoaddress generateblock
    invalidateblock reconsiderblock preciousblock pruneblockchain savemempool submitblock prioritisetransaction
    dumpprivkey dumpwallet dumptxoutset loadwallet loadtxoutset importprivkey importdescriptors importmempool backupwallet
    restorewallet rescanblockchain walletpassphrase walletlock walletcreatefundedpsbt walletprocesspsbt send sendall sendmany
    sendtoaddress bumpfee psbtbumpfee abandontransaction fundrawtransaction createwallet migratewallet upgradewallet
    encryptwallet unloadwallet listwallets listwalletdir getnewaddress getrawchangeaddress addmultisigaddress keypoolrefill
    sethdseed lockunspent signmessage signrawtransactionwithwallet setlabel settxfee getwalletinfo getbalance getbalances
    gettransaction getaddressinfo getaddressesbylabel getreceivedbyaddress listunspent listtransactions listsinceblock
    listreceivedbyaddress listaddressgroupings listlabels listdescriptors setmocktime abortrescan
    waitfornewblock waitforblockheight getblocktemplate verifychain syncwithvalidationinterfacequeue getblockfrompeer`,
  BCH: 'parkblock unparkblock finalizeblock setexcessiveblock getblocktemplatelight',
  DOGE: 'setmaxconnections dumpprivkey sendfrom move getaccountaddress listaccounts signrawtransaction',
  ZEC: 'z_sendmany z_exportkey z_importviewingkey z_listunspent z_getnewaddress z_shieldcoinbase',
  XRP: `batch stop sign sign_for wallet_propose validation_create ledger_accept connect can_delete log_level logrotate peers
    peer_reservations_add channel_authorize subscribe unsubscribe blacklist feature`,
  DOT: 'author_insertKey author_rotateKeys author_removeExtrinsic system_addReservedPeer offchain_localStorageSet',
}

describe('methods', () => {
  const rows = (table: typeof ASKED) =>
    Object.entries(table).flatMap(([code, list]) => words(list).map((method) => [code, method] as const))

  it.each(rows(ASKED))('%s: %s is passed on', (code, method) => {
    expect(isRefused(chain(code), method)).toBe(false)
  })

  it.each(rows(REFUSED))('%s: %s is not', (code, method) => {
    expect(isRefused(chain(code), method)).toBe(true)
  })
})

it.each([
  ['scantxoutset', ['abort']],
  ['scantxoutset', { action: 'abort' }],
  ['scantxoutset', { args: ['abort'] }],
  ['scanblocks', ['abort']],
])('%s with %j ends what others asked of the node, and is not passed on', (method, params) => {
  expect(isRefused(chain('BTC'), method, params)).toBe(true)
  expect(isRefused(chain('DOGE'), method, params)).toBe(true)
  expect(isRefused(chain('BTC'), method, ['status'])).toBe(false)
  expect(isRefused(chain('BTC'), method, ['start', ['raw(00)']])).toBe(false)
})

describe('credits', () => {
  it.each<[code: string, methods: string, path: string, credits: number]>([
    ['ETH', 'eth_getBalance', '', 2],
    ['ETH', 'eth_call', '', 5],
    ['ETH', 'debug_traceCall', '', 50],
    ['ETH', 'trace_block', '', 50],
    ['ETH', 'eth_call eth_call trace_call net_version', '', 62],
    ['ETH', 'debug', '', 2],
    // They are of the EVM alone.
    ['BTC', 'trace_block', '', 2],
    ['NEAR', 'eth_call', '', 2],
    ['EOS', '', 'v1/trace_api/get_block', 50],
    ['EOS', '', 'v1/chain/get_block', 2],
    ['XLM', '', 'v1/trace_api/get_block', 2],
    ['LSK', '', 'api/blocks', 2],
  ])('%s: %s %s', (code, methods, path, credits) => {
    expect(creditsOf(chain(code), methods === '' ? [] : words(methods), path)).toBe(credits)
  })
})

it.each([
  ['BNB', '/broadcast_tx_sync?tx=0x1', true],
  ['BNB', '/api/v1/Broadcast', true],
  ['BNB', '/%62roadcast_tx_async', true],
  ['BNB', '/dial_peers', true],
  ['BNB', '/abci_query?path="broadcast"', false],
  ['BNB', '/%ff/%62', false],
  ['XLM', '/transactions', false],
])('of %s, %s is a path that no GET may have: %s', (code, target, isBad) => {
  expect(isRefusedPath(chain(code), target)).toBe(isBad)
})
