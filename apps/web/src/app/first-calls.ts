import { listLimits, routes } from '@penmark/contract'
import type { LoaderFunctionArgs } from 'react-router'
import { canBeId } from '../features/class-groups/addresses.ts'
import { newestFirst, pageSize } from '../features/documents/first-page.ts'
import { callAhead } from '../lib/call/call.ts'

type Place = Pick<LoaderFunctionArgs, 'params' | 'request'>

/**
 * What a screen asks the server first, begun while the screen's own files are fetched. Each must be the screen's call to the letter, or the server is
 * asked twice; a test holds them to it.
 */
export const firstCalls = {
  everyScreen: () => callAhead(routes.readProfile, {}),
  dashboard: () => {
    callAhead(routes.listRecent, {})
    callAhead(routes.readStats, {})
  },
  documents: ({ request }: Place) => {
    // A link may ask for the documents of one student or class.
    if (new URL(request.url).search !== '') return
    callAhead(routes.listDocuments, { sort: newestFirst.id, order: 'desc', limit: pageSize })
    callAhead(routes.countDocuments, {})
  },
  report: ({ params: { documentId: id } }: Place) => {
    if (id === undefined) return
    callAhead(routes.readDocument, { id })
    callAhead(routes.readReport, { id })
  },
  classes: () => callAhead(routes.listClassGroups, {}),
  classView: ({ params: { classId: id } }: Place) => {
    if (!canBeId(id)) return
    callAhead(routes.readClassGroup, { id })
    callAhead(routes.listDocuments, { class_group_id: id, limit: listLimits.largest })
    callAhead(routes.listStudents, { class_group_id: id, sort: 'last_name', order: 'asc' })
  },
}
