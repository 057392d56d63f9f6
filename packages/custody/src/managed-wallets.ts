/**
 * Wallets whose keys the service keeps. A key is in memory for as long as a signature takes, and every use of it is
 * recorded before it is decrypted.
 */
import { createHash, randomUUID } from 'node:crypto'
import {
  chargeManagedWallets,
  createManagedWallet,
  dayOf,
  destroyManagedWallet,
  MANAGED_WALLETS,
  type ManagedWallet,
  type ManagedWalletId,
  managedWalletKey,
  PLANS,
  rewrapManagedWallet,
  type UseManagedWallet,
  useManagedWallet,
} from '@tallystick/core'
import { type Caller, type Engine, Fault, Rejected, type Terms, uncharged } from '@tallystick/engine'
import { forgetMatch } from './forget.js'
import { Payers } from './payers.js'
import type { Gate } from './policy/gate.js'
import { BadKey, type Chain, type Signer, type SigningRequest } from './ports/chain.js'
import type { FeePayers } from './ports/fee-payer.js'
import type { SigningIntent } from './ports/policy.js'
import { type Vault, VaultFault } from './ports/vault.js'

type User = Pick<Caller, 'tenant' | 'apiKey' | 'network'>
type WithCodec = Pick<Chain, 'record' | 'network' | 'testnet' | 'codec'>

const SECRET_BYTES = 32
/** Of a wallet, for each day that it exists. */
const DAILY_CREDITS = 10
/** The documented list has no pages. */
const MOST_WALLETS = 10_000
/** Wallets that one round of `rewrap` looks at. */
const AT_ONCE = 100

/** How many keys depend on each master key, and whether it is at hand. */
export interface VaultStatus {
  readonly masterKeys: readonly { readonly id: string; readonly atHand: boolean; readonly wallets: number }[]
  /** Keys that depend on no master key at hand. */
  readonly lost: number
}

/** What a wallet is to sign for: the fields of the call, without private keys. */
type Request = SigningIntent['request']

export class ManagedWallets {
  /** Those that pay the fees of callers. */
  readonly payers: Payers

  constructor(
    private readonly engine: Pick<Engine, 'execute' | 'query' | 'random' | 'now'>,
    private readonly configured: Vault | null,
    private readonly gate: Pick<Gate, 'admitSigning'>,
    payers: readonly FeePayers[] = [],
  ) {
    this.payers = new Payers(engine, payers, (paid, use) => this.opened(paid, use))
  }

  /** @throws Rejected `vault.not.configured` */
  private get vault(): Vault {
    if (this.configured === null) throw new Rejected({ code: 'vault.not.configured' })
    return this.configured
  }

  /**
   * Makes a key and keeps it.
   * @throws Rejected `managed.wallet.limit`, `vault.not.configured`
   */
  async create<Result>(
    caller: Caller,
    chain: WithCodec,
    terms: Terms,
    present: (wallet: ManagedWallet) => Result,
  ): Promise<Result> {
    const { vault } = this
    const id = randomUUID() as ManagedWalletId
    const secret = Buffer.alloc(SECRET_BYTES)
    try {
      const signer = this.generated(chain, secret)
      const { tenant, network, apiKey } = caller
      const address = chain.codec.canonical(signer.address)
      // All testnets of a chain have the same addresses.
      const place = { tenant, chain: chain.record.id, network, id, address }
      const wrapped = await vault.wrap(secret, place)
      const publicKey = Buffer.from(signer.publicKey).toString('hex')
      const limit = PLANS[caller.plan].managedAddresses
      return await this.engine.execute({
        ...terms,
        rule: createManagedWallet,
        command: {
          ...place,
          ...wrapped,
          apiKey,
          publicKey,
          limit,
          chargedDay: dayOf(this.engine.now()),
          credits: DAILY_CREDITS,
        },
        present,
      })
    } finally {
      secret.fill(0)
      forgetMatch()
    }
  }

  /** The wallets of the caller's tenant and network, the oldest first: at most `MOST_WALLETS`. */
  list({ tenant, network }: User): Promise<readonly ManagedWallet[]> {
    return this.engine.query.list(MANAGED_WALLETS, {
      where: { tenant, network },
      by: 'created',
      limit: MOST_WALLETS,
    })
  }

