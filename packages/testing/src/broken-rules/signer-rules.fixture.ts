/** Of what signers send by themselves: it is given back, and offered again, by proof only. */
import { type BrokenRule, rule } from './rule.fixture.js'

export const SENT_BY_SIGNERS: readonly BrokenRule[] = [
  rule(
    'what a signer may have sent itself is offered again at once',
    'command.sentBySigner.includes(pending.chain) ? doubted(told, env.now) : told',
    'told',
    'signature/decide.test.ts',
    'of one whose signer sends by itself hides it until nothing can come of what was signed',
  ),
  rule(
    'what a signer may have sent itself can be deleted',
    'if (isDoubtful(pending)) {',
    'if (isDoubtful(pending) && pending.error === null) {',
    'signature/decide.test.ts',
    'of one whose signer sends by itself hides it until nothing can come of what was signed',
  ),
  rule(
    'an error is kept for what is on its way',
    "pending.status !== 'pending' || pending.txId !== null) continue",
    "pending.status !== 'pending') continue",
    'signature/decide.test.ts',
    'is too late once it is signed: what becomes of that is told when it is known',
  ),
  rule(
    'a failure is told of what may have been sent',
    'return isDoubtful(signature) ? null : signature.error',
    'return signature.error',
    'event/record.test.ts',
    'is told when its signer reports an error; not while it may have been sent',
  ),
  rule(
    'a search for what a signer has sent goes on with the end of an earlier one',
    'if (known?.notBefore === notBefore) return known',
    'if (known !== undefined) return known',
    'chains/src/solana/sending.test.ts',
    'is looked for anew after another report, by every process',
  ),
  rule(
    'what was proven of one report ends the doubt of a later one',
    'if (isDoubtful(pending) && pending.notBefore !== command.notBefore)',
    'if (isDoubtful(pending) && command.notBefore === -1)',
    'signature/decide.test.ts',
    'of one whose signer sends by itself hides it until nothing can come of what was signed',
  ),
  rule(
    'a withdrawal is given back that its signer may have sent',
    "if (signature?.status === 'pending' && isDoubtful(signature) && command.forced === undefined) {",
    "if (signature?.status === 'complete' && isDoubtful(signature) && command.forced === undefined) {",
    'withdrawal/decide.test.ts',
    'that its signer may have sent itself is not cancelled before that is known, unless an operator forces it',
  ),
  rule(
    'a node that has forgotten proves that nothing was sent',
    'if (first !== 0 && (await blockAt(node, Number(first))).time > since) throw tooLittle()',
    '',
    'chains/src/solana/sending.test.ts',
    'is listed again once no block can have it, and may be deleted then',
  ),
  rule(
    'what a signer may have sent is listed while a block may still have it',
    'if (sent.height <= search.bound) return\n',
    '',
    'chains/src/solana/sending.test.ts',
    'is listed again once no block can have it, and may be deleted then',
  ),
  rule(
    'no node can tell what a signer has sent',
    'rewards: false, ...EVERY_VERSION }])',
    'rewards: false, maxSupportedTransactionVersion: EVERY_VERSION }])',
    'chains/src/solana/sending.test.ts',
    'is listed again once no block can have it, and may be deleted then',
  ),
  rule(
    'a transaction that a node may have is refused for good by one that cannot read it',
    "[BAD_SIGNATURE]: 'A signature does not hold',",
    "[BAD_SIGNATURE]: 'A signature does not hold',\n  [UNREADABLE]: 'Its bytes cannot be read',",
    'chains/src/solana/sending.test.ts',
    'that one node took and another one cannot read are not refused: a block may have them',
  ),
]
