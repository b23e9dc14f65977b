import { randomUUID } from 'node:crypto'
import { type BibliographicService, type ReferenceLookUp, routes } from '@penmark/contract'
import type { Binder } from '../../../http/bind.ts'
import type { Owner } from '../../../http/caller.ts'
import { problem } from '../../../locale/problems/problem.ts'
import type { Connection, Database } from '../../../services/database/database.ts'
import { sendJob } from '../../../services/queue/send-job.ts'
import { lockDocuments, readDocument } from '../rows/read-documents.ts'
import { type LookUpRow, selectOptionalLookUp, upsertLookUp } from './store.ts'

export function bindReferences({ bind }: Binder, dependencies: ReferencesDependencies): void {
  bind(routes.readReferenceLookUp, ({ id }, caller) => readLookUp(dependencies, id, caller))
  bind(routes.lookUpReferences, ({ id }, caller) => startLookUp(dependencies, id, caller))
}

interface ReferencesDependencies {
  database: Database
  /** The catalogues that the operator has turned on. */
  services: readonly BibliographicService[]
}

function toLookUp(
  document_id: string,
  services: readonly BibliographicService[],
  row: LookUpRow | null,
): ReferenceLookUp {
  return {
    document_id,
    services: [...services],
    state: row?.state ?? null,
    references: row?.reference_count ?? 0,
    done: row?.done ?? 0,
    results: row?.results ?? [],
    completed_at: row?.completed_at?.toISOString() ?? null,
  }
}

/** The caller's own completed document; another teacher's answers 404. */
async function requireCompleted(connection: Connection, id: string, caller: Owner): Promise<void> {
  const { status } = await readDocument(connection, id, caller)
  if (status !== 'COMPLETED') {
    throw problem('conflict', 'report_not_ready')
  }
}

/** The last look-up of a document. It stays readable after the operator turns look-ups off. */
async function readLookUp(
  { database, services }: ReferencesDependencies,
  id: string,
  caller: Owner,
): Promise<ReferenceLookUp> {
  await requireCompleted(database, id, caller)
  return toLookUp(id, services, await selectOptionalLookUp(database, caller.teacher_id, id))
}

/** The finished look-up of a document, for printing. */
export async function readFinishedLookUp(
  connection: Connection,
  document_id: string,
  { teacher_id }: Owner,
): Promise<ReferenceLookUp | null> {
  const row = await selectOptionalLookUp(connection, teacher_id, document_id)
  return row?.state === 'ready' ? toLookUp(document_id, [], row) : null
}

/** Starts a look-up. One that is under way continues; a finished one is repeated. */
async function startLookUp(
  { database, services }: ReferencesDependencies,
  id: string,
  caller: Owner,
): Promise<ReferenceLookUp> {
  await requireCompleted(database, id, caller)
  if (services.length === 0) {
    throw problem('conflict', 'look_up_off')
  }
  const { teacher_id } = caller
  const row = await database.transaction(async (connection) => {
    // Deleted since it was read.
    if ((await lockDocuments(connection, teacher_id, [id])).size === 0) return null
    const started = await upsertLookUp(connection, {
      id: randomUUID(),
      document_id: id,
      teacher_id,
      created_at: new Date(),
    })
    if (started) await sendJob(connection, 'reference-look-ups', started.id)
    return started ?? selectOptionalLookUp(connection, teacher_id, id)
  })
  if (row === null) await requireCompleted(database, id, caller)
  return toLookUp(id, services, row)
}
