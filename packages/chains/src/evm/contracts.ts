/** Contracts of this project (packages/chains/contracts), as data of transactions. */
import type { EvmContract, EvmContracts } from '@tallystick/custody'
import { type FunctionFragment, Interface } from 'ethers/abi'
import { encodeArguments } from './abi.js'
import { CONTRACTS } from './compiled.js'
import { malformed } from './faults.js'
import type { AddressText } from './text.js'

export function evmContracts(text: AddressText): EvmContracts {
  const read = new Map<EvmContract, Interface>()
  // Loaded on demand, because most processes never need them.
  const interfaceOf = (contract: EvmContract): Interface => {
    const known = read.get(contract) ?? new Interface(CONTRACTS[contract].abi)
    read.set(contract, known)
    return known
  }
  return {
    deployment: (contract, args) =>
      CONTRACTS[contract].bytecode +
      encodeArguments(interfaceOf(contract).deploy, contract, args, text).slice(2),
    call(contract, method, args) {
      const fragment = interfaceOf(contract).fragments.find(
        (one): one is FunctionFragment => one.type === 'function' && one.format('sighash') === method,
      )
      if (fragment === undefined) throw malformed(`${contract} has no such method`)
      return fragment.selector + encodeArguments(fragment, fragment.name, args, text).slice(2)
    },
  }
}
