import type { FileKind } from './files.ts'
import { type JudgedLists, judgedListsTable } from './judged-lists.ts'
import type { FalseAlarms, ReferenceCounts } from './measure.ts'
import type { PaperFigures } from './papers.ts'

import type { StyleName } from './styles.ts'

/**
 * Claims about papers as their authors wrote them, each judged by a person who read the claim and the paper.
 */
export interface JudgedClaims {
  /** How the papers cite and list. */
  style: string
  papers: number
  compared: number
  unlisted: { n: number; right: number }
  uncited: { n: number; right: number }
}

export interface ReferenceFigures {
  firstSeed: number
  /** For every style and kind of file. */
  essays: number
  rows: { style: StyleName; file: FileKind; isHeldOut: boolean; counts: ReferenceCounts }[]
  corpora: FalseAlarms
  papers: PaperFigures[]
  judged: JudgedClaims[]
}

type Rows = ReferenceFigures['rows']

const share = (part: number, whole: number) =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} % (${part} of ${whole})`
const sum = (rows: Rows, of: (counts: ReferenceCounts) => number) =>
  rows.reduce((total, { counts }) => total + of(counts), 0)

const kinds = [
  'unlisted-citation',
  'uncited-reference',
  'impossible-year',
  'malformed-identifier',
  'repeated-reference',
] as const
const names: Record<(typeof kinds)[number], string> = {
  'unlisted-citation': 'cited but not listed',
  'uncited-reference': 'listed but not cited',
  'impossible-year': 'impossible year',
  'malformed-identifier': 'malformed ISBN or arXiv number',
  'repeated-reference': 'the same entry twice',
}

const paperLine = (name: string, figures: readonly PaperFigures[]) => {
  const total = (of: (each: PaperFigures) => number) => figures.reduce((sum, each) => sum + of(each), 0)
  const falseClaims = total((each) => each.falselyUnlisted + each.falselyUncited)
  const right = total((each) => each.removed.found + each.added.found)
  return `| ${[
    name,
    total((each) => each.papers),
    share(
      total((each) => each.listsFound),
      total((each) => each.papers),
    ),
    total((each) => each.entries),
    total((each) => each.falselyUnlisted),
    total((each) => each.falselyUncited),
    total((each) => each.otherFalse),
    share(
      total((each) => each.removed.found),
      total((each) => each.removed.n),
    ),
    share(
      total((each) => each.added.found),
      total((each) => each.added.n),
    ),
    share(right, right + falseClaims),
  ].join(' | ')} |`
}

const judgedLine = (name: string, figures: readonly JudgedClaims[]) => {
  const total = (of: (each: JudgedClaims) => number) => figures.reduce((sum, each) => sum + of(each), 0)
  return `| ${[
    name,
    total((each) => each.papers),
    total((each) => each.compared),
    share(
      total(({ unlisted }) => unlisted.right),
      total(({ unlisted }) => unlisted.n),
    ),
    share(
      total(({ uncited }) => uncited.right),
      total(({ uncited }) => uncited.n),
    ),
  ].join(' | ')} |`
}

/** The page docs/evaluation/references.md. */
export function writeReferencePage(
  { firstSeed, essays, rows, corpora, papers, judged }: ReferenceFigures,
  lists: JudgedLists,
): string {
  const fresh = lists.lists.filter((list) => list.fresh).flatMap(({ statements }) => statements)
  return `# How well the reference checks read references

