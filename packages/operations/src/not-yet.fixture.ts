/**
 * Documented operations that are not there yet, by what they wait for. The one place: an operation that lands
 * is taken out here, or the catalogue test fails.
 */
export const NOT_YET: Readonly<Record<string, readonly string[]>> = {
  'Algorand and Flow, which have no family here': [
    'transferAlgo',
    'transferAlgoErc20',
    'transferAlgoKMS',
    'transferFlowKMS',
    'transferFlowMnemonic',
    'transferFlowPK',
  ],
}
