/** @tallystick/custody: how transactions of chains are built, recorded, delivered and followed, over the engine. */

export { Custody } from './custody.js'
export {
  BadKey,
  BadTransaction,
  type Broadcast,
  type Chain,
  type ChainNetwork,
  type ChainNode,
  type ChainRecord,
  type Claim,
  type Codec,
  type Family,
  type HdKeys,
  type Inspected,
  NodeFault,
  pathOn,
  type SignatureOf,
  type Signed,
  type Signer,
  type SigningRequest,
  type Standing,
  type Unsigned,
} from './ports/chain.js'
export {
  type ChainId,
  type ChainIdOf,
  type Chains,
  type ChainTypes,
  type EndpointHealth,
  type NodeAnswer,
  type PassThrough,
  SIDE_METHODS,
} from './ports/chains.js'
export {
  type EvmCall,
  type EvmChain,
  type EvmCodec,
  type EvmContract,
  type EvmContracts,
  type EvmHistory,
  type EvmKmsTransaction,
  type EvmNode,
  type EvmOutlay,
  type EvmParams,
  type EvmRecord,
  type EvmToken,
  type EvmTransaction,
  type MethodAbi,
  type Rpc,
  weiFromGwei,
} from './ports/evm.js'
export { type FeeCeiling, type FeeCoin, mustBeBelow } from './ports/fee.js'
export {
  findRpcNode,
  RPC_NODES,
  type RpcChain,
  type RpcNode,
  type RpcOptions,
} from './ports/rpc.js'
export { MAX_RPC_TARGET, rpcTarget } from './ports/rpc-target.js'
export type {
  Outpoint,
  OutputKind,
  Utxo,
  UtxoBlock,
  UtxoChain,
  UtxoCodec,
  UtxoHistory,
  UtxoInput,
  UtxoIntent,
  UtxoNode,
  UtxoOutput,
  UtxoParams,
  UtxoRecord,
  UtxoTransaction,
  Waiting,
} from './ports/utxo.js'
export type {
  XrpChain,
  XrpCodec,
  XrpJson,
  XrpNode,
  XrpParams,
  XrpRecord,
} from './ports/xrp.js'
export { deliveryCodes, type Owner, refusal, Sends } from './send/sends.js'
export { finish } from './send/sign.js'
