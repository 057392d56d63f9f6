/** Wallets whose keys the service keeps, encrypted by its vault. */
import type { ManagedWallet } from '@tallystick/core'
import { records } from '@tallystick/custody'
import { Rejected } from '@tallystick/engine'
import Type, { type Static } from 'typebox'
import { operation } from '../operation.js'
import { flat } from '../price.js'
import { closed, optional, PathId } from '../wire/fields.js'

const area = 'Custodial managed wallets'
const WALLET = '/v3/custodial/wallet'

const CustodialManagedAddress = Type.Object(
  {
    address: Type.String(),
    walletId: Type.String({ format: 'uuid', description: 'Identifies the wallet' }),
    chain: Type.Enum(Object.keys(records), { description: 'Chain of the wallet' }),
    privateKey: optional(Type.String({ description: 'Only if asked for and allowed', secret: 'answered' })),
  },
  { $id: 'CustodialManagedAddress' },
)

const CustodialCreateWalletRequest = Type.Object(
  { chain: Type.Enum(Object.keys(records), { description: 'Chain of the wallet' }) },
  { $id: 'CustodialCreateWalletRequest', ...closed },
)

type Presented = Static<typeof CustodialManagedAddress>

const present = ({ address, id, chain }: ManagedWallet): Presented => ({ address, walletId: id, chain })

export const custodialCreateWallet = operation({
  id: 'custodialCreateWallet',
  area,
  method: 'POST',
  path: WALLET,
  summary: 'Creates a managed wallet',
  description:
    'The service makes a private key and keeps it, encrypted. Beside the call, the wallet costs 10 credits for each day that it exists, the first one included. An API key of the free plan has 10 wallets at most.',
  price: flat(2),
  body: CustodialCreateWalletRequest,
  output: CustodialManagedAddress,
  errors: ['managed.wallet.limit', 'vault.not.configured', 'chain.not.configured'],
}).twoPhase<Presented, Presented>({
  prepare: async ({ custody, chains, caller }, { chain }, terms) =>
    custody.wallets.create(caller, await chains.chain(chain, caller.network), terms, present),
  finish: async (_context, created) => created,
})

export const custodialGetWallets = operation({
  id: 'custodialGetWallets',
  area,
  method: 'GET',
  path: WALLET,
  summary: 'Returns the managed wallets',
  description: 'The oldest first, at most 10,000.',
  price: flat(1),
  output: Type.Array(CustodialManagedAddress),
  errors: [],
}).read(async ({ custody, caller }) => (await custody.wallets.list(caller)).map(present))

export const custodialGetWallet = operation({
  id: 'custodialGetWallet',
  area,
  method: 'GET',
  path: `${WALLET}/{id}`,
  summary: 'Returns a managed wallet',
  description:
    'With export, the answer has the private key, if the operator allows it. Each export is recorded.',
  price: flat(1),
  params: { id: PathId },
  query: { export: optional(Type.Boolean({ default: false, description: 'true: with the private key' })) },
  output: Type.Array(CustodialManagedAddress),
  errors: ['managed.wallet.missing', 'managed.wallet.export', 'vault.not.configured', 'chain.not.configured'],
}).read(async ({ custody, chains, caller }, { id, export: isExport = false }) => {
  const wallet = await custody.wallets.get(caller, id)
  if (!isExport) return [present(wallet)]
  // An export is recorded, and lets the key out: an API key that can only read must not have it.
  if (caller.readOnly === true) throw new Rejected({ code: 'key.not.allowed' })
  if (caller.frozen) throw new Rejected({ code: 'subscription.not.active' })
  const privateKey = await custody.wallets.export(
    caller,
    await chains.chain(wallet.chain, caller.network),
    id,
  )
  return [{ ...present(wallet), privateKey }]
})

export const custodialDeleteWallet = operation({
  id: 'custodialDeleteWallet',
  area,
  method: 'DELETE',
  path: `${WALLET}/{id}`,
  summary: 'Deletes a managed wallet and its private key',
  description: 'The key is gone for good, and with it all that its address still has.',
  price: flat(1),
  params: { id: PathId },
  output: null,
  errors: ['managed.wallet.missing', 'managed.wallet.denied'],
}).twoPhase<null, null>({
  prepare: ({ custody, caller }, { id }, terms) => custody.wallets.destroy(caller, id, terms),
  finish: async () => null,
})
