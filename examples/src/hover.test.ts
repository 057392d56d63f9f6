/** What an editor shows of the library: asked of TypeScript's own language server, on the built packages. */
import { spawn } from 'node:child_process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'

const here = fileURLToPath(new URL('.', import.meta.url))
const tsc = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url))
const uri = pathToFileURL(`${here}hovered.ts`).href

const TEXT = `import { createTallystick, memoryStorage, type Account } from '@tallystick/operations'
const tallystick = createTallystick({ storage: memoryStorage() })
const alice: Account = await tallystick.createAccount({ currency: 'EUR', accountingCurrency: 'USD' })
await tallystick.fund({ id: alice.id, amount: '100', reference: 'bank-17' }, { idempotencyKey: 'bank-17' })
await tallystick.sendTransaction({ senderAccountId: '', recipientAccountId: '', amount: '1', senderNote: '' })
await tallystick.sendLinkedTransactions({ transaction: [] })
const { availableBalance } = await tallystick.getAccountBalance({ id: alice.id })
await tallystick.getAccountBalanceAt({ id: alice.id, time: 0 })
await tallystick.blockAmount({ id: alice.id, amount: '1', type: 'order' })
await tallystick.freezeAccount({ id: alice.id })
await tallystick.createTrade({} as never)
await tallystick.storeWithdrawal({} as never)
await tallystick.transactions.listOfReference({ reference: '' })
await tallystick.transferXrpBlockchain({ fromPrivateKey: '' } as never)
`

/** JSON-RPC with the header of the Language Server Protocol. */
class LanguageServer {
  private readonly child = spawn(tsc, ['--lsp', '--stdio'], {
    cwd: here,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  private readonly waiting = new Map<number, (result: unknown) => void>()
  private received = Buffer.alloc(0)
  private last = 0

  constructor() {
    this.child.stdout.on('data', (chunk: Buffer) => {
      this.received = Buffer.concat([this.received, chunk])
      for (let message = this.next(); message !== undefined; message = this.next()) {
        const { id, method, result } = message
        // What the server asks, such as its settings, has no answer here.
        if (method !== undefined && id !== undefined) this.send({ id, result: null })
        else if (id !== undefined) this.waiting.get(id)?.(result)
      }
    })
  }

  private next(): { id?: number; method?: string; result?: unknown } | undefined {
    const head = this.received.indexOf('\r\n\r\n')
    if (head < 0) return undefined
    const end = head + 4 + Number(/Content-Length: (\d+)/i.exec(this.received.toString('utf8', 0, head))?.[1])
    if (this.received.length < end) return undefined
    const message = JSON.parse(this.received.toString('utf8', head + 4, end))
    this.received = this.received.subarray(end)
    return message
  }

  send(message: object): void {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message })
    this.child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
  }

  ask(method: string, params: unknown): Promise<unknown> {
    const id = ++this.last
    return new Promise((resolve) => {
      this.waiting.set(id, resolve)
      this.send({ id, method, params })
    })
  }

  /** Asks about the first place of this text. */
  about(method: string, word: string): Promise<unknown> {
    const lines = TEXT.slice(0, TEXT.indexOf(word)).split('\n')
    const position = { line: lines.length - 1, character: lines.at(-1)?.length }
    return this.ask(`textDocument/${method}`, { textDocument: { uri }, position })
  }

  async hover(word: string): Promise<string> {
    const shown = await this.about('hover', word)
    return (shown as { contents: { value: string } }).contents.value
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve))
    await this.ask('shutdown', null)
    this.send({ method: 'exit' })
    await ended
  }
}

let server: LanguageServer

beforeAll(async () => {
  server = new LanguageServer()
  const capabilities = { textDocument: { hover: { contentFormat: ['markdown'] } } }
  await server.ask('initialize', { processId: process.pid, rootUri: pathToFileURL(here).href, capabilities })
  server.send({ method: 'initialized', params: {} })
  const textDocument = { uri, languageId: 'typescript', version: 1, text: TEXT }
  server.send({ method: 'textDocument/didOpen', params: { textDocument } })
})

afterAll(() => server.stop())

it.each([
  ['createAccount', 'Creates an account.', 'ledger.currency.invalid'],
  ['fund(', 'Credits an account with value from outside.', 'amount.format'],
  ['sendTransaction', 'Pays from one account to another.', 'balance.insufficient'],
  ['sendLinkedTransactions', 'Makes several payments of several accounts.', 'balance.insufficient'],
  ['getAccountBalance(', "Returns an account's balance.", 'account.not.exists'],
  ['getAccountBalanceAt', 'at a past time', 'account.not.exists'],
  ['blockAmount', 'Blocks an amount of an account.', 'account.not.exists'],
  ['freezeAccount', 'No funds can leave a frozen account.', 'account.frozen'],
  ['createTrade', 'Places a limit order.', 'trade.feeAccount'],
  ['storeWithdrawal', 'withdrawal', 'balance.insufficient'],
  ['transferXrpBlockchain', 'XRP', 'xrp.broadcast.failed'],
])('hover on %s tells what it does, its price and its errors', async (word, text, code) => {
  const shown = await server.hover(word)
  expect(shown).toContain(text)
  expect(shown).toMatch(/Refused with .*docs\/reference\/errors\.md/)
  expect(shown).toContain(`\`${code}\``)
  expect(shown).toMatch(/Costs \d+ credits?/)
  expect(shown).toMatch(/docs\/reference\/operations\.md#\w+$/)
})

it('hover on a member of a group tells the same', async () => {
  const shown = await server.hover('listOfReference')
  expect(shown).toContain('Returns the transactions of a reference.')
  expect(shown).toContain('docs/reference/operations.md#gettransactionsbyreference')
})

it.each([
  ["amount: '100'", 'Decimal text in units of the currency, for example "12.5"'],
  ['availableBalance', 'decimal text in the currency of the account'],
  ['time: 0', 'Epoch milliseconds.'],
  ['senderNote', '1 to 500 characters'],
  ['accountingCurrency', 'ISO 4217 code'],
  ['idempotencyKey', 'A repeated call with the same'],
])('hover on the field %s tells its unit or its limits', async (word, text) => {
  expect(await server.hover(word)).toContain(text)
})

it('the definition of an operation is its signature', async () => {
  const [place] = (await server.about('definition', 'sendTransaction')) as { uri: string }[]
  expect(place?.uri).toMatch(/api\/(src|dist)\/generated\/operations(\.d)?\.ts$/)
})
