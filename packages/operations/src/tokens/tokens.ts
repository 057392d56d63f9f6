/** Registers fungible tokens of chains as currencies, and stores which token of the chain each one is. */
import type { RejectionCode } from '@tallystick/core'
import Type from 'typebox'
import type { CallContext } from '../context.js'
import { operation } from '../operation.js'
import { unstated } from '../price.js'
import { text } from '../wire/fields.js'
import {
  CreateErc20,
  CreateErc20Address,
  Erc20,
  Erc20Address,
  Erc20Response,
  TOKEN_CHAINS,
  TokenName,
  Trc20Response,
  TrcAddress,
  TrcXpub,
} from './models.js'
import { HOLDER_CODES, NAME_CODES, type Registered, register, requestOf } from './registration.js'

const area = 'Blockchain operations'
const TOKEN = '/v3/offchain/token'
const ERC20 = '/v3/offchain/ethereum/erc20'
const TRC = '/v3/offchain/tron/trc'

const registerErrors: readonly RejectionCode[] = [
  ...NAME_CODES,
  ...HOLDER_CODES,
  'chain.not.configured',
  'chain.unsupported',
]

const linkErrors: readonly RejectionCode[] = [
  'erc20.token.notFound',
  'erc20.address.set',
  'erc20.address.used',
  'erc20.contract.missing',
  'erc20.decimals.different',
  'erc20.supply.missing',
  'offchain.not.supported',
  'account.not.exists',
  'rate.not.found',
  'chain.not.configured',
  'chain.unsupported',
  'chain.unavailable',
]

/** Tokens of Ethereum that are registered without decimals. */
const USUAL_DECIMALS = 18

const REGISTERS =
  'Makes a currency of the ledger, with an account for the supply. Nothing is deployed: the token is deployed before or afterwards, and then its address is stored. The account gets the supply once the chain has shown that the address holds it.'

const OF_CLIENT_1 = "Client 1.x calls it. This operation is Tallystick's own, beside the documented ones."

const finish = async (_context: CallContext, registered: Registered) => registered

const inPath = { chain: Type.Enum([...TOKEN_CHAINS], { description: 'Chain of the token' }) }
const evm = { area, method: 'POST', output: Erc20Response, errors: registerErrors } as const

export const erc20 = operation({
  ...evm,
  id: 'erc20',
  path: `${TOKEN}/{chain}`,
  summary: 'Registers a fungible token held by an address of an xpub',
  description: REGISTERS,
  price: unstated(2),
  params: inPath,
  body: Erc20,
  discriminators: ['xpub'],
}).twoPhase({
  prepare: (context, args, terms) => register(context, args.chain, requestOf(args, args.decimals), terms),
  finish,
})

export const erc20Address = operation({
  ...evm,
  id: 'erc20Address',
  path: `${TOKEN}/{chain}`,
  summary: 'Registers a fungible token held by an address',
  description: REGISTERS,
  price: unstated(2),
  params: inPath,
  body: Erc20Address,
  discriminators: ['address'],
}).twoPhase({
  prepare: (context, args, terms) => register(context, args.chain, requestOf(args, args.decimals), terms),
  finish,
})

export const ethErc20 = operation({
  ...evm,
  id: 'ethErc20',
  path: ERC20,
  summary: 'Registers an ERC-20 token held by an address of an xpub',
  description: `${REGISTERS} ${OF_CLIENT_1}`,
  price: unstated(2),
  body: CreateErc20,
  discriminators: ['xpub'],
}).twoPhase({
  prepare: (context, args, terms) =>
    register(context, 'ETH', requestOf(args, args.decimals ?? USUAL_DECIMALS), terms),
  finish,
})

export const ethErc20Address = operation({
  ...evm,
  id: 'ethErc20Address',
  path: ERC20,
  summary: 'Registers an ERC-20 token held by an address',
  description: `${REGISTERS} ${OF_CLIENT_1}`,
  price: unstated(2),
  body: CreateErc20Address,
  discriminators: ['address'],
}).twoPhase({
  prepare: (context, args, terms) =>
    register(context, 'ETH', requestOf(args, args.decimals ?? USUAL_DECIMALS), terms),
  finish,
})

const tron = { ...evm, path: TRC, output: Trc20Response } as const

export const trcXpub = operation({
  ...tron,
  id: 'trcXpub',
  summary: 'Registers a TRC-10 or TRC-20 token held by an address of an xpub',
  description: REGISTERS,
  price: unstated(10),
  body: TrcXpub,
  discriminators: ['xpub'],
  ignored: ['chain'],
}).twoPhase({
  prepare: (context, args, terms) =>
    register(context, 'TRON', requestOf(args, args.decimals, args.type), terms),
  finish,
})

export const trcAddress = operation({
  ...tron,
  id: 'trcAddress',
  summary: 'Registers a TRC-10 or TRC-20 token held by an address',
  description: REGISTERS,
  price: unstated(10),
  body: TrcAddress,
  discriminators: ['address'],
  ignored: ['chain'],
}).twoPhase({
  prepare: (context, args, terms) =>
    register(context, 'TRON', requestOf(args, args.decimals, args.type), terms),
  finish,
})

const STORES =
  'A node must know the token, with the decimals of the currency, and its address must hold the supply. Payments in later blocks are credited. Storing the same address again changes nothing.'

/** @param what Of the token, in the path */
const storing = (id: string, path: string, what: string, description = `${STORES} ${OF_CLIENT_1}`) =>
  operation({
    id,
    area,
    method: 'POST',
    path: `${path}/{name}/{address}`,
    summary: 'Stores which token of the chain a registered currency is',
    description,
    price: unstated(2),
    params: { name: TokenName, address: text(1, 100, what) },
    output: null,
    errors: linkErrors,
  }).twoPhase({
    prepare: (context, { name, address }, terms) =>
      context.custody.tokens.link(context, terms, name, address),
    finish: async () => null,
  })

export const storeTokenAddress = storing(
  'storeTokenAddress',
  TOKEN,
  'Address of the contract, the mint on Solana, the number of a TRC-10 token',
  STORES,
)
export const storeErc20Address = storing('storeErc20Address', ERC20, 'Address of the contract')
export const storeTrcAddress = storing('storeTrcAddress', TRC, 'Contract, or number of a TRC-10 token')
