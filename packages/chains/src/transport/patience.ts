/** How long somebody waits. */

/** Undefined if it takes longer. */
export async function within<Result>(
  work: Promise<Result>,
  milliseconds: number,
): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** How long an answer may still take. */
export class Patience {
  private timer: NodeJS.Timeout | undefined
  private since = performance.now()
  private isOver = false

  constructor(
    private leftMs: number,
    private readonly late: () => void,
  ) {
    this.timer = setTimeout(late, leftMs)
  }

  /** It now waits for us. */
  pause(): void {
    clearTimeout(this.timer)
    this.leftMs -= performance.now() - this.since
  }

  /** We wait for it again. */
  resume(moreMs: number): void {
    this.leftMs += moreMs
    this.since = performance.now()
    if (!this.isOver) this.timer = setTimeout(this.late, this.leftMs)
  }

  end(): void {
    this.isOver = true
    clearTimeout(this.timer)
  }
}
