import type { FactFigures, FactRate } from './measure.ts'
import { thresholds } from './measure.ts'

const number = (value: number) => value.toLocaleString('en-GB').replaceAll(',', '_')
const quoted = (value: string | null) => (value === null ? 'null' : `'${value}'`)
const shown = (value: number) => value.toLocaleString('en-GB')

function rateLine({ kind, name, n, atLeast }: FactRate): string {
  const counts = thresholds.map((threshold) => `${threshold}: ${number(atLeast[threshold])}`).join(', ')
  return `  { kind: '${kind}', name: ${quoted(name)}, n: ${number(n)}, atLeast: { ${counts} } },`
}

/** The module of the contract that reports read: how often honest files and texts have each fact. */
export function ratesModule({ rates, histories }: FactFigures): string {
  return `export interface FactRate {
  kind: string
  name: string | null
  /** Files and texts that can have the fact. */
  n: number
  /** How many of them count at least so much. */
  atLeast: Record<${thresholds.join(' | ')}, number>
}

/**
 * How often honest files and texts have each fact. Written by \`npm run lab -- facts\`;
 * docs/evaluation/facts.md says what was measured.
 */
export const factRates: readonly FactRate[] = [
${rates.map(rateLine).join('\n')}
]

/** What honest Word files record of how they were written. */
export const historyRates = {
${Object.entries(histories)
  .map(([name, value]) => `  ${name}: ${number(Number(value))},`)
  .join('\n')}
}
`
}

const share = (part: number, whole: number) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(2)} %`)

/** The page docs/evaluation/facts.md. */
export function factsPage({
  files,
  unreadable,
  repositories,
  texts,
  collections,
  rates,
  histories,
}: FactFigures): string {
  const all = Object.values(files).reduce((sum, count) => sum + count, 0)
  const rows = rates.map(
    ({ kind, name, n, atLeast, sources }) =>
      `| ${[kind, name ?? '', shown(n), ...thresholds.map((threshold) => `${shown(atLeast[threshold])} (${share(atLeast[threshold], n)})`), shown(sources)].join(' | ')} |`,
  )
  const { timed, atMostOneMinute, restarted, withSessions, mostInOneSession } = histories
  return `# How often honest files have each fact

This page is written by \`npm run lab -- facts --files FOLDER\`, together with \`packages/contract/src/documents/fact-rates.ts\`, which reports show. No figure on it is typed by hand.

Measured were ${shown(all)} files of ${shown(repositories)} public repositories (${shown(files.pdf)} PDF, ${shown(files.docx)} DOCX, ${shown(files.doc)} DOC and ${shown(files.txt)} TXT: theses, course reports, essays, lab reports,
lecture notes and data sheets, in English, German, Spanish, Polish, Russian, Chinese and other languages) and ${shown(texts)} texts by people, of ${shown(collections)} collections
that are older than chat programs. A further ${shown(unreadable)} files have more than 100 pages, or could not be read without text recognition or at all. Neither files nor texts are part of the project.

Facts of texts were counted in both, facts of files in the types of file that can have them. The files are public, and nobody has claimed that all of them are honest: a file that
somebody disguised raises a rate and never lowers it. Files of one repository often come from one template, so the last column counts the repositories and collections.

A fact is notable, and raises an alert, only if at most 0.2 % of what was measured reaches its count.

| kind | name | n | ${thresholds.map((threshold) => `≥ ${threshold}`).join(' | ')} | sources |
| --- | --- | --- | ${thresholds.map(() => '---').join(' | ')} | --- |
${rows.join('\n')}

## What Word files record of their writing

| of | that | are |
| --- | --- | --- |
| ${shown(timed)} files with minutes | count at most one minute | ${shown(atMostOneMinute)} (${share(atMostOneMinute, timed)}) |
| ${shown(timed)} files with minutes | have more sessions than saves: their counters were restarted | ${shown(restarted)} (${share(restarted, timed)}) |
| ${shown(withSessions)} files with sessions | have four fifths of the words in one session | ${shown(mostInOneSession)} (${share(mostInOneSession, withSessions)}) |
`
}
