import type { Readable } from 'node:stream'
import { isShading, type RunFormatting, readFormatting } from '../extraction/hidden-text.ts'
import { type ListPosition, levelOf } from './numbering.ts'
import { readXml } from './xml.ts'

interface Style {
  name: string
  basedOn: string | null
  formatting: RunFormatting
  list: string | null
  level: number | null
  /** Of a table style: whether it shades the table or any part of it, such as the first row. */
  shadesTable: boolean
}

export interface Styles {
  /** The combined formatting of a style and its base styles; empty for null or an unknown style. */
  formatting(id: string | null): RunFormatting
  /** Entries of a table of contents, written by a program. */
  isContents(id: string | null): boolean
  /** Marks around a form pasted from a web page, which a program writes and hides. */
  isFormMark(id: string | null): boolean
  /** Whether a table style or one that it builds on shades any part of a table. */
  shadesTable(id: string | null): boolean
  /** The list that paragraphs of a style belong to. */
  listPosition(id: string | null): ListPosition | null
  /** The file's default formatting. */
  defaults: RunFormatting
}

/** Reads `styles.xml`; without one, no style has an effect. */
export async function readStyles(stream: Readable | null): Promise<Styles> {
  const styles = new Map<string, Style>()
  const defaults: RunFormatting = {}
  let current: Style | null = null
  let isTable = false
  let inDefaults = false
  let inRun = false
  if (stream) {
    await readXml(stream, {
      open: (name, attribute) => {
        if (name === 'style') {
          current = { name: '', basedOn: null, formatting: {}, list: null, level: null, shadesTable: false }
          styles.set(attribute('styleId') ?? '', current)
          isTable = attribute('type') === 'table'
        } else if (name === 'rPrDefault') inDefaults = true
        else if (name === 'rPr') inRun = true
        else if (name === 'name' && current && !inRun) current.name = attribute('val') ?? ''
        else if (name === 'basedOn' && current) current.basedOn = attribute('val')
        else if (name === 'numId' && current) current.list = attribute('val')
        else if (name === 'ilvl' && current) current.level = levelOf(attribute('val'))
        else if (current && isTable) current.shadesTable ||= name === 'shd' && isShading(attribute)
        else if (name === 'shd' && current && !inRun)
          current.formatting.paragraphShaded = isShading(attribute)
        else if (inRun && current) readFormatting(current.formatting, name, attribute)
        else if (inRun && inDefaults) readFormatting(defaults, name, attribute)
      },
      close: (name) => {
        if (name === 'style') current = null
        else if (name === 'rPrDefault') inDefaults = false
        else if (name === 'rPr') inRun = false
      },
    })
  }
  /** A style and those that it builds on, the furthest first. */
  const chainOf = (id: string | null): Style[] => {
    const chain: Style[] = []
    for (let at = styles.get(id ?? ''); at && chain.length < 20; at = styles.get(at.basedOn ?? ''))
      chain.unshift(at)
    return chain
  }
  const formatting = (id: string | null): RunFormatting => {
    const sum: RunFormatting = {}
    for (const style of chainOf(id)) Object.assign(sum, style.formatting)
    return sum
  }
  const listPosition = (id: string | null): ListPosition | null => {
    const chain = chainOf(id)
    const list = chain.findLast((style) => style.list !== null)?.list ?? null
    return list === null ? null : { list, level: chain.findLast((style) => style.level !== null)?.level ?? 0 }
  }
  return {
    formatting,
    isContents: (id) =>
      /^toc \d/i.test(styles.get(id ?? '')?.name ?? '') || /^(?:TOC|Contents)\d/.test(id ?? ''),
    isFormMark: (id) =>
      /^(?:z-|HTML (?:Top|Bottom) of Form)/i.test(styles.get(id ?? '')?.name ?? '') ||
      (id ?? '').startsWith('z-'),
    shadesTable: (id) => chainOf(id).some((style) => style.shadesTable),
    listPosition,
    defaults,
  }
}
