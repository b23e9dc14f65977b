import { expect, test } from 'vitest'
import { readRegexes, readVerdicts, regexesIn } from './regexes.ts'

/** Super-linear regular expressions, and why their input is short enough. */
const bounded: Record<string, string> = {
  "/(?<![\\p{L}\\d])(\\p{Lu}[\\p{L}\\d'’-]{1,40}),? [([]?(\\d{4})(?!\\d)/gu":
    'looks at most 48 characters ahead',
  "/(?<!\\p{L})(\\p{Lu}[\\p{L}'’-]{1,40})(?: et ?al(?!\\p{L})|,? \\(\\d{4}[a-z]?\\))/gu":
    'looks at most 50 characters ahead',
  '/(?<!\\p{L})\\p{Ll}{2,30}(?!\\p{L})/gu': 'looks at most 31 characters ahead',
  "/(?<!\\p{L})\\p{Lu}[\\p{L}'’-]{1,40} (?:and|et|&) \\p{Lu}[\\p{L}'’-]{1,40}/gu":
    'looks at most 87 characters ahead',
  '/\\[(?:Your [A-Z]|Insert )[^\\]\\n]{0,40}\\]/g': 'looks at most 40 characters ahead',
  '/<(?:pdf:Producer|xmp:CreatorTool)>([^<]{1,400})</g': 'looks at most 400 characters ahead',
  '/\\[(\\d{1,3}),\\s?(?=[^\\]]{0,60}\\p{L})[^\\][]{1,60}\\]/gu': 'looks at most 60 characters ahead',
  '/[\\p{L}\\p{N}_)](?:\\[[^\\][]{0,120}\\]){1,8}/gu': 'looks at most eight brackets of 120 characters ahead',
  '/%.*$/': 'the address of a connection',
  '/[.\\s]+$/': 'a sentence shortened to 220 characters',
  '/([A-Za-z]+(?:\\.[A-Za-z]+)*)$/': 'the last 24 characters before a full stop',
  '/(\\p{L}+)[-\\u2010]$/u': 'the last 120 characters of a line',
  '/<([^>]+)>\\s*;[^,]*\\brel="?next"?/': 'one response header, which HTTP limits to 16 kB',
  '/<meta property="csp-nonce"[^>]*>/': 'our own page, at build time',
  '/<script>([\\s\\S]*?)<\\/script>/g': 'our own pages, once at the start',
  '/<style>([\\s\\S]*?)<\\/style>/g': 'our own pages, once at the start',
  '/=+$/': 'our own encoding of bytes',
  '/_+$/': 'a folder name in a ZIP, truncated to 255 characters',
  '/\\/+$/': 'a setting of the operator',
  '/^[ \\t]*(?:#{1,6}[ \\t]+|[-*+\\u2022][ \\t]+|>[ \\t]*)|\\*{1,3}(?=\\S)|(?<=\\S)\\*{1,3}|(?<![\\p{L}\\d])_{1,2}(?=\\p{L})|(?<=[\\p{L}.!?,])_{1,2}(?![\\p{L}\\d])|`+/gmu':
    'one sentence, matched once per line; everything else looks at most three characters ahead. detector.test.ts tries 200,000 of each character',
  "/(?<![\\p{L}\\d])[‘']([^‘]{10,300}?)[.,]?[’'](?=[,.;]?\\s(?:\\p{Lu}|in |\\()|[,.;])/u":
    'an entry of a reference list: at most 900 characters, without repeated spaces',
  '/\\s*\\[[^\\]]{0,60}\\]/g':
    'an entry of a reference list: at most 900 characters, without repeated spaces',
  '/\\s*\\((?:\\d{1,2}(?:st|nd|rd|th)|\\d{1,2}e|2nde|rev|vol)[^()]{0,40}\\)/gi':
    'an entry of a reference list: at most 900 characters, without repeated spaces',
  '/\\s*https?:\\S{0,300}$/': 'an entry of a reference list: at most 900 characters, without repeated spaces',
  '/iPhone|iPod|Android.*Mobile|Windows Phone|BlackBerry|Opera Mini|IEMobile/i':
    "the visitor's own browser, in that browser",
  '/(?<!\\\\)\\((?:[^()\\\\]|\\\\[\\s\\S])*\\)|<([\\dA-Fa-f\\s]+)>/g':
    'the teacher’s own file, in their own browser; an escaped bracket begins nothing, so a string is read once',
  '/(?<!\\\\)\\[((?:[^[\\]\\\\(]|\\((?:[^()\\\\]|\\\\[\\s\\S])*\\))*)\\]\\s*TJ|((?<!\\\\)\\((?:[^()\\\\]|\\\\[\\s\\S])*\\)|<[\\dA-Fa-f\\s]+>)\\s*(?:Tj|[\'"])/g':
    'the teacher’s own file, in their own browser; an escaped bracket begins nothing, so a string is read once',
  '/^(?=[^_]*\\p{L})(?<writer>[^_]+)_(?:late_\\d+_\\d+|(?!(?:19|20)\\d\\d[01]\\d[0-3]\\d_)\\d{5,}_\\d{5,})_/iu':
    'a file name',
  '/(?:\\b(?:intervall?e?s?|ranges?|ranging|domain|domaine|between|entre|bounds?|bounded|limits?|plage|fourchette|clipped|scaled|normali[sz]ed|uniform(?:ly)?|U)|[∈⊂⊆=×~∼])[^.;[\\]()]{0,30}\\(?$/iu':
    'the 60 characters before a bracket',
  '/^\\d+-\\d+ ?- ?(?<writer>.+?) ?- ?.+?\\d{1,4} [AP]M ?- ?/i': 'a file name',
}

const verdicts = readVerdicts()
const found = readRegexes()

test('the list holds exactly the regular expressions of the product (npm run generate -- regexes writes it)', () => {
  expect(found.length).toBeGreaterThan(150)
  expect(found.filter(({ literal }) => verdicts[literal] === undefined)).toEqual([])
  expect(Object.keys(verdicts).sort()).toEqual(found.map(({ literal }) => literal).sort())
})

test('no regular expression takes more than linear time, except on short input', () => {
  const slow = found.filter(
    ({ literal }) => !['constant', 'safe', 'linear'].includes(verdicts[literal] ?? 'unknown'),
  )
  expect(slow.filter(({ literal }) => bounded[literal] === undefined)).toEqual([])
  expect(Object.keys(bounded).filter((literal) => !slow.some((each) => each.literal === literal))).toEqual([])
})

test('no regular expression takes exponential time or is unchecked', () => {
  for (const verdict of ['exponential', 'unknown'] as const)
    expect(Object.values(verdicts)).not.toContain(verdict)
})

test('finds regular expressions in code and in JSX, and does not mistake a division for one', () => {
  expect(regexesIn('const a = <p title={"/x/"}>{b / c / d}{/e+/g.test(f)}</p> // /g/')).toEqual(['/e+/g'])
})
