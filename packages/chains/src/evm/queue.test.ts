/**
 * The queue of one sender on every chain of the family, those without an operation that sends among them: by the
 * parts that every send is made of, on anvil under the chain's own ids.
 */
import { randomBytes } from 'node:crypto'
import { recordSend, type Send, sendKey, type TenantId } from '@tallystick/core'
import {
  type ChainIdOf,
  Custody,
  type EvmChain,
  keysAtHand,
  placeOf,
  records,
  sign,
} from '@tallystick/custody'
import { Engine, memoryStorage } from '@tallystick/engine'
import { callerOf, quickOrFull } from '@tallystick/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createChains } from '../chains.js'
import { readChainsConfig } from '../config/read.js'
import { rounds } from '../rounds.fixture.js'
import { anvil } from './anvil.fixture.js'
import { RECORDS } from './chain.fixture.js'
import { build, somebody } from './subject.fixture.js'

const TENANT = 'default' as TenantId

type Id = ChainIdOf<EvmChain>
/** Every record of the family is that of such a chain. */
const IDS = RECORDS.map(({ id }) => id as Id)
/** The queue is the same on all of them. */
const countOf = (id: Id): number => quickOrFull(id === 'ETH' ? 20 : 10, 100)

/** A sender with coins, and the engine that sends for it; ended with the test. */
async function open(id: Id, network: 'mainnet' | 'testnet', mines: boolean) {
  const chainId = records[id].networks[network]?.chainId ?? expect.fail(`${id} has no ${network}`)
  const nonces = Array.from({ length: countOf(id) }, (_, nonce) => nonce)
  const { rpc, url } = await anvil({ chainId, mines })
  const nodes = [{ kind: 'evm' as const, url }]
  const chains = createChains(readChainsConfig({ chains: { [id]: { [network]: { nodes } } } }))
  const { clock, scheduler, round } = rounds()
  const warnings: string[] = []
  const warn = (message: string) => void warnings.push(message)
  const engine = new Engine({ storage: memoryStorage(), clock, scheduler, warn })
  const custody = new Custody(engine, chains)
  onTestFinished(async () => {
    await custody.close()
    await chains.close()
    expect(warnings).toEqual([])
  })

  const chain = await chains.chain(id, network)
  const { codec, node } = chain
  const signer = codec.signer(codec.privateKeyText(randomBytes(32)))
  const [from, to] = [codec.canonical(signer.address), somebody(chain)]
  await rpc.call('anvil_setBalance', [from, `0x${(10n ** 21n).toString(16)}`])
  const caller = { ...callerOf(TENANT), network }
  const place = placeOf({ chain, caller })
  const { turns } = custody
  const owner = { ...place, owner: from }
  const { gas, gasLimit } = await build(chain, from, { to, value: 1n })

  /** One wei: so many of them as arrive can be counted. */
  const send = async (): Promise<string> => {
    const { txId } = await turns.take(owner, async () => {
      const nonce = Number(await turns.nextIndex(owner, BigInt(await node.pendingNonce(from))))
      const unsigned = codec.build({ from, to, value: 1n, data: '0x', nonce, gasLimit, gas })
      const command = {
        ...place,
        ...(await sign(codec, unsigned, keysAtHand([signer]))),
        claims: unsigned.claims,
        fresh: true,
        signature: null,
        replaces: false,
        apiKey: caller.apiKey,
        credits: 2,
      }
      const present = (recorded: Send) => ({ txId: recorded.txId })
      return engine.execute({ caller, rule: recordSend, command, price: () => 0, present, idempotency: null })
    })
    return custody.sends.deliver(chain, await recorded(txId))
  }
  const recorded = async (txId: string): Promise<Send> =>
    (await engine.query.find(sendKey(place, txId))) ?? expect.fail(`${txId} is not recorded`)

  return {
    rpc,
    round,
    send,
    /** Answers the ids by nonce, which the node tells. */
    async sendAll(): Promise<readonly (string | undefined)[]> {
      const txIds = await Promise.all(nonces.map(send))
      const found = await Promise.all(txIds.map((txId) => node.transaction(txId)))
      const told = found.map((transaction) => Number(transaction?.['nonce']))
      expect(told.toSorted((a, b) => a - b)).toEqual(nonces)
      return nonces.map((nonce) => txIds[told.indexOf(nonce)])
    },
    /** In blocks: what the sender has sent, and the recipient received. */
    mined: async () => [await node.nonce(from), await node.balance(to)],
    statuses: async (txIds: readonly (string | undefined)[]) =>
      (await Promise.all(txIds.map((txId = '') => recorded(txId)))).map(({ status }) => status),
  }
}

describe.each(IDS)('%s', (id) => {
  const count = countOf(id)
  const dropped = Math.trunc(count * 0.4)

  it('many sends at once are all mined, their nonces one after another', async () => {
    const { sendAll, mined } = await open(id, 'testnet', true)
    await sendAll()
    await expect.poll(mined, { timeout: 10_000 }).toEqual([count, BigInt(count)])
  })

  it('one of many that the node drops is sent again, and the rest are not stuck', async () => {
    const { send, sendAll, mined, round, rpc, statuses } = await open(id, 'mainnet', false)
    const txIds = await sendAll()
    await rpc.call('anvil_dropTransaction', [txIds[dropped]])
    await rpc.call('evm_mine', [])
    expect(await mined()).toEqual([dropped, BigInt(dropped)])
    // The nonce that the node would now take is held: the next one goes behind the others.
    const all = [...txIds, await send()]
    await round()
    await rpc.call('evm_mine', [])
    expect(await mined()).toEqual([all.length, BigInt(all.length)])
    await round()
    expect(await statuses(all)).toEqual(Array(all.length).fill('confirmed'))
  })
})
