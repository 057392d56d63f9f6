/** What errors of Bitcoin Core's RPC mean (src/rpc/protocol.h). */
import type { RpcError } from '../transport/transport.js'

/** RPC_INVALID_ADDRESS_OR_KEY, RPC_INVALID_PARAMETER: the block, transaction or height does not exist. */
const NOT_THERE: ReadonlySet<number> = new Set([-5, -8])
/** bcoin says it in the message, with its general error code. */
const NOT_THERE_TEXT = /^(?:Transaction not (?:found|in mempool)|Block not found)/
/** RPC_TYPE_ERROR; RPC_MISC_ERROR of old nodes, whose verbosity is only true or false. */
const WRONG_TYPE: ReadonlySet<number> = new Set([-3, -1, -32602])

/**
 * "No such mempool transaction. Use -txindex …", or "… still in the process of being indexed" while the index is built
 * (Bitcoin Core, src/rpc/rawtransaction.cpp): it may be in a block.
 */
const NO_INDEX = /txindex|being indexed/i

export const isNotThere = ({ code, message }: RpcError): boolean =>
  NOT_THERE.has(code) ? !NO_INDEX.test(message) : NOT_THERE_TEXT.test(message)

export const isWrongType = ({ code }: RpcError): boolean => WRONG_TYPE.has(code)

export const lacksIndex = ({ message }: RpcError): boolean => NO_INDEX.test(message)
