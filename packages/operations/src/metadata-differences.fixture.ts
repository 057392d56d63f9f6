/** What metadata and cursors add to the documented models: see differences.fixture.ts. */
export const METADATA_DIFFERENCES = {
  'lists in order of id go on from a cursor': ['*.cursor: added'],
  'accounts, customers and payments may have metadata': [
    '*.metadata: added',
    '*.customer.metadata: added',
    'CreateAccountBatch.accounts[].metadata: added',
    'CreateAccountBatch.accounts[].customer.metadata: added',
    'BatchCreateTransaction.transaction[].metadata: added',
  ],
}
