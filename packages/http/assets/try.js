/** The page of operations: made of openapi.json, and calls what it shows. The API key stays in this page. */
;(() => {
  const list = document.querySelector('#operations')
  const filter = document.querySelector('#filter')
  const view = document.querySelector('#operation')
  const key = document.querySelector('#key')

  const element = (tag, more = {}, ...inside) => {
    const made = document.createElement(tag)
    for (const [name, value] of Object.entries(more)) {
      if (value !== undefined && value !== false) made.setAttribute(name, value === true ? '' : value)
    }
    made.append(...inside.filter((part) => part !== null))
    return made
  }

  /** The two marks that descriptions use. */
  const marked = (text) =>
    text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
      if (part.startsWith('`')) return element('code', {}, part.slice(1, -1))
      return part.startsWith('**') ? element('strong', {}, part.slice(2, -2)) : part
    })
  const paragraphs = (text = '') => text.split('\n\n').map((part) => element('p', {}, ...marked(part)))

  let document_ = {}
  const resolved = (part) =>
    part?.$ref === undefined
      ? (part ?? {})
      : part.$ref
          .slice(2)
          .split('/')
          .reduce((found, name) => found[name], document_)

  /** What a field of this name usually has, so that the first call is one that works. */
  const USUAL = {
    currency: 'EUR',
    basePair: 'EUR',
    name: 'VC_POINTS',
    amount: '1',
    supply: '100',
    price: '1',
    pair: 'VC_POINTS/EUR',
  }

  /** A value that fits a schema: what must be there, and nothing else. */
  function sample(part, name = '') {
    const schema = resolved(part)
    const given = schema.default ?? schema.const ?? schema.examples?.[0]
    if (given !== undefined) return given
    if (schema.enum !== undefined) return schema.enum.includes(USUAL[name]) ? USUAL[name] : schema.enum[0]
    const inner = schema.oneOf ?? schema.anyOf
    if (schema.type === 'object' || schema.properties !== undefined) {
      const required = [...(schema.required ?? []), ...(inner?.[0]?.required ?? [])]
      return Object.fromEntries(required.map((field) => [field, sample(schema.properties?.[field], field)]))
    }
    if (inner !== undefined) return sample(inner[0], name)
    if (schema.type === 'array') return [sample(schema.items, name)]
    if (schema.type === 'boolean') return false
    if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1
    return USUAL[name] ?? ''
  }

  /** Indents JSON without reading it, because numbers keep all their digits. */
  function indented(text) {
    let depth = 0
    const line = () => `\n${'  '.repeat(depth)}`
    return text.replace(/"(?:[^"\\]|\\.)*"|[[{](?=[\]}])|(?<=[[{])[\]}]|[[{\]},:]/g, (token, at) => {
      if (token === ':') return ': '
      if (token === ',') return `,${line()}`
      const isEmpty = /[[{]/.test(token) ? /[\]}]/.test(text[at + 1]) : /[[{]/.test(text[at - 1])
      if (isEmpty || token.length > 1) return token
      if (token === '{' || token === '[') {
        depth++
        return token + line()
      }
      if (token === '}' || token === ']') {
        depth--
        return line() + token
      }
      return token
    })
  }

  const typeText = (part) => {
    const schema = resolved(part)
    if (schema.enum !== undefined)
      return schema.enum.length > 8 ? `one of ${schema.enum.length} codes` : schema.enum.join(', ')
    if (schema.type === 'array') return `list of ${typeText(schema.items)}`
    const inner = schema.oneOf ?? schema.anyOf
    if (schema.type === undefined && inner !== undefined) return inner.map(typeText).join(' or ')
    return schema.type === 'string' ? 'text' : (schema.type ?? 'anything')
  }

  function fields(part, before = '') {
    const { properties = {}, required = [] } = resolved(part)
    return Object.entries(properties).flatMap(([name, inner]) => {
      const schema = resolved(inner)
      const own = [
        `${before}${name}`,
        `${typeText(inner)}${required.includes(name) ? '' : ', optional'}`,
        schema.description ?? '',
      ]
      const deeper =
        before === '' ? fields(resolved(schema.items ?? schema), `${name}${schema.items ? '[]' : ''}.`) : []
      return [own, ...deeper]
    })
  }

  function fieldTable(label, part) {
    const rows = fields(part)
    if (rows.length === 0) return null
    const head = element(
      'tr',
      {},
      ...['Field', 'Type', 'Meaning'].map((text) => element('th', { scope: 'col' }, text)),
    )
    const body = rows.map(([name, type, meaning]) =>
      element(
        'tr',
        {},
        element('td', {}, element('code', {}, name)),
        element('td', {}, type),
        element('td', {}, ...marked(meaning)),
      ),
    )
    return element(
      'div',
      { class: 'scroll', role: 'region', 'aria-label': label, tabindex: '0' },
      element('table', {}, element('thead', {}, head), element('tbody', {}, ...body)),
    )
  }

  /** A labelled field of the form, with its description. */
  function input(id, label, hint, control) {
    control.id = id
    if (hint !== '') control.setAttribute('aria-describedby', `${id}-hint`)
    return element(
      'div',
      { class: 'field' },
      element('label', { for: id }, label),
      control,
      hint === '' ? null : element('small', { id: `${id}-hint` }, ...marked(hint)),
    )
  }

  function parameterField(part, index) {
    const parameter = resolved(part)
    const schema = resolved(parameter.schema)
    const options = schema.type === 'boolean' ? ['true', 'false'] : schema.enum
    const control =
      options === undefined
        ? element('input', {
            autocomplete: 'off',
            spellcheck: 'false',
            type: schema.format === 'password' ? 'password' : 'text',
          })
        : element(
            'select',
            {},
            ...(parameter.required ? options : ['', ...options]).map((one) =>
              element('option', {}, String(one)),
            ),
          )
    control.required = parameter.required
    if (parameter.example !== undefined) control.setAttribute('placeholder', String(parameter.example))
    const label = `${parameter.name}${parameter.required ? '' : ' (optional)'}`
    return { parameter, control, row: input(`field-${index}`, label, parameter.description ?? '', control) }
  }

  function show({ method, path, operation }) {
    const parameters = (operation.parameters ?? []).map(parameterField)
    const schema = operation.requestBody?.content['application/json'].schema
    const kinds = resolved(schema).oneOf?.some((kind) => kind.$ref) ? resolved(schema).oneOf : [schema]
    const body = element('textarea', { rows: '10', spellcheck: 'false' })
    const kind = element(
      'select',
      {},
      ...kinds.map((_, index) =>
        element('option', { value: String(index) }, operation['x-operation-ids'][index] ?? `${index + 1}`),
      ),
    )
    const about = element('div')
    const choose = () => {
      const chosen = kinds[Number(kind.value)]
      const id = operation['x-operation-ids'][Number(kind.value)]
      const given = operation.requestBody.content['application/json'].examples?.[id]
      body.value = JSON.stringify(given === undefined ? sample(chosen) : given.value, null, 2)
      about.replaceChildren(...[fieldTable('Fields of the body', chosen)].filter((part) => part !== null))
    }
    if (schema !== undefined) choose()
    kind.addEventListener('change', choose)

    const answer = element('div', { class: 'answer', role: 'status' })
    const form = element(
      'form',
      {},
      ...parameters.map(({ row }) => row),
      ...(schema !== undefined && kinds.length > 1 ? [input('kind', 'Kind of body', '', kind)] : []),
      ...(schema === undefined ? [] : [input('body', 'Body, as JSON', '', body)]),
      element('button', {}, 'Send'),
      answer,
    )
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void send({ method, path, parameters, body: schema === undefined ? undefined : body.value, answer })
    })

    const answers = Object.entries(operation.responses).map(([status, part]) => {
      const response = resolved(part)
      const shape = response.content?.['application/json'].schema
      return element(
        'details',
        {},
        element('summary', {}, `${status} ${status < '300' ? '' : 'refused'}`),
        ...paragraphs(response.description),
        ...(status < '300'
          ? [fieldTable('Fields of the answer', resolved(shape).items ?? shape)].filter((one) => one !== null)
          : []),
      )
    })
    view.replaceChildren(
      element('h1', {}, operation.summary),
      element(
        'p',
        {},
        element('code', { class: 'route' }, `${method.toUpperCase()} ${path}`),
        operation['x-extension'] ? element('span', { class: 'own' }, 'Extension') : null,
      ),
      ...paragraphs(operation.description),
      element('h2', {}, 'Try it'),
      form,
      ...(schema === undefined ? [] : [element('h2', {}, 'Body'), about]),
      element('h2', {}, 'Answers'),
      ...answers,
    )
    document.title = `${operation.summary} · Tallystick API`
  }

  async function send({ method, path, parameters, body, answer }) {
    const query = new URLSearchParams()
    const headers = { accept: 'application/json' }
    if (key.value !== '') headers['x-api-key'] = key.value
    let target = path
    for (const { parameter, control } of parameters) {
      if (parameter.in === 'path')
        target = target.replace(`{${parameter.name}}`, encodeURIComponent(control.value))
      else if (control.value === '') continue
      else if (parameter.in === 'query') query.append(parameter.name, control.value)
      else headers[parameter.name] = control.value
    }
    if (body !== undefined) headers['content-type'] = 'application/json'
    // Relative to this page, so it works below a prefix.
    const url = `${target.slice(1)}${query.size === 0 ? '' : `?${query}`}`
    answer.replaceChildren(element('p', {}, 'Waiting for the answer …'))
    try {
      const response = await fetch(url, { method: method.toUpperCase(), headers, body, credentials: 'omit' })
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.includes('json')
      answer.replaceChildren(
        element('p', {}, element('strong', {}, `${response.status} ${response.statusText}`)),
        ...(text === ''
          ? []
          : [element('pre', { tabindex: '0' }, element('code', {}, isJson ? indented(text) : text))]),
      )
    } catch (error) {
      answer.replaceChildren(element('p', {}, `No answer: ${error.message}`))
    }
  }

  function index(found) {
    const tags = document_.tags.map(({ name, 'x-displayName': title, description }) => {
      const links = found
        .filter(({ operation }) => operation.tags.includes(name))
        .map(({ method, operation }) =>
          element(
            'li',
            { 'data-text': `${operation['x-operation-ids'].join(' ')} ${operation.summary}`.toLowerCase() },
            element(
              'a',
              { href: `#${operation.operationId}` },
              operation.summary,
              ' ',
              element('span', { class: 'method' }, method.toUpperCase()),
            ),
          ),
        )
      return element(
        'details',
        {},
        element('summary', { title: description }, title ?? name),
        element('ul', {}, ...links),
      )
    })
    list.replaceChildren(...tags)
    filter.addEventListener('input', () => {
      const words = filter.value.toLowerCase().split(/\s+/)
      for (const tag of tags) {
        let hits = 0
        for (const item of tag.querySelectorAll('li')) {
          item.hidden = !words.every((word) => item.dataset.text.includes(word))
          if (!item.hidden) hits++
        }
        tag.hidden = hits === 0
        tag.open = hits > 0 && filter.value !== ''
      }
    })
  }

  async function start() {
    document_ = await (await fetch('openapi.json')).json()
    const found = Object.entries(document_.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    )
    index(found)
    const open = () => {
      const id = decodeURIComponent(location.hash.slice(1))
      const chosen = found.find(({ operation }) => operation['x-operation-ids'].includes(id))
      for (const link of list.querySelectorAll('a')) {
        const isChosen = chosen !== undefined && link.hash === `#${chosen.operation.operationId}`
        if (isChosen) {
          link.setAttribute('aria-current', 'page')
          link.closest('details').open = true
        } else link.removeAttribute('aria-current')
      }
      if (chosen === undefined)
        view.replaceChildren(
          element('h1', {}, document_.info.title),
          ...paragraphs(document_.info.description),
        )
      else show(chosen)
    }
    addEventListener('hashchange', () => {
      open()
      view.focus()
      scrollTo(0, 0)
    })
    open()
  }

  start().catch((error) =>
    view.replaceChildren(element('p', {}, `The list of operations was not loaded: ${error.message}`)),
  )
})()
