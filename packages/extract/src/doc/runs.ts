import { type HiddenKind, hiddenKind, type Look } from '../hidden-text.ts'

/** A range of the stream with hidden text; `removed` is text deleted by a tracked change. */
export interface DocHiddenRun {
  from: number
  /** Exclusive. */
  to: number
  kind: HiddenKind | 'removed'
}

/** [MS-DOC] 2.6.1. */
const sprm = { removed: 0x0800, vanish: 0x083c, size: 0x4a43, colourIndex: 0x2a42, colour: 0x6870, shading: 0xca71, highlight: 0x2a0c }
const pageBytes = 512

/** Reads the character formatting pages ([MS-DOC] 2.9.33) for hidden runs. Formatting by style is not resolved. */
export function readHiddenRuns(main: Buffer, table: Buffer): DocHiddenRun[] {
  const from = main.readUInt32LE(0xfa)
  const plc = table.subarray(from, from + main.readUInt32LE(0xfe))
  const count = Math.floor((plc.length - 4) / 8)
  const runs: DocHiddenRun[] = []
  for (let nth = 0; nth < count; nth++) {
    const start = (plc.readUInt32LE((count + 1) * 4 + nth * 4) & 0x3fffff) * pageBytes
    const page = main.subarray(start, start + pageBytes)
    if (page.length === pageBytes) runs.push(...readFormattingPage(page))
  }
  return runs.sort((one, other) => one.from - other.from)
}

function readFormattingPage(page: Buffer): DocHiddenRun[] {
  const count = page.readUInt8(pageBytes - 1)
  const runs: DocHiddenRun[] = []
  if ((count + 1) * 4 + count > pageBytes - 1) return runs
  for (let nth = 0; nth < count; nth++) {
    const at = page.readUInt8((count + 1) * 4 + nth) * 2
    if (at === 0) continue
    const kind = kindOf(page.subarray(at + 1, at + 1 + page.readUInt8(at)))
    if (kind) runs.push({ from: page.readUInt32LE(nth * 4), to: page.readUInt32LE(nth * 4 + 4), kind })
  }
  return runs
}

function kindOf(properties: Buffer): DocHiddenRun['kind'] | null {
  const look: Look = {}
  let removed = false
  let at = 0
  while (at + 3 <= properties.length) {
    const code = properties.readUInt16LE(at)
    const value = at + 2
    const length = operandLength(code, properties, value)
    if (value + length > properties.length) break
    if (code === sprm.removed) removed = properties[value] === 1
    else if (code === sprm.vanish) look.vanish = properties[value] === 1
    else if (code === sprm.size) look.points = properties.readUInt16LE(value) / 2
    else if (code === sprm.colourIndex) look.white = properties[value] === 8
    else if (code === sprm.colour)
      look.white = [0, 1, 2].every((nth) => (properties[value + nth] ?? 0) >= 0xf4) && properties[value + 3] === 0
    else if (code === sprm.shading || code === sprm.highlight) look.shaded = true
    at = value + length
  }
  return removed ? 'removed' : hiddenKind(look, false)
}

function operandLength(code: number, properties: Buffer, at: number): number {
  const kind = code >> 13
  if (kind === 6) return 1 + properties.readUInt8(at)
  return [1, 1, 2, 4, 2, 2, 0, 3][kind] ?? 1
}
