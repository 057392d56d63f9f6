import { type Entry, type EntryTerms, type EntryText, printEntry } from '@tallystick/core'
import type { AuditedEntry, JournalPosition } from '../ports/storage.js'

export class MemoryEntry implements AuditedEntry {
  constructor(
    readonly entry: Entry,
    readonly position: JournalPosition,
    readonly debitNumber: number,
    readonly creditNumber: number,
    readonly batch: string,
    readonly digest: string,
  ) {}

  get terms(): EntryTerms {
    return this.entry
  }

  get text(): EntryText {
    return printEntry(this.entry)
  }
}
