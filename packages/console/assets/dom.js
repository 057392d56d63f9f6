/** Parts of pages. Text stays text: nothing that the service answers becomes HTML. */

/** @param inside Nodes and texts; null is left out */
export function element(tag, more = {}, ...inside) {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(more)) {
    if (value !== undefined && value !== false) made.setAttribute(name, value === true ? '' : value)
  }
  made.append(...inside.flat().filter((part) => part !== null && part !== undefined))
  return made
}

export const code = (text) => (text === null || text === undefined ? '–' : element('code', {}, text))

export const wrong = (text) => element('strong', { class: 'wrong' }, text)

export function time(ms) {
  if (ms === null || ms === undefined) return '–'
  const text = new Date(ms).toISOString()
  return element('time', { datetime: text }, `${text.slice(0, 19).replace('T', ' ')} UTC`)
}

/** To another view, or the same one with other parameters. */
export function link(view, args, text) {
  const given = Object.entries(args).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(given)
  return element('a', { href: `#/${view}${query.size === 0 ? '' : `?${query}`}` }, text)
}

/**
 * @param columns Of each its heading, what a row shows in it, and whether it is an amount
 * @returns A table that can be scrolled by key
 */
export function table(caption, columns, rows) {
  if (rows.length === 0) return element('p', {}, `${caption}: none.`)
  const cell = ([, show, isAmount], row) =>
    element('td', { class: isAmount ? 'amount' : undefined }, show(row))
  return element(
    'div',
    { class: 'scroll', role: 'region', 'aria-label': caption, tabindex: '0' },
    element(
      'table',
      {},
      element('caption', {}, caption),
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          columns.map(([heading, , isAmount]) =>
            element('th', { scope: 'col', class: isAmount ? 'amount' : undefined }, heading),
          ),
        ),
      ),
      element(
        'tbody',
        {},
        rows.map((row) =>
          element(
            'tr',
            {},
            columns.map((column) => cell(column, row)),
          ),
        ),
      ),
    ),
  )
}

const SAID = { done: 'done', now: 'now', coming: 'not yet', wrong: 'failed' }

/** @param steps Of each its state (done, now, coming, wrong), its text, and what else it shows */
export function timeline(label, steps) {
  return element(
    'ol',
    { class: 'timeline', 'aria-label': label },
    steps.map(([state, text, ...more]) =>
      element('li', { class: state }, `${text} `, ...more, ` (${SAID[state]})`),
    ),
  )
}

/** Blocks on a transaction, with a bar. */
export function confirmations({ have, want }) {
  const text = `${Math.min(have, want)} of ${want} confirmations`
  return element(
    'span',
    {},
    element('progress', { max: want, value: Math.min(have, want), 'aria-label': text }),
    ` ${text}`,
  )
}

/** Links to the pages before and after this one. */
export function pager(view, args, count, pageSize) {
  const offset = Number(args.offset ?? 0)
  const to = (next) => ({ ...args, offset: next === 0 ? undefined : String(next) })
  if (offset === 0 && count < pageSize) return null
  return element(
    'p',
    { class: 'bar' },
    offset === 0 ? null : link(view, to(Math.max(0, offset - pageSize)), 'Previous page'),
    count < pageSize ? null : link(view, to(offset + pageSize), 'Next page'),
  )
}

/** Tells a screen reader, and shows it for a while. */
export function say(text) {
  const said = document.querySelector('#said')
  said.textContent = text
  setTimeout(() => {
    if (said.textContent === text) said.textContent = ''
  }, 6_000)
}
