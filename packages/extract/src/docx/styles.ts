import type { Readable } from 'node:stream'
import { type Look, readLook } from '../hidden-text.ts'
import { readXml } from './xml.ts'

interface Style {
  name: string
  basedOn: string | null
  look: Look
}

export interface Styles {
  /** The combined look of a style and its base styles; the file's default for null or an unknown style. */
  look(id: string | null): Look
  /** Entries of a table of contents, written by a program. */
  isContents(id: string | null): boolean
  /** A table style that may shade its cells. */
  defaults: Look
}

/** Reads `styles.xml`; without one, no style has an effect. */
export async function readStyles(stream: Readable | null): Promise<Styles> {
  const styles = new Map<string, Style>()
  const defaults: Look = {}
  let current: Style | null = null
  let inDefaults = false
  let inRun = false
  if (stream) {
    await readXml(stream, {
      open: (name, attribute) => {
        if (name === 'style') {
          current = { name: '', basedOn: null, look: {} }
          styles.set(attribute('styleId') ?? '', current)
          if (attribute('type') === 'table') current = null
        } else if (name === 'rPrDefault') inDefaults = true
        else if (name === 'rPr') inRun = true
        else if (name === 'name' && current && !inRun) current.name = attribute('val') ?? ''
        else if (name === 'basedOn' && current) current.basedOn = attribute('val')
        else if (inRun && current) readLook(current.look, name, attribute)
        else if (inRun && inDefaults) readLook(defaults, name, attribute)
      },
      close: (name) => {
        if (name === 'style') current = null
        else if (name === 'rPrDefault') inDefaults = false
        else if (name === 'rPr') inRun = false
      },
    })
  }
  const look = (id: string | null): Look => {
    const chain: Style[] = []
    for (let at = styles.get(id ?? ''); at && chain.length < 20; at = styles.get(at.basedOn ?? '')) chain.unshift(at)
    const sum: Look = {}
    for (const style of chain) Object.assign(sum, style.look)
    return sum
  }
  return {
    look,
    isContents: (id) => /^toc \d/i.test(styles.get(id ?? '')?.name ?? '') || /^(?:TOC|Contents)\d/.test(id ?? ''),
    defaults,
  }
}
