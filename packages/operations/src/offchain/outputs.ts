/** One-call transfers on chains of outputs: which wallet pays, who signs each input, and where the change goes. */
import { depositAddressKey, type Output } from '@tallystick/core'
import {
  changeOf,
  coinOf,
  type Order,
  type PayoutPlan,
  pendUtxo,
  placeOf,
  planPayout,
  type Signer,
  type SignerSource,
  type UtxoChain,
  type UtxoRecord,
} from '@tallystick/custody'
import { readKey, readKeyAs, refused } from '../chains/faults.js'
import { oneWallet } from '../chains/send.js'
import { type AtHand, keysInList, type SignedBy, signerOf } from '../chains/signing.js'
import type { CallContext } from '../context.js'
import { addressIn, utxoOf } from '../families/utxo/reads.js'
import { mustBeTestnet } from './keys.js'
import { unitsIn } from './payments.js'
import { type Asked, type Drawn, leaving, type TransferArgs, transferring } from './transfer.js'

interface OutputArgs extends TransferArgs {
  readonly fee?: string
}

interface OfWallet extends OutputArgs {
  readonly xpub: string
}

interface OfWords extends OfWallet {
  readonly mnemonic: string
}

interface OfKeys extends OutputArgs {
  readonly attr: string
  readonly keyPair: readonly ({ readonly address: string } & SignedBy<'privateKey'>)[]
}

interface OfKms extends OfWallet {
  readonly signatureId: string
}

/** The wallets that pay, and where the change goes; canonical. */
export interface Paying {
  readonly wallets: readonly string[]
  /** Those of their addresses that may pay; absent: all. */
  readonly addresses?: readonly string[]
  readonly changeAddress: string
}

/** The wallet of an xpub: its address 0 names it. */
export function poolOf({ keys, codec }: UtxoChain, xpub: string): Paying {
  const changeAddress = readKey(
    'body',
    'xpub',
    'is not an extended public key of this chain and network',
    () => codec.canonical(keys?.address(xpub, 0) ?? ''),
  )
  return { wallets: [changeAddress], changeAddress }
}

/** What a call withdraws from these wallets. @param named In coins */
function drawn(
  { custody }: CallContext,
  order: Order<UtxoChain>,
  { payments }: Asked<UtxoChain>,
  named: string,
  { changeAddress, ...from }: Paying,
  publicKeyOf: Parameters<typeof planPayout>[3],
): Drawn & { readonly plan: PayoutPlan } {
  const { chain } = order
  const coin = coinOf(chain)
  const fee = unitsIn(named, coin.decimals, 'fee.format')
  const to = payments.map(({ address, amount: value }) => ({ address, value }))
  const plan = planPayout(custody.engine, order, { ...from, to, fee, changeAddress }, publicKeyOf)
  return {
    plan,
    wallet: changeAddress,
    // The account pays what was named. Change that would be dust is the wallet's loss.
    fee: { coin, isIncluded: true, charged: () => fee },
    spent: ({ claims }) => ({ inputs: claims, change: plan.selection().change }),
    // A wallet of the ledger knows its own change at once, before a block has it.
    ...(from.wallets.includes(changeAddress)
      ? { change: (raw) => changeOf(chain, changeAddress, raw) }
      : { changeTo: changeAddress }),
  }
}

/** The three ways to sign. @param defaultFee In coins */
export function outputTransfers(record: UtxoRecord, credits: number, defaultFee: string) {
  const family = {
    record,
    isMany: true,
    chainOf: (context: CallContext) => utxoOf(context, record),
  }

  return {
    mnemonic: transferring<OfWords, UtxoChain>(family, credits, async (context, order, asked, args) => {
      const { chain, caller } = order
      mustBeTestnet(caller.network)
      const paying = poolOf(chain, args.xpub)
      await mustBeWordsOf(chain, args)
      const draw = drawn(context, order, asked, args.fee ?? defaultFee, paying, keyIn(chain, args))
      const source = signing(draw.plan, async ({ derivationKey }) => ({
        signer: await signerAt(context, chain, args.mnemonic, derivationKey ?? 0),
        field: 'mnemonic',
      }))
      return { ...draw, source }
    }),

    keyPair: transferring<OfKeys, UtxoChain>(family, credits, async (context, order, asked, args) => {
      const { chain } = order
      const owners = await keysInList(context, chain, 'keyPair', args)
      const keys = new Map(
        args.keyPair.map(({ address }, place) => [
          addressIn(chain, address, `keyPair.${place}.address`),
          owners[place],
        ]),
      )
      const changeAddress = await changeIn(context, order, args.attr)
      const addresses = [...keys.keys()]
      const paying = { wallets: await walletsOf(context, order, addresses), addresses, changeAddress }
      const draw = drawn(context, order, asked, args.fee ?? defaultFee, paying, ({ address }) => {
        const key = keys.get(address)?.signer.publicKey
        return key && Buffer.from(key).toString('hex')
      })
      const source = signing(draw.plan, async ({ address }) => keys.get(address))
      return { ...draw, source }
    }),

    kms: leaving<OfKms, UtxoChain>(family, async (context, order, asked, args) => {
      const pool = poolOf(order.chain, args.xpub)
      const keyOf = keyIn(order.chain, args)
      const { plan, ...draw } = drawn(context, order, asked, args.fee ?? defaultFee, pool, keyOf)
      return { ...draw, plan: pendUtxo(order.chain, plan), wallets: oneWallet(args.signatureId) }
    }),
  }
}

