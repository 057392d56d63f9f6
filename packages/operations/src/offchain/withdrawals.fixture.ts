/** Withdrawals of a Bitcoin wallet without a node: what its blocks have shown is written by the rules of the core. */
import {
  type AccountId,
  ADMITTED,
  beginFollowing,
  type Made,
  observeBlock,
  recordSend,
  settleSend,
  storeWithdrawal,
  WITHDRAWALS,
  type WithdrawalId,
} from '@tallystick/core'
import { changeOf, type UtxoChain } from '@tallystick/custody'
import { embeddedCaller } from '@tallystick/engine'
import { nodelessChains } from '../chains.fixture.js'
import type { Tallystick } from '../tallystick.js'

/** Of trezor/python-mnemonic, vectors.json: `TPUB` of the ledger's fixture is its account. */
export const WORDS =
  'letter advice cage absurd amount doctor acoustic avoid letter advice cage absurd amount doctor acoustic avoid letter advice cage absurd amount doctor acoustic bless'
/** `TPUB` at index 0, and at 1. */
export const POOL = 'tb1qtwqpagmlp6kzxevesp725fxn2z3egrz3gkrslr'
const DEPOSITED = 'tb1qwrqgl4ej3gl00crgjgusyawhcsatxzrnc2m490'
/** Of BIP-173. */
export const RECIPIENT = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'

const PLACE = { chain: 'BTC', network: 'testnet' } as const
const COIN = 100_000_000n

const execution = () => ({ caller: embeddedCaller(), price: () => 0, idempotency: null })

/** One for all worlds: making it takes longer than everything else of one. */
const bitcoin: Promise<UtxoChain> = nodelessChains().chain('BTC', 'testnet')

/** @param number Told apart by it */
export const coin = (number: number, value: bigint, derivationKey = 1): Made => ({
  tenant: embeddedCaller().tenant,
  txId: number.toString(16).padStart(64, 'c'),
  index: number,
  address: derivationKey === 0 ? POOL : DEPOSITED,
  wallet: POOL,
  derivationKey,
  value,
  scale: 8,
  matures: 1,
})

/** The wallet's chain is followed, and its first block has paid it these. */
export async function fundWallet({ engine }: Tallystick, made: readonly Made[]): Promise<void> {
  const revision = await engine.execute({
    ...execution(),
    rule: beginFollowing,
    command: { ...PLACE, block: { height: 0, hash: 'genesis' } },
    present: (cursor) => cursor.revision,
  })
  await engine.execute({
    ...execution(),
    rule: observeBlock,
    command: {
      ...PLACE,
      revision,
      block: { height: 1, hash: 'first' },
      parent: 'genesis',
      window: 100,
      receipts: [],
      maturing: [],
      made,
      spent: [],
      holdings: [],
    },
    present: () => null,
  })
}

/** What a client signs: the inputs of `data`, the recipients, and the change to the pool. */
export async function signedBy(
  { data = [] }: { readonly data?: readonly Spendable[] | undefined },
  to: readonly (readonly [address: string, coins: string])[],
  changeAddress = POOL,
): Promise<{ readonly raw: string; readonly txId: string }> {
  const { codec, keys } = await bitcoin
  if (keys === undefined) throw new TypeError('no keys')
  const spent = data.filter(({ vIn }) => vIn !== '-1')
  const change = units(data.find(({ vIn }) => vIn === '-1')?.amount ?? 0)
  const unsigned = codec.build({
    required: spent.map(({ vIn, vInIndex, amount, address, scriptPubKey }) => ({
      txId: vIn ?? '',
      index: vInIndex ?? 0,
      value: units(amount),
      script: scriptPubKey ?? '',
      address: address?.address ?? '',
      height: 1,
      coinbase: false,
    })),
    available: [],
    to: [
      ...to.map(([address, amount]) => ({ address, value: units(amount) })),
      ...(change === 0n ? [] : [{ address: changeAddress, value: change }]),
    ],
    fee: null,
    changeAddress: null,
    marketRate: 1_000n,
    fastRate: null,
  })
  const requests = codec.signingRequests(unsigned)
  const signatures = []
  for (const [place, request] of requests.entries()) {
    const key = await keys.privateKey(WORDS, spent[place]?.address?.derivationKey ?? 0)
    const signer = codec.signer(key)
    signatures.push({ publicKey: signer.publicKey, signature: signer.sign(request) })
  }
  return codec.combine(unsigned, signatures)
}

interface Spendable {
  readonly vIn?: string
  readonly vInIndex?: number
  readonly scriptPubKey?: string
  readonly amount?: unknown
  readonly address?: { readonly address: string; readonly derivationKey?: number }
}

const units = (amount: unknown): bigint => BigInt(Math.round(Number(amount) * Number(COIN)))

/** A node has its transaction. */
export async function settle({ engine }: Tallystick, id: string, signed: { raw: string; txId: string }) {
  const caller = embeddedCaller()
  const on = { ...PLACE, tenant: caller.tenant, txId: signed.txId }
  const [withdrawal] = await engine.query.list(WITHDRAWALS, { where: { id: id as WithdrawalId } })
  await engine.execute({
    ...execution(),
    rule: recordSend,
    command: {
      ...on,
      raw: signed.raw,
      claims: withdrawal?.inputs ?? [],
      fresh: false,
      signature: null,
      withdrawal: id as WithdrawalId,
      replaces: true,
      change: changeOf(await bitcoin, POOL, signed.raw),
      apiKey: caller.apiKey,
      credits: 0,
    },
    present: () => null,
  })
  const command = { ...on, event: 'sent', reason: null } as const
  await engine.execute({ ...execution(), rule: settleSend, command, present: () => null })
}

/** One in progress that is nobody's turn but its own. */
export async function inProgress({ engine }: Tallystick, account: string): Promise<string> {
  return engine.execute({
    ...execution(),
    rule: storeWithdrawal,
    command: {
      ...PLACE,
      tenant: embeddedCaller().tenant,
      account: account as AccountId,
      currency: 'BTC',
      amount: '0.1',
      fee: '0.0001',
      isFeeIncluded: true,
      payments: [{ address: RECIPIENT, amount: '10000000' }],
      address: RECIPIENT,
      multipleAmounts: null,
      attr: null,
      paymentId: null,
      senderNote: null,
      wallet: `account:${account}`,
      inputs: [],
      change: 0n,
      admission: ADMITTED,
    },
    present: ({ id }) => id as string,
  })
}