  /** @throws Rejected `managed.wallet.missing` */
  async get({ tenant, network }: User, id: string): Promise<ManagedWallet> {
    const wallet = await this.engine.query.find(managedWalletKey(tenant, id as ManagedWalletId))
    if (wallet?.network !== network) throw new Rejected({ code: 'managed.wallet.missing', detail: id })
    return wallet
  }

  /**
   * The private key of a wallet, in the chain's own text.
   * @throws Rejected `managed.wallet.export` if the configuration does not allow it
   */
  async export(caller: User, { codec }: WithCodec, id: string): Promise<string> {
    if (!this.vault.exports) throw new Rejected({ code: 'managed.wallet.export' })
    this.payers.mustNotPay(id)
    const use = { purpose: 'exported', digest: null, verdict: null } as const
    return this.opened(this.recorded(caller, id, use), (secret) => codec.privateKeyText(secret))
  }

  /**
   * Deletes the wallet and its key, for good. One that pays fees stays: it has the operator's coins, and no server would
   * start without it.
   * @throws Rejected `managed.wallet.missing`, `managed.wallet.denied`
   */
  async destroy({ tenant, network, apiKey }: User, id: string, terms: Terms): Promise<null> {
    const known = await this.engine.query.find(managedWalletKey(tenant, id as ManagedWalletId))
    if (known?.network === network) {
      this.payers.mustNotPay(id, 'the wallet pays fees, and the operator has to name another one first')
    }
    return this.engine.execute({
      ...terms,
      rule: destroyManagedWallet,
      command: { tenant, network, apiKey, id: id as ManagedWalletId },
      present: () => null,
    })
  }

  /**
   * Signs as a wallet. The policy is asked before the first signature. The key is decrypted at each one, and only then.
   * @throws Rejected `managed.wallet.missing`
   */
  async signerOf(caller: User, chain: WithCodec, id: string, request: Request): Promise<Signer> {
    const wallet = await this.get(caller, id)
    if (wallet.chain !== chain.record.id) throw new Rejected({ code: 'managed.wallet.missing', detail: id })
    return this.signer(caller, chain, wallet, request)
  }

  /**
   * Signs as the wallet with this address; see `signerOf`.
   * @param together Wallets of the tenant that pay for the same call, canonical
   * @throws Rejected `managed.wallet.owner`
   */
  async signerAt(
    caller: User,
    chain: WithCodec,
    address: string,
    request: Request,
    together: readonly string[] = [],
  ): Promise<Signer> {
    const { tenant, network } = caller
    const canonical = chain.codec.canonical(address)
    const [wallet] = await this.engine.query.list(MANAGED_WALLETS, {
      where: { tenant, chain: chain.record.id, network, address: canonical },
      limit: 1,
    })
    if (wallet === undefined) throw new Rejected({ code: 'managed.wallet.owner', detail: address })
    return this.signer(caller, chain, wallet, request, together)
  }

  /** Charges each wallet for the days that are not charged yet: once, whoever else does the same. */
  async charge(isStopped: () => boolean = () => false): Promise<void> {
    const now = this.engine.now()
    for (;;) {
      const due = await this.engine.query.list(MANAGED_WALLETS, {
        where: { chargedDay: { to: dayOf(now - DAY_MS) } },
        by: 'chargedDay',
        limit: AT_ONCE,
      })
      const [oldest] = due
      if (oldest === undefined || isStopped()) return
      // One command is of one tenant; the others come in the next rounds.
      const { tenant, apiKey } = oldest
      const ids = due.flatMap((wallet) => (wallet.tenant === tenant ? [wallet.id] : []))
      await this.engine.execute({
        ...uncharged({ tenant, apiKey }),
        rule: chargeManagedWallets,
        command: { tenant, ids, days: daysUntil(oldest.chargedDay, now), credits: DAILY_CREDITS },
        present: () => null,
      })
    }
  }

  /** How many keys depend on which master key. */
  async status(): Promise<VaultStatus> {
    const { masterKeys } = this.vault
    const counted = await Promise.all(
      masterKeys.map(async (id) => ({
        id,
        atHand: true,
        wallets: await this.engine.query.count(MANAGED_WALLETS, { masterKey: id }),
      })),
    )
    return { masterKeys: counted, lost: await this.lost() }
  }

