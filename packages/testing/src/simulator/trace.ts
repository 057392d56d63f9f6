/** What has happened: the last events in words, and a digest of all events, which is the same for equal runs. */

interface Note {
  readonly at: number
  readonly step: number
  readonly what: string
  readonly subject: number
  readonly detail: string
}

export class Trace {
  private readonly notes: Note[] = []
  private made = 0
  private high = 0x9e3779b9
  private low = 0x85ebca6b

  /** @param kept How many of the last events can be told. */
  constructor(private readonly kept = 20) {}

  /** @param subject A number that says which: of a call, or of an engine. */
  note(at: number, step: number, what: string, subject: number, detail = ''): void {
    this.notes[this.made % this.kept] = { at, step, what, subject, detail }
    this.made++
    this.mix(at)
    this.mix(subject)
    this.write(what)
    this.write(detail)
  }

  /** Text that belongs to the run without being an event: what was asked, what was answered. */
  write(text: string): void {
    for (let index = 0; index < text.length; index++) this.mix(text.charCodeAt(index))
    this.mix(text.length)
  }

  /** 16 hex digits: the same for the same events in the same order. */
  get digest(): string {
    return this.high.toString(16).padStart(8, '0') + this.low.toString(16).padStart(8, '0')
  }

  /** The last events, oldest first, as `time  step  event`. */
  last(): readonly string[] {
    const first = Math.max(0, this.made - this.kept)
    return Array.from({ length: this.made - first }, (_, index) => {
      const note = this.notes[(first + index) % this.kept]
      if (note === undefined) return ''
      const time = `${(note.at / 1000).toFixed(3)} ms`
      return `${time.padStart(14)}  step ${note.step}  ${note.what} ${note.subject}  ${note.detail}`.trimEnd()
    })
  }

  /** Two lanes of 32 bits, each multiplied by an odd number of its own. Not for secrets. */
  private mix(value: number): void {
    const high = Math.imul(this.high ^ value, 0x9e3779b1)
    const low = Math.imul(this.low ^ (value + high), 0x85ebca77)
    this.high = (high ^ (high >>> 15)) >>> 0
    this.low = (low ^ (low >>> 13)) >>> 0
  }
}
