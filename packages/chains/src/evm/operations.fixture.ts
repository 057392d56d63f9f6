/** The operations of each EVM chain under the same names, so that one test is for all of them. */
import type { Operations } from '@tallystick/operations'
import type { Sent } from '../open-ledger.fixture.js'
import type { EvmWorldId } from './ledger-world.fixture.js'

interface Common {
  readonly nonce?: number
  readonly fee?: { readonly gasLimit: string; readonly gasPrice: string }
}
interface Transfer extends Common {
  readonly to: string
  readonly amount: string
  readonly currency: string
  readonly data?: string
}
interface Method {
  readonly contractAddress: string
  readonly methodName: string
  readonly methodABI: object
  readonly params: unknown[]
}
interface Call extends Method, Common {
  readonly amount?: string
}
interface Key {
  readonly fromPrivateKey: string
}
interface Kms {
  readonly signatureId: string
  readonly index?: number
}
interface Page {
  readonly address: string
  readonly pageSize: number
  readonly offset?: number
  readonly from?: number
  readonly to?: number
  readonly sort?: 'ASC' | 'DESC'
}

export interface EvmCalls {
  balance(address: string): Promise<string>
  block(hash: string): Promise<Readonly<Record<string, unknown>>>
  height(): Promise<number>
  count(address: string): Promise<number>
  transaction(hash: string): Promise<Readonly<Record<string, unknown>>>
  history(page: Page): Promise<readonly Readonly<Record<string, unknown>>[]>
  transfer(body: Transfer & Key): Promise<Sent>
  transferKms(body: Transfer & Kms): Promise<Sent>
  read(body: Method): Promise<Sent>
  call(body: Call & Key): Promise<Sent>
  callKms(body: Method & Common & Kms): Promise<Sent>
  broadcast(body: { readonly txData: string; readonly signatureId?: string }): Promise<Sent>
}

export function evmCalls(id: EvmWorldId, calls: Operations): EvmCalls {
  switch (id) {
    case 'ETH':
      return {
        balance: async (address) => (await calls.ethGetBalance({ address })).balance,
        block: (hash) => calls.ethGetBlock({ hash }),
        height: () => calls.ethGetCurrentBlock(),
        count: (address) => calls.ethGetTransactionCount({ address }),
        transaction: (hash) => calls.ethGetTransaction({ hash }),
        history: (page) => calls.ethGetTransactionByAddress(page),
        transfer: (body) => calls.transferEthBlockchain(body),
        transferKms: (body) => calls.transferEthBlockchainKMS(body),
        read: (body) => calls.callReadSmartContractMethod(body),
        call: (body) => calls.callSmartContractMethod(body),
        callKms: (body) => calls.callSmartContractMethodKMS(body),
        broadcast: (body) => calls.ethBroadcast(body),
      }
    case 'MATIC':
      return {
        balance: async (address) => (await calls.polygonGetBalance({ address })).balance,
        block: (hash) => calls.polygonGetBlock({ hash }),
        height: () => calls.polygonGetCurrentBlock(),
        count: (address) => calls.polygonGetTransactionCount({ address }),
        transaction: (hash) => calls.polygonGetTransaction({ hash }),
        history: (page) => calls.polygonGetTransactionByAddress(page),
        transfer: (body) => calls.transferPolygonBlockchain(body),
        transferKms: (body) => calls.transferPolygonBlockchainKMS(body),
        read: (body) => calls.callPolygonSmartContractReadMethod(body),
        call: (body) => calls.callPolygonSmartContractMethod(body),
        callKms: (body) => calls.callPolygonSmartContractMethodKMS(body),
        broadcast: (body) => calls.polygonBroadcast(body),
      }
    case 'CELO': {
      // anvil knows no fees in tokens.
      const feeCurrency = 'CELO'
      return {
        balance: async (address) => (await calls.celoGetBalance({ address })).celo,
        block: (hash) => calls.celoGetBlock({ hash }),
        height: () => calls.celoGetCurrentBlock(),
        count: (address) => calls.celoGetTransactionCount({ address }),
        transaction: (hash) => calls.celoGetTransaction({ hash }),
        history: (page) => calls.celoGetTransactionByAddress(page),
        transfer: (body) => calls.transferCeloBlockchain({ ...body, feeCurrency }),
        transferKms: (body) => calls.transferCeloBlockchainKMS({ ...body, feeCurrency }),
        read: (body) => calls.callCeloReadSmartContractMethod(body),
        call: (body) => calls.callCeloSmartContractMethod({ ...body, feeCurrency }),
        callKms: (body) => calls.callCeloSmartContractMethodKMS({ ...body, feeCurrency }),
        broadcast: (body) => calls.celoBroadcast(body),
      }
    }
  }
}
