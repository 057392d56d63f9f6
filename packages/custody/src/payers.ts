/**
 * Managed wallets that pay the fees of callers, up to the limits of the operator. Each signature is counted in the commit
 * that records it, before it is made: what is signed may be spent, whatever happens next.
 */
import { createHash } from 'node:crypto'
import { MANAGED_WALLETS, type ManagedWallet, type ManagedWalletId, payFee } from '@tallystick/core'
import { type Caller, type Engine, Rejected, uncharged } from '@tallystick/engine'
import type { Chain, Signer } from './ports/chain.js'
import type { FeePayers } from './ports/fee-payer.js'

type User = Pick<Caller, 'apiKey' | 'network'>
type WithCodec = Pick<Chain, 'record' | 'codec'>

/** Decrypts the key once its use is recorded. */
type Opened = <Result>(
  recorded: Promise<ManagedWallet>,
  use: (secret: Uint8Array) => Result,
) => Promise<Result>

export class Payers {
  /** Their chain, network and address never change. */
  private readonly known = new Map<string, ManagedWallet>()

  constructor(
    private readonly engine: Pick<Engine, 'execute' | 'query'>,
    private readonly groups: readonly FeePayers[],
    private readonly opened: Opened,
  ) {}

  /**
   * Those that exist.
   * @returns Of each ID, the wallet; undefined if there is none
   */
  list(): Promise<readonly (ManagedWallet | undefined)[]> {
    return Promise.all(
      this.groups
        .flatMap(({ wallets }) => wallets)
        .map(async (id) => {
          const known = this.known.get(id)
          if (known !== undefined) return known
          const where = { id: id as ManagedWalletId }
          const [wallet] = await this.engine.query.list(MANAGED_WALLETS, { where, limit: 1 })
          if (wallet !== undefined) this.known.set(id, wallet)
          return wallet
        }),
    )
  }

  /**
   * Signs as the fee payer with this address; null if no such wallet pays fees. Whoever calls has made sure that the
   * signature costs this fee and nothing else.
   * @throws Rejected `fee.payer.denied` for a fee above the limit of a transaction; the signer throws `fee.payer.limit`
   */
  async at(caller: User, chain: WithCodec, address: string): Promise<((fee: bigint) => Signer) | null> {
    const wallets = await this.list()
    const wallet = wallets.find(
      (one) => one?.chain === chain.record.id && one.network === caller.network && one.address === address,
    )
    return wallet === undefined ? null : (fee) => this.signer(caller, chain, wallet, fee)
  }

  /**
   * The tenant's own on this chain; null if it has none. Where transactions have nonces, no two tenants share a payer: each
   * tenant's claims are its own.
   */
  async own(
    caller: Pick<Caller, 'tenant'> & User,
    chain: WithCodec,
  ): Promise<{
    readonly address: string
    signer(fee: bigint): Signer
    readonly publicKey: Uint8Array
  } | null> {
    const wallet = (await this.list()).find(
      (one) =>
        one?.chain === chain.record.id && one.network === caller.network && one.tenant === caller.tenant,
    )
    if (wallet === undefined) return null
    const { address, publicKey } = wallet
    return {
      address,
      publicKey: Buffer.from(publicKey, 'hex'),
      signer: (fee) => this.signer(caller, chain, wallet, fee),
    }
  }

  /** A fee payer signs as such alone: its coins are for fees. @throws Rejected `managed.wallet.denied` */
  mustNotPay(id: string, detail = 'the wallet pays fees, and signs for nothing else'): void {
    if (!this.groups.some(({ wallets }) => wallets.includes(id))) return
    throw new Rejected({ code: 'managed.wallet.denied', detail })
  }

  private signer({ apiKey }: User, { codec }: WithCodec, wallet: ManagedWallet, fee: bigint): Signer {
    const { perTransaction, perDay } = this.limitsOf(wallet)
    if (fee > perTransaction) {
      const detail = `its fee may come to ${fee}, above ${perTransaction}`
      throw new Rejected({ code: 'fee.payer.denied', detail })
    }
    const { tenant, network, id, publicKey, address } = wallet
    return {
      publicKey: Buffer.from(publicKey, 'hex'),
      address,
      sign: (asked) => {
        const digest = createHash('sha256').update(asked.bytes).digest('hex')
        const paid = this.engine.execute({
          ...uncharged({ tenant, apiKey }),
          rule: payFee,
          command: { tenant, network, id, apiKey, digest, fee, perDay },
          present: (found) => found,
        })
        return this.opened(paid, (secret) => codec.signer(codec.privateKeyText(secret)).sign(asked))
      },
    }
  }

  private limitsOf({ id }: ManagedWallet): FeePayers {
    const group = this.groups.find(({ wallets }) => wallets.includes(id))
    if (group === undefined) throw new TypeError('it is listed')
    return group
  }
}
