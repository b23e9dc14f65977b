import * as z from 'zod/mini'
import { Attachment } from '../calls/attachment.ts'
import { defineRoute, timeZone } from '../calls/route.ts'
import { Report } from '../documents/report.ts'
import { Flag } from '../values/scalars.ts'
import { reportCall } from './report-call.ts'

const byId = z.object({ id: z.string() })

/** The calls of a report. Its schema is large, and no other page loads it. */
export const reportRoutes = {
  readReport: defineRoute({
    ...reportCall,
    scope: 'reports:read',
    summary: 'The result of a document',
    input: byId,
    reply: Report,
  }),
  printReport: defineRoute({
    method: 'GET',
    path: '/results/document/:id/pdf',
    access: 'teacher',
    scope: 'reports:read',
    attachment: 'application/pdf',
    summary:
      'The result of a document as a PDF of two pages, with an appendix on request; 409 while there is none',
    input: z.extend(byId, {
      language: z.optional(z.string().check(z.maxLength(35))),
      /** IANA name of the time zone in the PDF; UTC when absent or unknown. */
      time_zone: timeZone,
      /** Adds every figure behind the result, and the whole of a long text. */
      appendix: z.optional(Flag),
    }),
    reply: Attachment,
  }),
  recheckDocument: defineRoute({
    method: 'POST',
    path: '/results/document/:id/recheck',
    access: 'teacher',
    summary: 'Recheck the text with a newer detector, beside the first result; 409 if there is none',
    input: byId,
    reply: Report,
  }),
} as const
