/** A person as reference lists name one. */
export interface Person {
  given: string[]
  family: string
}

/** An invented work. */
export interface WorkRecord {
  kind: 'article' | 'book' | 'chapter' | 'report' | 'page' | 'preprint'
  authors: Person[]
  /** Set instead of authors. */
  organisation: { name: string; short: string | null } | null
  /** Null for a work without a date. */
  year: number | null
  /** `a`, `b` if the same author has several works of a year. */
  letter: string
  title: string
  container: string
  publisher: string
  place: string
  volume: number
  issue: number
  pages: [number, number]
  doi: string | null
  isbn: string | null
  arxiv: string | null
  url: string | null
}

const surnames: Record<'en' | 'fr', string[]> = {
  en: (
    'Abernathy,Okonkwo,Brightwell,Castellano,Dunmore,Eastwood,Fairbanks,Grunwald,Hollingsworth,Ishikawa,Jankowski,Kirkbride,Lindqvist,Mbeki,' +
    'Nakamura,O’Donnell,O’Shea,Pemberton,Quigley,Rasmussen,Sandoval,Thackeray,Underhill,Vasquez,Whitcombe,Xu,Yamada,Zeller,Li,Ng,Wu,Young,' +
    'King,Brown,Long,Smith,Jones,Taylor,Lee,Garcia-Lopez,Smith-Barton,McAllister,MacIntyre,van der Berg,van Dijk,von Hagen,de la Cruz,' +
    'De Souza,Al-Farsi,El-Masri,bin Rashid,ten Brink,St. Clair,Da Silva,Di Marco,Müller,Søndergaard,Núñez,Çelik,Öztürk,Fernández García,Krüger'
  ).split(','),
  fr: (
    'Dupont,Lefèvre,Bérubé,Côté,Beaulieu,Charpentier,Delacroix,Étienne,Fontaine,Gagnon,Hébert,Jolivet,Lacombe,Marchand,Noël,Ouellet,Perrault,' +
    'Quesnel,Rousseau,Saint-Pierre,Tremblay,Vaillancourt,de Beauvoir,de La Tour,Le Goff,La Fontaine,du Bois,d’Ormesson,L’Heureux,Benoît-Girard'
  ).split(','),
}
const given: Record<'en' | 'fr', string[]> = {
  en: 'Alice,Benjamin,Carla,Daniel,Eleanor,Farid,Grace,Hiro,Imani,Jonas,Karen,Liam,Maria,Nadia,Oscar,Priya,Quentin,Rosa,Samuel,Tara,Uma,Victor,Wei,Yusuf,Zoe'.split(
    ',',
  ),
  fr: 'Amélie,Bruno,Camille,Denis,Élise,François,Gaëlle,Hugo,Inès,Jean-Paul,Karim,Louise,Marie-Claude,Noémie,Olivier,Pascal,Rémi,Sophie,Thomas,Yves'.split(
    ',',
  ),
}

const organisations: Record<'en' | 'fr', [string, string | null][]> = {
  en: [
    ['World Health Organization', 'WHO'],
    ['Office for National Statistics', 'ONS'],
    ['Organisation for Economic Co-operation and Development', 'OECD'],
    ['National Institute of River Studies', 'NIRS'],
    ['Department for Education', null],
    ['Greenfield Foundation', null],
    ['The Meridian Times', null],
    ['UNESCO', null],
    ['Centre for Urban Futures', null],
    ['Royal Society of Lantern Makers', null],
  ],
  fr: [
    ['Institut national de la statistique et des études économiques', 'INSEE'],
    ['Ministère de l’Éducation nationale', null],
    ['Organisation mondiale de la santé', 'OMS'],
    ['Fondation des rivières', null],
    ['Statistique Canada', null],
  ],
}

const subjects: Record<'en' | 'fr', string[]> = {
  en: 'tidal farming,school gardens,night trains,urban foxes,remote learning,soil memory,public libraries,glacier tourism,bilingual homes,youth sport,online markets,museum visits,fast fashion,coastal erosion,sleep and study,community radio,reading aloud,household debt'.split(
    ',',
  ),
  fr: 'les jardins scolaires,la mémoire des sols,les bibliothèques publiques,le tourisme des glaciers,la lecture à voix haute,les trains de nuit,les marchés en ligne,l’érosion du littoral,la radio associative,le sommeil des élèves'.split(
    ',',
  ),
}
const frames: Record<'en' | 'fr', string[]> = {
  en: [
    'A survey of % in northern towns',
    'Rethinking %: Evidence from three decades',
    '% and the limits of policy',
    'What do we know about %?',
    'The hidden costs of %',
    'How % changed everyday life',
    'Towards a theory of %',
    '% in the twenty-first century: A review',
    'Understanding % through the lens of practice',
  ],
  fr: [
    'Comprendre %',
    'Regards croisés sur %',
    '% : une enquête de terrain',
    'Les enjeux de %',
    'Pour une histoire de %',
    '% au quotidien : bilan et perspectives',
  ],
}
const journals: Record<'en' | 'fr', string[]> = {
  en: 'Journal of Applied Wonder,Quarterly Review of Society,Studies in Everyday Science,International Journal of Field Methods,Annals of Coastal Research,Learning & Place,Policy Letters'.split(
    ',',
  ),
  fr: 'Revue des sciences du quotidien,Cahiers de terrain,Revue française de méthode,Annales du littoral,Éducation et société'.split(
    ',',
  ),
}
const publishers: Record<'en' | 'fr', string[]> = {
  en: 'Harbour Press,Oakleaf University Press,Northgate,Meridian Books,Palmer & Sons'.split(','),
  fr: 'Presses du Fleuve,Éditions de la Marge,Hachereau,Presses universitaires du Nord'.split(','),
}
const places: Record<'en' | 'fr', string[]> = {
  en: 'London,New York,Oxford,Chicago,Edinburgh,Toronto'.split(','),
  fr: 'Paris,Lyon,Montréal,Bruxelles,Genève'.split(','),
}

