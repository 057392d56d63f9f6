/** What metadata, cursors and known indexes add to the documented models: see differences.fixture.ts. */
export const METADATA_DIFFERENCES = {
  'lists in order of id go on from a cursor': ['*.cursor: added'],
  'an account may begin with the index that its customer had elsewhere': [
    'CreateAccountXpub.index: added',
    'CreateAccountBatch.accounts[].index: added',
  ],
  'accounts, customers and payments may have metadata': [
    '*.metadata: added',
    '*.customer.metadata: added',
    'CreateAccountBatch.accounts[].metadata: added',
    'CreateAccountBatch.accounts[].customer.metadata: added',
    'BatchCreateTransaction.transaction[].metadata: added',
  ],
}
