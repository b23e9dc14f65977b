import type { CreativeText, Gathered } from './gather.ts'
import { countWords } from './prose.ts'

const intro = `# Creative texts by people

Stories, descriptions and personal tales that people wrote before 30 November 2022, to train and measure with. No text
is part of this project: \`npm run lab -- gather --clones FOLDER --to FOLDER\` takes them out of clones of the public
repositories below, kept as FOLDER/owner/name, by [the list of sources](src/creative/sources.json), and writes this page.

- A text's date is that of the last commit before that day which changed its file, and the text is the one of that
  commit. A file that came or changed later is left out or taken as it was. Where a page keeps a history of its own,
  that must end before the day too.
- At least 100 words of English, cut at 1,200 at the end of a sentence; at most 40 texts of one writer, or of all
  unknown writers of a source unless the list says otherwise. No verse, no code, nothing sexual, no text twice.
- Writers are codes, and nobody is named. "Known writers" counts those whose texts can be told apart.
- A third of the repositories, by a hash of their names, is never learned; so are sources whose licence only allows
  research.
- Pupils are at school or university, or sat an exam in English as a foreign language; amateurs write stories for
  themselves, for small magazines or for a task; published texts are books for children.
- Exam answers and learners' texts hold letters and opinions too, so only those that tell what happened were taken,
  by their openings and the share of past tenses.
`

/** The sources with what was taken from each, as Markdown. */
export function sourceTable(gathered: readonly Gathered[]): string {
  const all = gathered.flatMap(({ texts }) => texts)
  const groups = ['pupils', 'amateurs', 'published'] as const
  return [
    intro,
    '| group | texts | measured only | known writers | repositories | words |',
    '|---|---|---|---|---|---|',
    ...groups.map((group) =>
      sums(
        group,
        all.filter(({ meta }) => meta.group === group),
      ),
    ),
    sums('all', all),
    '',
    '| repository | commit | group | domain | licence as stated | texts | writers | words | dates | use |',
    '|---|---|---|---|---|---|---|---|---|---|',
    ...gathered.filter(({ texts }) => texts.length > 0).map(row),
    '',
  ].join('\n')
}

function sums(name: string, texts: readonly CreativeText[]): string {
  const measured = texts.filter(({ meta }) => meta.use !== undefined).length
  const repositories = new Set(texts.map(({ meta }) => meta.repo)).size
  return cells([
    name,
    number(texts.length),
    number(measured),
    writers(texts),
    number(repositories),
    words(texts),
  ])
}

function row({ source, texts }: Gathered): string {
  const dates = texts.map(({ meta }) => meta.date).sort()
  const from = dates[0]?.slice(0, 4)
  const to = dates.at(-1)?.slice(0, 4)
  return cells([
    source.repository,
    source.commit.slice(0, 10),
    source.group,
    source.domain,
    source.licence,
    number(texts.length),
    writers(texts),
    words(texts),
    from === to ? `${from}` : `${from}–${to}`,
    texts[0]?.meta.use ?? 'learn',
  ])
}

function writers(texts: readonly CreativeText[]): string {
  return number(new Set(texts.flatMap(({ meta }) => meta.author ?? [])).size)
}

function words(texts: readonly CreativeText[]): string {
  return number(texts.reduce((sum, { text }) => sum + countWords(text), 0))
}

function number(value: number): string {
  return value.toLocaleString('en-GB')
}

function cells(values: readonly string[]): string {
  return `| ${values.join(' | ')} |`
}
