/** A case-insensitive fragment, or a pattern. The empty fragment matches everything. */
export type Target = string | RegExp

export interface FaultOptions {
  /** How often it fails; once by default. */
  times?: number
  /** How many matching operations pass first. */
  skip?: number
}

/** One planned failure. */
export interface Fault {
  /** How often it has happened so far. */
  readonly happened: number
}

export interface Planned {
  /** The kind of operation. */
  at: string
  target: Target
  /** The SQLSTATE that the failing statement reports. */
  sqlState?: string
  /** The system's code that the failing operation of the storage reports. */
  code?: string
  /** How a thread or a child fails. */
  how?: 'dies' | 'refused'
}

class Entry implements Fault {
  happened = 0
  private skip: number
  private readonly times: number

  readonly planned: Planned

  constructor(planned: Planned, { times = 1, skip = 0 }: FaultOptions) {
    this.planned = planned
    this.times = times
    this.skip = skip
  }

  /** Whether this operation fails; counts it. */
  takes(at: string, subjects: readonly string[]): boolean {
    const { at: kind, target } = this.planned
    const matches = (subject: string) =>
      typeof target === 'string'
        ? subject.toLowerCase().includes(target.toLowerCase())
        : new RegExp(target).test(subject)
    if (kind !== at || this.happened >= this.times || !subjects.some(matches)) return false
    if (this.skip > 0) {
      this.skip -= 1
      return false
    }
    this.happened += 1
    return true
  }
}

/** The failures that a test asked for. */
export class Plan {
  private entries: Entry[] = []
  private readonly restores: (() => void)[] = []

  add(planned: Planned, options: FaultOptions): Fault {
    const entry = new Entry(planned, options)
    this.entries.push(entry)
    return entry
  }

  /** The failure of this operation, or null when it works. A target may match any of `subjects`. */
  next(at: string, ...subjects: string[]): Planned | null {
    return this.entries.find((entry) => entry.takes(at, subjects))?.planned ?? null
  }

  /** Throws when the response of this operation should be lost. */
  lose(at: string, ...subjects: string[]): void {
    if (this.next(at, ...subjects))
      throw new Error('Connection terminated unexpectedly (a fault of the test).')
  }

  /** Registers how to undo a replacement in this process. */
  onClear(restore: () => void): void {
    this.restores.push(restore)
  }

  clear(): void {
    this.entries = []
    for (const restore of this.restores.splice(0).reverse()) restore()
  }
}
