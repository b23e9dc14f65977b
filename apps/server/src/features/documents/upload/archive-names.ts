import iconv from 'iconv-lite'
import { type Entry, getFileNameLowLevel } from 'yauzl'

type RawName = Pick<Entry, 'fileNameRaw' | 'generalPurposeBitFlag' | 'extraFields'>

/**
 * The names in an archive. UTF-8 is tried first, because many programs write it without setting its flag.
 * Older programs write the charset of their computer and do not say which: one archive has one, so the first
 * in which all its names can be names is taken.
 */
export function namesInArchive(entries: readonly RawName[]): string[] {
  const marked = entries.map(markedName)
  const unmarked = entries.filter((_, nth) => marked[nth] === null).map(({ fileNameRaw }) => fileNameRaw)
  const decode =
    charsets.find((charset) => unmarked.every((raw) => isPlausible(charset(raw), raw))) ?? original
  return entries.map(({ fileNameRaw }, nth) => (marked[nth] ?? decode(fileNameRaw)).replaceAll('\\', '/'))
}

/** The name where an entry says how it is stored, or is UTF-8; null for others. */
function markedName({ fileNameRaw, generalPurposeBitFlag, extraFields }: RawName): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(fileNameRaw)
  } catch {
    // Info-ZIP adds the name in UTF-8 as an extra field.
    const name = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)
    return name === original(fileNameRaw) ? null : name
  }
}

type Decode = (raw: Buffer) => string

/** Code page 437, which the format of ZIP prescribes. */
const original: Decode = (raw) => getFileNameLowLevel(0, raw, [], false)

const inCharset =
  (charset: string): Decode =>
  (raw) =>
    iconv.decode(raw, charset)

/** What Windows Explorer writes before what other programs do, and Chinese, which fits most bytes, last. */
const charsets: readonly Decode[] = [
  original,
  ...['cp850', 'windows-1252', 'cp866', 'windows-1251', 'gbk'].map(inCharset),
]

/** Whether all words of a name with letters beyond ASCII could be words. */
function isPlausible(name: string, raw: Buffer): boolean {
  const words = name.split(/[ -@[-`{-~–—‘’“”…]+/u).filter((word) => /\P{ASCII}/u.test(word))
  return words.every((word) => isLatin(word) || isCyrillic(word)) || isChinese(name, raw)
}

/** Most letters without accents, and no accented capital behind a small letter. */
const isLatin = (word: string) =>
  /^[A-Za-zÀ-ÖØ-öø-ÿŒœŠšŽžŸ]+$/.test(word) &&
  !/\p{Ll}[À-ÖØ-ÞŒŠŽŸ]/u.test(word) &&
  (word.match(/\P{ASCII}/gu) ?? []).length * 2 <= word.length

/** Small letters behind a first capital, or capitals alone. */
const isCyrillic = (word: string) => /^(?:[А-ЯЁа-яё][а-яё]*|[А-ЯЁ]+)$/.test(word)

/** Nothing but Chinese beyond ASCII, each sign in two bytes beyond ASCII: other charsets do that by chance. */
const isChinese = (name: string, raw: Buffer) =>
  !/[^\p{ASCII}\p{Script=Han}　、。《》（）【】：，“”—…]/u.test(name) &&
  raw.filter((byte) => byte >= 0x80).length === (name.match(/\P{ASCII}/gu) ?? []).length * 2
