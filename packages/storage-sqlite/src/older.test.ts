/**
 * A ledger that was written before nouns had tables: its seals hold, and it has the fingerprint that it had. Idempotency
 * records are stored in another form now, which the migration has sealed.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { fingerprint, verify } from '@tallystick/engine'
import { expect, it } from 'vitest'
import { openSqlite } from './index.js'

const NONE = '0'.repeat(64)

const FINGERPRINT: Readonly<Record<string, readonly [count: number, digest: string]>> = {
  constants: [3, 'ffa474dc54379682fb2e32ec95586574407f3d2325f06eafa32c8bccdc5920e0'],
  customers: [4, 'a01b530eb1b121173fe5d2753c0ae1c47ca64a89e6b155cca0bec254f8b52ba4'],
  currencies: [4, '4b3154f71f35ece6ff3954d40933aeeadb0f189d36b1986a59e8a9ecb873326c'],
  accounts: [18, '4b51b147a8f5d42761441ab9709ec00487aa7b60fd6227fb30e8c54cd8097fe6'],
  blockages: [18, '4a34d823f4d06e0637e7b7389e492d2eccbbd0cd88f7a27f4a1cac232eff008b'],
  standings: [16, 'da500106a1e5cd386bb9dba537bca450e753113f1d0dd2016fd111a7d7b5ef9b'],
  // Lists that this release adds are empty.
  metadata: [0, NONE],
  tokens: [0, NONE],
  homeNetworks: [0, NONE],
  addressPools: [0, NONE],
  depositAddresses: [0, NONE],
  deposits: [12, 'a6422cb7ec83c9537fa4fc7f9faf192d782696d25b06e72a22780e5990fa49e6'],
  cursors: [0, NONE],
  outputs: [0, NONE],
  withdrawals: [0, NONE],
  holdings: [0, NONE],
  multiTokens: [0, NONE],
  multiTransfers: [0, NONE],
  multiBalances: [0, NONE],
  sightings: [0, NONE],
  sends: [6, 'be5c4067fe34569f9292d7a68c8a25dcf0e22abf6251f0ef7d317f46b94d8291'],
  signatures: [4, 'b93a5a0fe85c973eb9a8d5c905c600a7075318639d7f1600e5d90e9f3e121693'],
  claims: [12, '3585b2db33b0dba0c2f2368f8a4390a53e188a24566a058b493c0c7c6ac4e9e5'],
  approvals: [0, NONE],
  spendings: [0, NONE],
  outboxes: [0, NONE],
  watches: [0, NONE],
  lookouts: [0, NONE],
  subscriptions: [0, NONE],
  webhooks: [0, NONE],
  receivers: [0, NONE],
  pairs: [0, NONE],
  trades: [0, NONE],
  fills: [0, NONE],
  agreements: [0, NONE],
  managedWallets: [0, NONE],
  keyUses: [0, NONE],
  answers: [12, 'c9997b9acc8f3934e7123609696ac8947246c56a5e718c08378d3a4a9c8626ee'],
  charges: [12, '04cd17e6f7939cce673dc27a5d39f1113a9095b818aef0df1629280422caae8b'],
  apiKeys: [4, '75244d3ff247a6068c127fd880bd10446d3b2f6adcd52bfd67dff1b22a24f53d'],
  entries: [12, 'ddf6338a06909337b5b8377b07d6085b0d991fc1bd027cd0cedbdff310a89016'],
}

it('a ledger of an earlier release is sound, and has the same fingerprint', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-older-'))
  const file = join(folder, 'ledger.db')
  writeFileSync(file, gunzipSync(readFileSync(new URL('./older-ledger.fixture.db.gz', import.meta.url))))
  const storage = await openSqlite({ file })
  try {
    expect(await verify(storage)).toMatchObject({ discrepancies: [], entries: 12, seals: 14 })
    const print = await storage.audit((database) => fingerprint(database))
    const told = Object.entries(print).map(([name, { count, digest }]) => [name, [count, digest]])
    expect(Object.fromEntries(told)).toEqual(FINGERPRINT)
  } finally {
    await storage.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
