import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { Problem, type Restore, type RestoreStart, type RestoreTicket } from '@penmark/contract'
import PQueue from 'p-queue'
import type { z } from 'zod'
import { backupNameOf, databaseFolder } from '../../../backup/make-backup.ts'
import {
  placesOf,
  type RestoreOutcome,
  type RestorePlan,
  type RestoreSession,
  readOutcome,
  readPlan,
  readSession,
  receivedBytes,
  removeUpload,
  writeWhole,
} from '../../../backup/restore-folder.ts'
import type { Owner } from '../../../http/caller.ts'
import { hashSecret, newSecret } from '../../../security/secrets.ts'
import { recordAction, recordEvent } from '../../audit/audit.ts'
import { assertOpen, assertSetupCode } from '../../installation/setup.ts'
import type { BackupsDependencies } from '../dependencies.ts'
import { createChecks } from './checks.ts'
import type { RestoresDependencies } from './dependencies.ts'
import { appendPart, requireRoomFor } from './upload.ts'

type Start = z.infer<typeof RestoreStart>
type Kind = RestoreSession['kind']

export interface Restores {
  begin(start: Start, administrator: Owner): Promise<RestoreTicket>
  beginFirst(start: Start, code: string): Promise<RestoreTicket>
  read(ticket: string): Promise<Restore>
  /** Throws unless an upload has this ticket. */
  assertUploading(ticket: string): Promise<void>
  receive(ticket: string, offset: number, bytes: Buffer): Promise<Restore>
  cancel(ticket: string): Promise<void>
  apply(ticket: string, administrator: Owner): Promise<Restore>
  applyFirst(ticket: string): Promise<Restore>
}

const over = () =>
  new Problem('not_found', 'This restore is over: it was cancelled, another one was begun, or nobody continued it for two days.')

const isComplete = (session: RestoreSession, received: number) => received >= session.size_bytes

type Facts = Pick<Restore, 'state'> & Partial<Restore>

function toRestore({ name, size_bytes }: Pick<RestoreSession, 'name' | 'size_bytes'>, facts: Facts): Restore {
  return { name, size_bytes, received_bytes: size_bytes, done_bytes: 0, total_bytes: 0, contents: null, status_reason: null, ...facts }
}

const planned = (plan: RestorePlan): Restore => toRestore(plan, { state: 'restarting', contents: plan.contents })

const ended = (outcome: RestoreOutcome): Restore =>
  toRestore(outcome, {
    state: outcome.reason === null ? 'restored' : 'failed',
    contents: outcome.contents,
    status_reason: outcome.reason,
  })

/** Restores in the browser, of one process: everything about them lies in a folder of its data. One is underway at a time. */
export function createRestores(dependencies: RestoresDependencies): Restores {
  const { database, backups, restart } = dependencies
  const { dataDir } = backups
  const checks = createChecks(dependencies)
  /** Changes to the folder, one at a time. */
  const changes = new PQueue({ concurrency: 1 })

  const requireSession = async (ticket: string): Promise<RestoreSession> => {
    const session = await readSession(dataDir)
    if (session?.ticket_hash !== hashSecret(ticket)) throw over()
    return session
  }

  const describe = async (session: RestoreSession): Promise<Restore> => {
    const { contents, refused } = session
    if (refused !== null) return toRestore(session, { state: 'refused', status_reason: refused })
    if (contents !== null) return toRestore(session, { state: 'ready', contents })
    const received_bytes = await receivedBytes(dataDir)
    if (!isComplete(session, received_bytes)) return toRestore(session, { state: 'uploading', received_bytes })
    // A process that was killed during the check left an archive that only has to be checked again.
    return toRestore(session, { state: 'checking', ...checks.begin(session, changes) })
  }

  const discard = async () => {
    await checks.abort()
    await removeUpload(dataDir)
  }

  const begin = (kind: Kind, { name, size_bytes }: Start, record: () => Promise<void>): Promise<RestoreTicket> =>
    changes.add(async () => {
      if (backups.databaseUrl !== null) {
        throw new Problem(
          'conflict',
          'This installation uses a PostgreSQL server. Restore the backup on the command line: npm run restore.',
        )
      }
      if ((await readPlan(dataDir)) !== null) {
        throw new Problem('conflict', 'A backup is being restored at the moment. Wait until the product has started again.')
      }
      const found = await readSession(dataDir)
      const isSame = found?.kind === kind && found.name === name && found.size_bytes === size_bytes && found.refused === null
      if (!isSame) {
        await discard()
        await requireRoomFor(backups, size_bytes)
        await record()
      }
      const ticket = newSecret()
      const session = { kind, name, size_bytes, contents: isSame ? found.contents : null, refused: null, ticket_hash: hashSecret(ticket) }
      await writeWhole(placesOf(dataDir).session, session)
      return { ticket, restore: await describe(session) }
    })

  const apply = (kind: Kind, ticket: string, record: (contents: RestorePlan['contents']) => Promise<void>): Promise<Restore> =>
    changes.add(async () => {
      const session = await requireSession(ticket)
      const { contents, ticket_hash, name, size_bytes } = session
      if (session.kind !== kind) throw over()
      if (contents === null) throw new Problem('conflict', 'The file has not been checked yet. Wait until it has.')
      const { session: sessionFile, plan: planFile, staged } = placesOf(dataDir)
      if (!existsSync(path.join(staged, databaseFolder))) {
        await removeUpload(dataDir)
        throw over()
      }
      await record(contents)
      const now = new Date()
      const plan: RestorePlan = {
        ticket_hash,
        name,
        size_bytes,
        contents,
        planned_at: now.toISOString(),
        phase: 'out',
        former: backupNameOf(now),
        had: null,
        reason: null,
      }
      // The session first: from now on nothing may change what is planned.
      await rm(sessionFile)
      await writeWhole(planFile, plan)
      restart()
      return planned(plan)
    })

  return {
    begin: (start, administrator) =>
      begin('admin', start, () =>
        recordAction(database, administrator, { action: 'backup.upload', target_id: 'restore', details: { bytes: start.size_bytes } }),
      ),

    async beginFirst(start, code) {
      await assertSetupCode(dependencies, code)
      return begin('first', start, async () => undefined)
    },

    read: (ticket) =>
      changes.add(async () => {
        const hash = hashSecret(ticket)
        const plan = await readPlan(dataDir)
        if (plan?.ticket_hash === hash) return planned(plan)
        const outcome = await readOutcome(dataDir)
        if (outcome?.ticket_hash === hash) return ended(outcome)
        return describe(await requireSession(ticket))
      }),

    async assertUploading(ticket) {
      await requireSession(ticket)
    },

    receive: (ticket, offset, bytes) =>
      changes.add(async () => {
        const session = await requireSession(ticket)
        await appendPart(dataDir, session, offset, bytes)
        return describe(session)
      }),

    cancel: (ticket) =>
      changes.add(async () => {
        await requireSession(ticket)
        await discard()
      }),

    apply: (ticket, administrator) =>
      apply('admin', ticket, ({ made_at, teachers, documents }) =>
        database.transaction((connection) =>
          recordAction(connection, administrator, {
            action: 'backup.restore',
            target_id: backupNameOf(new Date(made_at)),
            details: { teachers, documents },
          }),
        ),
      ),

    applyFirst: (ticket) => apply('first', ticket, () => assertOpen(dependencies)),
  }
}

/** Notes in the restored audit log that this database was restored: what led to it is in the replaced one. */
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
  await writeWhole(placesOf(dataDir).outcome, { ...outcome, is_recorded: true })
}
