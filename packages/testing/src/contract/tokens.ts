/** Tokens that tenants register: how they are found, and that a name and a token of the chain are taken once. */
import {
  type ApiKeyId,
  type DeployToken,
  deployToken,
  type LinkToken,
  linkToken,
  type RegisterToken,
  type Rule,
  registerToken,
  type SendEvent,
  sendKey,
  settleSend,
  type TenantId,
  TOKENS,
  tokenKey,
  tokenOfKey,
} from '@tallystick/core'
import { Engine, embeddedCaller, Rejected, type Storage, verify } from '@tallystick/engine'
import { describe, expect, it } from 'vitest'
import { ALPHA, BETA } from './samples.js'
import { type OpenStorage, shared, using } from './using.js'

const ON = { chain: 'ETH', network: 'mainnet' } as const
const ASSET = '0xtoken'

const registration = (name: string, tenant = ALPHA): RegisterToken => ({
  ...ON,
  tenant,
  home: 'mainnet',
  name,
  scale: 18,
  standard: null,
  found: null,
  supply: '0',
  basePair: 'EUR',
  baseRate: '1',
  description: null,
  customer: null,
  accountingCurrency: null,
  xpub: null,
  holder: null,
  first: null,
})

const link = (name: string, tenant = ALPHA): LinkToken => ({
  ...ON,
  tenant,
  name,
  asset: ASSET,
  shown: { decimals: 18, block: { height: 7, hash: 'hash' }, holder: null, held: 0n, window: 100 },
})

interface Deployment {
  readonly tenant: TenantId
  readonly name: string
  readonly txId: string
  readonly before: string | null
}

const deployed = ({ tenant, name, txId, before }: Deployment): DeployToken => ({
  token: registration(name, tenant),
  before,
  send: {
    ...ON,
    tenant,
    txId,
    raw: txId,
    claims: [{ owner: 'deployer', index: BigInt(txId) }],
    signature: null,
    replaces: false,
    apiKey: 'key' as ApiKeyId,
    credits: 4,
  },
})

const deployment: Rule<Deployment, unknown> = {
  name: deployToken.name,
  needs: (command) => deployToken.needs(deployed(command)),
  decide: (view, command, env) => deployToken.decide(view, deployed(command), env),
}

/** An engine of its own, as in another process. */
class Process {
  private readonly engine: Engine

  constructor(storage: Storage) {
    this.engine = new Engine({ storage: shared(storage), warn: () => undefined })
  }

  register = (command: RegisterToken): Promise<string> => this.run(registerToken, command)
  link = (command: LinkToken): Promise<string> => this.run(linkToken, command)
  settle = (txId: string, event: SendEvent): Promise<string> =>
    this.run(settleSend, { tenant: ALPHA, ...ON, txId, event, reason: null })
  deploy = (name: string, txId: string, before: string | null = null): Promise<string> =>
    this.run(deployment, { tenant: ALPHA, name, txId, before })
  close = (): Promise<void> => this.engine.close()

  /** `done`, or the code of the refusal. */
  private async run<Command extends { readonly tenant: TenantId }, Output>(
    rule: Rule<Command, Output>,
    command: Command,
  ): Promise<string> {
    try {
      return await this.engine.execute({
        caller: embeddedCaller(command.tenant),
        rule,
        command,
        price: () => 0,
        present: () => 'done',
        idempotency: null,
      })
    } catch (error) {
      if (error instanceof Rejected) return error.code
      throw error
    }
  }
}

export function tokensContract(open: OpenStorage): void {
  describe('tokens', () => {
    it(
      'are found by name and by what they are on the chain, of the own tenant only',
      using(open, async (storage) => {
        const process = new Process(storage)
        expect(await process.register(registration('GOLD'))).toBe('done')
        expect(await storage.query.find(tokenKey(ALPHA, 'GOLD'))).toMatchObject({ asset: null, since: null })
        expect(await process.link(link('GOLD'))).toBe('done')
        const found = await storage.query.find(tokenKey(ALPHA, 'GOLD'))
        expect(found).toMatchObject({ asset: ASSET, since: 7 })
        const on = { tenant: ALPHA, ...ON }
        expect(await storage.query.find(tokenOfKey(on, ASSET))).toEqual(found)
        expect(await storage.query.find(tokenOfKey({ ...on, tenant: BETA }, ASSET))).toBeUndefined()
        expect(await storage.query.find(tokenOfKey({ ...on, network: 'testnet' }, ASSET))).toBeUndefined()
        expect(await storage.query.count(TOKENS, { ...ON, since: { from: 0 } })).toBe(1)
        await process.close()
      }),
    )

    it(
      'are taken once, however many processes want them at the same time',
      using(open, async (storage) => {
        const processes = [new Process(storage), new Process(storage)] as const
        const [one, other] = processes
        const named = await Promise.all(processes.map((each) => each.register(registration('GOLD'))))
        expect(named.sort()).toEqual(['done', 'erc20.duplicate.name'])
        for (const tenant of [ALPHA, BETA])
          expect(await one.register(registration('SILVER', tenant))).toBe('done')
        const linked = await Promise.all([
          one.link(link('GOLD')),
          other.link(link('SILVER')),
          other.link(link('SILVER', BETA)),
        ])
        expect(linked.pop()).toBe('done')
        expect(linked.sort()).toEqual(['done', 'erc20.address.used'])
        expect(await verify(storage)).toMatchObject({ discrepancies: [] })
        for (const process of processes) await process.close()
      }),
    )

    it(
      'keep what deploys them, and of those whose deployment has failed one registration is repeated',
      using(open, async (storage) => {
        const processes = [new Process(storage), new Process(storage)] as const
        const [one, other] = processes
        const deploying = () => storage.query.list(TOKENS, { part: 'deploying' })
        expect(await one.register(registration('SILVER'))).toBe('done')
        const twice = await Promise.all(processes.map((each, place) => each.deploy('GOLD', `0x${place}`)))
        expect(twice.sort()).toEqual(['done', 'erc20.duplicate.name'])
        const [token, ...none] = await deploying()
        expect(none).toEqual([])
        const txId = token?.deployment?.slice('send:'.length) ?? ''
        expect(await storage.query.find(sendKey({ tenant: ALPHA, ...ON }, txId))).toMatchObject({
          status: 'signed',
        })
        expect(await one.deploy('GOLD', '0x8', txId)).toBe('erc20.duplicate.name')

        expect(await one.settle(txId, 'offered')).toBe('done')
        expect(await one.settle(txId, 'refused')).toBe('done')
        const again = await Promise.all([one.deploy('GOLD', '0x8', txId), other.deploy('GOLD', '0x9', txId)])
        expect(again.sort()).toEqual(['done', 'erc20.duplicate.name'])
        const [next] = await deploying()
        expect(next).toMatchObject({ name: 'GOLD', account: token?.account, supply: token?.supply })
        expect(next?.deployment).toMatch(/^send:0x[89]$/)

        expect(await one.link(link('GOLD'))).toBe('done')
        expect(await deploying()).toEqual([])
        expect(await verify(storage)).toMatchObject({ discrepancies: [] })
        for (const process of processes) await process.close()
      }),
    )
  })
}
