/** The commands of `tallystick`, in the order of the help. Their code is imported when they run. */
import type { Settings, Sources } from './config.js'
import { SETTINGS } from './settings.js'

export type Example = readonly [command: string, meaning: string]

export interface Help {
  readonly name: string
  /** For the list of commands. */
  readonly summary: string
  readonly description: string
  readonly examples: readonly Example[]
  /** What exit code 1 means. */
  readonly failed: string
}

export interface Runnable extends Help {
  /** Each becomes a flag. */
  readonly settings: Settings
  /** Flags that are not settings, with their meaning. */
  readonly options?: readonly (readonly [flag: string, meaning: string])[]
  readonly argument?: readonly [name: string, meaning: string]
  /** @returns The exit code. */
  run(sources: Sources, argument: string): Promise<number>
}

export interface Group extends Help {
  readonly commands: readonly Runnable[]
}

export const EXAMPLES: readonly Example[] = [
  ['tallystick serve', 'open a ledger here, and serve it'],
  ['tallystick keys create --name shop', 'a key for a client'],
  ['tallystick verify', 'recompute every balance'],
  ['tallystick copy --to postgres://ledger@db/ledger', 'move to a server database'],
]

export const COMMANDS: readonly (Runnable | Group)[] = [
  {
    name: 'serve',
    settings: SETTINGS.serve,
    summary: 'open the ledger and serve its API',
    description:
      'Opens the ledger and serves its API over HTTP until it is stopped. A missing database is made, an older one is brought up to date. The first start makes an API key and prints it, once; with TALLYSTICK_API_KEY set, that key is valid instead.\n\nThe address is printed on stdout, the log goes to stderr: JSON lines, or readable ones on a terminal. SIGINT or SIGTERM finishes what was accepted, then stops; a second one stops at once.',
    examples: [
      ['tallystick serve', 'http://127.0.0.1:3000, in data/tallystick.db'],
      ['tallystick serve --port 0 --database /tmp/try.db', 'a free port, a ledger to throw away'],
      ['TALLYSTICK_API_KEY="$KEY" tallystick serve --host 0.0.0.0', 'in a container, behind TLS'],
      ['tallystick serve --rates prices.json', 'with market values'],
    ],
    failed: 'it could not start, or did not stop in order',
    run: async (sources) => (await import('./serve.js')).serve(sources),
  },
  {
    name: 'migrate',
    settings: SETTINGS.migrate,
    summary: 'make the database, or bring it up to date',
    description:
      'Makes the database, or brings an older one up to date, and prints what it applied. `serve` does the same when it starts.',
    examples: [['tallystick migrate --database /var/lib/tallystick.db', 'before the first start']],
    failed: 'the database cannot be opened or changed',
    run: async (sources) => (await import('./migrate.js')).migrate(sources),
  },
  {
    name: 'keys',
    summary: 'make, list and revoke API keys',
    description: 'Makes, lists and revokes API keys. A server that is running takes notice within a second.',
    examples: [
      ['tallystick keys create --name shop', 'prints the key, once'],
      ['tallystick keys list', 'what there is'],
    ],
    failed: 'it could not be done',
    commands: [
      {
        name: 'create',
        settings: SETTINGS.keysCreate,
        summary: 'make a key and print it, once',
        description:
          'Makes an API key and prints it. It is shown this once: the database keeps only a keyed hash of it.',
        examples: [
          ['tallystick keys create --name shop --tenant acme', 'a key for the ledger of acme'],
          ['KEY=$(tallystick keys create --quiet)', 'a key for a script'],
          ['tallystick keys create --name audit --read-only', 'a key that changes nothing'],
        ],
        failed: 'there is no database, or it cannot be written',
        options: [
          ['-q, --quiet', 'print the key and nothing else'],
          ['--read-only', 'a key that every operation which changes something refuses'],
          [
            '--replace-secret',
            'TALLYSTICK_API_KEY_SECRET is new, and the one before is lost: all earlier keys become unknown',
          ],
        ],
        run: async (sources) => (await import('./keys.js')).createKey(sources),
      },
      {
        name: 'list',
        settings: SETTINGS.keysList,
        summary: 'list the keys',
        description: 'Lists API keys, oldest first, with the first characters of each.',
        examples: [
          ['tallystick keys list --tenant acme', 'those of one tenant'],
          ['tallystick keys list --json', 'for a script'],
        ],
        failed: 'there is no database, or it cannot be read',
        options: [['--json', 'print JSON']],
        run: async (sources) => (await import('./keys.js')).listKeys(sources),
      },
      {
        name: 'revoke',
        settings: SETTINGS.keysRevoke,
        summary: 'make a key invalid, for good',
        description: 'Makes an API key invalid, for good. Running servers refuse it within a second.',
        examples: [['tallystick keys revoke 5fb7bdf6e0c5ae0f3c8e1d02', 'the id as keys list shows it']],
        failed: 'there is no such key, or the database cannot be written',
        argument: ['<id>', 'id of the key, as `tallystick keys list` shows it'],
        run: async (sources, id) => (await import('./keys.js')).revokeKey(id, sources),
      },
    ],
  },
  {
    name: 'verify',
    settings: SETTINGS.verify,
    summary: 'recompute every balance from the journal',
    description:
      'Recomputes every balance, blocked amount and count from the journal, replays the hash chain that seals it, and compares them with what is stored. Changes nothing, and may run beside a server. Anchors, kept where the database cannot be reached, show whether the past was rewritten whole.',
    examples: [
      ['tallystick verify', 'a table of what was checked, and every discrepancy'],
      ['tallystick verify --json', 'for a monitor'],
      [
        'tallystick verify --write-anchors seals.json',
        'the newest seal of each writer, to be kept elsewhere',
      ],
      ['tallystick verify --anchors seals.json', 'each of them must still be there, as it was'],
      ['tallystick verify --since seals.json', 'only what was written since; quick enough for every hour'],
    ],
    failed: 'something does not agree, or the database cannot be read',
    options: [
      ['--json', 'print JSON'],
      ['--anchors <file>', 'seals that must still be there'],
      ['--since <file>', 'seals of a verification: entries before them are not read again'],
      ['--write-anchors <file>', 'where to write the newest seals, once the books are right'],
    ],
    run: async (sources) => (await import('./verify.js')).verify(sources),
  },
  {
    name: 'reconcile',
    settings: SETTINGS.reconcile,
    summary: 'compare the ledger with the chains',
    description:
      'Follows each chain to its head, then compares: for each currency, what our addresses have with what customers are owed, explained line by line; for each address, what the observed blocks have changed with what the node says. May run beside a server.',
    examples: [
      ['tallystick reconcile --config chains.json', 'a table for each currency'],
      ['tallystick reconcile --config chains.json --json', 'for a monitor'],
    ],
    failed: 'a difference is not explained, or a node or the database cannot be read',
    options: [['--json', 'print JSON']],
    run: async (sources) => (await import('./reconcile.js')).reconcile(sources),
  },
  {
    name: 'watch',
    settings: SETTINGS.watch,
    summary: 'have a wallet that pays withdrawals compared too',
    description:
      'Has a wallet watched for a tenant, so that `reconcile` counts what it has and what it pays: a managed wallet or another one that pays withdrawals, or a wallet to which coins of deposit addresses are moved. Deposit addresses and what `sweep` uses are watched by themselves. The chain must be followed. It may run beside a server, and again.',
    examples: [
      [
        'tallystick watch 0x690b9a9e9aa1c9db991c7721a92d351db4fac990 --chain ETH --config chains.json',
        'of the testnet',
      ],
      [
        'tallystick watch 0x690b9a9e9aa1c9db991c7721a92d351db4fac990 --chain ETH --network mainnet',
        'the nodes are in the variable',
      ],
    ],
    failed: 'the chain is not followed, it is no address, or a node or the database cannot be read',
    argument: ['<address>', 'the address of the wallet'],
    run: async (sources, address) => (await import('./watch.js')).watch(address, sources),
  },
  {
    name: 'sweep',
    settings: SETTINGS.sweep,
    summary: 'move what deposit addresses have to a master address',
    description:
      'For EVM chains and TRON that are followed: moves what the deposit addresses of a wallet have of one currency to a master address, and sends coins ahead to addresses whose tokens need them for the fee. The ledger stays as it is. Without --send it only tells what it would do.\n\nA run does what can be done now, and tells what waits: for a block, or for a lower fee. Run it again, as often as you like and beside a server: nothing is sent twice.',
    examples: [
      [
        'tallystick sweep --currency ETH --minimum 0.05 --max-fee 0.001',
        'what it would do; nodes and words are in the variables',
      ],
      [
        'tallystick sweep --currency USDT --minimum 50 --max-fee 0.002 --send',
        'tokens, with the coins for their fees; run it again after some blocks',
      ],
    ],
    failed: 'a chain, a node or the database cannot be read, or it was stopped',
    options: [
      ['--mnemonic-file <file>', 'a file with the words, or - for stdin, in place of the variable'],
      ['--send', 'do it'],
      ['--again', 'also try what moved nothing before, and take coins that were sent ahead'],
      ['--json', 'print JSON'],
    ],
    run: async (sources) => (await import('./sweep.js')).sweep(sources),
  },
  {
    name: 'contracts',
    summary: 'deploy the contracts of the service',
    description: 'Deploys contracts that the service needs on a chain before its operations can use them.',
    examples: [['tallystick contracts deploy --help', 'what it deploys, and what it needs']],
    failed: 'it could not be done',
    commands: [
      {
        name: 'deploy',
        settings: SETTINGS.contractsDeploy,
        summary: 'deploy the factory of gas pumps',
        description:
          'Deploys the factory of gas pumps on an EVM chain, by the deterministic deployment proxy: it has the same address on all of them, whoever deploys it. If it is there already, nothing is sent. Without --send it only tells what it would do. The key should be of an account that does nothing else at the same time.',
        examples: [
          ['tallystick contracts deploy --chain ETH', 'what it would do on the testnet'],
          ['tallystick contracts deploy --chain MATIC --network mainnet --send', 'do it'],
        ],
        failed: 'the chain has no factory or no proxy, the key has no coins, or a node cannot be asked',
        options: [
          ['--send', 'do it'],
          ['--json', 'print JSON'],
        ],
        run: async (sources) => (await import('./contracts.js')).deployContracts(sources),
      },
    ],
  },
  {
    name: 'withdrawals',
    summary: 'cancel a withdrawal by hand',
    description: 'For operators: cancels a withdrawal that is in progress. It may run beside a server.',
    examples: [['tallystick withdrawals cancel --help', 'when it may be done, and what happens then']],
    failed: 'it could not be done',
    commands: [
      {
        name: 'cancel',
        settings: SETTINGS.withdrawalsCancel,
        summary: 'cancel a withdrawal in progress',
        description:
          'Cancels a withdrawal in progress: its account gets amount and fee back, and the service no longer sends its transaction. Refused while signed bytes exist that a block may still take; on XRP and XLM also while blocks that were not read yet may have paid it, so these need --config if they are followed. With --force it is cancelled all the same, unless a node has the transaction: then, if it is confirmed after all, the recipient has been paid and the account is not charged again. Force it only if that cannot happen.',
        examples: [
          ['tallystick withdrawals cancel 65f1c0ffee00000000000001', 'nobody signs it'],
          [
            'tallystick withdrawals cancel 65f1… --force --reason "ops: key destroyed"',
            'although it is signed',
          ],
        ],
        failed: 'there is no such withdrawal, or it may still be confirmed',
        argument: ['<id>', 'id of the withdrawal, as GET /v3/offchain/withdrawal lists it'],
        options: [
          ['--force', 'also if its transaction is signed; needs --reason'],
          ['--keep-fee', 'give back the amount alone'],
        ],
        run: async (sources, id) => (await import('./withdrawals.js')).cancelWithdrawal(id, sources),
      },
    ],
  },
  {
    name: 'webhooks',
    summary: 'list webhooks, and send them again',
    description: 'Shows which webhooks wait, were delivered or have failed, and has them sent again.',
    examples: [
      ['tallystick webhooks list --status failed', 'what did not arrive, and why'],
      ['tallystick webhooks replay 5fb7bdf6e0c5ae0f3c8e1d02', 'one of them again'],
    ],
    failed: 'it could not be done',
    commands: [
      {
        name: 'list',
        settings: SETTINGS.webhooksList,
        summary: 'list webhooks with what they were answered',
        description:
          'Lists webhooks, the newest first. With --json each also has its body, which is the exact text that is sent.',
        examples: [
          ['tallystick webhooks list --status failed --since 2030-01-31', 'what has failed since then'],
          ['tallystick webhooks list --json --limit 1000', 'for a script'],
        ],
        failed: 'there is no database, or it cannot be read',
        options: [['--json', 'print JSON']],
        run: async (sources) => (await import('./webhooks.js')).listLog(sources),
      },
      {
        name: 'replay',
        settings: SETTINGS.webhooksReplay,
        summary: 'have webhooks sent again, byte for byte',
        description:
          'Has one webhook sent once more, or all that fit the flags, of which --status must be given. Each has the same id and the same bytes as before, and all attempts of its plan again. A running server sends them within a second or two.',
        examples: [
          ['tallystick webhooks replay 5fb7bdf6e0c5ae0f3c8e1d02', 'one, by the id that list shows'],
          ['tallystick webhooks replay --status failed', 'all that have failed'],
          [
            'tallystick webhooks replay --status delivered --since 2030-01-31',
            'for a receiver that has lost what it had',
          ],
        ],
        failed: 'there is no such webhook, or the database cannot be written',
        argument: ['[id]', 'id of the webhook, as `tallystick webhooks list` shows it'],
        run: async (sources, id) => (await import('./webhooks.js')).replay(id, sources),
      },
    ],
  },
  {
    name: 'vault',
    summary: 'make and replace the master keys of managed wallets',
    description:
      'Makes master keys, shows what depends on them, and replaces them. A master key encrypts the keys of managed wallets, and is never in the database: see docs/vault.md.',
    examples: [
      ['tallystick vault init --out master.key', 'a new master key'],
      ['tallystick vault status --vault-file master.key', 'which wallets depend on which key'],
    ],
    failed: 'it could not be done',
    commands: [
      {
        name: 'init',
        settings: SETTINGS.vaultInit,
        summary: 'make a master key',
        description:
          'Makes a master key. Keep a copy of it where the database is not: without it, the keys of all managed wallets are lost.',
        examples: [
          ['tallystick vault init --out master.key', 'into a file for its owner alone'],
          ['tallystick vault init | vault-put ledger', 'into a store of secrets'],
        ],
        failed: 'the file exists, or cannot be written',
        run: async (sources) => (await import('./vault.js')).initVault(sources),
      },
      {
        name: 'status',
        settings: SETTINGS.vaultStatus,
        summary: 'show which wallets depend on which master key',
        description: 'Counts the managed wallets by the master key that their keys depend on.',
        examples: [['tallystick vault status --vault-file master.key --json', 'for a monitor']],
        failed: 'a wallet depends on a master key that is not at hand',
        options: [['--json', 'print JSON']],
        run: async (sources) => (await import('./vault.js')).vaultStatus(sources),
      },
      {
        name: 'rotate',
        settings: SETTINGS.vaultRotate,
        summary: 'encrypt all keys under the first master key',
        description:
          'Encrypts the data keys of all managed wallets under the first master key, beside running servers. All servers must know the new master key before: docs/vault.md has the steps. It may be interrupted and run again. It does not replace the private keys themselves.',
        examples: [['tallystick vault rotate --vault-file master.keys', 'the new key is in its first line']],
        failed: 'a wallet depends on a master key that is not at hand, or the database cannot be written',
        run: async (sources) => (await import('./vault.js')).rotateVault(sources),
      },
    ],
  },
  {
    name: 'backup',
    settings: SETTINGS.backup,
    summary: 'copy a SQLite ledger while it is used, and verify the copy',
    description:
      'Makes one file of a SQLite ledger as of one moment, while servers use it, and recomputes every balance of the copy. The file appears under its name when it is right; until then it is called <file>.partial. To restore, stop every server, move the database with its -wal and -shm away, and put the backup in its place.',
    examples: [
      ['tallystick backup --to /backups/ledger-$(date +%F).db', 'every night'],
      ['tallystick backup --to ledger.db --json', 'for a script'],
    ],
    failed: 'the copy cannot be written, or does not add up',
    options: [['--json', 'print JSON']],
    run: async (sources) => (await import('./backup.js')).backup(sources),
  },
  {
    name: 'copy',
    settings: SETTINGS.copy,
    summary: 'copy the ledger to another database',
    description:
      'Copies a whole ledger into another database, of the same kind or another: from SQLite to PostgreSQL, or back. Then reads all of the copy, and compares it with the original. Stop the servers of both first: what is written to the original meanwhile is not copied.\n\nA copy that was interrupted goes on when the same command is run again; a complete one is only compared. A database that holds another ledger is refused before anything is written.\n\nA password is better kept off the command line: in the variables, or in PGPASSWORD.',
    examples: [
      ['tallystick copy --to postgres://ledger@db/ledger', 'from data/tallystick.db to a server'],
      ['tallystick copy --from postgres://ledger@db/ledger --to b.db', 'and back'],
    ],
    failed: 'it was not copied, or not to the end, or the copy is not equal',
    options: [['--json', 'print JSON']],
    run: async (sources) => (await import('./copy.js')).copy(sources),
  },
]
