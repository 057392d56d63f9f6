/** Replays the chain of seals over the journal. It names the first entry, or the first seal, that does not fit. */
import type { Report } from './discrepancy.js'
import type { AuditedEntry, StoredSeal } from './ports/storage.js'
import { type Anchor, digestEntry, NO_SEAL, STORED_DIGEST_DIGITS, sealHash } from './seal.js'
import { StateSum } from './state.js'

export class SealCheck {
  count = 0
  /** Whether an anchor from which it should begin is not there as it was: what came since cannot be told then. */
  isLost = false
  /** The newest seal of each writer, and what all of its seals have done to the lists. */
  private readonly heads = new Map<string, Head>()
  /** The anchors from which the seals are read, by their names. */
  private readonly begun = new Map<string, Anchor>()
  private readonly anchored = new Map<string, Anchor>()
  private seal: StoredSeal | null = null
  private digests: string[] = []

  constructor(
    private readonly seals: AsyncGenerator<StoredSeal>,
    anchors: readonly Anchor[],
    private readonly report: Report,
    since: readonly Anchor[] = [],
  ) {
    for (const anchor of [...anchors, ...since]) this.anchored.set(nameOf(anchor), anchor)
    for (const anchor of since) this.begun.set(nameOf(anchor), anchor)
  }

  /** The content of the lists according to all seals together. */
  get state(): StateSum {
    const state = new StateSum()
    for (const head of this.heads.values()) state.add(head.state.text)
    return state
  }

  /**
   * Takes the next entry in the order of the audit. Returns null, or a promise if it must read another seal first: an
   * await for each entry would cost more than the check.
   */
  entry(audited: AuditedEntry): Promise<void> | null {
    const { terms, text, batch } = audited
    const digest = digestEntry(terms, text)
    const stored = digest.slice(0, STORED_DIGEST_DIGITS)
    if (stored !== audited.digest) this.report('entry', terms.reference, audited.digest, stored)
    if (batch === null) {
      this.report('entry', terms.reference, 'unsealed', 'sealed')
      return null
    }
    if (this.seal?.batch === batch) {
      this.digests.push(digest)
      return null
    }
    return this.advance(batch, digest)
  }

  /** Call it after the last entry: seals that are left cover entries that no longer exist. */
  async end(): Promise<void> {
    do this.close()
    while (await this.next())
    for (const anchor of this.anchored.values()) this.miss(nameOf(anchor), 'no such seal', anchor)
  }

  anchors(): readonly Anchor[] {
    return [...this.heads.values()].map(({ anchor, state }) => ({ ...anchor, state: state.text }))
  }

  private async advance(batch: string, digest: string): Promise<void> {
    do this.close()
    while ((await this.next()) && this.seal?.batch !== batch)
    this.digests.push(digest)
  }

  private async next(): Promise<boolean> {
    const { done, value } = await this.seals.next()
    this.seal = done === true ? null : value
    return this.seal !== null
  }

  /** All entries of the seal have been seen. */
  private close(): void {
    const { seal, digests } = this
    this.digests = []
    if (seal === null) return
    const name = nameOf(seal)
    const { writer, number, hash } = seal
    const begun = this.begun.get(name)
    const before = this.heads.get(writer)
    const state = before?.state ?? new StateSum()
    if (begun === undefined) {
      this.count++
      if (digests.length !== seal.entries)
        this.report('seal', name, `${seal.entries} entries`, `${digests.length} entries`)
      const computed = sealHash(before?.anchor.hash ?? NO_SEAL, digests, seal.state)
      if (computed !== hash) this.report('seal', name, hash, computed)
    }
    state.add(begun === undefined ? seal.state : (begun.state ?? ''))
    this.heads.set(writer, { anchor: { writer, number, hash }, state })
    const anchor = this.anchored.get(name)
    if (anchor !== undefined) {
      this.anchored.delete(name)
      if (anchor.hash !== seal.hash) this.miss(name, seal.hash, anchor)
    }
  }

  private miss(name: string, stored: string, anchor: Anchor): void {
    this.report('anchor', name, stored, anchor.hash)
    this.isLost ||= this.begun.has(name)
  }
}

interface Head {
  readonly anchor: Anchor
  readonly state: StateSum
}

const nameOf = ({ writer, number }: Pick<Anchor, 'writer' | 'number'>): string => `${writer} ${number}`
