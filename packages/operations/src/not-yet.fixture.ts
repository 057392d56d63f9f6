/**
 * Documented operations that are not there yet, by what they wait for. The one place: an operation that lands
 * is taken out here, or the catalogue test fails.
 */
export const NOT_YET: Readonly<Record<string, readonly string[]>> = {
  'managed wallets, which `caller` names': ['callPolygonSmartContractMethodCaller'],
}
