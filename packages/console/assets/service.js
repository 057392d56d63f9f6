/** Nodes, checks, and keys. */
import { fact } from './api.js'
import { code, element, pager, table, time, wrong } from './dom.js'

export async function health() {
  const { nodes, following, webhooks } = await fact('health')
  return [
    table(
      'Nodes',
      [
        ['Chain', ({ chain, network }) => `${chain} ${network}`],
        ['Host', ({ host }) => code(host)],
        [
          'State',
          ({ healthy, lastBlock }) =>
            lastBlock ? `halted on ${lastBlock}` : healthy ? 'answers' : wrong('fails'),
        ],
        ['Calls', ({ calls }) => String(calls), true],
        ['Failures', ({ failures }) => String(failures), true],
        ['Problem', ({ problem }) => problem ?? '–'],
      ],
      nodes,
    ),
    table(
      'Chains that are followed',
      [
        ['Chain', ({ chain, network }) => `${chain} ${network}`],
        ['Last observed block', ({ height }) => (height === null ? '–' : String(height)), true],
        ['Blocks behind', ({ behind }) => (behind === null ? '–' : String(behind)), true],
        ['Problem', ({ problem }) => (problem === null ? '–' : wrong(problem))],
      ],
      following,
    ),
    element('h2', {}, 'Webhooks'),
    element(
      'p',
      {},
      webhooks.sends
        ? `This process sends webhooks; ${webhooks.inFlight} are under way. `
        : 'This process sends no webhooks. ',
      webhooks.oldest === null
        ? 'None is due.'
        : ['The oldest one that is due waits since ', time(webhooks.oldest), '.'],
      webhooks.problem === null ? null : wrong(` ${webhooks.problem}`),
    ),
  ]
}

export async function checks() {
  const { verify, reconcile } = await fact('checks')
  return [
    element('h2', {}, 'The books'),
    ...bookCheck(verify),
    element('h2', {}, 'The ledger and the chains'),
    ...(reconcile === null
      ? [element('p', {}, 'This process compares nothing: see --reconcile-every.')]
      : comparison(reconcile)),
  ]
}

const whyFailed = (failed) =>
  failed ? element('p', {}, wrong('The newest one failed: the log says why.')) : null

function bookCheck({ at, failed, discrepancies }) {
  const why = whyFailed(failed)
  if (at === null) return [why ?? element('p', {}, 'Not checked since the start: see --verify-every.')]
  const result =
    discrepancies === 0
      ? 'everything agrees'
      : wrong(`${discrepancies} discrepancies, which tallystick verify lists`)
  return [element('p', {}, 'Checked at ', time(at), ': ', result, '.'), why]
}

function comparison({ at, failed, isExplained, currencies }) {
  return [
    element(
      'p',
      {},
      at === null
        ? 'Not compared yet.'
        : [
            'Compared at ',
            time(at),
            ': ',
            isExplained ? 'every difference is explained.' : wrong('not all is explained.'),
          ],
    ),
    whyFailed(failed),
    table(
      'Currencies on chains',
      [
        ['Currency', ({ currency, chain, network }) => `${currency} (${chain} ${network})`],
        ['On our addresses', ({ onChain }) => onChain, true],
        ['Owed to customers', ({ customers }) => customers, true],
        ['Difference', ({ difference }) => difference, true],
        ['Because', ({ lines }) => element('ul', {}, lines.map(becauseOf))],
        ['Explained', ({ isExplained: isFine }) => (isFine ? 'yes' : wrong('no'))],
      ],
      currencies,
    ),
  ]
}

const becauseOf = ({ what, amount, isExplained }) =>
  element('li', {}, isExplained ? `${what}: ${amount}` : wrong(`${what}: ${amount}`))

export async function keys(args, { pageSize }) {
  const { keys: found, uses } = await fact('keys', args)
  return [
    table(
      'API keys, the newest first',
      [
        ['Name', ({ name }) => name],
        ['ID', ({ id }) => code(id)],
        ['Begins with', ({ hint }) => code(hint)],
        ['Role', ({ role }) => role],
        ['State', ({ revoked, frozen }) => (revoked ? 'revoked' : frozen ? 'frozen' : 'valid')],
        ['Network', ({ network, plan }) => `${network}, ${plan}`],
        ['Made', ({ created }) => time(created)],
        ['Used last', ({ lastDay }) => lastDay ?? 'not in 30 days'],
        ['Credits in 30 days', ({ credits }) => String(credits), true],
        ['Addresses', ({ addresses }) => addresses.join(', ') || '–'],
      ],
      found,
    ),
    table(
      'Uses of the keys of managed wallets, the newest first',
      [
        ['Time', ({ at }) => time(at)],
        ['What', ({ purpose }) => purpose],
        ['Chain', ({ chain, network }) => `${chain} ${network}`],
        ['Address', ({ address }) => code(address)],
        ['Wallet', ({ wallet }) => code(wallet)],
        ['By API key', ({ apiKey }) => code(apiKey)],
      ],
      uses,
    ),
    pager('keys', args, Math.max(found.length, uses.length), pageSize),
  ]
}
