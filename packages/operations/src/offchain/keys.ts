/** The key of a one-call transfer, which comes with the call: as it is, or as the words of its wallet. */
import { type Chain, NodeFault } from '@tallystick/custody'
import { Rejected } from '@tallystick/engine'
import { readKeyAs, refused } from '../chains/faults.js'
import { type ByManaged, type KeyOf, keyIn, signerOf } from '../chains/signing.js'

/** A key in one of two fields of the body. @throws Rejected `validation.failed` unless exactly one is given */
export const keyInEither =
  <One extends string, Other extends string>(
    one: One,
    other: Other,
  ): KeyOf<Readonly<Partial<Record<One | Other, string>>> | ByManaged> =>
  (context, chain, args) => {
    if ('caller' in args) return keyIn(one)(context, chain, args)
    const { caller } = context
    const [given, ...rest] = [one, other].filter((field) => args[field] !== undefined)
    if (given === undefined || rest.length > 0) {
      throw refused(one, { required: `exactly one of ${one} and ${other} must be given` })
    }
    return { signer: signerOf(caller, chain, given, args[given] ?? ''), field: given }
  }

export interface Words {
  readonly mnemonic: string
  readonly index: number
}

/** @throws Rejected `key.generation.failed.wrong.mnemonic` */
export const keyOfWords: KeyOf<Words> = async ({ caller }, chain, { mnemonic, index }) => {
  mustBeTestnet(caller.network)
  const privateKey = await readKeyAs('key.generation.failed.wrong.mnemonic', () =>
    privateKeyOf(chain, mnemonic, index),
  )
  return { signer: signerOf(caller, chain, 'mnemonic', privateKey), field: 'mnemonic' }
}

/** @throws Rejected `private.key.testnet.only` */
export function mustBeTestnet(network: string): void {
  if (network !== 'testnet') throw new Rejected({ code: 'private.key.testnet.only' })
}

/** @throws BadKey */
async function privateKeyOf(
  { keys, accounts, record }: Chain,
  words: string,
  index: number,
): Promise<string> {
  if (keys !== undefined) return keys.privateKey(words, index)
  if (accounts !== undefined) return (await accounts.account(words, index)).privateKey
  throw new NodeFault('unsupported', `${record.name} has no wallets of words`)
}
