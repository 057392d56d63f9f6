/**
 * Counts the turns of the event loop that other calls get while some work runs. An immediate runs in each turn; a timer
 * would only run if the work took a millisecond.
 */
export async function turnsDuring<Result>(
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly turns: number }> {
  let turns = 0
  let next = setImmediate(function turn() {
    turns++
    next = setImmediate(turn)
  })
  try {
    const result = await work()
    return { result, turns }
  } finally {
    clearImmediate(next)
  }
}
