import * as z from 'zod/mini'
import { defineRoute } from './calls/route.ts'
import { Figures } from './documents/standing.ts'
import { Id } from './values/scalars.ts'

const Share = z.number().check(z.minimum(0), z.maximum(1))

/**
 * Scored documents are counted in tenths of the score: the first from 0 to below 0.1, the last from 0.9 to 1.
 */
export const scoreTenths = 10

/**
 * Lower bounds of the length bands, in words; the last is open-ended. Models publish their rates for these
 * bands.
 */
export const lengthsFrom = [0, 100, 150, 250, 400, 700] as const

/** With fewer scored documents, figures about a class mean next to nothing. */
export const fewScored = 10

/**
 * How often human texts of one length are flagged (score of at least 0.5), as the model in use publishes it.
 */
export const PublishedRate = z.object({
  /** Words, both ends included; `to` is null for the last band. */
  from: z.int(),
  to: z.nullable(z.int()),
  /** Human texts that the rate was measured on. */
  n: z.int(),
  false_positive_rate: Share,
})
export type PublishedRate = z.infer<typeof PublishedRate>

/** Flags to expect by chance if people had written all of the documents. */
export const ExpectedFlags = z.object({
  /** Scored documents of lengths with a published rate. */
  documents: z.int(),
  flags: z.number().check(z.nonnegative()),
  /** Probability of at least one. */
  at_least_one: Share,
})
export type ExpectedFlags = z.infer<typeof ExpectedFlags>

/** Counters of a set of documents. */
export const Tally = z.object({
  /** Of any status. */
  documents: z.int(),
  /** Completed, with a score. */
  scored: z.int(),
  /** Mean score; null when no document is scored. */
  mean: z.nullable(Share),
  /** Scored documents by tenths of the score. */
  by_score: z.array(z.int()).check(z.length(scoreTenths)),
  /** With a score of at least 0.5: where the published rates are measured. */
  flagged: z.int(),
  /** With a score of at least 0.7. */
  strictly_flagged: z.int(),
  /** Null when no rate is published for any of their lengths. */
  expected: z.nullable(ExpectedFlags),
  /** How the same documents stand. */
  figures: Figures,
})
export type Tally = z.infer<typeof Tally>

export const MonthTally = z.object({
  /** `2026-11`, of the upload, in UTC. */
  month: z.string(),
  documents: z.int(),
  scored: z.int(),
  mean: z.nullable(Share),
  flagged: z.int(),
})
export type MonthTally = z.infer<typeof MonthTally>

export const ClassTally = z.extend(Tally, {
  class_group_id: Id,
  class_name: z.string(),
  academic_year: z.nullable(z.string()),
})
export type ClassTally = z.infer<typeof ClassTally>

export const Analytics = z.object({
  detector: z.object({ name: z.string(), version: z.string() }),
  /** In the order of their lengths. */
  rates: z.array(PublishedRate),
  /** All documents, with or without a class. */
  all: Tally,
  /** Months in which something was uploaded, oldest first. */
  months: z.array(MonthTally),
})
export type Analytics = z.infer<typeof Analytics>

export const ClassAnalytics = z.extend(ClassTally, { months: z.array(MonthTally) })
export type ClassAnalytics = z.infer<typeof ClassAnalytics>

/** In a file of its own, because only the page of analytics needs it. */
export const analyticsRoutes = {
  readAnalytics: defineRoute({
    method: 'GET',
    path: '/analytics',
    access: 'teacher',
    summary: 'Analytics of all own documents, and the published rates of the detector in use',
    input: z.object({}),
    reply: Analytics,
  }),
  listClassTallies: defineRoute({
    method: 'GET',
    path: '/analytics/classes',
    access: 'teacher',
    summary: 'Analytics of each own class, by name',
    input: z.object({}),
    reply: z.array(ClassTally),
  }),
  readClassAnalytics: defineRoute({
    method: 'GET',
    path: '/analytics/classes/:id',
    access: 'teacher',
    summary: 'Analytics of one class, by month',
    input: z.object({ id: z.string() }),
    reply: ClassAnalytics,
  }),
} as const
