/** The keys that sign sweeps. */
import type { DepositAddress } from '@tallystick/core'
import { BadKey, type Chain, type Signer } from '../ports/chain.js'

export interface SweepKeys {
  /** Pays what is sent ahead for fees. The master unless another address is named. */
  readonly payer: Signer
  /** The key of a deposit address; undefined if it is of another wallet. */
  of(address: DepositAddress): Promise<Signer | undefined>
}

/** Finds the keys once the chain is known. @throws BadKey */
export type SweepKeysOf = (chain: Chain) => Promise<SweepKeys>

/**
 * Those of a wallet whose xpub the accounts have. Its address of index 0, which no customer gets, pays what is sent ahead.
 * @param mnemonic Words of BIP-39
 */
export const keysOfMnemonic =
  (mnemonic: string): SweepKeysOf =>
  async ({ codec, keys, record }) => {
    if (keys === undefined) throw new BadKey(`${record.id} has no wallets of words`)
    const signerAt = async (index: number) => codec.signer(await keys.privateKey(mnemonic, index))
    return {
      payer: await signerAt(0),
      async of({ address, derivationKey }) {
        if (derivationKey === null) return undefined
        const signer = await signerAt(derivationKey)
        return codec.canonical(signer.address) === address ? signer : undefined
      },
    }
  }
