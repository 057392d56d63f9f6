export interface BrokenRule {
  /** What then happens, as whoever it happens to would say it. */
  readonly what: string
  /** Text that stands in one place of all sources, and what takes its place. */
  readonly find: string
  readonly replace: string
  /** The end of the path of the test's file, and a part of the test's name. */
  readonly test: string
  readonly title: string
}

export const rule = (
  what: string,
  find: string,
  replace: string,
  test: string,
  title: string,
): BrokenRule => ({ what, find, replace, test, title })
