import { type Announce, createAnnounce } from './events.ts'
import { keepStudentName } from './features/cases/change-case.ts'
import { unassignClassGroup, unassignStudent, updateSortNames } from './features/documents/change-document.ts'
import { queueReports } from './features/lti/assets/asset-report.ts'
import { createSamples } from './features/samples/samples.ts'
import { deliverCompleted } from './features/webhooks/deliver.ts'
import type { Queue } from './outside/queue/queue.ts'

interface ListenerDependencies {
  queue: Queue
  /** Whether plans differ; false gives every account what the Schools plan includes. */
  planLimits: boolean
  /** Whether a teacher whose profile is complete for the first time gets samples. */
  givesSamples: boolean
}

/** Registers all listeners: the only place that connects features to the events of the layers below. */
export function registerListeners({ queue, planLimits, givesSamples }: ListenerDependencies): Announce {
  return createAnnounce({
    profileCompleted: givesSamples ? [(connection, event) => createSamples(connection, queue, { ...event, planLimits })] : [],
    studentRenamed: [updateSortNames],
    studentDeleted: [unassignStudent, keepStudentName],
    classGroupDeleted: [unassignClassGroup],
    documentsCompleted: [
      deliverCompleted,
      (connection, { documents }) => queueReports(connection, { document_ids: documents.map(({ id }) => id) }),
    ],
    documentsFailed: [queueReports],
  })
}
