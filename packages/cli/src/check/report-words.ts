/**
 * The sentences of the product's reports, in English; a test compares them with its locale files. `_one` and
 * `_other` are forms for a count.
 */
export const reportWords: Readonly<Record<string, string>> = {
  'headline.all': 'All of this text reads like AI writing',
  'headline.most': 'Most of this text ({{share}}) reads like AI writing',
  'headline.whole': 'This text reads like AI writing',
  'headline.part': 'Part of this text ({{share}}) reads like AI writing',
  'headline.parts': 'Parts of this text read like AI writing',
  'headline.unusual': 'Unusual, but not enough to say',
  'headline.short': 'Short text: {{headline}}',
  'headline.nothing': 'Nothing here stands out',
  'headline.too-short': 'Too short to score',
  'headline.not-english': 'Not in English, so not scored',
  'headline.creative': 'Imaginative writing, so not scored',
  'standing.about_one':
    'Of 1,000 students’ essays, reports and reflections of this length, about {{shown}} scores this high or higher.',
  'standing.about_other':
    'Of 1,000 students’ essays, reports and reflections of this length, about {{shown}} score this high or higher.',
  'standing.most':
    'Most students’ essays, reports and reflections of this length score this high or higher (about {{shown}} in 1,000).',
  'standing.fewer':
    'Of 1,000 students’ essays, reports and reflections of this length, fewer than 1 scores this high.',
  'standing.none':
    'None of the students’ essays, reports and reflections of this length that were tested scores this high. They are too few to show a rate below about {{atBest}} in 1,000.',
  'mistaken.about_one':
    'About {{shown}} in 1,000 students’ essays, reports and reflections of this length gets such a finding by mistake ({{mistaken}} of {{n}} tested).',
  'mistaken.about_other':
    'About {{shown}} in 1,000 students’ essays, reports and reflections of this length get such a finding by mistake ({{mistaken}} of {{n}} tested).',
  'mistaken.fewer':
    'Fewer than 1 in 1,000 students’ essays, reports and reflections of this length gets such a finding by mistake ({{mistaken}} of {{n}} tested).',
  'mistaken.none':
    'Fewer than 1 in 1,000 students’ essays, reports and reflections of this length gets such a finding by mistake (none of {{n}} tested).',
  'mistaken.few':
    'None of the {{n}} students’ essays, reports and reflections of this length that were tested gets such a finding. So few texts cannot show a rate below 1 in 1,000.',
  'standing.unknown':
    'How often students’ essays, reports and reflections of this length score this high has not been measured.',
}

const byKey = new Map(Object.entries(reportWords))

/** A sentence with its figures. */
export function wordsOf(key: string, values: Readonly<Record<string, string | number | undefined>>): string {
  const words = byKey.get(key) ?? byKey.get(`${key}_${values.count === 1 ? 'one' : 'other'}`)
  if (words === undefined) throw new Error(`No words for ${key}.`)
  const figures = new Map(Object.entries(values))
  return words.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(figures.get(name) ?? ''))
}
