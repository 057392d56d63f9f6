/** What a follower of Solana shows to subscribers of tokens that nobody has registered. */
import { expect, it } from 'vitest'
import { following } from '../followed.fixture.js'
import { tokensTold, watch } from '../sighted.fixture.js'
import { TOKEN, TOKEN_2022 } from './address.js'
import { accountOf, offlineSolana, signed } from './chain.fixture.js'
import { SolanaLedger } from './ledger.fixture.js'
import { SolanaServer } from './server.fixture.js'
import { issue } from './token.fixture.js'

/** Hash of its first block. */
const DEVNET = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG'

it('tells an address of any token, with its decimals, and of NFTs, and asks no node for them', async () => {
  const ledger = new SolanaLedger(DEVNET)
  const server = await SolanaServer.start(ledger)
  const nodes = [{ kind: 'solana' as const, url: server.url }]
  const [rich, anna] = [accountOf('rich'), accountOf('anna').address]
  const tokens = [
    {
      mint: accountOf('gold').address,
      program: TOKEN_2022,
      decimals: 6,
      supply: 10n ** 12n,
      amount: 1_500_000n,
    },
    { mint: accountOf('one of its kind').address, program: TOKEN, decimals: 0, supply: 1n, amount: 1n },
  ]
  ledger.fund(rich.address, 10n ** 12n)
  for (const token of tokens) issue(ledger, offlineSolana(), { ...token, holder: rich.address })
  ledger.finalize()
  const followed = await following({ SOL: { testnet: { nodes, follow: true } } }, () => server.close())
  const { calls, opened, follow } = followed
  const { id } = await calls.createAccount({ currency: 'SOL' })
  await calls.assignAddress({ id, address: anna })
  for (const address of [anna, rich.address]) await watch(followed, 'SOL', address)
  const { codec, node } = await opened.ledger.chains.chain('SOL', 'testnet')
  const sent: string[] = []
  for (const [salt, { mint, program, decimals, amount }] of tokens.entries()) {
    const token = { mint, program, decimals, opens: true }
    const transfer = { from: rich.address, to: anna, amount, token }
    const unsigned = codec.build({ transfer, lifetime: await node.lifetime(), fee: 5_000n, salt })
    const transaction = signed({ codec }, unsigned, [codec.signer(rich.secret)])
    expect(await node.broadcast(transaction)).toEqual({ kind: 'accepted' })
    sent.push(transaction.txId)
  }
  const blockNumber = ledger.block(0).slot
  ledger.close()
  ledger.finalize()
  await follow()
  const [gold, nft] = tokens.map(({ mint }, place) => ({
    ...{ txId: sent[place], blockNumber, asset: mint, type: 'token' },
    ...{ subscriptionType: 'ADDRESS_TRANSACTION', chain: 'solana-devnet' },
  }))
  const told = await tokensTold(followed)
  expect(told).toHaveLength(4)
  expect(told).toEqual(
    expect.arrayContaining([
      { ...gold, address: anna, amount: '1.5', from: rich.address },
      { ...gold, address: rich.address, amount: '-1.5' },
      { ...nft, address: anna, amount: '1', from: rich.address },
      { ...nft, address: rich.address, amount: '-1' },
    ]),
  )
  expect(server.asked).not.toContain('getAccountInfo')
})
