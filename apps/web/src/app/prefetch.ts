import { listLimits, teacherRoutes } from '@penmark/contract'
import type { LoaderFunctionArgs } from 'react-router'
import { canBeId } from '../features/class-groups/addresses.ts'
import { newestFirst, pageSize } from '../features/documents/list/first-page.ts'
import { prefetch } from '../lib/call/call.ts'

type PrefetchArgs = Pick<LoaderFunctionArgs, 'params' | 'request'>

/**
 * The first calls of each screen, started while its files load. Each must equal the screen's own call exactly, or the server is asked twice; a test
 * compares them.
 */
export const prefetches = {
  everyScreen: () => prefetch(teacherRoutes.readProfile, {}),
  dashboard: () => {
    prefetch(teacherRoutes.listRecent, {})
    prefetch(teacherRoutes.readStats, {})
  },
  documents: ({ request }: PrefetchArgs) => {
    // A link may ask for the documents of one student or class.
    if (new URL(request.url).search !== '') return
    prefetch(teacherRoutes.listDocuments, { sort: newestFirst.id, order: 'desc', limit: pageSize })
    prefetch(teacherRoutes.countDocuments, {})
  },
  report: ({ params: { documentId: id } }: PrefetchArgs) => {
    if (id === undefined) return
    prefetch(teacherRoutes.readDocument, { id })
    prefetch(teacherRoutes.readReport, { id })
  },
  classes: () => prefetch(teacherRoutes.listClassGroups, {}),
  classView: ({ params: { classId: id } }: PrefetchArgs) => {
    if (!canBeId(id)) return
    prefetch(teacherRoutes.readClassGroup, { id })
    prefetch(teacherRoutes.listDocuments, { class_group_id: id, limit: listLimits.largest })
    prefetch(teacherRoutes.listStudents, { class_group_id: id, sort: 'last_name', order: 'asc' })
  },
}