const digits = (random: () => number, count: number) =>
  Array.from({ length: count }, () => Math.floor(random() * 10)).join('')

export function isbnOf(random: () => number): string {
  const body = `978${digits(random, 9)}`
  const sum = Array.from(body, Number).reduce(
    (total, digit, nth) => total + digit * (nth % 2 === 0 ? 1 : 3),
    0,
  )
  const whole = `${body}${(10 - (sum % 10)) % 10}`
  return `${whole.slice(0, 3)}-${whole.slice(3, 4)}-${whole.slice(4, 8)}-${whole.slice(8, 12)}-${whole.slice(12)}`
}

/**
 * An invented work in one of the usual kinds; `used` keeps authors apart, so that every citation is meant for
 * one entry.
 */
export function inventRecord(random: () => number, language: 'en' | 'fr', used: Set<string>): WorkRecord {
  const kind = pick(random, [
    'article',
    'article',
    'article',
    'book',
    'book',
    'chapter',
    'report',
    'page',
    'preprint',
  ] as const)
  const isOrganised = (kind === 'report' || kind === 'page') && random() < 0.7
  const authors: Person[] = []
  let organisation: WorkRecord['organisation'] = null
  if (isOrganised) {
    const free = organisations[language].filter(([name]) => !used.has(name))
    const [name, short] = pick(random, free.length > 0 ? free : organisations[language])
    organisation = { name, short }
    used.add(name)
  } else {
    const count = pick(random, [1, 1, 1, 2, 2, 3, 4, 5, 8])
    const free = surnames[language].filter((name) => !used.has(name))
    while (authors.length < count) {
      const family =
        authors.length === 0 && free.length > 0 ? pick(random, free) : pick(random, surnames[language])
      if (authors.some((each) => each.family === family)) continue
      authors.push({
        family,
        given: Array.from({ length: random() < 0.4 ? 2 : 1 }, () => pick(random, given[language])),
      })
    }
    used.add(authors[0]?.family ?? '')
  }
  const subject = pick(random, subjects[language])
  const title = pick(random, frames[language]).replace('%', subject)
  const first = 1 + Math.floor(random() * 400)
  const has = (share: number) => random() < share
  const year = kind === 'page' && has(0.35) ? null : 1962 + Math.floor(random() * 63)
  const preprintYear = 2008 + Math.floor(random() * 16)
  const month = String(1 + Math.floor(random() * 12)).padStart(2, '0')
  return {
    kind,
    authors,
    organisation,
    year: kind === 'preprint' ? preprintYear : year,
    letter: '',
    title: title.charAt(0).toUpperCase() + title.slice(1),
    container: pick(random, journals[language]),
    publisher: pick(random, publishers[language]),
    place: pick(random, places[language]),
    volume: 1 + Math.floor(random() * 60),
    issue: 1 + Math.floor(random() * 6),
    pages: [first, first + 3 + Math.floor(random() * 30)],
    doi:
      kind === 'article' && has(0.6)
        ? `10.${1000 + Math.floor(random() * 8999)}/${pick(random, ['jaw', 's', 'qrs.', 'fm-'])}${digits(random, 5)}`
        : null,
    isbn: (kind === 'book' || kind === 'chapter') && has(0.3) ? isbnOf(random) : null,
    arxiv:
      kind === 'preprint'
        ? `${String(preprintYear % 100).padStart(2, '0')}${month}.${digits(random, preprintYear >= 2015 ? 5 : 4)}`
        : null,
    url:
      kind === 'page' || kind === 'report'
        ? `https://www.example.org/${subject.normalize('NFD').replace(/[^a-z]+/g, '-')}/${digits(random, 4)}`
        : null,
  }
}

/** One of the items by chance. Throws for an empty list. */
export function pick<T>(random: () => number, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('There is nothing to choose from.')
  return item
}
