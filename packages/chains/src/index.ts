/** @tallystick/chains: the families of chains, their configuration, and the transport to their nodes. */

export { records } from '@tallystick/custody'
export { type ChainsOptions, createChains } from './chains.js'
export {
  type ChainsConfig,
  ChainsConfigError,
  type ChainsFile,
  type NetworkConfig,
  type NetworkFile,
  type NodeConfig,
  type NodeFile,
  type RpcConfig,
  type RpcNodeFile,
  type TokenFile,
} from './config/config.js'
export type { NodeKind } from './config/kinds.js'
export { parseChainsConfig, readChainsConfig } from './config/read.js'
export type { Target } from './transport/exchange.js'
