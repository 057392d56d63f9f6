/** What is meant to differ on XRP: see differences.fixture.ts. */

/** Where answers have a transaction of XRP, and what it has an amount in. */
const XRP_AMOUNTS = ['XrpTx', 'XrpLedger.ledger.transactions[]', 'XrpAccountTx.transactions[].tx']
  .flatMap((tx) => {
    const changed = `${tx}.meta.AffectedNodes[].ModifiedNode`
    return [
      ...[`${tx}.Amount`, `${tx}.meta.delivered_amount`],
      ...[`${changed}.FinalFields.Balance`, `${changed}.PreviousFields.Balance`],
    ]
  })
  .concat(
    ['delivered_amount', 'AffectedNodes[].CreatedNode.NewFields.Balance'].map(
      (field) => `XrpAccountTx.transactions[].meta.${field}`,
    ),
  )

export const XRP_DIFFERENCES = {
  'on XRP, an amount of an issued asset is an object, with its issuer': XRP_AMOUNTS.map(
    (field) => `${field}: string|object instead of string`,
  ),
  'a ledger of XRP has a number of 32 bits': [
    'xrpGetAccountTx.min: integer instead of number',
    'xrpGetAccountTx.min: minimum 0 instead of none',
    'xrpGetAccountTx.min: maximum 4294967295 instead of none',
    'xrpGetLedger.i: integer instead of number',
    'xrpGetLedger.i: maximum 4294967295 instead of none',
  ],
}
