/**
 * How nodes of the EVM family report their chain. Separate from the code that talks to nodes, because that loads
 * libraries.
 */
import type { EvmRecord } from '@tallystick/custody'
import type { NetworkChecks } from '../transport/network-check.js'
import { integer } from '../transport/transport.js'

const MAIN = 'mainnet'

interface BlockbookStatus {
  readonly backend?: { readonly chain?: unknown } | null
  readonly blockbook?: { readonly coin?: unknown } | null
}

/**
 * The chain id (EIP-695), and nothing instead of it: `net_version` of Ethereum Classic equals that of Ethereum.
 *
 * Blockbook has it in `backend.chain` (github.com/trezor/blockbook, `GetChainInfo` of bchain/coins/eth/ethrpc.go):
 * `testnet 11155111`, or `mainnet`, of whichever chain; `blockbook.coin` names the chain (`name` in its configs/coins).
 * The check matters, because only Blockbook knows internal transfers.
 */
export function evmNetworkChecks({ name, networks }: EvmRecord, chainId: bigint): NetworkChecks {
  return {
    rpc: {
      question: 'eth_chainId',
      params: [],
      read: (answer) => {
        const id =
          typeof answer === 'string' && /^0x[0-9a-f]{1,64}$/i.test(answer) ? BigInt(answer) : integer(answer)
        return id?.toString()
      },
      expected: [String(chainId)],
    },
    rest: {
      question: '/api/v2',
      read: (answer) => {
        const status = answer as BlockbookStatus | null
        const [chain, coin] = [status?.backend?.chain, status?.blockbook?.coin]
        const said = chain === MAIN ? `${MAIN} of ${coin}` : chain
        return typeof said === 'string' && /^[\w ]{1,80}$/.test(said) ? said : undefined
      },
      expected:
        chainId === networks.mainnet?.chainId
          ? [`${MAIN} of ${name}`, `${MAIN} of ${name} Archive`]
          : [`testnet ${chainId}`],
    },
  }
}
