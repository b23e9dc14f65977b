import type { FactFigures, FactRate, Rate } from './measure.ts'
import { mostOfRepository, thresholds } from './measure.ts'

const number = (value: number) => value.toLocaleString('en-GB').replaceAll(',', '_')
const quoted = (value: string | null) => (value === null ? 'null' : `'${value}'`)
const shown = (value: number) => value.toLocaleString('en-GB')

function rateLine({ files, kind, name, n, atLeast }: FactRate): string {
  const counts = thresholds.map((threshold) => `${threshold}: ${number(atLeast[threshold])}`).join(', ')
  return `  { files: '${files}', kind: '${kind}', name: ${quoted(name)}, n: ${number(n)}, atLeast: { ${counts} } },`
}

/** The module of the contract that reports read: how often honest files have each fact. */
export function ratesModule({ rates, histories }: FactFigures): string {
  return `export interface FactRate {
  /** The kind of files that were measured. */
  files: 'word' | 'pdf'
  kind: string
  name: string | null
  /** Files that can have the fact. */
  n: number
  /** How many of them count at least so much. */
  atLeast: Record<${thresholds.join(' | ')}, number>
}

/**
 * How often honest files have each fact. Written by \`npm run lab -- facts\`;
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

function tableOf(rates: readonly Rate[]): string {
  const rows = rates.map(
    ({ kind, name, n, atLeast, sources }) =>
      `| ${[kind, name ?? '', shown(n), ...thresholds.map((threshold) => `${shown(atLeast[threshold])} (${share(atLeast[threshold], n)})`), shown(sources)].join(' | ')} |`,
  )
  return `| kind | name | n | ${thresholds.map((threshold) => `≥ ${threshold}`).join(' | ')} | sources |
| --- | --- | --- | ${thresholds.map(() => '---').join(' | ')} | --- |
${rows.join('\n')}`
}

/** With fewer files a language may be a wrong guess. */
const leastOfLanguage = 5

/** "English 612, Spanish 40, others or none that could be told 3". */
function languagesOf({ files, languages }: FactFigures): string {
  const named = languages.filter(({ files: count }) => count >= leastOfLanguage)
  const all = Object.values(files).reduce((sum, count) => sum + count, 0)
  const others = all - named.reduce((sum, { files: count }) => sum + count, 0)
  return [
    ...named.map(({ language, files: count }) => `${language} ${shown(count)}`),
    `others or none that could be told ${shown(others)}`,
  ].join(', ')
}

/** A figure of bench/results/figures.json. */
export interface BenchFigure {
  name: string
  value: number
  unit: string
  n: number
  target: number
}

const readingRow = ({ name, value, unit, n, target }: BenchFigure) =>
  `| ${name} | ${shown(value)} ${unit} | ${shown(target)} ${unit} | ${shown(n)} |`

/** The page docs/evaluation/facts.md. `reading` compares our reading of such files with other programs'. */
export function factsPage(figures: FactFigures, reading: readonly BenchFigure[]): string {
  const { files, unreadable, repositories, rates, histories, texts } = figures
  const all = Object.values(files).reduce((sum, count) => sum + count, 0)
  const { timed, atMostOneMinute, restarted, withSessions, mostInOneSession } = histories
  return `# How often honest files have each fact

This page is written by \`npm run lab -- facts --files FOLDER\`, together with \`packages/contract/src/documents/fact-rates.ts\`, which reports show. No figure on it is typed by hand.

Measured were ${shown(all)} files of ${shown(repositories)} public repositories (${shown(files.pdf)} PDF, ${shown(files.docx)} DOCX and ${shown(files.doc)} DOC: theses, course reports, essays, lab reports and
lecture notes), taken as they were before December 2022, when chat programs became common. \`packages/lab/src/facts/files.json\` lists them with their commits, and with \`--clones FOLDER\` the
command takes them out of clones of the repositories. Of a repository at most ${mostOfRepository.files} files of each type are counted. A further ${shown(unreadable)} files have more than
100 pages, or could not be read without text recognition or at all. No file is part of the project.

Their languages: ${languagesOf(figures)}.

The files are public, and nobody has claimed that all of them are honest: a file that somebody disguised raises a rate and never lowers it. Files of one repository often come from one
template, so the last column counts the repositories.

A fact is notable, and raises an alert, only if at most 0.2 % of the files that can have it reach its count.

## Word files

${tableOf(rates.filter((rate) => rate.files === 'word'))}

## PDFs

${tableOf(rates.filter((rate) => rate.files === 'pdf'))}

## What Word files record of their writing

At most ${mostOfRepository.histories} files of each of ${shown(histories.repositories)} repositories. A file whose counter evidently did not run, such as one with 0 minutes and 317 saves, counts as one without minutes.

| of | that | are |
| --- | --- | --- |
| ${shown(timed)} files with minutes | count at most one minute | ${shown(atMostOneMinute)} (${share(atMostOneMinute, timed)}) |
| ${shown(timed)} files with minutes | have more sessions than saves: their counters were restarted | ${shown(restarted)} (${share(restarted, timed)}) |
| ${shown(withSessions)} files with sessions | have four fifths of the words in one session | ${shown(mostInOneSession)} (${share(mostInOneSession, withSessions)}) |

## What is read of such files

The words that we read, beside those that other programs find in the same files: \`npm run bench -- --files FOLDER\`. Running lines are taken out of both, and PDFs with footnotes are not counted, since
both are left out on purpose.

| | measured | wanted | n |
| --- | --- | --- | --- |
${reading.map(readingRow).join('\n')}

## Plain texts

${shown(texts.n)} texts by people, of ${shown(texts.collections)} collections that are older than chat programs. They are plain: no word processor, PDF or other alphabet left its traces in them. No report states these rates.

${tableOf(texts.rates)}
`
}
