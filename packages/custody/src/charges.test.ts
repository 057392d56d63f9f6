/** The days of managed wallets are charged exactly once. */
import { createManagedWallet, type ManagedWalletId } from '@tallystick/core'
import { Daily } from '@tallystick/engine'
import { dailyContract } from '@tallystick/testing'
import { ManagedWallets } from './managed-wallets.js'

const gate = { admitSigning: () => Promise.reject(new TypeError('nothing is signed here')) }

dailyContract('managed wallets', {
  daily: (engine) =>
    new Daily(engine, 'They are charged later', (isStopped) =>
      new ManagedWallets(engine, null, gate).charge(isStopped),
    ),
  async create(engine, caller, number) {
    await engine.execute({
      caller,
      rule: createManagedWallet,
      command: {
        ...caller,
        ...{ id: `wallet ${number}` as ManagedWalletId, chain: 'ETH', network: 'testnet' },
        ...{ address: `0x${number}`, publicKey: '02', masterKey: 'key', wrapped: '{}' },
        ...{ chargedDay: '2030-01-01', limit: null, credits: 10 },
      },
      price: () => 0,
      present: () => null,
      idempotency: null,
    })
  },
  credits: 10,
  chargesPastDays: true,
})
