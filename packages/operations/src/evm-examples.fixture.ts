/** Calls of the operations of the EVM chains, and of those that estimate; see chains.fixture.ts. */

const asked = { credits: 1, nodeless: 'chain.not.configured' } as const
const sent = { credits: 2, network: 'testnet', nodeless: 'chain.not.configured' } as const

const ADDRESS = '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F'
/** Of EIP-155: its key is published. */
const KEY = { fromPrivateKey: `0x${'46'.repeat(32)}` }
const KMS = { signatureId: '26d3883e-4e17-48b3-a0ee-09a3e484ac83', index: 0 }
const HASH = `0x${'ab'.repeat(32)}`
const page = { address: ADDRESS, pageSize: 10 }

const transfer = { to: ADDRESS, amount: '0.000000000000000001' }
const method = {
  contractAddress: ADDRESS,
  methodName: 'store',
  methodABI: { type: 'function', name: 'store', inputs: [{ name: 'value', type: 'uint256' }] },
  params: ['1'],
}

/** EIP-155, "Example"; of the other chains made with viem. */
const SIGNED = {
  ETH: '0xf86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83',
  MATIC:
    '0x02f8b18189048477359400850ba43b740082fde894dac17f958d2ee523a2206206994597c13d831ec780b844a9059cbb000000000000000000000000f0109fc8df283027b6285cc889f5aa624eac1f5500000000000000000000000000000000000000000000000000000000000f4240c001a0fe05e8023d00ef91c1febc3d4ab6ab7aacb216a565c405a64209fe75619f7990a049df177adcf3d4ef8307d43c21b13f297e5cbf49055da0b61e13349bf81d4f4d',
  CELO: '0x02f8b282a4ec048477359400850ba43b740082fde894dac17f958d2ee523a2206206994597c13d831ec780b844a9059cbb000000000000000000000000f0109fc8df283027b6285cc889f5aa624eac1f5500000000000000000000000000000000000000000000000000000000000f4240c001a08e904a04cd1b784690ad5d2ebd882f5b0dc0c7686dd9b1cabfb7cc81e26850f0a00c3285bff74a264b78eb9c86d49c6e02d9b2d198acc4af736802e7008fe46bb0',
  BSC: '0xf86d098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a7640000808194a007764d8e7d4ce45afb36cb2f5bec741f96eee3b8f23304e4d35b0f389912e7f7a047c14849f32c33c269dec152d168ddeca152fec8ceeb7369177ff3a06dc72c48',
  KLAY: '0xf86e098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a764000080824055a0c59d5cffaaebc5e4fbef845fa4fa08504630ce4b5ab71dd6ea8887a03c7ec1d6a058659e1ff6bbba15f0d9a521dd4cffa4e125808a0ea2efc00071ff0d712f5c0a',
  KCS: '0xf86e098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a7640000808202a5a0e78328508839d487ee0c49f5212a1ff935f8f6bb066f3f259543d821d2938943a049470f7be8390227a0785dcc3a36fc6a750e4019cb0d2f67df73535406e4a067',
  ONE: '0xf870098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008084c6ac98a4a03e90a265c992d8773d18bc0c1f9b76656d4730b21b13e5d897f3bc748d29744ba001bc9f7fa87e92cb5ad627e32d24ba6d1e5f0a95fdc0ff62c8c9af24170d3c53',
  XDC: '0xf86d098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a7640000808187a0bd0369c5b2e38266e8d0202bdba95cbe355a6fedf2ac4e1e0d7c03759b4251faa0154fdc9d0c9748d2c84a880271c3c721f27608045c94b6428bd6f68236832d5e',
}

const gas = { from: ADDRESS, to: ADDRESS, amount: '0' }
const gasOf = { ...asked, credits: 2, args: gas }

/** Genesis of Bitcoin: an address and an outpoint that everybody knows. */
const SATOSHI = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'
const UTXO_TO = [{ address: SATOSHI, value: 0.1 }]