  /** Looks at each: a difference of counts would count those that are made, or encrypted anew, between two counts. */
  private async lost(): Promise<number> {
    const { masterKeys } = this.vault
    const where = { masterKey: { not: masterKeys[0] ?? '' } }
    let lost = 0
    for (let after: ManagedWalletId | undefined; ; ) {
      const page = await this.engine.query.list(MANAGED_WALLETS, {
        where,
        limit: AT_ONCE,
        ...(after === undefined ? {} : { after }),
      })
      lost += page.filter(({ masterKey }) => !masterKeys.includes(masterKey)).length
      after = page.at(-1)?.id
      if (page.length < AT_ONCE) return lost
    }
  }

  /**
   * Encrypts the keys of all wallets under the first master key, while others use them.
   * @returns How many it has encrypted
   */
  async rewrap(progress?: (done: number) => void): Promise<number> {
    const { vault } = this
    const [current = ''] = vault.masterKeys
    let done = 0
    for (;;) {
      const page = await this.engine.query.list(MANAGED_WALLETS, {
        where: { masterKey: { not: current } },
        limit: AT_ONCE,
      })
      if (page.length === 0) return done
      for (const wallet of page) {
        const next = await vault.rewrap(wallet.wrapped, wallet)
        if (next === null) continue
        const { wrapped: from, tenant, id, apiKey } = wallet
        const { wrapped: to, masterKey } = next
        await this.engine.execute({
          ...uncharged({ tenant, apiKey }),
          rule: rewrapManagedWallet,
          command: { tenant, id, from, to, masterKey },
          present: () => null,
        })
        done += 1
      }
      progress?.(done)
    }
  }

  /** Fills the bytes until they are a key: nearly always at the first time. */
  private generated({ codec }: WithCodec, secret: Uint8Array): Signer {
    for (;;) {
      this.engine.random.fill(secret)
      try {
        return codec.signer(codec.privateKeyText(secret))
      } catch (error) {
        // Zero, and numbers above the order of the curve, are no keys.
        if (!(error instanceof BadKey)) throw error
      }
    }
  }

  private signer(
    caller: User,
    chain: WithCodec,
    wallet: ManagedWallet,
    request: Request,
    together: readonly string[] = [],
  ): Signer {
    this.payers.mustNotPay(wallet.id)
    const { codec } = chain
    const { address } = wallet
    const intent = { caller, chain, wallet: address, request, by: [address, ...together] }
    /** By what a contract is told. */
    const verdicts = new Map<string | undefined, Promise<string | null>>()
    return {
      publicKey: Buffer.from(wallet.publicKey, 'hex'),
      address,
      sign: async (asked: SigningRequest) => {
        const { data } = asked
        // Of one call, most signatures are for the same.
        const verdict =
          verdicts.get(data) ?? this.gate.admitSigning({ ...intent, ...(data === undefined ? {} : { data }) })
        verdicts.set(data, verdict)
        const digest = createHash('sha256').update(asked.bytes).digest('hex')
        const use = { purpose: 'signed', digest, verdict: await verdict } as const
        return this.opened(this.recorded(caller, wallet.id, use), (secret) =>
          codec.signer(codec.privateKeyText(secret)).sign(asked),
        )
      },
    }
  }

  /** Records a use of the key. */
  private recorded(
    { tenant, network, apiKey }: User,
    id: string,
    use: Pick<UseManagedWallet, 'purpose' | 'digest' | 'verdict'>,
  ): Promise<ManagedWallet> {
    return this.engine.execute({
      ...uncharged({ tenant, apiKey }),
      rule: useManagedWallet,
      command: { tenant, network, apiKey, id: id as ManagedWalletId, ...use },
      present: (found) => found,
    })
  }

  /** Decrypts once the use is recorded. A wallet that was deleted meanwhile signs nothing more. */
  private async opened<Result>(
    recorded: Promise<ManagedWallet>,
    use: (secret: Uint8Array) => Result,
  ): Promise<Result> {
    const { vault } = this
    const wallet = await recorded
    try {
      return await vault.open(wallet.wrapped, wallet, use)
    } catch (error) {
      if (!(error instanceof VaultFault)) throw error
      throw new Fault(
        `The key of the managed wallet ${wallet.id} does not open: ${error.message}`,
        { wallet: wallet.id },
        {
          cause: error,
          docs: 'docs/vault.md',
        },
      )
    } finally {
      forgetMatch()
    }
  }
}

const DAY_MS = 86_400_000

/** The days after this one, up to the one of `now`. */
function daysUntil(day: string, now: number): readonly string[] {
  const days: string[] = []
  for (let time = Date.parse(day) + DAY_MS; time <= now; time += DAY_MS) days.push(dayOf(time))
  return days
}
