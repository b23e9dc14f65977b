import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import {
  type Restore,
  type RestoreStart,
  type RestoreTicket,
  restorePartBytes,
  routes,
} from '@penmark/contract'
import PQueue from 'p-queue'
import type { Logger } from 'pino'
import type { z } from 'zod'
import type { Binder } from '../../../../http/bind.ts'
import type { Owner } from '../../../../http/caller.ts'
import { hashSecret, newSecret } from '../../../../lib/secrets.ts'
import type { Locale } from '../../../../locale/locale.ts'
import { problem } from '../../../../locale/problems/problem.ts'
import { withSentence } from '../../../../locale/problems/reason.ts'
import { recordAction, recordEvent } from '../../../../services/audit/audit.ts'
import { backupNameOf, databaseFolder } from '../../../../services/backup/make-backup.ts'
import {
  type RestoreOutcome,
  type RestorePlan,
  type RestoreSession,
  readOutcome,
  readPlan,
  readSession,
  receivedBytes,
  removeUpload,
  restorePaths,
  writeJsonAtomically,
} from '../../../../services/backup/restore-folder.ts'
import { assertNoAdministrator, assertSetupCode, type SetupDependencies } from '../../installation/setup.ts'
import type { BackupsDependencies } from '../readiness.ts'
import { appendPart, createArchiveCheck, requireSpaceFor } from './uploaded-archive.ts'

interface RestoresDependencies extends BackupsDependencies, SetupDependencies {
  logger: Logger
  /** Ends the product and starts it again in this process, once its running work is done. */
  restart(): void
}

export function bindRestores(
  { bind, bindPublic, bindBytes }: Binder,
  dependencies: RestoresDependencies,
): void {
  const restores = createRestores(dependencies)
  const worded = ({ ticket, restore }: UnwordedTicket, locale?: Locale) => ({
    ticket,
    restore: withSentence(restore, locale),
  })
  bind(routes.beginRestore, async (start, caller) =>
    worded(await restores.begin(start, caller), caller.locale),
  )
  bindPublic(routes.beginFirstRestore, async ({ code = '', ...start }, { locale }) =>
    worded(await restores.beginFirst(start, code), locale),
  )
  bindPublic(routes.readRestore, async ({ ticket }, { locale }) =>
    withSentence(await restores.read(ticket), locale),
  )
  bindBytes(
    routes.sendRestorePart,
    async ({ ticket, offset }, bytes, { locale }) =>
      withSentence(await restores.receive(ticket, offset, bytes), locale),
    {
      bodyBytes: restorePartBytes,
      beforeBody: ({ ticket }) => restores.assertUploading(ticket),
    },
  )
  bindPublic(routes.cancelRestore, async ({ ticket }) => {
    await restores.cancel(ticket)
    return { cancelled: true as const }
  })
  bind(routes.applyRestore, async ({ ticket }, caller) =>
    withSentence(await restores.apply(ticket, caller), caller.locale),
  )
  bindPublic(routes.applyFirstRestore, async ({ ticket }, { locale }) =>
    withSentence(await restores.applyFirst(ticket), locale),
  )
}

type Start = z.infer<typeof RestoreStart>
type Kind = RestoreSession['kind']
type UnwordedTicket = Omit<RestoreTicket, 'restore'> & { restore: UnwordedRestore }

const restoreEnded = () => problem('not_found', 'restore_over')

const isComplete = (session: RestoreSession, received: number) => received >= session.size_bytes

/** Without the sentence of its failure, which depends on the reader. */
type UnwordedRestore = Omit<Restore, 'status_reason'>

function toRestore(
  { name, size_bytes }: Pick<RestoreSession, 'name' | 'size_bytes'>,
  details: Pick<Restore, 'state'> & Partial<UnwordedRestore>,
): UnwordedRestore {
  return {
    name,
    size_bytes,
    received_bytes: size_bytes,
    done_bytes: 0,
    total_bytes: 0,
    contents: null,
    failure: null,
    ...details,
  }
}

const fromPlan = (plan: RestorePlan): UnwordedRestore =>
  toRestore(plan, { state: 'restarting', contents: plan.contents })

const fromOutcome = (outcome: RestoreOutcome): UnwordedRestore =>
  toRestore(outcome, {
    state: outcome.reason === null ? 'restored' : 'failed',
    contents: outcome.contents,
    failure: outcome.reason,
  })

/**
 * Restores in the browser, one at a time; their state is in a folder of the data directory. `beginFirst` and
 * `applyFirst` restore into an installation without an administrator.
 */