export const EVM_EXAMPLES = {
  ethGetBalance: { ...asked, args: { address: ADDRESS } },
  ethGetTransactionByAddress: { ...asked, args: { ...page, sort: 'ASC' as const, from: 1, to: 2 } },
  ethGetInternalTransactionByAddress: { ...asked, args: page },
  ethGetInternalTransactionByAddress_apiClient: { ...asked, args: page },
  sCGetContractAddress: { ...asked, args: { chain: 'CELO' as const, hash: HASH } },
  ethGetBlock: { ...asked, args: { hash: HASH } },
  ethGetCurrentBlock: { ...asked, args: {} },
  ethGetTransaction: { ...asked, args: { hash: HASH } },
  ethGetTransactionCount: { ...asked, args: { address: ADDRESS } },
  bscBroadcast: { ...sent, network: 'mainnet' as const, args: { txData: SIGNED.BSC } },
  klaytnBroadcast: { ...sent, network: 'mainnet' as const, args: { txData: SIGNED.KLAY } },
  kcsBroadcast: { ...sent, network: 'mainnet' as const, args: { txData: SIGNED.KCS } },
  oneBroadcast: { ...sent, network: 'mainnet' as const, args: { txData: SIGNED.ONE } },
  xdcBroadcast: { ...sent, network: 'mainnet' as const, args: { txData: SIGNED.XDC } },
  ethBroadcast: { ...sent, network: 'mainnet' as const, args: { txData: SIGNED.ETH } },
  transferEthBlockchain: { ...sent, args: { ...transfer, ...KEY, currency: 'ETH', data: 'a note' } },
  transferEthBlockchainKMS: { ...sent, args: { ...transfer, ...KMS, currency: 'ETH' } },
  callReadSmartContractMethod: { ...sent, args: { ...method, testnetType: 'ethereum-holesky' } },
  callSmartContractMethod: { ...sent, args: { ...method, ...KEY, amount: '1' } },
  callSmartContractMethodKMS: { ...sent, args: { ...method, ...KMS, nonce: 0 } },

  polygonGetBalance: { ...asked, args: { address: ADDRESS } },
  polygonGetTransactionByAddress: { ...asked, args: page },
  polygonGetBlock: { ...asked, args: { hash: '1' } },
  polygonGetCurrentBlock: { ...asked, args: {} },
  polygonGetTransaction: { ...asked, credits: 2, args: { hash: HASH } },
  polygonGetTransactionCount: { ...asked, args: { address: ADDRESS } },
  polygonBroadcast: { ...sent, network: 'mainnet' as const, args: { txData: SIGNED.MATIC } },
  transferPolygonBlockchain: { ...sent, args: { ...transfer, ...KEY, currency: 'MATIC' } },
  transferPolygonBlockchainKMS: { ...sent, args: { ...transfer, ...KMS, currency: 'MATIC' } },
  callPolygonSmartContractReadMethod: { ...sent, args: method },
  callPolygonSmartContractMethod: { ...sent, args: { ...method, ...KEY } },
  callPolygonSmartContractMethodCaller: {
    ...sent,
    nodeless: 'managed.wallet.owner' as const,
    args: { ...method, caller: ADDRESS },
  },
  callPolygonSmartContractMethodKMS: { ...sent, args: { ...method, ...KMS } },

  celoGetBalance: { ...asked, args: { address: ADDRESS } },
  celoGetTransactionByAddress: { ...asked, args: page },
  celoGetBlock: { ...asked, args: { hash: '1' } },
  celoGetCurrentBlock: { ...asked, args: {} },
  celoGetTransaction: { ...asked, credits: 2, args: { hash: HASH } },
  celoGetTransactionCount: { ...asked, args: { address: ADDRESS } },
  celoBroadcast: { ...sent, network: 'mainnet' as const, args: { txData: SIGNED.CELO } },
  transferCeloBlockchain: {
    ...sent,
    args: { ...transfer, ...KEY, currency: 'CUSD', feeCurrency: 'CEUR' },
  },
  transferCeloBlockchainKMS: {
    ...sent,
    args: { ...transfer, ...KMS, currency: 'CELO', feeCurrency: 'CUSD' },
  },
  callCeloReadSmartContractMethod: { ...sent, args: method },
  callCeloSmartContractMethod: { ...sent, args: { ...method, ...KEY, feeCurrency: 'CELO' } },
  callCeloSmartContractMethodKMS: { ...sent, args: { ...method, ...KMS, feeCurrency: 'CELO' } },

  estimateFee: {
    ...asked,
    credits: 10,
    args: {
      chain: 'ETH' as const,
      type: 'TRANSFER_ERC20' as const,
      sender: ADDRESS,
      recipient: ADDRESS,
      contractAddress: ADDRESS,
      amount: '1',
    },
  },
  estimateFeeBatchMintNft: {
    ...asked,
    credits: 10,
    args: {
      chain: 'CELO' as const,
      type: 'MINT_NFT_BATCH' as const,
      sender: ADDRESS,
      recipients: [ADDRESS, ADDRESS],
      contractAddress: ADDRESS,
      tokenIds: ['1', '2'],
      urls: ['ipfs://one', 'ipfs://two'],
    },
  },
  estimateFeeDeployCustodialWallet: {
    ...asked,
    credits: 10,
    args: { chain: 'MATIC' as const, type: 'DEPLOY_CUSTODIAL_WALLET_BATCH' as const, batchCount: 270 },
  },
  estimateFeeTransferFromCustodial: {
    ...asked,
    credits: 10,
    args: {
      chain: 'BSC' as const,
      type: 'TRANSFER_CUSTODIAL' as const,
      sender: ADDRESS,
      recipient: ADDRESS,
      custodialAddress: ADDRESS,
      tokenType: 3 as const,
      amount: '1.5',
    },
  },
  estimateFeeFromAddress: {
    ...asked,
    credits: 10,
    args: { chain: 'BTC' as const, type: 'TRANSFER' as const, fromAddress: [SATOSHI], to: UTXO_TO },
  },
  estimateFeeFromUTXO: {
    ...asked,
    credits: 10,
    args: {
      chain: 'BTC' as const,
      type: 'TRANSFER' as const,
      fromUTXO: [{ txHash: '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b', index: 0 }],
      to: UTXO_TO,
    },
  },
  getBlockchainFee: { ...asked, args: { chain: 'ETH' as const } },
  ethEstimateGas: { ...asked, credits: 10, args: gas },
  ethEstimateGasBatch: { ...asked, credits: 20, args: { estimations: [gas] } },
  bscEstimateGas: gasOf,
  celoEstimateGas: gasOf,
  kcsEstimateGas: gasOf,
  klaytnEstimateGas: gasOf,
  oneEstimateGas: gasOf,
  polygonEstimateGas: gasOf,
  xdcEstimateGas: gasOf,
}
