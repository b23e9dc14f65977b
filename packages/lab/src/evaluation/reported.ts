import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AuthorshipFigures } from '../authorship/measure.ts'
import type { ReleaseCost } from '../release/run-step.ts'
import type { ModelCard } from './card.ts'
import type { EditedFigures } from './edited/edited-by-degree.ts'
import type { LeftOutFigures } from './groups/left-out.ts'
import type { VendorFigures } from './groups/vendors.ts'
import type { OverlapFigures } from './overlap/measure-overlap.ts'
import type { PreviousFigures } from './report/previous.ts'

/** A released model: its card, and the figures of left-out vendors and groups, if measured. */
export interface Reported {
  card: ModelCard
  vendors: VendorFigures | null
  leftOut: LeftOutFigures | null
  /** How edited texts are scored, if measured. */
  edited: EditedFigures | null
  /** The previous release on the same texts, if measured. */
  previous: PreviousFigures | null
  /** What the comparison of a class finds, if measured; it has no model. */
  overlap: OverlapFigures | null
  /** The comparison with a student's known texts, if measured; it has no model either. */
  authorship: AuthorshipFigures | null
}

function readJson<T>(path: string): T | null {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : null
}

/** Reads a released model's files from a folder; null where it was not released. */
export function readReported(folder: string, name: 'standard' | 'open'): Reported | null {
  const card = readJson<ModelCard>(join(folder, `${name}.card.json`))
  if (card === null) return null
  return {
    card,
    vendors: readJson<VendorFigures>(join(folder, `${name}.vendors.json`)),
    leftOut: readJson<LeftOutFigures>(join(folder, `${name}.left-out.json`)),
    edited: readJson<EditedFigures>(join(folder, `${name}.edited.json`)),
    previous: readJson<PreviousFigures>(join(folder, `${name}.previous.json`)),
    overlap: readJson<OverlapFigures>(join(folder, 'overlap.json')),
    authorship: readJson<AuthorshipFigures>(join(folder, 'authorship.json')),
  }
}

/** The cost of the last complete release; null where the steps were run separately. */
export function readCost(folder: string): ReleaseCost | null {
  return readJson<ReleaseCost>(join(folder, 'release-cost.json'))
}
