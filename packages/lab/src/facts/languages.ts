/** Words that are frequent in one language and rare in the others that share its script. */
const frequent: Record<string, string> = {
  English: 'the of and to is that for with was are this have from by on be as it',
  German: 'der die und das ist nicht mit von den dem ein eine wird auf für werden sich auch',
  French: 'le les des et est une dans que pour du sur qui par pas nous avec cette sont',
  Spanish: 'el los las una que para con por del se como es más este sus entre cuando',
  Portuguese: 'os as um uma que para com não dos das são mais foi pelo também ao ser',
  Italian: 'il che di della per una sono con del gli nel alla questo anche delle dei più',
  Dutch: 'het een van en dat op niet met zijn voor wordt deze worden ook aan bij naar',
  Swedish: 'och att det som är för på av inte den med till har ett från kan vi',
  Norwegian: 'og det som er på til av ikke med har fra kan vi jeg også ved etter',
  Danish: 'og det som er på til af ikke med har fra kan vi jeg også ved efter',
  Finnish: 'ja on ei että se mutta kuin sekä ovat voi joka oli tai myös niin',
  Polish: 'w i z na się nie do jest że przez dla oraz jako które od po może',
  Czech: 'a se na je že v pro které jako byl jsou nebo také při jeho podle lze',
  Romanian: 'și de la în nu este care cu pe mai sunt din pentru sau fi un al',
  Hungarian: 'a az és hogy nem egy is meg ez azt de csak lehet vagy mint ha',
  Turkish: 've bir bu için ile olarak olan da de daha gibi çok en ise kadar',
  Indonesian: 'yang dan di dengan untuk pada adalah ini dari dalam tidak akan dapat oleh sebagai',
  Vietnamese: 'và của là các được trong có cho không một với những này khi đến từ',
  Russian: 'и в на не с что по для как из это при от является если быть или',
  Ukrainian: 'і в на не з що для як до та від це при або є який якщо',
  Bulgarian: 'и на да се за от е не са при като или това може ще как',
  Persian: 'و در به از که این را با است برای های می شود یک آن',
  Arabic: 'في من على إلى أن التي هذا عن مع كما هذه الذي أو لا ما',
}

/** Scripts that one language alone uses here, in the order in which they decide: Japanese has Han letters too. */
const scripts: [language: string, letters: RegExp][] = [
  ['Japanese', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['Korean', /\p{Script=Hangul}/gu],
  ['Chinese', /\p{Script=Han}/gu],
  ['Greek', /\p{Script=Greek}/gu],
  ['Hebrew', /\p{Script=Hebrew}/gu],
  ['Thai', /\p{Script=Thai}/gu],
]

const words = Object.entries(frequent).map(([language, list]) => ({
  language,
  words: new Set(list.split(' ')),
}))

/** A language is named if so large a share of the words, or of the letters of its script, is its own. */
const leastShare = 0.1
const leastWords = 50

/** The language of a text; null if it is short, mixed or in another one. */
export function languageOf(text: string): string | null {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const script = scripts.find(([, own]) => (text.match(own)?.length ?? 0) > letters * leastShare)
  if (script) return letters < leastWords ? null : script[0]
  const tokens = text.toLowerCase().match(/\p{L}+/gu) ?? []
  if (tokens.length < leastWords) return null
  const shares = words
    .map(({ language, words: own }) => ({ language, share: tokens.filter((token) => own.has(token)).length }))
    .sort((a, b) => b.share - a.share)
  const [first] = shares
  return first && first.share >= tokens.length * leastShare ? first.language : null
}
