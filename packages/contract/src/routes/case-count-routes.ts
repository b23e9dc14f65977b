import * as z from 'zod/mini'
import { InstallationCaseCounts } from '../case-counts.ts'
import { defineRoute } from './route.ts'

/** What administrators see of how cases ended. */
export const caseCountRoutes = {
  readCaseCounts: defineRoute({
    method: 'GET',
    path: '/admin/case-counts',
    access: 'administrator',
    summary: 'The cases of this term by outcome and year group, rounded, without names',
    input: z.object({}),
    reply: InstallationCaseCounts,
  }),
} as const
