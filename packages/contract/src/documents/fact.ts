import * as z from 'zod/mini'
import { type FactRate, factRates } from './fact-rates.ts'
import { fileKinds } from './file-types.ts'

/** How a Word file was written, according to the file. What it does not record is null. */
export const EditingHistory = z.object({
  /** Words of the text, counted as the report counts them. */
  words: z.int(),
  /** Minutes that the file was open for editing. */
  minutes: z.nullable(z.int()),
  /** Times that the file was saved. */
  saves: z.nullable(z.int()),
  /** Editing sessions that the words arrived in: the time between two saves. */
  sessions: z.nullable(z.int()),
  /** Sessions that the file lists, with those whose words are gone; null if these are no more. */
  recorded: z.nullable(z.int()),
  /** Words of the session with the most words. */
  largest: z.nullable(z.int()),
  /**
   * The sessions along the text: 1 is the one with the most words, 2 the next, 0 stands for words of which
   * the file names none.
   */
  stretches: z.array(z.object({ session: z.int(), words: z.int() })),
})
export type EditingHistory = z.infer<typeof EditingHistory>

/** How well the words of a scan could be read. */
export const ScanReading = z.object({
  /** Mean confidence over the words of all pages that were read, 0…100. */
  confidence: z.int(),
  /** Each page that was read. */
  pages: z.array(z.object({ page: z.int(), words: z.int(), confidence: z.int() })),
})

const factKinds = [
  'invisible-characters',
  'look-alike-letters',
  'hidden-text',
  'recognised-text',
  'scan',
  'covered-text',
  'editing-history',
  'pdf-history',
  'file-origin',
  'prompt-echo',
  'markdown-remains',
  'metadata',
  'left-out',
  'reference-list',
  'unlisted-citation',
  'uncited-reference',
  'impossible-year',
  'malformed-identifier',
  'repeated-reference',
] as const
type FactKind = (typeof factKinds)[number]

export const severities = ['notable', 'information'] as const
export type Severity = (typeof severities)[number]

type MeasuredCount = keyof FactRate['atLeast']

/**
 * From this count on a fact may be notable: something that writing, converting and pasting honestly hardly
 * ever leave behind. Everything else is information. How the counts were chosen:
 * docs/decisions/0052-notable-facts-of-a-file.md.
 */
const notableFrom: Partial<Record<FactKind, MeasuredCount>> = {
  'invisible-characters': 10,
  'look-alike-letters': 5,
  'hidden-text': 5,
  'prompt-echo': 2,
  'file-origin': 1,
}

/** A notable fact is at most this frequent in honest files, measured on at least so many. */
const rarest = { share: 0.002, n: 300 }

export interface FactIdentity {
  kind: FactKind
  name?: string | null | undefined
  count: number | null
}

/** How many of the honest files of a kind have as much of a fact. */
export interface FileRate {
  files: FactRate['files']
  n: number
  found: number
}

/**
 * Of how many honest files of each kind how many have as much of a fact. Empty if it was not measured.
 * @param filename of the file that has the fact, for rates of its kind alone
 */
export function factRatesOf({ kind, name, count }: FactIdentity, filename: string | null = null): FileRate[] {
  const type = filename?.slice(filename.lastIndexOf('.') + 1).toLowerCase() ?? ''
  const measured = fileKinds.find(({ types }) => type in types)?.name.en.toLowerCase()
  const from = ([10, 5, 2, 1] as const).find((threshold) => threshold <= (count ?? 1))
  return from === undefined
    ? []
    : factRates
        .filter((rate) => rate.kind === kind && rate.name === (name ?? null) && rate.n > 0)
        .filter(({ files }) => filename === null || files === measured)
        .map(({ files, n, atLeast }) => ({ files, n, found: atLeast[from] }))
}

/** Whether a fact deserves the teacher's attention before all others. */
export function severityOf({ kind, name, count }: FactIdentity): Severity {
  const from = notableFrom[kind]
  if (from === undefined || (count ?? 1) < from || (kind === 'file-origin' && name !== 'chat-program'))
    return 'information'
  const rates = factRatesOf({ kind, name, count: from })
  const n = rates.reduce((sum, rate) => sum + rate.n, 0)
  const found = rates.reduce((sum, rate) => sum + rate.found, 0)
  return n >= rarest.n && found <= n * rarest.share ? 'notable' : 'information'
}

/** A fact as a reader of files or texts finds it. */
export const FoundFact = z.object({
  kind: z.enum(factKinds),
  /** What exactly was found, in the extractor's words (`author`, `headers-and-footers`…). */
  name: z.nullish(z.string()),
  count: z.nullable(z.int()),
  /** A short value: the metadata's name and content, or an example. Never interpreted as markup. */
  value: z.nullable(z.string()),
  /** The figures of the fact `editing-history` `summary`; absent from all others. */
  history: z.optional(EditingHistory),
  /** Of the fact `scan`: how well each page could be read; absent from all others. */
  scan: z.optional(ScanReading),
})
export type FoundFact = z.infer<typeof FoundFact>

/**
 * Facts of older reports in today's form: recognised text was once reported as a kind of hidden text, and
 * facts had no severity.
 */
const FactOnRecord = z.transform((fact: unknown) => {
  const isRecognised =
    typeof fact === 'object' && fact !== null && Reflect.get(fact, 'name') === 'recognised-pages'
  const named = isRecognised ? { ...fact, kind: 'recognised-text', name: 'pages' } : fact
  const { data } = FoundFact.safeParse(named)
  return data ? { severity: severityOf(data), ...(named as object) } : named
})

/** Something in the file that a teacher can check. It never changes the score. */
export const PlainFact = z.pipe(FactOnRecord, z.extend(FoundFact, { severity: z.enum(severities) }))
export type PlainFact = z.infer<typeof PlainFact>
