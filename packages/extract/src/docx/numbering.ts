import type { Readable } from 'node:stream'
import { readXml } from './xml.ts'

/** Where a paragraph stands in a list: the list's number and the level, from 0. */
export interface ListPosition {
  list: string
  level: number
}

interface Level {
  format: string
  /** The number as it is shown, "%1.%2)", where %1 stands for the number of the first level. */
  text: string
  start: number
}

interface List {
  scheme: string
  /** Numbers that this list begins with, by level, where they differ from the scheme's. */
  starts: Map<number, number>
}

/** Word has nine levels. */
const maxLevels = 9
const maxShownLength = 40

/**
 * The numbers that Word shows before the paragraphs of a list. They are nowhere in the text, and citations
 * refer to them.
 */
export class Numbering {
  readonly #schemes: Map<string, Map<number, Level>>
  readonly #lists: Map<string, List>
  /** The current number of each level by scheme: lists of one scheme go on from each other. */
  readonly #counts = new Map<string, number[]>()
  readonly #started = new Set<string>()

  constructor(schemes: Map<string, Map<number, Level>>, lists: Map<string, List>) {
    this.#schemes = schemes
    this.#lists = lists
  }

  /** The number of the next paragraph there, as the page shows it; empty for a bullet. */
  next({ list: id, level }: ListPosition): string {
    const list = this.#lists.get(id)
    const levels = list && this.#schemes.get(list.scheme)
    const shown = levels?.get(level)
    if (!list || !levels || !shown) return ''
    const counts = this.#counts.get(list.scheme) ?? []
    this.#counts.set(list.scheme, counts)
    if (!this.#started.has(id)) {
      this.#started.add(id)
      for (const [at, start] of list.starts) counts[at] = start - 1
    }
    counts[level] = (counts[level] ?? shown.start - 1) + 1
    counts.length = level + 1
    if (shown.format === 'bullet' || shown.format === 'none') return ''
    return shown.text
      .replace(/%([1-9])/g, (_, digit: string) => {
        const other = levels.get(Number(digit) - 1)
        return numberAs(other?.format ?? 'decimal', counts[Number(digit) - 1] ?? other?.start ?? 1)
      })
      .slice(0, maxShownLength)
  }
}

/** Reads `numbering.xml`. A part that is missing or unreadable numbers nothing. */
export async function readNumbering(part: Readable | null): Promise<Numbering> {
  const schemes = new Map<string, Map<number, Level>>()
  const lists = new Map<string, List>()
  let scheme: Map<number, Level> | null = null
  let level: Level | null = null
  let list: List | null = null
  let overridden = 0
  if (part) {
    await readXml(part, {
      open: (name, attribute) => {
        const value = attribute('val') ?? ''
        if (name === 'abstractNum') {
          scheme = new Map()
          schemes.set(attribute('abstractNumId') ?? '', scheme)
        } else if (name === 'num') {
          list = { scheme: '', starts: new Map() }
          lists.set(attribute('numId') ?? '', list)
        } else if (name === 'lvl' && scheme) {
          level = { format: 'decimal', text: '', start: 1 }
          const depth = levelOf(attribute('ilvl'))
          if (depth !== null) scheme.set(depth, level)
        } else if (name === 'abstractNumId' && list) list.scheme = value
        else if (name === 'lvlOverride') overridden = levelOf(attribute('ilvl')) ?? 0
        else if (name === 'startOverride' && list) list.starts.set(overridden, wholeNumber(value))
        else if (name === 'numFmt' && level) level.format = value
        else if (name === 'lvlText' && level) level.text = value
        else if (name === 'start' && level) level.start = wholeNumber(value)
      },
      close: (name) => {
        if (name === 'abstractNum') scheme = null
        else if (name === 'num') list = null
        else if (name === 'lvl') level = null
      },
    }).catch(() => undefined)
  }
  return new Numbering(schemes, lists)
}

/** A level of a list, 0 to 8; null for anything else. */
export function levelOf(value: string | null): number | null {
  const level = Number(value ?? '0')
  return Number.isInteger(level) && level >= 0 && level < maxLevels ? level : null
}

function wholeNumber(value: string): number {
  const found = Number(value)
  return Number.isInteger(found) && found >= 0 && found < 1_000_000 ? found : 1
}

function numberAs(format: string, count: number): string {
  switch (format) {
    case 'lowerLetter':
      return letters(count).toLowerCase()
    case 'upperLetter':
      return letters(count)
    case 'lowerRoman':
      return roman(count).toLowerCase()
    case 'upperRoman':
      return roman(count)
    case 'decimalZero':
      return String(count).padStart(2, '0')
    case 'none':
      return ''
    default:
      return String(count)
  }
}

/** A to Z, then AA to ZZ, as Word counts. */
function letters(count: number): string {
  if (count < 1 || count > 780) return String(count)
  return String.fromCharCode(65 + ((count - 1) % 26)).repeat(Math.ceil(count / 26))
}

const romanSigns: [number, string][] = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
]

function roman(count: number): string {
  if (count < 1 || count > 3999) return String(count)
  let left = count
  let found = ''
  for (const [worth, sign] of romanSigns) {
    while (left >= worth) {
      found += sign
      left -= worth
    }
  }
  return found
}
