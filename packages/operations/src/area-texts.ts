/** What the chapters of the API are about, in groups by subject: for the OpenAPI document and the pages made of it. */
import type { AREAS } from './areas.js'

export const AREA_GROUPS: Readonly<Record<string, Readonly<Partial<Record<keyof typeof AREAS, string>>>>> = {
  Ledger: {
    Account: 'Accounts of customers, their balances, freezes, and blockages of a part of a balance.',
    Customer: 'Who accounts belong to. A customer is made with the first account that names one.',
    Transaction: 'Payments between accounts, value from outside, and the records of both.',
    'Virtual Currency': 'Currencies of your own: made, minted, revoked.',
    'Order Book': 'Orders of customers, which the ledger matches and settles.',
    'Exchange rate': 'What a currency is worth in another one.',
    'Service utils': 'Credits, the freeze of an API key, and the version of the service.',
  },
  'Deposits and withdrawals': {
    'Blockchain addresses': 'Addresses of chains whose payments are credited to an account.',
    Deposit: 'Deposits from chains, by account, address and status.',
    Withdrawal:
      'Payments from an account to an address of a chain that you sign yourself, and their approvals.',
    'Blockchain operations':
      'Payments from an account to an address in one call, and tokens that become currencies.',
    'Virtual account blockchain fees': 'What such a payment costs on its chain.',
    'Gas pump': 'Addresses of EVM chains and TRON whose fees a master address pays.',
  },
  'Keys and events': {
    'Key Management System': 'Transactions that wait for a signature of a key-management system.',
    'Custodial managed wallets': 'Wallets whose private keys the service keeps, encrypted.',
    'Notification subscriptions': 'Webhooks: what is told to which URL, and what was delivered.',
  },
  Chains: {
    Bitcoin: 'Wallets, addresses, reads and payments of Bitcoin.',
    'Bitcoin Cash': 'Wallets, addresses, reads and payments of Bitcoin Cash.',
    Dogecoin: 'Wallets, addresses, reads and payments of Dogecoin.',
    Litecoin: 'Wallets, addresses, reads and payments of Litecoin.',
    Ethereum: 'Wallets, reads, payments and contract calls of Ethereum.',
    Polygon: 'Wallets, reads, payments and contract calls of Polygon.',
    Celo: 'Wallets, reads, payments and contract calls of Celo, whose fees may be paid in tokens.',
    'BNB Smart Chain': 'Signed transactions of BNB Smart Chain.',
    Klaytn: 'Signed transactions of Klaytn.',
    KuCoin: 'Signed transactions of KuCoin Community Chain.',
    Harmony: 'Signed transactions of Harmony, which was halted in 2026.',
    XinFin: 'Signed transactions of XDC.',
    XRP: 'Accounts, reads, payments and trust lines of XRP.',
    Stellar: 'Accounts, reads, payments and trust lines of Stellar.',
    Solana: 'Signed transactions of Solana.',
    Tron: 'Wallets, reads, payments and tokens of TRON.',
    'BNB Beacon Chain': 'Accounts, reads and payments of BNB Beacon Chain, which was halted in 2024.',
    Elrond: 'Wallets, reads, payments and tokens of MultiversX.',
    'Multi Tokens (ERC-1155 or compatible)':
      'Contracts of multi tokens: deployed, minted, transferred, read.',
  },
  'Nodes and fees': {
    'Blockchain utils': 'What chains have in common.',
    'Blockchain fees': 'What a payment would cost, estimated.',
    BlockchainFees: 'What transactions of more chains would cost, estimated.',
    'Node RPC': 'Questions that are passed on to a node.',
    'Node RPC (web3 alias)': 'The same, in the form that web3 clients use.',
  },
}
