import { PGlite, type PGliteOptions } from '@electric-sql/pglite'

/**
 * The first byte of the message with which a client takes its leave, as PGlite itself does when it closes.
 */
const terminate = 'X'.charCodeAt(0)

/** PGlite's status of a long jump, PostgreSQL's way out of a statement that failed in the usual way. */
const longJump = 100
const isLongJump = (thrown: unknown) =>
  typeof thrown === 'object' && thrown !== null && 'status' in thrown && thrown.status === longJump

/**
 * PostgreSQL ended in the middle of its work, as it does when it cannot write to its disk. What it had
 * acknowledged is in its files; only a new start can read them.
 */
export class EndedDatabaseError extends Error {
  override readonly name = 'EndedDatabaseError'
}

/**
 * PGlite asks whatever is thrown inside it for its status, and swallows the rest: answering with the error
 * lets it out.
 */
class Escape extends Error {
  get status(): never {
    throw this.cause
  }
}

interface Watch {
  /** Why PostgreSQL ended, in its own words; null if it gave no reason. */
  reasonOfEnd(): string | null
  /** Called once, if PostgreSQL ends without being asked to. */
  onEnd(error: EndedDatabaseError): void
}

/**
 * PGlite goes on after PostgreSQL has ended. A statement is then acknowledged although its commit never
 * reached the disk, and a later one runs for ever and keeps the process from ending, and so does one that
 * began to wait while the database closed. This class refuses them.
 */
export class GuardedDatabase extends PGlite {
  private readonly watch: Watch
  private ended: EndedDatabaseError | null = null
  private isGuarded = false
  private hasStarted = false

  constructor(options: PGliteOptions, watch: Watch) {
    super(options)
    this.watch = watch
  }

  protected get isClosing(): boolean {
    return this.hasStarted && !this.ready
  }

  private guard(): void {
    const { mod } = this
    if (mod === undefined || this.isGuarded) return
    this.isGuarded = true
    const work = mod._PostgresMainLoopOnce
    mod._PostgresMainLoopOnce = () => {
      try {
        work()
      } catch (thrown) {
        if (isLongJump(thrown)) throw thrown
        throw new Escape('', { cause: this.end(thrown) })
      }
    }
  }

  private end(cause: unknown): EndedDatabaseError {
    if (this.ended !== null) return this.ended
    const reason = this.watch.reasonOfEnd() ?? (cause instanceof Error ? cause.message : 'no reason given')
    this.ended = new EndedDatabaseError(`The embedded database ended: ${reason}.`, { cause })
    this.watch.onEnd(this.ended)
    return this.ended
  }

  override async execProtocolRaw(
    ...message: Parameters<PGlite['execProtocolRaw']>
  ): ReturnType<PGlite['execProtocolRaw']> {
    this.guard()
    if (this.ended !== null) throw this.ended
    this.hasStarted ||= this.ready
    if (this.isClosing && message[0][0] !== terminate) throw new Error('The database is closed.')
    return super.execProtocolRaw(...message)
  }

  /**
   * After an unexpected end nothing may be written any more, so the files stay as a killed process leaves
   * them.
   */
  override async close(): Promise<void> {
    if (this.ended === null) await super.close()
  }
}
