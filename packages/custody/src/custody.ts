/**
 * Custody on top of an engine: delivers the transactions of chains, and looks after those that are not settled.
 * It goes by the engine's clock, chance and scheduler.
 */
import { type Holding, type OnChain, WITHDRAWALS } from '@tallystick/core'
import { type Caller, Daily, type Engine, type Storage } from '@tallystick/engine'
import { Addresses } from './addresses.js'
import { ManagedWallets } from './managed-wallets.js'
import { Gate } from './policy/gate.js'
import { withdrawnFrom } from './policy/withdrawn.js'
import { type Chain, NodeFault } from './ports/chain.js'
import type { Chains } from './ports/chains.js'
import type { FeePayers } from './ports/fee-payer.js'
import type { Policy } from './ports/policy.js'
import type { Vault } from './ports/vault.js'
import { reconcile } from './reconcile/reconcile.js'
import { ReconcileWatch, type WatchOptions, type WatchStatus } from './reconcile/watch.js'
import { watchAddress } from './reconcile/watch-address.js'
import { Pipeline } from './send/pipeline.js'
import { placeOf, Sends } from './send/sends.js'
import { Turns } from './send/turns.js'
import type { SweepOptions, SweepReport } from './sweep/report.js'
import { sweep } from './sweep/sweep.js'
import { Tokens } from './tokens.js'
import { Withdrawals } from './withdrawals/withdrawals.js'
import { Completions } from './workers/completions.js'
import { Deployments } from './workers/deployments.js'
import { type FollowerStatus, Followers } from './workers/followers.js'
import { Renewals } from './workers/renewals.js'
import { Searches } from './workers/searches.js'
import { SendsWorker } from './workers/sends.js'

export interface CustodyOptions {
  /** Asked before each withdrawal, and before a managed wallet signs. Default: it allows all. */
  readonly policy?: Policy
  /** Encrypts the keys of managed wallets. Default: the service keeps no keys. */
  readonly vault?: Vault
  /** Pay the fees of transactions that callers send. Default: the service pays none. */
  readonly feePayers?: readonly FeePayers[]
  /** Compares the ledger with the chains time and again. Default: nobody does. */
  readonly reconcile?: WatchOptions & { readonly storage: Storage }
}

export class Custody {
  /** Delivers the transactions of chains. */
  readonly sends: Sends
  /** Decides whose transaction takes the next index. */
  readonly turns: Turns
  /** Builds and records them before. */
  readonly pipeline: Pipeline
  /** Chooses and derives deposit addresses. */
  readonly addresses: Addresses
  /** Registers tokens as currencies. */
  readonly tokens: Tokens
  /** Asks the policy before a withdrawal. */
  readonly gate: Gate
  /** Wallets whose keys the service keeps. */
  readonly wallets: ManagedWallets
  /** Stores withdrawals, and takes their transactions. */
  readonly withdrawals: Withdrawals
  private readonly worker: SendsWorker | null
  private readonly searches: Searches | null
  private readonly charges: Daily | null
  private readonly followers: Followers | null
  private readonly comparisons: ReconcileWatch | null

  /**
   * @param chains Their nodes are asked, time and again, what became of the transactions sent; without them, nobody is.
   */
  constructor(
    readonly engine: Engine,
    private readonly chains?: Chains,
    options: CustodyOptions = {},
  ) {
    const { scheduler, warn } = engine
    this.sends = new Sends(engine)
    this.turns = new Turns(engine)
    this.gate = new Gate(engine, {
      withdrawn: withdrawnFrom(() => engine.query),
      ...(chains === undefined ? {} : { chains }),
      ...(options.policy === undefined ? {} : { policy: options.policy }),
      held: async (intent) => this.held(placeOf(intent), intent.currency),
    })
    this.pipeline = new Pipeline(engine, this.sends, this.turns, this.gate)
    this.addresses = new Addresses(engine, this.turns)
    this.tokens = new Tokens(engine, this.addresses, this.pipeline)
    this.wallets = new ManagedWallets(engine, options.vault ?? null, this.gate, options.feePayers)
    const { turns, gate } = this
    this.withdrawals = new Withdrawals({ engine, turns, pipeline: this.pipeline, gate })
    // What waits for the reads of a tenant must not keep the work for others waiting.
    const { own } = engine
    const pipeline = new Pipeline(own, this.sends, turns, gate)
    const withdrawals = new Withdrawals({ engine: own, turns, pipeline, gate })
    this.worker =
      chains === undefined
        ? null
        : new SendsWorker({
            chains,
            sends: this.sends,
            renewals: new Renewals({ chains, engine: own, turns, pipeline }),
            deployments: new Deployments({ chains, engine: own, tokens: this.tokens }),
            scheduler,
            warn,
            query: () => own.query,
          })
    this.worker?.start()
    this.searches = chains === undefined ? null : new Searches({ chains, engine: own, pipeline })
    this.searches?.start()
    this.charges =
      options.vault === undefined
        ? null
        : new Daily(engine, 'Managed wallets are charged later', (isStopped) =>
            this.wallets.charge(isStopped),
          )
    this.charges?.start()
    this.followers =
      chains === undefined
        ? null
        : new Followers(own, chains, new Completions({ engine: own, chains, withdrawals, pipeline }))
    this.followers?.start()
    this.comparisons = watchOf(own, chains, this.followers, options.reconcile)
    this.comparisons?.start()
  }

