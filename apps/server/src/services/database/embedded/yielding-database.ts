import { setImmediate } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'
import { GuardedDatabase } from './guarded.ts'

/** How long statements in a row may keep everything else in this process waiting. */
const maxTurnMs = 10

/**
 * PGlite runs in this process and goes from one waiting statement to the next without a pause. While teachers
 * upload, files, sockets and timers would then wait for the end of the whole queue, each time they need a
 * turn. This one lets them have it between two messages to the database.
 */
export class YieldingDatabase extends GuardedDatabase {
  private turnBeganAt = 0

  override async execProtocolRaw(
    ...message: Parameters<PGlite['execProtocolRaw']>
  ): ReturnType<PGlite['execProtocolRaw']> {
    const answer = await super.execProtocolRaw(...message)
    if (!this.isClosing && performance.now() - this.turnBeganAt > maxTurnMs) {
      await setImmediate()
      this.turnBeganAt = performance.now()
    }
    return answer
  }
}
