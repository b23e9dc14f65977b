import type { BinKind } from '@penmark/contract'
import { keepStudentName, noticeOfRestored, recordCaseOfRestored } from '../features/cases/index.ts'
import {
  forgetClassDeletion,
  forgetStudentDeletion,
  freeClassName,
  freeExternalId,
  rejoinClasses,
} from '../features/classes/index.ts'
import {
  createSamples,
  followAllowance,
  refreshRestoredClass,
  renameStudent,
  resumeDocument,
  unassignClassGroup,
  unassignStudent,
  updateSortNames,
} from '../features/documents/index.ts'
import {
  deliverCaseEvent,
  deliverCompleted,
  deliverWritingEvent,
  queueReports,
  reportAgain,
} from '../features/integrations/index.ts'
import {
  compareAgain,
  compareRestored,
  compareWhenComplete,
  compareWithEarlierSoon,
} from '../features/similarity/index.ts'
import type { Connection } from '../services/database/database.ts'
import { createEmit, type Emit, type Events } from '../services/events/events.ts'
import type { Queue } from '../services/queue/queue.ts'

interface ListenerDependencies {
  queue: Queue
  /** Whether a teacher whose profile is complete for the first time gets samples. */
  givesSamples: boolean
}

/** What follows when something of each kind has come back from the bin. */
function restoredListenersOf(
  queue: Queue,
): Record<BinKind, (connection: Connection, event: Events['restored']) => Promise<void>> {
  return {
    document: async (connection, event) => {
      await resumeDocument(connection, queue, event)
      await compareRestored(connection, event)
      await recordCaseOfRestored(connection, event)
    },
    student: async (connection, event) => {
      await forgetStudentDeletion(connection, event)
      await rejoinClasses(connection, event)
      await renameStudent(connection, event.id)
    },
    class: async (connection, event) => {
      await forgetClassDeletion(connection, event)
      await refreshRestoredClass(connection, event)
    },
    'writing-task': async () => undefined,
    case: async (connection, event) =>
      deliverCaseEvent(connection, await noticeOfRestored(connection, event)),
  }
}

/** Registers all listeners: the only place that connects features to the events of the layers below. */
export function registerListeners({ queue, givesSamples }: ListenerDependencies): Emit {
  return createEmit({
    profileCompleted: givesSamples ? [(connection, event) => createSamples(connection, queue, event)] : [],
    studentRenamed: [updateSortNames],
    studentDeleted: [unassignStudent, keepStudentName],
    classGroupDeleted: [unassignClassGroup],
    restoring: [
      async (connection, event) => {
        if (event.kind === 'class') await freeClassName(connection, event)
        if (event.kind === 'student') await freeExternalId(connection, event)
      },
    ],
    restored: [(connection, event) => restoredListenersOf(queue)[event.kind](connection, event)],
    allowanceRaised: [(connection, event) => followAllowance(connection, queue, event)],
    documentsCompleted: [
      deliverCompleted,
      (connection, { documents }) =>
        queueReports(connection, { document_ids: documents.map(({ id }) => id) }),
      (connection, { documents }) =>
        compareWhenComplete(
          connection,
          documents.map(({ id }) => id),
        ),
      (connection, { documents }) =>
        compareWithEarlierSoon(
          connection,
          documents.map(({ id }) => id),
        ),
    ],
    documentsFailed: [
      queueReports,
      (connection, { document_ids }) => compareWhenComplete(connection, document_ids),
    ],
    findingWithdrawn: [reportAgain],
    caseChanged: [deliverCaseEvent],
    writingHandedIn: [deliverWritingEvent],
    documentChangedClass: [
      (connection, { document_id }) => compareWhenComplete(connection, [document_id]),
      (connection, { document_id }) => compareAgain(connection, document_id),
    ],
  })
}
