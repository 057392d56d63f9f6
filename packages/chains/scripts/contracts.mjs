/**
 * Compiles the contracts of `packages/chains/contracts`, and those of the tests, anew: needed when their source, the
 * compiler or OpenZeppelin changes. For `london`, which every chain of the EVM family understands.
 *
 * node packages/chains/scripts/contracts.mjs            writes what it makes
 * node packages/chains/scripts/contracts.mjs --check    fails when that is not what is there
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Interface } from 'ethers/abi'
import solc from 'solc'

const require = createRequire(import.meta.url)
const HOME = new URL('../', import.meta.url)

/** By name, those that the sources themselves define. */
function compile(files) {
  const contents = files.map((file) => [file, { content: readFileSync(new URL(file, HOME), 'utf8') }])
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(contents),
    settings: {
      evmVersion: 'london',
      optimizer: { enabled: true, runs: 200 },
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
    },
  }
  const output = JSON.parse(
    solc.compile(JSON.stringify(input), {
      import: (path) => ({ contents: readFileSync(require.resolve(path), 'utf8') }),
    }),
  )
  const complaints = output.errors ?? []
  if (complaints.length > 0) {
    throw new Error(complaints.map(({ formattedMessage }) => formattedMessage).join('\n'))
  }
  return files.flatMap((file) =>
    Object.entries(output.contracts[file]).map(([name, { abi, evm }]) => ({
      file,
      name,
      abi,
      bytecode: `0x${evm.bytecode.object}`,
    })),
  )
}

/** A module and no JSON: that could not be imported on every Node.js that we run on without a warning. */
function moduleOf(contracts) {
  const quoted = (text) => `'${text}'`
  const entries = contracts.map(({ name, abi, bytecode }) => {
    // Nobody reads events, errors or answers of contracts by these.
    const used = abi.filter(({ type }) => type === 'constructor' || type === 'function')
    const lines = new Interface(used).format().map(quoted)
    const list = lines.length === 1 ? lines[0] : `\n${lines.map((line) => `      ${line},\n`).join('')}    `
    return `  ${name}: {\n    abi: [${list}],\n    bytecode:\n      ${quoted(bytecode)},\n  },\n`
  })
  return `/** Made by scripts/contracts.mjs of the sources in contracts/, and not to be edited. */
export const CONTRACTS = {
${entries.join('')}} as const
`
}

const shipped = readdirSync(new URL('contracts', HOME))
  .filter((file) => file.endsWith('.sol'))
  .toSorted()
  .map((file) => `contracts/${file}`)
const ofTests = 'src/evm/contracts.fixture.sol'
const compiled = compile([...shipped, ofTests])
const fixtures = compiled
  .filter(({ file }) => file === ofTests)
  .map(({ name, abi, bytecode }) => [name, { abi, bytecode }])
const made = [
  ['src/evm/compiled.ts', moduleOf(compiled.filter(({ file }) => file !== ofTests))],
  ['src/evm/contracts.fixture.json', `${JSON.stringify(Object.fromEntries(fixtures), null, 2)}\n`],
]

for (const [file, text] of made) {
  const target = new URL(file, HOME)
  if (!process.argv.includes('--check')) {
    writeFileSync(target, text)
  } else if (readFileSync(target, 'utf8') !== text) {
    process.exitCode = 1
    process.stderr.write(`${file} is not what its sources make\n`)
  }
}
