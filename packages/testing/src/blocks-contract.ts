/**
 * The contract of the facet `Blocks`, as a vitest suite: everything that a follower relies on. Its strongest law compares
 * two figures for each address: the sum of its movements in the blocks, and the balance that the node reports.
 */
import type { Block, Blocks, Chain } from '@tallystick/custody'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

export interface BlocksSubject {
  readonly chain: Chain
  /** The addresses and assets to compare: everybody who pays or is paid in `live`, except the block producers. */
  readonly watched: readonly { readonly address: string; readonly asset: string | null }[]
  /** The balance at the node's head. May ask the node by other means than `chain.node`, which may need an index. */
  balance(address: string, asset: string | null): Promise<bigint>
  /** Makes blocks with every kind of payment that the family reads, and leaves nothing pending. */
  live(): Promise<void>
  /** Undoes the last block and puts its transactions into another one. Absent where blocks are never undone. */
  fork?(): Promise<void>
  close(): Promise<void>
}

/**
 * Registers the suite. Call it at the top of a test file.
 *
 * @param name Shown in the report, for example `LTC on litecoind`.
 */
export function blocksContract(name: string, open: () => Promise<BlocksSubject>): void {
  describe(`contract of blocks: ${name}`, () => {
    let subject: BlocksSubject
    let blocks: Blocks
    let assets: ReadonlySet<string>
    let start: number
    let before: readonly bigint[]
    beforeAll(async () => {
      subject = await open()
      if (subject.chain.blocks === undefined) throw new TypeError(`${name} has no blocks to follow`)
      blocks = subject.chain.blocks
      assets = new Set(subject.watched.flatMap(({ asset }) => asset ?? []))
      start = (await blocks.head()).height
      before = await balances()
      await subject.live()
    })
    afterAll(() => subject?.close())

    const balances = (): Promise<readonly bigint[]> =>
      Promise.all(subject.watched.map(({ address, asset }) => subject.balance(address, asset)))

    /** The blocks after the start, up to the head, as a follower reads them. */
    async function read(): Promise<readonly Block[]> {
      const { height: last } = await blocks.head()
      const found: Block[] = []
      for (let height = start + 1; height <= last; height = (found.at(-1)?.height ?? height) + 1) {
        const block = await blocks.block(height, assets)
        if (block === undefined) throw new TypeError(`No block ${height}`)
        found.push(block)
      }
      return found
    }

    it('head, header and block tell the same', async () => {
      const head = await blocks.head()
      const block = await blocks.block(head.height, assets)
      expect(block).toMatchObject(head)
      const { height, hash, parent, time } = block as Block
      expect(await blocks.header(head.height)).toEqual({ height, hash, parent, time })
      expect(Number.isSafeInteger(time)).toBe(true)
      // Milliseconds, of this century.
      expect(time).toBeGreaterThan(978_307_200_000)
    })

    it('above the head there is nothing', async () => {
      const { height } = await blocks.head()
      for (const above of [height + 1, height + 1_000]) {
        expect(await blocks.header(above)).toBeUndefined()
        expect(await blocks.block(above, assets)).toBeUndefined()
      }
    })

    it('each block names the one before it, and reads the same twice', async () => {
      const chain = await read()
      expect(chain.length).toBeGreaterThan(1)
      let parent = await blocks.header(start)
      for (const block of chain) {
        expect(block.parent).toBe(parent?.hash)
        expect(block.height).toBeGreaterThan(parent?.height ?? block.height)
        parent = await blocks.header(block.height)
        expect(parent?.hash).toBe(block.hash)
      }
      expect(await read()).toEqual(chain)
    })

    it('each movement has a place of its own, a canonical address and an amount', async () => {
      for (const { movements, others = [], spends } of await read()) {
        const places = [...movements, ...others].map(
          (one) => `${one.txId} ${one.position} ${one.address} ${one.asset}`,
        )
        expect(new Set(places).size).toBe(places.length)
        for (const { position, address, asset, amount, from } of movements) {
          expect(Number.isInteger(position) && position >= 0 && position < 2 ** 31).toBe(true)
          expect(subject.chain.codec.canonical(address)).toBe(address)
          if (from !== null) expect(subject.chain.codec.canonical(from)).toBe(from)
          if (asset !== null) expect(assets).toContain(asset)
          expect(amount).not.toBe(0n)
        }
        expect(new Set(spends.map(({ txId, index }) => `${txId} ${index}`)).size).toBe(spends.length)
      }
    })

    it('without assets it tells of the native coin only', async () => {
      for (const block of await read()) {
        const native = await blocks.block(block.height, new Set())
        expect(native?.movements).toEqual(block.movements.filter(({ asset }) => asset === null))
      }
    })

    it('a token that is not asked for is told apart, as it is told otherwise', async () => {
      for (const block of await read()) {
        if (block.others === undefined) continue
        const native = await blocks.block(block.height, new Set())
        const tokens = block.movements.filter(({ asset }) => asset !== null)
        expect(new Set(native?.others)).toEqual(new Set([...tokens, ...block.others]))
        for (const { asset } of block.others) expect(assets).not.toContain(asset)
      }
    })

    it('what moved adds up to what the node says that each address has', async () => {
      const sums = sumsOf(await read())
      const now = await balances()
      for (const [place, { address, asset }] of subject.watched.entries()) {
        const change = sums.get(`${address} ${asset}`) ?? 0n
        expect(`${address} ${asset} ${(before[place] ?? 0n) + change}`).toBe(
          `${address} ${asset} ${now[place]}`,
        )
      }
      expect(now).not.toEqual(before)
    })

    it('tells what each address has of each asset', async () => {
      if (blocks.balance === undefined) return
      const head = await blocks.head()
      for (const { address, asset } of subject.watched) {
        const told = await blocks.balance(address, asset, head)
        expect(`${address} ${asset} ${told}`).toBe(
          `${address} ${asset} ${await subject.balance(address, asset)}`,
        )
      }
    })

    it('what an undone block paid has the same places in another', async () => {
      if (subject.fork === undefined) return
      const { height, hash } = await blocks.head()
      const undone = await blocks.block(height, assets)
      await subject.fork()
      const again = await blocks.block(height, assets)
      expect(again?.hash).not.toBe(hash)
      expect(again?.parent).toBe(undone?.parent)
      expect((await blocks.header(height))?.hash).toBe(again?.hash)
      // Fees may differ between the two blocks.
      const paid = (block: Block | undefined) =>
        block?.movements.filter(
          ({ address, amount }) => amount > 0n && subject.watched.some((one) => one.address === address),
        )
      expect(paid(again)).toEqual(paid(undone))
      expect(paid(again)).not.toEqual([])
    })
  })
}

/** The sums by address and asset. A spent output counts as given. */
function sumsOf(chain: readonly Block[]): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>()
  const add = (to: string, amount: bigint) => sums.set(to, (sums.get(to) ?? 0n) + amount)
  const outputs = new Map<string, { readonly to: string; readonly amount: bigint }>()
  for (const { movements, spends } of chain) {
    for (const { txId, position, address, asset, amount } of movements) {
      const to = `${address} ${asset}`
      add(to, amount)
      outputs.set(`${txId} ${position}`, { to, amount })
    }
    for (const { txId, index } of spends) {
      const spent = outputs.get(`${txId} ${index}`)
      if (spent !== undefined) add(spent.to, -spent.amount)
    }
  }
  return sums
}
