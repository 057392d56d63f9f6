/** How a follower that is behind proceeds. */

/** Between two lines of the log. */
const INFORM_MS = 10_000
/** A follower that is not further behind tells nothing: each new block would be a line. */
const FAR_BEHIND = 100

export interface Rate {
  /** Blocks that were observed each second since the follower began to catch up; null while it is not behind. */
  readonly perSecond: number | null
  /** At this rate; null without one. */
  readonly secondsLeft: number | null
}

export class Progress {
  private began = 0
  private informed = 0
  private observed = 0

  /** @param elapsed Milliseconds that only rise */
  constructor(
    private readonly elapsed: () => number,
    private readonly inform: (message: string) => void,
  ) {}

  /** The follower begins to catch up. */
  begin(): void {
    this.began = this.elapsed()
    this.informed = this.began
    this.observed = 0
  }

  /** @param behind What is left */
  add(blocks: number, behind: number): void {
    this.observed += blocks
    const now = this.elapsed()
    if (behind < FAR_BEHIND || now - this.informed < INFORM_MS) return
    this.informed = now
    const { perSecond, secondsLeft } = this.rate(behind)
    this.inform(
      `${behind} blocks behind: ${perSecond?.toFixed(1)} a second, about ${spanOf(secondsLeft ?? 0)} left`,
    )
  }

  rate(behind: number | null): Rate {
    const seconds = (this.elapsed() - this.began) / 1_000
    if (behind === null || behind === 0 || this.observed === 0 || seconds <= 0) {
      return { perSecond: null, secondsLeft: null }
    }
    const perSecond = this.observed / seconds
    return { perSecond, secondsLeft: Math.ceil(behind / perSecond) }
  }
}

function spanOf(seconds: number): string {
  if (seconds < 120) return `${seconds} s`
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`
  return `${Math.round(seconds / 3_600)} h`
}
