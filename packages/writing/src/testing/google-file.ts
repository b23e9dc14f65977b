/** Writes a file as Google Docs' `revisions/load` answers it, for tests. */
export class GoogleFile {
  readonly rows: unknown[][] = []
  now = Date.UTC(2026, 8, 1, 9)
  session = 'session-a'
  person = 'person-1'

  row(operation: unknown, afterMs = 1_000): this {
    this.now += afterMs
    this.rows.push([
      operation,
      this.now,
      this.person,
      this.rows.length + 1,
      this.session,
      this.rows.length,
      null,
      null,
      false,
    ])
    return this
  }

  insert(at: number, text: string, afterMs?: number): this {
    return this.row({ ty: 'is', ibi: at, s: text }, afterMs)
  }

  /** Types a text in pieces of a few characters, as Google merges key presses. */
  type(at: number, text: string): this {
    for (let from = 0; from < text.length; from += 4) this.insert(at + from, text.slice(from, from + 4), 800)
    return this
  }

  delete(from: number, to: number, afterMs?: number): this {
    return this.row({ ty: 'ds', si: from, ei: to }, afterMs)
  }

  toString(): string {
    return `)]}'\n${JSON.stringify({ chunkedSnapshot: [[]], changelog: this.rows })}`
  }
}
