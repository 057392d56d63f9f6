/** Search. The library and the index are loaded when somebody wants to search. */
;(() => {
  const script = document.currentScript
  const root = script?.dataset.root ?? '.'
  const form = document.querySelector('form[role=search]')
  const input = document.querySelector('#search')
  const found = document.querySelector('#found')
  if (form === null || input === null || found === null) return
  form.hidden = false

  const load = (name) =>
    new Promise((resolve, reject) => {
      const added = document.createElement('script')
      added.src = `${root}/${name}`
      added.onload = resolve
      added.onerror = () => reject(new Error(`${name} was not loaded`))
      document.head.append(added)
    })

  let opening = null
  const open = () => {
    opening ??= Promise.all([load('minisearch.js'), load('search-index.js')]).then(() =>
      globalThis.MiniSearch.loadJSON(globalThis.tallystickIndex, {
        fields: ['title', 'text'],
        storeFields: ['title', 'page', 'start'],
      }),
    )
    return opening
  }

  const element = (tag, text, more = {}) =>
    Object.assign(document.createElement(tag), { textContent: text, ...more })

  function show(words, results) {
    const list = document.createElement('ul')
    for (const { id, title, page, start } of results.slice(0, 20)) {
      const item = document.createElement('li')
      const link = element('a', title, { href: `${root}/${id}` })
      item.append(
        link,
        element('span', title === page ? '' : ` ${page}`, { className: 'page' }),
        element('p', start),
      )
      list.append(item)
    }
    const count =
      results.length > 20
        ? `The first 20 of ${results.length} results`
        : `${results.length} ${results.length === 1 ? 'result' : 'results'}`
    found.replaceChildren(element('p', `${count} for “${words}”`), list)
    found.hidden = false
  }

  let asked = 0
  async function search() {
    const words = input.value.trim()
    const mine = ++asked
    if (words === '') {
      found.hidden = true
      return
    }
    try {
      const index = await open()
      // Whoever types on does not want this one any more.
      if (mine === asked) {
        show(
          words,
          index.search(words, { prefix: true, fuzzy: 0.15, boost: { title: 4 }, combineWith: 'AND' }),
        )
      }
    } catch (error) {
      opening = null
      found.replaceChildren(element('p', `The search does not work: ${error.message}`))
      found.hidden = false
    }
  }

  input.addEventListener('focus', () => void open().catch(() => {}), { once: true })
  input.addEventListener('input', () => void search())
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    found.querySelector('a')?.focus()
  })
  found.addEventListener('click', (event) => {
    if (event.target instanceof HTMLAnchorElement) found.hidden = true
  })
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !found.hidden) {
      found.hidden = true
      input.focus()
    }
    if (event.key === '/' && !(event.target instanceof HTMLInputElement)) {
      event.preventDefault()
      input.focus()
    }
  })
})()
