/** Of what chains show to subscribers. */
import { type BrokenRule, rule } from './rule.fixture.js'

export const SIGHTINGS: readonly BrokenRule[] = [
  rule(
    'what a block shows is told again by whoever goes on with it',
    'if (view.find(sightingKey({ tenant, kind, object, place })) !== undefined) return\n',
    '',
    'testing/src/storage-contract.memory.test.ts',
    'of a block with many are recorded in parts, whoever goes on',
  ),
  rule(
    'nobody hears that a block is undone which has shown something',
    "'sighting.undone': (_items, { sighting }) => [ofSighting(sighting, true)],",
    "'sighting.undone': () => NONE,",
    'testing/src/storage-contract.memory.test.ts',
    'are told once from the subscription on',
  ),
  rule(
    'whoever logs a transfer of nothing is heard',
    'move.amount > 0n && concerns(move)',
    'concerns(move)',
    'custody/src/workers/sighted.test.ts',
    'a transfer of nothing',
  ),
  rule(
    'the free plan watches any number of addresses',
    'return objects.size > limit || own',
    'return own',
    'core/src/subscription/decide.test.ts',
    'is limited on the free plan, by objects and not by receivers',
  ),
  rule(
    'what busy blocks have shown is forgotten more slowly than it is recorded',
    'for (const one of forgotten) sightings.forget(view, oldest, one)',
    '',
    'testing/src/storage-contract.memory.test.ts',
    'are forgotten as fast as they are made',
  ),
  rule(
    'long logs make a webhook of any length',
    'last.length >= most.count || size > room',
    'last.length >= most.count',
    'custody/src/workers/sighted.test.ts',
    'makes more batches of long logs',
  ),
  rule(
    "a stranger's token may burn as much gas as the node has",
    '{ to: asset, data: DECIMALS, gas: hex(MOST_GAS) }',
    '{ to: asset, data: DECIMALS }',
    'evm/sightings.test.ts',
    'is asked once for a block, and told in base units',
  ),
  rule(
    'what is subscribed to before a block is made is not told, because a process knows older subscriptions only',
    'if (number === this.known) return number > 0',
    'if (number === this.known || this.known > 0) return number > 0',
    'testing/src/storage-contract.memory.test.ts',
    'are told once from the subscription on',
  ),
  rule(
    'sightings of blocks that can no longer be undone pile up',
    'if (sighting !== undefined && sighting.height < oldest) view.apply(',
    'if (sighting !== undefined && sighting.height < 0) view.apply(',
    'testing/src/storage-contract.memory.test.ts',
    'are forgotten once their block can no longer be undone',
  ),
  rule(
    'nobody is told what leaves an address on UTXO chains',
    '[...madeIn(block, isWatched), ...spentIn(block, isWatched, held)]',
    '[...madeIn(block, isWatched)]',
    'custody/src/workers/sighted.test.ts',
    'what leaves of known coins',
  ),
  rule(
    'a payment that came back is told as one',
    'returned !== true && isWatched(address)',
    'isWatched(address)',
    'custody/src/workers/sighted.test.ts',
    'on other chains each movement of the address is told with its sign',
  ),
]
