import * as z from 'zod/mini'
import { FindingRecord } from '../finding-record.ts'
import { defineRoute } from './route.ts'

/** What teachers see of how their own findings ended. */
export const findingRecordRoutes = {
  readFindingRecord: defineRoute({
    method: 'GET',
    path: '/finding-record',
    access: 'teacher',
    summary: 'How many of the caller’s own findings of this term ended cleared',
    input: z.object({}),
    reply: FindingRecord,
  }),
} as const
