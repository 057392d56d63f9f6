/** The chapters of the API in the order of the reference, with its titles. */
import type { AddedArea, Area } from './operation.js'

export const AREAS: Readonly<Record<Exclude<Area, AddedArea>, string>> = {
  Account: 'Accounts',
  'Blockchain addresses': 'Deposit addresses',
  'Blockchain operations': 'Tokens and one-call transfers',
  'Virtual account blockchain fees': 'Fees of withdrawals',
  Customer: 'Customers',
  Transaction: 'Transactions',
  Deposit: 'Deposits',
  Withdrawal: 'Withdrawals',
  'Virtual Currency': 'Virtual currencies',
  'Exchange rate': 'Exchange rates',
  'Service utils': 'Service',
  Bitcoin: 'Bitcoin',
  'Bitcoin Cash': 'Bitcoin Cash',
  Dogecoin: 'Dogecoin',
  Litecoin: 'Litecoin',
  Ethereum: 'Ethereum',
  Polygon: 'Polygon',
  Celo: 'Celo',
  XRP: 'XRP',
  Stellar: 'Stellar',
  Solana: 'Solana',
  Tron: 'TRON',
  'BNB Beacon Chain': 'BNB Beacon Chain',
  Elrond: 'MultiversX',
  'BNB Smart Chain': 'BNB Smart Chain',
  Klaytn: 'Klaytn',
  KuCoin: 'KuCoin Community Chain',
  Harmony: 'Harmony',
  XinFin: 'XDC',
  'Blockchain utils': 'Blockchain utilities',
  'Blockchain fees': 'Fee estimation',
  BlockchainFees: 'Fee estimation of more chains',
  'Node RPC': 'Node RPC',
  'Node RPC (web3 alias)': 'Node RPC for web3 clients',
  'Custodial managed wallets': 'Managed wallets',
  'Key Management System': 'Key management',
}

/** Their order. */
export const CHAPTERS = Object.keys(AREAS) as readonly Area[]
