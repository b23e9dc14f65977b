import iconv from 'iconv-lite'
import type { OleFile } from '../container/ole.ts'
import { historyFacts } from '../editing-history.ts'
import type { ExtractedFact } from '../extraction.ts'
import { metadataFacts } from '../metadata.ts'

/** Property numbers of the summary stream, [MS-OLEPS] 3.1. */
const names: Record<number, string> = {
  2: 'title',
  4: 'author',
  8: 'last-author',
  12: 'created',
  13: 'modified',
  18: 'producer',
  7: 'template',
  9: 'saves',
}
const editingTime = 10

/** Metadata and editing history of an old Word file with so many words. An unreadable summary yields none. */
export function readSummary(ole: OleFile, words: number): ExtractedFact[] {
  try {
    const stream = ole.read('\u0005SummaryInformation')
    if (!stream) return []
    const { minutes, saves, template, producer, ...found } = readProperties(stream)
    return [...metadataFacts({ ...found, producer }), ...historyFacts(words, { minutes, saves, template, producer })]
  } catch (error) {
    if (error instanceof RangeError) return []
    throw error
  }
}

function readProperties(stream: Buffer): Record<string, string> {
  const set = stream.readUInt32LE(44)
  const found: Record<string, string> = {}
  const entries = Array.from({ length: Math.min(100, stream.readUInt32LE(set + 4)) }, (_, nth) => ({
    id: stream.readUInt32LE(set + 8 + nth * 8),
    at: set + stream.readUInt32LE(set + 12 + nth * 8),
  }))
  const page = entries.find((entry) => entry.id === 1)
  const charset = page && stream.readUInt16LE(page.at + 4) === 65001 ? 'utf-8' : 'windows-1252'
  for (const { id, at } of entries) {
    // A duration in the form of a date: hundreds of nanoseconds.
    if (id === editingTime && stream.readUInt32LE(at) === 0x40) found.minutes = String(stream.readBigUInt64LE(at + 4) / 600_000_000n)
    const name = names[id]
    const value = name ? readValue(stream, at, charset) : null
    if (name && value) found[name] = value
  }
  return found
}

function readValue(stream: Buffer, at: number, charset: string): string | null {
  const type = stream.readUInt32LE(at)
  const length = stream.readUInt32LE(at + 4)
  if (type === 0x1e) return iconv.decode(stream.subarray(at + 8, at + 8 + length), charset)
  if (type === 0x1f) return stream.toString('utf16le', at + 8, at + 8 + length * 2)
  if (type !== 0x40) return null
  const milliseconds = Number(stream.readBigUInt64LE(at + 4) / 10_000n) - 11_644_473_600_000
  return milliseconds > 0 && milliseconds < 8e12 ? new Date(milliseconds).toISOString() : null
}