function createRestores(dependencies: RestoresDependencies) {
  const { database, backups, restart } = dependencies
  const { dataDir } = backups
  const archiveCheck = createArchiveCheck(dependencies)
  /** Runs changes to the folder one at a time. */
  const changes = new PQueue({ concurrency: 1 })

  const requireSession = async (ticket: string): Promise<RestoreSession> => {
    const session = await readSession(dataDir)
    if (session?.ticket_hash !== hashSecret(ticket)) throw restoreEnded()
    return session
  }

  const describe = async (session: RestoreSession): Promise<UnwordedRestore> => {
    const { contents, refused } = session
    if (refused !== null) return toRestore(session, { state: 'refused', failure: refused })
    if (contents !== null) return toRestore(session, { state: 'ready', contents })
    const received_bytes = await receivedBytes(dataDir)
    if (!isComplete(session, received_bytes))
      return toRestore(session, { state: 'uploading', received_bytes })
    // Also starts the check again if the process was killed during it.
    return toRestore(session, { state: 'checking', ...archiveCheck.start(session, changes) })
  }

  const discard = async () => {
    await archiveCheck.abort()
    await removeUpload(dataDir)
  }

  const begin = (
    kind: Kind,
    { name, size_bytes }: Start,
    record: () => Promise<void>,
  ): Promise<UnwordedTicket> =>
    changes.add(async () => {
      if (backups.databaseUrl !== null) {
        throw problem('conflict', 'restore_on_command_line')
      }
      if ((await readPlan(dataDir)) !== null) {
        throw problem('conflict', 'restore_running')
      }
      const former = await readSession(dataDir)
      const isContinued =
        former?.kind === kind &&
        former.name === name &&
        former.size_bytes === size_bytes &&
        former.refused === null
      if (!isContinued) {
        await discard()
        await requireSpaceFor(backups, size_bytes)
        await record()
      }
      const ticket = newSecret()
      const session = {
        kind,
        name,
        size_bytes,
        contents: isContinued ? former.contents : null,
        refused: null,
        ticket_hash: hashSecret(ticket),
      }
      await writeJsonAtomically(restorePaths(dataDir).session, session)
      return { ticket, restore: await describe(session) }
    })

  const apply = (
    kind: Kind,
    ticket: string,
    record: (contents: RestorePlan['contents']) => Promise<void>,
  ): Promise<UnwordedRestore> =>
    changes.add(async () => {
      const session = await requireSession(ticket)
      const { contents, ticket_hash, name, size_bytes } = session
      if (session.kind !== kind) throw restoreEnded()
      if (contents === null) throw problem('conflict', 'restore_not_checked')
      const { session: sessionFile, plan: planFile, staged } = restorePaths(dataDir)
      if (!existsSync(path.join(staged, databaseFolder))) {
        await removeUpload(dataDir)
        throw restoreEnded()
      }
      await record(contents)
      const now = new Date()
      const plan: RestorePlan = {
        ticket_hash,
        name,
        size_bytes,
        contents,
        planned_at: now.toISOString(),
        phase: 'move-out',
        former: backupNameOf(now),
        former_folders: null,
        reason: null,
      }
      // The session is removed first, so that nothing can change what is planned.
      await rm(sessionFile)
      await writeJsonAtomically(planFile, plan)
      restart()
      return fromPlan(plan)
    })

  return {
    begin: (start: Start, administrator: Owner): Promise<UnwordedTicket> =>
      begin('admin', start, () =>
        recordAction(database, administrator, {
          action: 'backup.upload',
          target_id: 'restore',
          details: { bytes: start.size_bytes },
        }),
      ),

    async beginFirst(start: Start, code: string): Promise<UnwordedTicket> {
      await assertSetupCode(dependencies, code)
      return begin('first', start, async () => undefined)
    },

    read: (ticket: string): Promise<UnwordedRestore> =>
      changes.add(async () => {
        const hash = hashSecret(ticket)
        const plan = await readPlan(dataDir)
        if (plan?.ticket_hash === hash) return fromPlan(plan)
        const outcome = await readOutcome(dataDir)
        if (outcome?.ticket_hash === hash) return fromOutcome(outcome)
        return describe(await requireSession(ticket))
      }),

    /** Throws unless an upload has this ticket. */
    async assertUploading(ticket: string): Promise<void> {
      await requireSession(ticket)
    },

    receive: (ticket: string, offset: number, bytes: Buffer): Promise<UnwordedRestore> =>
      changes.add(async () => {
        const session = await requireSession(ticket)
        await appendPart(dataDir, session, offset, bytes)
        return describe(session)
      }),

    cancel: (ticket: string): Promise<void> =>
      changes.add(async () => {
        await requireSession(ticket)
        await discard()
      }),

    apply: (ticket: string, administrator: Owner): Promise<UnwordedRestore> =>
      apply('admin', ticket, ({ made_at, teachers, documents }) =>
        database.transaction((connection) =>
          recordAction(connection, administrator, {
            action: 'backup.restore',
            target_id: backupNameOf(new Date(made_at)),
            details: { teachers, documents },
          }),
        ),
      ),

    applyFirst: (ticket: string): Promise<UnwordedRestore> =>
      apply('first', ticket, () => assertNoAdministrator(dependencies)),
  }
}

/**
 * Records in the restored audit log that this database was restored; the request for it was recorded in the
 * replaced one.
 */
export async function recordRestore({ database, backups }: BackupsDependencies): Promise<void> {
  const { dataDir } = backups
  const outcome = await readOutcome(dataDir)
  if (outcome === null || outcome.is_recorded) return
  const { made_at, teachers, documents } = outcome.contents
  await recordEvent(database, {
    action: 'backup.restore',
    target_id: backupNameOf(new Date(made_at)),
    teacher_id: null,
    details: { teachers, documents },
  })
  await writeJsonAtomically(restorePaths(dataDir).outcome, { ...outcome, is_recorded: true })
}
