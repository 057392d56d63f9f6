/**
 * Horizon's answers (developers.stellar.org, "Horizon", "API Reference"): JSON by path, lists in pages of `_embedded`
 * records, and errors as "problems" with their own status. Links are left out, because they contain Horizon's own
 * address.
 */
import { BadTransaction, NodeFault, type StellarJson } from '@tallystick/custody'
import { missing, objectOf, textIn } from '../answers.js'
import { isObject } from '../json.js'
import { ExchangeFault } from '../transport/exchange.js'
import { pinned, type Rest, RpcError } from '../transport/transport.js'

/** Records of one page, the most that Horizon gives. */
export const PAGE = 200

export interface Horizon {
  /** Undefined where there is no such thing. @throws NodeFault; BadTransaction where a parameter is none */
  find(path: string): Promise<StellarJson | undefined>
  /** @throws NodeFault */
  get(path: string): Promise<StellarJson>
  /** The records of a page. */
  list(path: string): Promise<readonly StellarJson[] | undefined>
  /**
   * An account, and the ledger as of which that is told (the header `Latest-Ledger`); `found` is undefined where the
   * ledger has no such account.
   */
  accountAt(
    account: string,
  ): Promise<{ readonly found: StellarJson | undefined; readonly ledger: number | null }>
  /** Submits it, once. */
  submit(raw: string): Promise<Submitted>
  /** For answers that must agree: all from one endpoint. */
  pinned(): Horizon
}

/** "Submit a Transaction Asynchronously": Horizon passes on what its node says. */
export interface Submitted {
  /** `malformed`: it was not even passed on. */
  readonly status: 'PENDING' | 'DUPLICATE' | 'TRY_AGAIN_LATER' | 'ERROR' | 'malformed'
  /** XDR of the result of an `ERROR`, Base64. */
  readonly result: string
}

const STATUSES: ReadonlySet<unknown> = new Set(['PENDING', 'DUPLICATE', 'TRY_AGAIN_LATER', 'ERROR'])

export function horizon(rest: Rest): Horizon {
  async function asked(path: string): Promise<StellarJson | undefined> {
    try {
      return withoutLinks(objectOf(await rest.get(path, { read: objectOf })))
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      // Not found; or a ledger that there never was, or is not yet.
      if (error.code === 404) return undefined
      if (error.code === 410)
        throw new NodeFault('unsupported', 'The node does not keep what is as old as this')
      if (error.code === 400)
        throw new BadTransaction('malformed', 'The node cannot read what it is asked for.')
      throw new NodeFault('unreachable', `The node refused to answer (${error.code})`)
    }
  }

  return {
    find: asked,
    async get(path) {
      const found = await asked(path)
      if (found === undefined) throw new NodeFault('unreachable', `The node has no ${path.split('?')[0]}`)
      return found
    },
    async list(path) {
      const page = await asked(path)
      return page === undefined ? undefined : recordsIn(page)
    },
    accountAt: async (account) =>
      (await rest.get(`/accounts/${account}`, {
        answers: [404],
        read: (answer, { status, header }) => {
          const ledger = header('latest-ledger') ?? ''
          return {
            found: status === 404 ? undefined : withoutLinks(objectOf(answer)),
            ledger: /^\d{1,10}$/.test(ledger) ? Number(ledger) : null,
          }
        },
      })) as Awaited<ReturnType<Horizon['accountAt']>>,
    submit: async (raw) =>
      (await rest.post(
        '/transactions_async',
        { form: { tx: raw } },
        { answers: [400, 409, 503], read: submitted },
      )) as Submitted,
    pinned: () => horizon(pinned(rest)),
  }
}

function submitted(answer: unknown): Submitted {
  const { tx_status: status, type, ...more } = objectOf(answer)
  const result = more['errorResultXdr'] ?? more['error_result_xdr']
  if (STATUSES.has(status)) {
    return { status: status as Submitted['status'], result: typeof result === 'string' ? result : '' }
  }
  if (typeof type === 'string' && type.endsWith('transaction_malformed'))
    return { status: 'malformed', result: '' }
  // It lags, or does not reach its node; whatever else it says is of no transaction.
  throw new ExchangeFault('the node does not say what became of the transaction', true)
}

function withoutLinks(value: StellarJson): StellarJson {
  const { _links: _, ...own } = value
  return own
}

function recordsIn(page: StellarJson): readonly StellarJson[] {
  const embedded = page['_embedded']
  const records: unknown = isObject(embedded) ? embedded['records'] : undefined
  if (!Array.isArray(records)) throw missing('records')
  return records.filter(isObject).map(withoutLinks)
}

/** Seconds since 1970, of a time as Horizon writes it: `2026-01-02T03:04:05Z`. */
export function secondsIn(from: StellarJson, field: string): number {
  const milliseconds = Date.parse(textIn(from, field))
  if (Number.isNaN(milliseconds)) throw missing(field)
  return Math.floor(milliseconds / 1_000)
}
