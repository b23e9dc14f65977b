import * as z from 'zod/mini'
import { LongAttachment } from '../calls/attachment.ts'
import { defineRoute, timeZone } from '../calls/route.ts'

/** The class, and language tag and IANA time zone of an export; English and UTC when absent or unknown. */
const exported = z.object({
  id: z.string(),
  language: z.optional(z.string().check(z.maxLength(35))),
  time_zone: timeZone,
})

/** Calls that export a class. */
export const classExportRoutes = {
  exportClassGroup: defineRoute({
    method: 'GET',
    path: '/class-groups/:id/csv',
    access: 'teacher',
    attachment: 'text/csv; charset=utf-8',
    summary:
      'The students and documents of a class as CSV; cells that a spreadsheet would run as formulas are escaped',
    input: exported,
    reply: LongAttachment,
  }),
  exportClassReports: defineRoute({
    method: 'GET',
    path: '/class-groups/:id/reports',
    access: 'teacher',
    attachment: 'application/zip',
    summary: 'The reports of a class as PDFs in one ZIP, generated while it is sent; 409 if there is none',
    input: exported,
    reply: LongAttachment,
  }),
} as const
