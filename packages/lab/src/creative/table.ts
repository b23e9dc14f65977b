import type { CreativeText, Gathered } from './gather.ts'
import { countWords } from './prose.ts'
import type { Collection } from './source-list.ts'

const creative = `# Creative texts by people

Stories, descriptions and personal tales that people wrote before 30 November 2022, to train and measure with. No text
is part of this project: \`npm run lab -- gather --clones FOLDER --to FOLDER\` takes them out of clones of the public
repositories below, kept as FOLDER/owner/name, by [the list of sources](src/creative/sources.json), and writes this page.

- A text's date is that of the last commit before that day which changed its file, and the text is the one of that
  commit. A file that came or changed later is left out or taken as it was. Where a page keeps a history of its own,
  that must end before the day too.
- At least 100 words of English, cut at 1,200 at the end of a sentence; at most 40 texts of one writer, or of all
  unknown writers of a source unless the list says otherwise. No verse, no code, nothing sexual, no text twice.
- In the texts that are taken, writers are codes; a repository may bear its writer's name. "Known writers" counts those whose texts can be told apart.
- A third of the repositories, by a hash of their names, is never learned; so are sources whose licence only allows
  research.
- Pupils are at school or university, or sat an exam in English as a foreign language; amateurs write stories for
  themselves, for small magazines or for a task; published texts are books for children.
- Exam answers and learners' texts hold letters and opinions too, so only those that tell what happened were taken,
  by their openings and the share of past tenses.
`

const statements = `# Personal statements by people

Statements of purpose, motivation letters and essays with which people applied to study before 30 November 2022, to
measure with: no model learns from them. No text is part of this project: \`npm run lab -- gather --clones FOLDER --to FOLDER\` takes
them out of clones of the public repositories below, kept as FOLDER/owner/name, by
[the list of sources](src/creative/personal-statements.json), and writes this page.

- A text's date is that of the last commit before that day which changed its file, and the text is the one of that
  commit. A file that came later is left out.
- At least 100 words of English, cut at 1,200 at the end of a sentence, without addresses, salutations, headings and
  names. More than one word in fifty is "I" or "my", which leaves out templates, lists and papers.
- At most three texts of one writer. Of drafts, and of one statement for several schools, one is taken: a text that
  shares a tenth of its runs of eight words with an earlier one is left out.
- In the texts that are taken, writers are codes; a repository may bear its writer's name. In the collections, which copied essays from pages with examples, every
  essay counts as a writer's only one.
- No letters for jobs, no research statements of teachers, nothing that only a page or a name dates.
`

const measured = `# Kinds of writing that are only measured

Lab reports, summaries, translations and transcripts of speech by people from before 30 November 2022, to measure with.
No model learns from them. No text is part of this project: \`npm run lab -- gather --clones FOLDER --to FOLDER\` takes
them out of clones of the public repositories below, kept as FOLDER/owner/name, by
[the list of sources](src/creative/measured-kinds.json), and writes this page.

- A text's date is that of the last commit before that day which changed its file, and the text is the one of that
  commit. A file that came later is left out.
- At least 100 words of English, cut at 1,200 at the end of a sentence, without headings, notes, captions and
  references. No verse, nothing sexual.
- At most three texts of one writer, and one of each student of the first collection of lab reports. A text that
  shares a tenth of its runs of eight words with earlier ones is left out, as a revision is.
- In the texts that are taken, writers are codes; a repository may bear its writer's name. "Known writers" counts those whose texts can be told apart.
- Summaries are of court cases, meetings, stories, films and research papers; the last are students' work.
- Translations are from Japanese, Latin and Tibetan. Most of the Latin ones are a century old.
- Dictations are the longest turn of each speaker in a recorded conversation, as a person typed it: like a dictated
  text, it was spoken and not revised.
`

const intros: Readonly<Record<string, string>> = {
  'creative-texts.md': creative,
  'personal-statements.md': statements,
  'measured-kinds.md': measured,
}

/** The sources of a collection with what was taken from each, as Markdown. */
export function sourceTable({ page, groups }: Collection, gathered: readonly Gathered[]): string {
  const all = gathered.flatMap(({ texts }) => texts)
  return [
    intros[page],
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
