import * as z from 'zod/mini'
import { Baseline, ClassBaseline } from '../baseline.ts'
import { EarlierWriting, StudentWriting } from '../earlier-writing.ts'
import { LongAttachment } from '../report.ts'
import { defineRoute } from './route.ts'

const byId = z.object({ id: z.string() })

/** Calls about the texts that were written in class. */
export const baselineRoutes = {
  readBaseline: defineRoute({
    method: 'GET',
    path: '/results/document/:id/baseline',
    access: 'teacher',
    scope: 'reports:read',
    summary: 'The result beside the texts that were written in class, computed anew at each call; 409 while there is none',
    input: byId,
    reply: Baseline,
  }),
  readClassBaseline: defineRoute({
    method: 'GET',
    path: '/class-groups/:id/baseline',
    access: 'teacher',
    scope: 'reports:read',
    summary: 'How the texts that a class wrote in class score, as counts',
    input: byId,
    reply: ClassBaseline,
  }),
  readEarlierWriting: defineRoute({
    method: 'GET',
    path: '/results/document/:id/earlier-writing',
    access: 'teacher',
    scope: 'reports:read',
    summary: 'The text beside those that the same student wrote in class, computed anew at each call; 409 while there is no result',
    input: byId,
    reply: EarlierWriting,
  }),
  readStudentWriting: defineRoute({
    method: 'GET',
    path: '/students/:id/writing',
    access: 'teacher',
    scope: 'reports:read',
    summary: 'The score and style of a student’s newest documents over time, with those that were written in class',
    input: byId,
    reply: StudentWriting,
  }),
  exportStudentWriting: defineRoute({
    method: 'GET',
    path: '/students/:id/writing/csv',
    access: 'teacher',
    scope: 'reports:read',
    attachment: 'text/csv; charset=utf-8',
    summary: 'The same as CSV; cells that a spreadsheet would run as formulas are escaped',
    input: z.extend(byId, {
      language: z.optional(z.string().check(z.maxLength(35))),
      time_zone: z.optional(z.string().check(z.maxLength(64))),
    }),
    reply: LongAttachment,
  }),
} as const
