import type { Database } from '../../services/database/database.ts'
import type { Storage } from '../../services/storage/storage.ts'
import { faultyDatabase } from './database.ts'
import { type Fault, type FaultOptions, Plan, type Target } from './plan.ts'
import { failChildren, failThreads, type StartFailure } from './processes.ts'
import { faultyStorage } from './storage.ts'

/** `after` lets the operation take effect and loses only its response. */
type MayTakeEffect = FaultOptions & { after?: boolean }

/**
 * Makes named operations of the server fail. Test only: it wraps the database and the storage that a test
 * hands to the server, and Node's own ways to start threads and children, so the product needs no hooks.
 *
 * ```ts
 * const faults = createFaults()
 * const testApp = await startTestApp({ faults })      // or faults.database(database),
 * faults.storage(storage) const fault = faults.failCommit({ of: 'insert into documents', after: true }) ...
 *                                               // what the test is about expect(fault.happened).toBe(1)
 *                 // a fault that never happened proves nothing faults.clear()
 *       // in `afterEach`; nothing fails from here on
 * ```
 *
 * Every call makes the next matching operation fail, then all is well again. `times: 3` fails the next three,
 * `times: Infinity` all of them, `skip: 1` lets the first one pass. A string matches anywhere, in any case;
 * SQL is compared without double quotes and with single spaces, so `insert into documents` finds the
 * statements of drizzle too.
 *
 * What a failure looks like:
 * - `failQuery(sql)`: the database rejects the statement, by default with SQLSTATE 57014 (`sqlState: '40001'`
 *   for another). An open transaction is aborted, exactly as by any failing statement.
 * - `failQuery(sql, { after: true })`: the statement takes effect, then the connection is lost.
 * - `failCommit()`: the connection is lost before the commit: nothing took effect.
 * - `failCommit({ after: true })`: an unknown commit: everything took effect, and the caller sees a lost
 *   connection. `of` narrows either to transactions that ran such a statement; without it the next
 *   transaction of anyone fails, including the queue's.
 * - `failStorage('put')`: the storage throws without doing anything; with `after: true` it does it and throws
 *   then. `code: 'ENOSPC'` is the system's code of the error.
 * - `failThread(program)` and `failChild(program)`: it starts and ends at once, without a message.
 *   `how: 'refused'` when the system would not start it: the thread's constructor throws, the child emits
 *   `error` and has no pid.
 */
export interface Faults {
  failQuery(sql: Target, options?: MayTakeEffect & { sqlState?: string }): Fault
  failCommit(options?: MayTakeEffect & { of?: Target }): Fault
  failStorage(operation: keyof Storage, options?: MayTakeEffect & { code?: string }): Fault
  /** Threads whose program (a path or a URL) matches; any without one. */
  failThread(program?: Target, options?: FaultOptions & { how?: StartFailure }): Fault
  /** Children whose program or arguments match; any without one. Only what starts by `fork` and `spawn`. */
  failChild(program?: Target, options?: FaultOptions & { how?: StartFailure }): Fault
  /** The same database, with faults. */
  database(database: Database): Database
  /** The same storage, with faults. */
  storage(storage: Storage): Storage
  /** Forgets every fault that has not happened yet. */
  clear(): void
}

export function createFaults(): Faults {
  const plan = new Plan()
  return {
    failQuery: (sql, { after = false, sqlState = '57014', ...options } = {}) =>
      plan.add({ at: after ? 'after query' : 'query', target: sql, sqlState }, options),
    failCommit: ({ after = false, of = '', ...options } = {}) =>
      plan.add({ at: after ? 'after commit' : 'commit', target: of }, options),
    failStorage: (operation, { after = false, code, ...options } = {}) =>
      plan.add(
        {
          at: after ? `after storage ${operation}` : `storage ${operation}`,
          target: '',
          ...(code !== undefined && { code }),
        },
        options,
      ),
    failThread(program = '', { how = 'dies', ...options } = {}) {
      failThreads(plan)
      return plan.add({ at: 'thread', target: program, how }, options)
    },
    failChild(program = '', { how = 'dies', ...options } = {}) {
      failChildren(plan)
      return plan.add({ at: 'child', target: program, how }, options)
    },
    database: (database) => faultyDatabase(database, plan),
    storage: (storage) => faultyStorage(storage, plan),
    clear: () => plan.clear(),
  }
}
