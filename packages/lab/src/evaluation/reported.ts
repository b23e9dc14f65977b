import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReleaseCost } from '../release/cost.ts'
import type { ModelCard } from './card.ts'
import type { EditedFigures } from './edited/edited-by-degree.ts'
import type { LeftOutFigures } from './groups/left-out.ts'
import type { VendorFigures } from './groups/vendors.ts'
import type { PreviousFigures } from './report/previous.ts'

/** A released model: its card, and what was measured of vendors and other groups left out, if it was. */
export interface Reported {
  card: ModelCard
  vendors: VendorFigures | null
  leftOut: LeftOutFigures | null
  /** How edited texts are judged, if it was measured. */
  edited: EditedFigures | null
  /** What the release before says of the same texts, if it was measured. */
  previous: PreviousFigures | null
}

function readJson<T>(path: string): T | null {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : null
}

/** What a folder of released models says of one of them; null where it was not released. */
export function readReported(folder: string, name: 'standard' | 'open'): Reported | null {
  const card = readJson<ModelCard>(join(folder, `${name}.card.json`))
  if (card === null) return null
  return {
    card,
    vendors: readJson<VendorFigures>(join(folder, `${name}.vendors.json`)),
    leftOut: readJson<LeftOutFigures>(join(folder, `${name}.left-out.json`)),
    edited: readJson<EditedFigures>(join(folder, `${name}.edited.json`)),
    previous: readJson<PreviousFigures>(join(folder, `${name}.previous.json`)),
  }
}

/** What the last whole release cost; null where the steps were run one by one. */
export function readCost(folder: string): ReleaseCost | null {
  return readJson<ReleaseCost>(join(folder, 'release-cost.json'))
}