This page is written by \`npm run lab -- references\` from \`references.json\` and \`reference-lists.json\`; no measured figure on it is typed by hand.

## Lists of students and researchers

${lists.lists.length} lists of Word files and PDFs from public repositories, one of each work and none of ours: theses, essays, reports and articles. On ${lists.day} every statement of the checks was
judged by hand, with the paper before it and a search for each name in the whole text, and is right if it is literally true; of one list at most five of a kind count. The styles are those
that most entries have the form of. \`reference-lists.json\` holds a hash of each file, its kind, and the verdicts, and nothing of its text.

${judgedListsTable(lists)}

${lists.lists.flatMap(({ statements }) => statements).filter(({ right }) => !right).length} statements were wrong, in ${lists.lists.filter(({ statements }) => statements.some(({ right }) => !right)).length} lists, and each kind is a rule and a test now: works cited by their title, by the key of a program or by an organisation with a digit in its name; a name of two letters
before "et al"; a line that says how to cite the paper itself; and three numbers of a PDF whose brackets had moved. The last column has what is still said of the same lists, so it is optimistic; the second line is of lists
that the rules met only after the others had been mended. As they first read those, ${fresh.filter(({ right }) => right).length} of ${fresh.length} statements were right; what was wrong is mended too.

What is not said, because it has not proved right in 95 of 100 cases: in PDFs nothing about names and years, and no number that is missing from the list; and beside notes, nothing about works that are not cited. Of the lists in MLA nothing was said, so nothing is proved for that style.

## Papers as their authors wrote them

Papers that the rules were not mended on, with their authors' own errors: in PDF, of two conferences in 2012 and 2014, in columns; in Word, an article of an economist. Every claim was
judged by hand, with the paper before it and a search in the text that pdftotext finds, and counted in \`references.json\`. A claim is right if it is literally true. Authors seldom err in
such papers, so few claims are made. What was right in fewer than 95 of 100 cases is not shown: of PDFs, reports say only which numbers of a list are not cited.

| style | papers with a list | compared | cited but not listed: right | listed but not cited: right |
| --- | --- | --- | --- | --- |
${judgedLine('**all**', judged)}
${judged.map((each) => judgedLine(each.style, [each])).join('\n')}

Four earlier sets of 25 to 141 papers showed what to mend. In the largest, 44 of 82 citations called missing were listed, nearly all in lists with the year at the end of an entry, which a PDF
divides. MLA, Chicago and Vancouver as their authors wrote them were not among the papers; the table below has them.

## Papers in twelve styles

Papers of public repositories with their authors' own bibliographies (reports, theses and articles in Markdown or LaTeX), rendered by pandoc and citeproc in twelve
citation styles as Word files and read as the product reads them. Citeproc lists exactly what a paper cites, so every claim about a paper as it is, is false. Then the last entry
of each list was taken out, which should be named as cited but not listed, and an entry of another paper was added, which should be named as listed but not cited.
*Precision* is the share of right claims among all claims with these two errors in every paper; with fewer errors it is lower. Papers whose text lacks a citation that their
bibliography holds were left out. The rules were mended on these same papers, so the figures are optimistic: papers that nobody has looked at may show other mistakes.

| style | papers | list found | entries | false "not listed" | false "not cited" | other claims | removed entry named | added entry named | precision |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
${paperLine('**all**', papers)}
${papers.map((each) => paperLine(each.style, [each])).join('\n')}

The other claims are about an ISBN that does lack a digit in the authors' own bibliography. Numbers in superscript never lead to "not listed", since digits behind a word can be anything. In MLA most citations name no page, and are not compared.

To repeat: for each paper and style \`pandoc PAPER --citeproc --bibliography ITS.bib --csl STYLE.csl -M reference-section-title=References -o PAPER--STYLE.docx\`, then
\`npm run lab -- references --papers FOLDER\`.

## Invented essays

A program also invents works and writes ${sum(rows, (each) => each.essays)} essays that cite them in eight styles, as text, Word and PDF files, with brackets, years, acts and films that are no citations. They check that the
code reads what it was written for, and say nothing about real students. Every figure is of seeds from ${firstSeed} on, ${essays} essays for every style and kind of file, which nobody looked at
while the checks were written. The lists of ${share(
    sum(rows, (each) => each.listsFound),
    sum(rows, (each) => each.essays),
  )} were found; ${share(
    sum(rows, (each) => each.falselyUnlisted),
    sum(rows, (each) => each.citations),
  )} of the citations were falsely called not listed, and ${share(
    sum(rows, (each) => each.falselyUncited),
    sum(rows, (each) => each.entries),
  )} of the entries falsely not cited.

Planted errors: the checks keep silent in doubt, so they miss some.

| planted | found |
| --- | --- |
${kinds
  .map(
    (kind) =>
      `| ${names[kind]} | ${share(
        sum(rows, (each) => each.planted[kind].found),
        sum(rows, (each) => each.planted[kind].n),
      )} |`,
  )
  .join('\n')}

## Collected texts

Of ${corpora.texts} texts of ${corpora.sources} sources, ${share(corpora.withList, corpora.texts)} are said to have a reference list, and in ${share(corpora.withFacts, corpora.texts)} anything else is said.
Nobody has labelled which of them have one; answers by chatbots often do, and they are most of these. Sources with any:

| source | texts | with a list | with anything else |
| --- | --- | --- | --- |
${Object.entries(corpora.bySource)
  .map(([source, { texts, withList, withFacts }]) => `| ${source} | ${texts} | ${withList} | ${withFacts} |`)
  .join('\n')}
${['openstax', 'plos_open', 'uk_dissertations'].filter((source) => !(source in corpora.bySource)).length === 3 ? '\nIn openstax, plos_open and uk_dissertations no list was found.\n' : ''}`
}
