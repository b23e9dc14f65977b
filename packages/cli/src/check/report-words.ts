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
  'facts.harmless': 'Harmless reasons',
  'fact.reference-list': 'Reference list',
  'fact.reference-list.text':
    'A reference list was found, and its entries were compared with the citations in the text where both could be read with confidence.',
  'fact.reference-list.harmless': 'Most academic texts have such a list.',
  'fact.unlisted-citation': 'Cited but not listed',
  'fact.unlisted-citation.text':
    'The text cites these works, but they were not found in the reference list, or only with another year.',
  'fact.unlisted-citation.harmless':
    'Forgotten entries and slips in a year are common, and a program can misread a list. Laws, films and works known from another source are often cited without an entry.',
  'fact.uncited-reference': 'Listed but not cited',
  'fact.uncited-reference.text': 'The text does not seem to cite these entries of the reference list.',
  'fact.uncited-reference.harmless':
    'A bibliography may list works that were read but not cited, a citation may stand in a note, and passages are deleted while their entries stay.',
  'fact.impossible-year': 'Unlikely year',
  'fact.impossible-year.text':
    'The year of these entries lies in the future or before the invention of printing.',
  'fact.impossible-year.harmless':
    'A slip of the keyboard, or a work from antiquity or the Middle Ages listed with the year it was written.',
  'fact.malformed-identifier': 'Identifiers that cannot be right',
  'fact.malformed-identifier.text':
    'A DOI or arXiv number of the wrong form, or an ISBN or ISSN whose check digit does not fit. It leads to no work.',
  'fact.malformed-identifier.harmless':
    'A mistyped digit, a number cut off when it was copied, or a misprint in the source.',
  'fact.repeated-reference': 'Listed more than once',
  'fact.repeated-reference.text': 'The same entry stands in the reference list several times.',
  'fact.repeated-reference.harmless':
    'Lists joined from several files, or a reference manager that exported a work twice.',
  'factCount.places_one': '{{shown}} place',
  'factCount.places_other': '{{shown}} places',
  'factCount.times_one': '{{shown}} time',
  'factCount.times_other': '{{shown}} times',
  'factCount.entries_one': '{{shown}} entry',
  'factCount.entries_other': '{{shown}} entries',
  'factName.compared': 'Compared with the text',
  'factName.not-compared': 'Not compared with the text',
  'factName.no-entry': 'No entry',
  'factName.other-year': 'Listed with another year',
  'factName.entry': 'Entry',
  'factName.future': 'In the future',
  'factName.before-printing': 'Before printing',
  'factName.doi': 'DOI',
  'factName.isbn': 'ISBN',
  'factName.issn': 'ISSN',
  'factName.arxiv': 'arXiv',
}

const byKey = new Map(Object.entries(reportWords))

/** A sentence with its figures. */
export function wordsOf(key: string, values: Readonly<Record<string, string | number | undefined>>): string {
  const words = byKey.get(key) ?? byKey.get(`${key}_${values.count === 1 ? 'one' : 'other'}`)
  if (words === undefined) throw new Error(`No words for ${key}.`)
  const figures = new Map(Object.entries(values))
  return words.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(figures.get(name) ?? ''))
}
