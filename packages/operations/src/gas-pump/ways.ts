/** The ways to sign calls of gas pumps: as every chain has them, on TRON, and paid by the service. */
import type { RejectionCode } from '@tallystick/core'
import { records } from '@tallystick/custody'
import type { TObject } from 'typebox'
import { COVERED_CREDITS } from '../custody/fee-payer.js'
import { EvmPaths } from '../families/evm/four.js'
import { CALL_CODES } from '../families/evm/sends.js'
import { TRON_BUILD_CODES } from '../families/tron/tron.js'
import { TransactionSigned } from '../models/send.js'
import { TestnetType } from '../models/wallet.js'
import { type ArgsOf, type None, operation } from '../operation.js'
import type { Price } from '../price.js'
import { type Covered, coveredCalls } from './covered.js'
import type { CallOf } from './requests.js'

export const area = 'Gas pump'
export const query = { testnetType: TestnetType } as const

const { BSC, CELO, ETH, KLAY, MATIC, ONE, XDC } = records
const CODES: readonly RejectionCode[] = ['erc20.token.notFound', 'erc20.decimals.different', ...CALL_CODES]

export const paths = new EvmPaths({
  area,
  query,
  records: [BSC, CELO, ETH, KLAY, MATIC, ONE, XDC],
  codes: CODES,
})

/** A call on TRON, beside those of EVM chains on its path. */
export const tron = {
  area,
  outputs: [TransactionSigned, TransactionSigned],
  record: records.TRON,
  codes: TRON_BUILD_CODES,
  keyField: 'fromPrivateKey',
  discriminators: ['feeLimit'],
} as const
export const byTron = { ...tron, signers: [['fromPrivateKey'], ['from', 'signatureId']] } as const

interface Row {
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly price: Price<unknown>
}

/** @param countOf How many addresses a call is for */
export const paidByService = <Body extends TObject, Args>(
  { path, summary, description, price }: Row,
  id: string,
  body: Body,
  call: CallOf<Args>,
  countOf: (args: Args) => number,
) =>
  operation({
    id,
    area,
    method: 'POST',
    path,
    price,
    summary: `${summary}, paid by the service`,
    description: `${description} Paid by a wallet that the operator has named for the tenant and the chain, up to its limits. On mainnet this takes a paid plan, and costs ${COVERED_CREDITS} credits more for each address.`,
    query,
    body,
    output: TransactionSigned,
    errors: [
      ...new Set([
        ...paths.errors.signed,
        'managed.wallet.plan',
        'managed.wallet.missing',
        'fee.payer.denied',
        'fee.payer.limit',
        'vault.not.configured',
      ] as const),
    ],
    discriminators: ['feesCovered'],
    // The body has what the call takes.
  }).twoPhase(
    coveredCalls(call, countOf) as ReturnType<
      typeof coveredCalls<ArgsOf<None, typeof query, Body> & Covered>
    >,
  )
