/** Of world.fixture.ts: value from outside, and linked payments. */
interface Held {
  readonly account: string
  readonly recipient: string
  readonly empty: string
}

const unknown = (code: string) => ({ credits: 2, elsewhere: { code } })

export const OUTSIDE = {
  sendLinkedTransactions: {
    ...unknown('senderAccount.not.exists'),
    args: ({ account, recipient }: Held) => ({
      transaction: [
        { senderAccountId: account, recipientAccountId: recipient, amount: '0.5' },
        { senderAccountId: recipient, recipientAccountId: account, amount: '0.25', senderNote: 'change' },
      ],
    }),
    credits: 6,
  },
  fund: {
    ...unknown('account.not.exists'),
    args: ({ empty }: Held) => ({ id: empty, amount: '100', reference: 'bank-2026-17', note: 'By bank' }),
  },
  withdraw: {
    ...unknown('account.not.exists'),
    args: ({ account }: Held) => ({ id: account, amount: '0.5', transactionCode: 'payout', paymentId: '17' }),
  },
}
