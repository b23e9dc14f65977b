/** Changes a text so that it reads almost the same and a detector may miss it. */
type Attack = (text: string, random: () => number) => string

const twins = new Map(
  Array.from('aceiopsxyABCEHKMOPTXj').map((letter, i) => [letter, 'асеіорѕхуАВСЕНКМОРТХј'.charAt(i)]),
)
const word = /\p{L}+(?:['’]\p{L}+)?/gu

const perWord =
  (change: (word: string, random: () => number) => string): Attack =>
  (text, random) =>
    text.replace(word, (found) => change(found, random))
const matchCase = (from: string, to: string): string =>
  /^\p{Lu}/u.test(from) ? to.charAt(0).toUpperCase() + to.slice(1) : to

/** At the strengths of the RAID benchmark where it has the attack. */
export const attacks: Readonly<Record<string, Attack>> = {
  'look-alike letters': (text) =>
    Array.from(text)
      .map((unit) => twins.get(unit) ?? unit)
      .join(''),
  'zero-width characters': (text) => Array.from(text).join('\u200b'),
  'soft hyphens': perWord((found) =>
    found.length > 5 ? `${found.slice(0, 3)}\u00ad${found.slice(3)}` : found,
  ),
  'direction marks': perWord((found, random) => (random() < 0.3 ? `\u202a${found}\u202c` : found)),
  'extra spaces': (text, random) => text.replace(/ /g, () => (random() < 0.2 ? '  ' : ' ')),
  'upper and lower case': (text, random) =>
    Array.from(text)
      .map((unit) =>
        random() < 0.05 ? (unit === unit.toUpperCase() ? unit.toLowerCase() : unit.toUpperCase()) : unit,
      )
      .join(''),
  'slips of spelling': perWord((found, random) => (random() < 0.2 ? typo(found, random) : found)),
  'lost articles': (text, random) =>
    text.replace(/\b(?:the|an|a)\s+/gi, (found) => (random() < 0.5 ? '' : found)),
  'changed numbers': (text, random) =>
    text.replace(/\d/g, (digit) => (random() < 0.5 ? String(Math.floor(random() * 10)) : digit)),
  'inserted paragraphs': (text, random) =>
    text.replace(/([.!?]) /g, (found, stop: string) => (random() < 0.5 ? `${stop}\n\n` : found)),
  'British spelling': perWord((found) => matchCase(found, britishSpelling(found.toLowerCase()) ?? found)),
  'swapped synonyms': perWord((found, random) =>
    random() < 0.5 ? matchCase(found, synonym(found.toLowerCase()) ?? found) : found,
  ),
  'shuffled sentences': (text, random) =>
    text
      .split('\n')
      .map((line) => {
        const parts = line.match(/[^.!?]+[.!?]*\s*/g) ?? [line]
        return parts
          .map((part) => ({ part, at: random() }))
          .sort((a, b) => a.at - b.at)
          .map(({ part }) => part.trim())
          .join(' ')
      })
      .join('\n'),
  'no dashes': (text) => text.replace(/\s*[—–]\s*/g, ', '),
}

const letters = 'abcdefghijklmnopqrstuvwxyz'

/** One typing error: two letters swapped, one lost, one doubled, or one replaced. */
function typo(word: string, random: () => number): string {
  if (word.length < 3) return word
  const at = Math.floor(random() * (word.length - 1))
  const kind = Math.floor(random() * 4)
  if (kind === 0) return word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2)
  if (kind === 1) return word.slice(0, at) + word.slice(at + 1)
  if (kind === 2) return word.slice(0, at) + word.charAt(at) + word.slice(at)
  return word.slice(0, at) + letters.charAt(Math.floor(random() * letters.length)) + word.slice(at + 1)
}

const articles = new Set(['a', 'an', 'the'])
const isWord = /^\p{L}/u

/**
 * A copy of a text's tokens with the noise of an attack or a careless writer: misspellings, lost articles,
 * lost words, swapped synonyms, British spelling. It is applied to texts of both labels, so that noise is
 * evidence for neither.
 */
export function noisyTokens(tokens: readonly string[], random: () => number): string[] {
  const slips = random() < 0.5 ? 0.03 + 0.19 * random() : 0
  const lostArticles = random() < 0.35 ? 0.3 + 0.4 * random() : 0
  const lostWords = random() < 0.25 ? 0.04 + 0.08 * random() : 0
  const swapped = random() < 0.5 ? 0.3 + 0.5 * random() : 0
  const britishShare = random() < 0.2 ? 1 : 0
  const out: string[] = []
  for (const token of tokens) {
    const lower = token.toLowerCase()
    if (articles.has(lower) && random() < lostArticles) continue
    if (!isWord.test(token)) {
      out.push(token)
      continue
    }
    if (random() < lostWords) continue
    const other =
      (random() < swapped ? synonym(lower) : undefined) ??
      (random() < britishShare ? britishSpelling(lower) : undefined) ??
      token
    out.push(random() < slips ? typo(other, random) : other)
  }
  return out
}

/** Pairs that a careless or a careful writer may swap. Each side replaces the other. */
const pairs =
  'important significant,show demonstrate,use utilize,help assist,big large,start begin,end finish,many numerous,get obtain,need require,think believe,' +
  'buy purchase,keep maintain,give provide,make create,change alter,problem issue,good beneficial,bad harmful,hard difficult,easy simple,fast quick,' +
  'often frequently,sometimes occasionally,also additionally,but however,so therefore,because since,about regarding,enough sufficient,whole entire,' +
  'main primary,different various,new novel,old ancient,happy glad,sad unhappy,smart clever,say state,ask inquire,tell inform,try attempt,grow increase,' +
  'reduce decrease,improve enhance,explain clarify,choose select,happen occur,build construct,look appear,find discover,answer respond,right correct,' +
  'wrong incorrect,child kid,job occupation,money funds,house home,car vehicle,idea concept,goal aim,way manner,place location,part portion,kind type,' +
  'result outcome,reason cause,effect impact,chance opportunity,skill ability,rule regulation,danger risk,fight struggle,love adore,hate dislike,' +
  'safe secure,strong powerful,weak feeble,rich wealthy,poor needy,clear obvious,huge enormous,tiny minute,nice pleasant,scary frightening,' +
  'quickly rapidly,slowly gradually,really truly,very extremely,almost nearly,only merely,usually generally,always constantly,never rarely,' +
  'crucial essential,foster encourage,ensure guarantee,highlight emphasize,complex complicated,vital necessary,modern contemporary,society community,' +
  'allow permit,support back,develop expand,learn study,teach instruct,student pupil,teacher educator,parent guardian,friend companion,people individuals'
const swaps = new Map<string, string>()
for (const pair of pairs.split(',')) {
  const [left, right] = pair.split(' ') as [string, string]
  swaps.set(left, right)
  if (!swaps.has(right)) swaps.set(right, left)
}

/** American spelling → British. */
const british = new Map(
  (
    'color colour,favorite favourite,behavior behaviour,honor honour,labor labour,neighbor neighbour,center centre,theater theatre,meter metre,' +
    'organize organise,realize realise,recognize recognise,analyze analyse,apologize apologise,emphasize emphasise,minimize minimise,utilize utilise,' +
    'traveling travelling,traveled travelled,canceled cancelled,defense defence,license licence,offense offence,gray grey,program programme,' +
    'catalog catalogue,dialog dialogue,fulfill fulfil,skillful skilful,enrollment enrolment,judgment judgement,aging ageing,mom mum,math maths'
  )
    .split(',')
    .map((pair) => pair.split(' ') as [string, string]),
)

function synonym(word: string): string | undefined {
  return swaps.get(word)
}

function britishSpelling(word: string): string | undefined {
  return british.get(word)
}
