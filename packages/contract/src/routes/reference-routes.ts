import * as z from 'zod/mini'
import { ReferenceLookUp } from '../reference-look-up.ts'
import { defineRoute } from './route.ts'

const byId = z.object({ id: z.string() })

/** Calls about the references of a document in public catalogues. */
export const referenceRoutes = {
  readReferenceLookUp: defineRoute({
    method: 'GET',
    path: '/results/document/:id/references',
    access: 'teacher',
    scope: 'reports:read',
    summary: 'What public catalogues say of the references, if somebody had them looked up; 409 while there is no result',
    input: byId,
    reply: ReferenceLookUp,
  }),
  lookUpReferences: defineRoute({
    method: 'POST',
    path: '/results/document/:id/references',
    access: 'teacher',
    success: 202,
    summary: 'Look the references up in public catalogues; 409 where the operator has not turned it on',
    input: byId,
    reply: ReferenceLookUp,
  }),
} as const
