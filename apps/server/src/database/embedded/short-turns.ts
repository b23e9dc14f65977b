import { setImmediate } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'

/** How long statements in a row may keep everything else in this process waiting. */
const maxTurnMs = 10

/** The first byte of the message with which a client takes its leave, as PGlite itself does when it closes. */
const terminate = 'X'.charCodeAt(0)

/**
 * PGlite runs in this process and goes from one waiting statement to the next without a pause. While teachers upload, files, sockets and timers
 * would then wait for the end of the whole queue, each time they need a turn. This one lets them have it between two messages to the database.
 *
 * PGlite also runs statements that began to wait while it closed, on a PostgreSQL that has ended: they are answered wrongly, or run for ever and
 * keep the process from ending. This one refuses them.
 */
export class ShortTurnsDatabase extends PGlite {
  private turnBeganAt = 0
  private hasStarted = false

  override async execProtocolRaw(...message: Parameters<PGlite['execProtocolRaw']>): ReturnType<PGlite['execProtocolRaw']> {
    this.hasStarted ||= this.ready
    const isClosing = this.hasStarted && !this.ready
    if (isClosing && message[0][0] !== terminate) throw new Error('The database is closed.')
    const answer = await super.execProtocolRaw(...message)
    if (!isClosing && performance.now() - this.turnBeganAt > maxTurnMs) {
      await setImmediate()
      this.turnBeganAt = performance.now()
    }
    return answer
  }
}
