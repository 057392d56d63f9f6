/** Answers that are no results, as the errors that the same call throws in process. */
import { Fault, REJECTIONS, Rejected, type RejectionCode, type Violation } from '@tallystick/core'

interface Body {
  readonly errorCode?: unknown
  readonly message?: unknown
  readonly data?: unknown
}

const isCode = (code: unknown): code is RejectionCode =>
  typeof code === 'string' && Object.hasOwn(REJECTIONS, code)

/** @param key What a failure names: whether the call took effect may be unknown */
export function errorOf(
  status: number,
  text: string,
  key: Readonly<Record<string, string>>,
): Rejected | Fault {
  const { errorCode, message, data } = bodyOf(text)
  const said = typeof message === 'string' ? message : ''
  if (!isCode(errorCode)) {
    const code = typeof errorCode === 'string' ? { code: errorCode } : {}
    return new Fault(said === '' ? `The service answered with status ${status}` : said, {
      status,
      ...code,
      ...key,
    })
  }
  return new Rejected({
    code: errorCode,
    ...placeOf(errorCode, said),
    ...(Array.isArray(data) ? { violations: data as readonly Violation[] } : {}),
  })
}

function bodyOf(text: string): Body {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}

/** What a message names besides the texts of its code: `Item 3: No such account (6a…). Check the account ID.` */
function placeOf(
  code: RejectionCode,
  message: string,
): { readonly index?: number; readonly detail?: string } {
  const { cause, remedy } = REJECTIONS[code]
  const [item = '', index] = /^Item (\d+): /.exec(message) ?? []
  const [begin, end] = [`${cause} (`, `). ${remedy}.`]
  const said = message.slice(item.length)
  const hasDetail = said.startsWith(begin) && said.endsWith(end)
  return {
    ...(index === undefined ? {} : { index: Number(index) }),
    ...(hasDetail ? { detail: said.slice(begin.length, -end.length) } : {}),
  }
}
