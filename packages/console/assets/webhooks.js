/** The log of webhooks. An operator sends one again. */
import { change, get } from './api.js'
import { code, element, link, pager, say, table, time, wrong } from './dom.js'

export async function webhooks({ offset, failed }, { pageSize, role }) {
  const found = await get('subscription/webhook', { pageSize, offset, failed })
  const columns = [
    ['Event', ({ timestamp }) => time(timestamp)],
    ['Type', ({ type }) => type],
    ['To', ({ url }) => code(url)],
    ['State', (webhook) => element('span', { id: `state-${webhook.id}` }, stateOf(webhook))],
    ['Attempts again', ({ retryCount }) => String(retryCount), true],
    ['Last answer', ({ response }) => answerOf(response)],
    ...(role === 'read-only' ? [] : [['Send again', replay]]),
  ]
  return [
    element(
      'p',
      { class: 'bar' },
      link('webhooks', {}, 'All'),
      link('webhooks', { failed: 'true' }, 'Only those that failed'),
    ),
    role === 'read-only' ? element('p', {}, 'A read-only key cannot send one again.') : null,
    table('Webhooks, the newest first', columns, found),
    pager('webhooks', { failed, offset }, found.length, pageSize),
  ]
}

function stateOf({ failed, nextTime }) {
  if (failed) return [wrong('failed')]
  return nextTime === undefined ? ['delivered'] : ['waits until ', time(nextTime)]
}

const answerOf = ({ code: status, data = '' }) => [status, data].filter((part) => part).join(' ') || '–'

/** The operation `replayWebhook`. */
function replay(webhook) {
  const label = `Send again: webhook ${webhook.id}`
  const button = element('button', { type: 'button', 'aria-label': label }, 'Send again')
  button.addEventListener('click', async () => {
    try {
      const sent = await change('POST', `subscription/webhook/${webhook.id}/replay`)
      document.querySelector(`#state-${webhook.id}`)?.replaceChildren(...stateOf(sent))
      say(`The webhook ${webhook.id} is sent again.`)
    } catch (error) {
      say(`The webhook ${webhook.id} was not sent again: ${error.message}`)
    }
  })
  return button
}
