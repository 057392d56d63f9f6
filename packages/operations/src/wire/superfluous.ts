/**
 * Parameters of the query that public clients add to calls without them. They are not read. Any other unknown parameter
 * is refused, because a filter that is misspelt would be ignored otherwise.
 */
export const SUPERFLUOUS: Readonly<Record<string, string>> = {
  testnetType: 'newer clients name the testnet of a chain in any of its calls',
  shardID: 'public clients name the shard of Harmony, of which transactions name their own',
}
