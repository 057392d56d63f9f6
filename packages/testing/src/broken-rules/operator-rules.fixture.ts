/** What an operator rests on: settings that are right or refused, rights on files, and that he is told. */
import { type BrokenRule, rule } from './rule.fixture.js'

const SECRET = 'engine/src/key-secret.test.ts'
const RIGHTS = 'cli/src/rights.test.ts'
const STANDBY = 'storage-postgres/src/faults/standby.test.ts'

const SETTINGS: readonly BrokenRule[] = [
  rule(
    'a revoked key is valid again under another secret',
    'if (mayBegin || check !== null) throw anotherSecret()',
    'if (mayBegin) throw anotherSecret()',
    SECRET,
    'takes no other secret',
  ),
  rule(
    'a ledger of an earlier release refuses its own secret, because a command without it came first',
    'opened.isProven = false',
    'await opened.keepAs(next)',
    SECRET,
    'learns its secret from the first key that is found, and not from one that is not',
  ),
  rule(
    'a server that has lost its secret makes a key, and then the one with the right secret does not start',
    'if ((await kept(this.storage, madeNamed(id))) !== null) return',
    '',
    SECRET,
    'does not learn it from a key that was made meanwhile',
  ),
  rule(
    'a misspelt parameter of a URL leads to a connection in plain text',
    'if (KNOWN.includes(name)) continue',
    "if (name !== '') continue",
    'storage-postgres/src/servers.test.ts',
    'refuses',
  ),
  rule(
    'nobody tells of a misspelt name, whose deposits are credited too early',
    'void this.tellUnknown(',
    'void (async () => undefined)(',
    'evm/tokens.test.ts',
    'a name with terms of deposits that the chain does not have is told',
  ),
  rule(
    'a tenant fills the queue of the work of the service',
    'if (name.endsWith(',
    'if (name === String(',
    'engine/src/access.test.ts',
    'a tenant is not named as the owners of what is nobody’s',
  ),
]

const FILES: readonly BrokenRule[] = [
  rule(
    'everybody on the machine reads a new ledger',
    'const OWNER_ONLY = 0o600',
    'const OWNER_ONLY = 0o644',
    RIGHTS,
    'makes a file for its owner alone, and leaves the mode of one that exists',
  ),
  rule(
    'a reader leaves a log that the owner of the file may not write',
    'if (!usesLog(file) || [',
    'if (usesLog(file) || [',
    RIGHTS,
    'they say so when no process has it open, and leave no log that its owner could not write',
  ),
  rule(
    'a file without a log is a fault of the disk',
    "this.mayBeMissing && code === 'ENOENT'",
    "this.mayBeMissing && code === ''",
    RIGHTS,
    'a backup is verified, because it has no log',
  ),
  rule(
    'whoever may only read shows what is not on the disk',
    "if (NOT_ALLOWED.has(code)) return openSync(this.path, 'r')",
    'if (NOT_ALLOWED.has(code)) return null',
    'storage-sqlite/src/log.test.ts',
    'whoever may only read the log flushes it all the same, before anything of it is told',
  ),
]

const TOLD: readonly BrokenRule[] = [
  rule(
    'a service that is restarted every day never checks its books',
    'this.loop.start(Math.min(FIRST_MS, everyMs))',
    'this.loop.start(everyMs)',
    'operations/src/workers/verifications.test.ts',
    'comes time and again, says what is wrong, and goes on after a failure',
  ),
  rule(
    'books that were never checked look as if nobody had to',
    'if (!status.isPlanned && status.at === null) this.remove()',
    'if (status.at === null) this.remove()',
    'observability/health.test.ts',
    'metrics tell of the last check of the books, and of one that is due',
  ),
  rule(
    'nobody is told of a standby that never answers',
    'private lacking: number | null = Number.NEGATIVE_INFINITY',
    'private lacking: number | null = Number.POSITIVE_INFINITY',
    STANDBY,
    'the standby is of another ledger',
  ),
  rule(
    'a standby that is lost is told of with every read',
    'if (isLost === this.isLost) return',
    'if (!isLost && !this.isLost) return',
    STANDBY,
    'and says so once',
  ),
  rule(
    'the page of the configuration lacks a command that takes a setting',
    'commands.filter((command) => command.settings.includes(setting)).map(',
    'commands.filter((command) => command.settings[0] === setting).map(',
    'cli/src/settings-page.test.ts',
    'docs/configuration.md is what the settings say',
  ),
  rule(
    'the command cancels a withdrawal that a block has paid which was not read yet',
    'await mustBeLookedFor({ engine, chains: await openChains(config), caller }, known.id)',
    'undefined',
    'cli/src/withdrawals.test.ts',
    'on XRP cancels none while blocks that were not read may have paid it',
  ),
  rule(
    'webhooks that a full queue refuses for now are taken for those of nobody, and never sent again',
    "if (code === 'webhook.not.exists') return 'orphaned'",
    "return 'orphaned'",
    'webhooks/src/worker.test.ts',
    'that is refused for now is not counted as one whose subscription was deleted',
  ),
]

export const OPERATED: readonly BrokenRule[] = [...SETTINGS, ...FILES, ...TOLD]
