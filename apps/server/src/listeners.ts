import type { BinKind } from '@penmark/contract'
import type { Connection } from './database/database.ts'
import { type Announce, createAnnounce, type Events } from './events.ts'
import { announceRestoredCase, keepStudentName } from './features/cases/change-case.ts'
import { recordCaseOfRestored } from './features/cases/standing.ts'
import {
  forgetDeletion as forgetClassDeletion,
  freeClassName,
  rejoinClasses,
} from './features/class-groups/class-groups.ts'
import {
  refreshRestoredClass,
  renameStudent,
  resumeDocument,
  unassignClassGroup,
  unassignStudent,
  updateSortNames,
} from './features/documents/change-document.ts'
import { followAllowance } from './features/documents/queue/read-waiting.ts'
import { queueReports, reportAgain } from './features/lti/assets/asset-report.ts'
import { compareWhenComplete } from './features/overlap/compare-when-complete.ts'
import {
  compareAgain,
  compareRestored,
  compareWithEarlierSoon,
} from './features/overlap/earlier/compare-with-earlier.ts'
import { createSamples } from './features/samples/samples.ts'
import { forgetDeletion as forgetStudentDeletion, freeExternalId } from './features/students/students.ts'
import { deliverCompleted } from './features/webhooks/deliver.ts'
import type { Queue } from './outside/queue/queue.ts'

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
    case: announceRestoredCase,
  }
}

/** Registers all listeners: the only place that connects features to the events of the layers below. */
export function registerListeners({ queue, givesSamples }: ListenerDependencies): Announce {
  return createAnnounce({
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
    documentChangedClass: [
      (connection, { document_id }) => compareWhenComplete(connection, [document_id]),
      (connection, { document_id }) => compareAgain(connection, document_id),
    ],
  })
}
