/** The chapters of the API in the OpenAPI document: their titles, texts and groups. */
import { type AnyOperation, AREA_GROUPS, AREAS } from '@tallystick/operations'

/** The chapters, in their groups; a chapter of an embedder is in none. */
export function tagsOf(list: readonly AnyOperation[]) {
  const titles: Readonly<Record<string, string>> = AREAS
  const groups = Object.entries(AREA_GROUPS).map(([name, texts]) => ({ name, texts: Object.entries(texts) }))
  const texts = new Map(groups.flatMap((group) => group.texts))
  const present = new Set<string>(list.map(({ area }) => area))
  const ordered = [...new Set([...texts.keys(), ...present])].filter((name) => present.has(name))
  return {
    tags: ordered.map((name) => {
      const description = texts.get(name)
      return {
        name,
        'x-displayName': titles[name] ?? name,
        ...(description === undefined ? {} : { description }),
      }
    }),
    'x-tagGroups': groups
      .map(({ name, texts: own }) => ({
        name,
        tags: own.map(([tag]) => tag).filter((tag) => present.has(tag)),
      }))
      .filter(({ tags }) => tags.length > 0),
  }
}
