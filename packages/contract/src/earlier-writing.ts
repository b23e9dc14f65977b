import * as z from 'zod/mini'

/** At most this many of the newest documents of a student are plotted, with the known texts and the document itself. */
export const historyLargest = 40

/** Fewer known texts, or shorter ones, are not compared. */
export const knownTexts = { fewest: 3, words: 250 } as const

export const writingOutcomes = ['in-line', 'differs', 'too-few', 'too-short', 'no-student', 'not-scored'] as const
export const writingMeasures = ['sentence-words', 'word-letters', 'word-variety', 'function-word-distance'] as const

/** One document of the student, with measures that a teacher can check by reading. */
export const EarlierDocument = z.object({
  document_id: z.string(),
  /** When it was uploaded. */
  created_at: z.string(),
  filename: z.string(),
  score: z.number(),
  written_in_class: z.boolean(),
  /** Words per sentence. */
  sentence_words: z.number(),
  /** Letters per word. */
  word_letters: z.number(),
})
export type EarlierDocument = z.infer<typeof EarlierDocument>

/** A text beside those that the same teacher marked as written in class by the same student, computed when it is read. No part of the result. */
export const EarlierWriting = z.object({
  outcome: z.enum(writingOutcomes),
  /** Texts written in class that are long enough and were compared, at most eight; copies count once. */
  known: z.int(),
  /** How many more are needed before a text can be compared. */
  needed: z.int(),
  /** Grows as the text looks less like the known ones; null where it was not compared. It differs above the threshold. */
  distance: z.nullable(z.number()),
  threshold: z.number(),
  /** This text's value, and the lowest and highest of the known texts. Empty where it was not compared. */
  measures: z.array(z.object({ name: z.enum(writingMeasures), value: z.number(), low: z.number(), high: z.number() })),
  /** How often texts by the same writer were called different in the measurement: `differing` of `n` comparisons, and the upper end of the 95 % interval. */
  measured: z.object({ n: z.int(), writers: z.int(), differing: z.int(), high: z.number() }),
  /** The newest scored documents of the student, the newest known texts and this one, oldest first. */
  history: z.array(EarlierDocument),
})
export type EarlierWriting = z.infer<typeof EarlierWriting>

/** The writing of one student over time, computed when it is read. */
export const StudentWriting = z.object({
  /** Texts written in class that a text of this student is compared with, at most eight; copies count once. */
  known: z.int(),
  /** How many more are needed before a text can be compared. */
  needed: z.int(),
  /** The newest scored documents and the newest known texts, oldest first. */
  history: z.array(EarlierDocument),
})
export type StudentWriting = z.infer<typeof StudentWriting>
