import type { ExtractedFact } from './extraction.ts'
import { cleanParagraph } from './paragraph.ts'

/** In display order. `last-author` is reported only if it differs from `author`. */
const order = ['author', 'last-author', 'title', 'producer', 'created', 'modified'] as const

/** Maximum UTF-16 units of a value. */
const longest = 200

/** Facts from a file's metadata. Dates become ISO 8601; blank values are left out. */
export function metadataFacts(found: Partial<Record<string, string>>): ExtractedFact[] {
  return order.flatMap((name): ExtractedFact[] => {
    const value = cleanParagraph(found[name] ?? '').slice(0, longest)
    if (value === '' || (name === 'last-author' && value === cleanParagraph(found.author ?? ''))) return []
    const dated = name === 'created' || name === 'modified' ? isoDate(value) : value
    return dated === null ? [] : [{ kind: 'metadata', name, value: dated, count: null }]
  })
}

/** Reads `2026-01-31T09:00:00Z` and the PDF form `D:20260131090000+01'00'`; null for anything else. */
function isoDate(value: string): string | null {
  const pdf = /^D?:?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:Z|([+-])(\d\d)'?(\d\d)?)?/.exec(value)
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', sign, zoneHour, zoneMinute = '00'] = pdf ?? []
  const zone = sign ? `${sign}${zoneHour}:${zoneMinute}` : 'Z'
  const date = new Date(
    value.includes('-') && !value.startsWith('D:') ? value : `${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`,
  )
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}