/** The wallets that addresses belong to: that of an xpub, or the address by itself. */
async function walletsOf(
  { engine }: CallContext,
  order: Order<UtxoChain>,
  addresses: readonly string[],
): Promise<readonly string[]> {
  const { codec, keys, record } = order.chain
  const known = await engine.query.findAll(
    addresses.map((address) =>
      depositAddressKey({ ...placeOf(order), address, tag: '', currency: record.id }),
    ),
  )
  const pools = known.flatMap(({ xpub }) =>
    xpub === null || keys === undefined ? [] : [codec.canonical(keys.address(xpub, 0))],
  )
  return [...new Set([...pools, ...addresses])]
}

/** A change that pays to the deposit address of an account would be credited to its customer. */
async function changeIn({ engine }: CallContext, order: Order<UtxoChain>, attr: string): Promise<string> {
  const { chain } = order
  const address = addressIn(chain, attr, 'attr')
  const key = { ...placeOf(order), address, tag: '', currency: chain.record.id }
  const known = await engine.query.find(depositAddressKey(key))
  if (known === undefined || known.removed) return address
  throw refused('attr', {
    change: 'attr is a deposit address of an account, which the change would be credited to',
  })
}

/** The keys of a wallet, by their index. */
const keyIn =
  ({ keys }: UtxoChain, { xpub }: OfWallet) =>
  ({ derivationKey }: Output): string | undefined =>
    keys?.publicKey(xpub, derivationKey ?? 0)

/**
 * By a key, and not by an address: an xpub may name another kind of addresses.
 * @throws Rejected `key.generation.failed.wrong.mnemonic`; `validation.failed` if xpub is that of another wallet
 */
async function mustBeWordsOf({ keys }: UtxoChain, { mnemonic, xpub }: OfWords): Promise<void> {
  const own = await readKeyAs(
    'key.generation.failed.wrong.mnemonic',
    async () => keys?.publicKey(await keys.xpub(mnemonic), 0) ?? '',
  )
  if (own === keys?.publicKey(xpub, 0)) return
  throw refused('xpub', { key: 'xpub is not that of the wallet of mnemonic' })
}

async function signerAt(
  { caller }: CallContext,
  chain: UtxoChain,
  mnemonic: string,
  index: number,
): Promise<Signer> {
  const privateKey = await readKeyAs('key.generation.failed.wrong.mnemonic', () =>
    chain.keys?.privateKey(mnemonic, index),
  )
  return signerOf(caller, chain, 'mnemonic', privateKey ?? '')
}

/** The owner of each input; each one is asked for once. */
const signing = (
  { outputOf }: PayoutPlan,
  ownerOf: (output: Output) => Promise<AtHand | undefined>,
): SignerSource => ({
  async signers({ claims }, requests) {
    const owners = new Map<string, AtHand>()
    const signers: Signer[] = []
    for (const [place, request] of requests.entries()) {
      const claim = claims[place]
      const output = claim === undefined ? undefined : outputOf(claim)
      const owner = output && (owners.get(output.address) ?? (await ownerOf(output)))
      if (output !== undefined && owner !== undefined) owners.set(output.address, owner)
      if (owner === undefined || !request.accepts(owner.signer.publicKey)) {
        const field = owner?.field ?? 'keyPair'
        throw refused(field, { key: `${field} is not the key of what is spent` })
      }
      signers.push(owner.signer)
    }
    return signers
  },
})