  /** The chains that are followed, for readiness and metrics. */
  following(): readonly FollowerStatus[] {
    return this.followers?.status() ?? []
  }

  /**
   * Has an address of the caller's watched: a wallet that pays withdrawals, the master of sweeps, or one that had coins
   * before it was assigned. What it has beyond the observed changes counts as there before.
   * @throws NodeFault, BadTransaction if it is no address of the chain
   */
  async watch(
    { tenant, network }: Pick<Caller, 'tenant' | 'network'>,
    id: string,
    address: string,
  ): Promise<readonly Holding[]> {
    if (this.chains === undefined) throw new NodeFault('unconfigured', 'no chain is configured')
    const chain: Chain = await this.chains.chain(id, network)
    return watchAddress(this.engine, chain, { ...placeOf({ chain, caller: { tenant, network } }), address })
  }

  /**
   * Moves what the deposit addresses of a tenant have of a currency to a master address: see `SweepOptions`. A run does
   * what can be done now; run it again until nothing waits. Any number may run at once.
   * @throws NodeFault, BadTransaction `malformed`, BadKey
   */
  sweep(options: SweepOptions): Promise<SweepReport> {
    const { engine, chains, turns, pipeline, sends } = this
    if (chains === undefined) return Promise.reject(new NodeFault('unconfigured', 'no chain is configured'))
    return sweep({ engine, chains, turns, pipeline, sends }, options)
  }

  /** Withdrawals in progress of all tenants, for metrics: how many, and when the oldest one was stored. */
  async undecided(): Promise<{ readonly count: number; readonly oldest: number | null }> {
    const { query } = this.engine
    const part = 'underway'
    const count = await query.count(WITHDRAWALS, {}, part)
    const [oldest] = count === 0 ? [] : await query.list(WITHDRAWALS, { part, limit: 1 })
    return { count, oldest: oldest?.created ?? null }
  }

  /** What the newest comparison with the chains has found; null if nobody compares. */
  reconciled(): WatchStatus | null {
    return this.comparisons?.status ?? null
  }

  /** Whether withdrawals can be held at all. */
  get holds(): boolean {
    return this.comparisons?.holds === true
  }

  /** Why withdrawals of a currency, on its chain, are neither made nor given to a signer; null if they are. */
  held(on: OnChain, currency: string): string | null {
    return this.comparisons?.held(on, currency) ?? null
  }

  /** Follows each chain to its head now, and not in the next round. Never rejects: see `following`. */
  async follow(): Promise<void> {
    await this.followers?.round()
  }

  /** Looks after nothing more. */
  stop(): void {
    this.worker?.stop()
    this.searches?.stop()
    void this.charges?.stop()
    this.followers?.stop()
    this.comparisons?.stop()
  }

  /** Looks after nothing more, and closes the engine. */
  close(): Promise<void> {
    this.stop()
    return this.engine.close()
  }
}

function watchOf(
  engine: Engine,
  chains: Chains | undefined,
  followers: Followers | null,
  options: CustodyOptions['reconcile'],
): ReconcileWatch | null {
  if (chains === undefined || options === undefined) return null
  const { storage } = options
  const unread = () => (chains.followed ?? []).filter((on) => followers?.hasArrived(on) !== true)
  return new ReconcileWatch(engine, { ...options, unread }, () => reconcile({ storage, engine, chains }))
}
