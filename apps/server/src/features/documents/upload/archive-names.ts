import { type ArchiveCharset, archiveCharsets } from '@penmark/contract'
import iconv from 'iconv-lite'
import { type Entry, getFileNameLowLevel } from 'yauzl'

type RawName = Pick<Entry, 'fileNameRaw' | 'generalPurposeBitFlag' | 'extraFields'>

/** The names in an archive if those that do not say how they are stored are read in a charset. */
export interface NameReading {
  charset: ArchiveCharset
  names: string[]
}

/**
 * What the names in an archive can be, each list of names once. UTF-8 is tried first, because many programs
 * write it without setting its flag. Older programs write the charset of their computer and do not say which:
 * one archive has one, so that only those count in which most names can be names. A person has to choose where
 * more than one remains.
 */
export function readNames(entries: readonly RawName[]): NameReading[] {
  const marked = entries.map(markedName)
  const unmarked = entries.filter((_, nth) => marked[nth] === null).map(({ fileNameRaw }) => fileNameRaw)
  const plausible = archiveCharsets.map(
    (charset) => unmarked.filter((raw) => isPlausible(decode(raw, charset), raw)).length,
  )
  const most = Math.max(...plausible)
  const readings = new Map<string, NameReading>()
  for (const charset of archiveCharsets.filter((_, nth) => plausible[nth] === most)) {
    const names = entries.map(({ fileNameRaw }, nth) =>
      (marked[nth] ?? decode(fileNameRaw, charset)).replaceAll('\\', '/'),
    )
    const all = names.join('\0')
    if (!readings.has(all)) readings.set(all, { charset, names })
  }
  return [...readings.values()]
}

const shown = 3

/** The first names in which these readings differ, as each has them. */
export function differingNames(readings: readonly string[][]): string[][] {
  const differing = (readings[0] ?? []).flatMap((name, nth) =>
    readings.some((names) => names[nth] !== name) ? [nth] : [],
  )
  return readings.map((names) => differing.slice(0, shown).map((nth) => names[nth] ?? ''))
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

/** Code page 437, which the format of ZIP prescribes. */
const original = (raw: Buffer) => getFileNameLowLevel(0, raw, [], false)

const decode = (raw: Buffer, charset: ArchiveCharset) =>
  charset === 'cp437' ? original(raw) : iconv.decode(raw, charset)

/** Whether all words of a name with letters beyond ASCII could be words. */
function isPlausible(name: string, raw: Buffer): boolean {
  const words = name.split(/[ -@[-`{-~–—‘’“”…]+/u).filter((word) => /\P{ASCII}/u.test(word))
  return (
    (words.every((word) => isLatin(word) || isCyrillic(word)) && isPunctuated(name)) || isChinese(name, raw)
  )
}

/** Quotation marks around words, and no dots in them: in charsets of DOS these bytes are accented letters. */
const isPunctuated = (name: string) =>
  !/\p{L}[“…]|”\p{L}|…\p{L}/u.test(name) &&
  (name.match(/“/g)?.length ?? 0) === (name.match(/”/g)?.length ?? 0)

/** Most letters without accents, and no accented capital behind a small letter. */
const isLatin = (word: string) =>
  /^[A-Za-zÀ-ÖØ-öø-ſ]+$/.test(word) &&
  !/\p{Ll}(?=\P{ASCII})\p{Lu}/u.test(word) &&
  (word.match(/\P{ASCII}/gu) ?? []).length * 2 <= word.length

/** Small letters behind a first capital, or capitals alone. */
const isCyrillic = (word: string) => /^(?:[А-ЯЁа-яё][а-яё]*|[А-ЯЁ]+)$/.test(word)

/** Nothing but Chinese beyond ASCII, each sign in two bytes beyond ASCII: other charsets do that by chance. */
const isChinese = (name: string, raw: Buffer) =>
  !/[^\p{ASCII}\p{Script=Han}　、。《》（）【】：，“”—…]/u.test(name) &&
  raw.filter((byte) => byte >= 0x80).length === (name.match(/\P{ASCII}/gu) ?? []).length * 2
