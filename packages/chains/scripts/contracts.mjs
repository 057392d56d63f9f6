/**
 * Compiles the contracts of the tests anew, which is needed only when their source changes. For `london`, which
 * every chain of the EVM family understands.
 *
 * node packages/chains/scripts/contracts.mjs
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import solc from 'solc'

const require = createRequire(import.meta.url)
const source = new URL('../src/evm/contracts.fixture.sol', import.meta.url)
const target = new URL('../src/evm/contracts.fixture.json', import.meta.url)

const input = {
  language: 'Solidity',
  sources: { 'contracts.sol': { content: readFileSync(source, 'utf8') } },
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
const errors = (output.errors ?? []).filter(({ severity }) => severity === 'error')
if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'))

const contracts = Object.entries(output.contracts['contracts.sol']).map(([name, { abi, evm }]) => [
  name,
  { abi, bytecode: `0x${evm.bytecode.object}` },
])
writeFileSync(target, `${JSON.stringify(Object.fromEntries(contracts), null, 2)}\n`)
