import { routes } from '@penmark/contract'
import type { Binder } from '../../http/bind.ts'
import { deleteComparison, listComparisons, type OverlapParts, readComparison, startComparison } from './keep-comparisons.ts'
import { exportPairs, listPairs, readDocumentOverlap, readPair } from './read-pairs.ts'

export function bindOverlap({ bind }: Binder, parts: OverlapParts): void {
  bind(routes.startComparison, (input, caller) => startComparison(parts, input, caller))
  bind(routes.listComparisons, (target, caller) => listComparisons(parts, target, caller))
  bind(routes.readComparison, ({ id }, caller) => readComparison(parts, id, caller))
  bind(routes.deleteComparison, ({ id }, caller) => deleteComparison(parts, id, caller))
  bind(routes.listPairs, (page, caller) => listPairs(parts, page, caller))
  bind(routes.exportPairs, (wanted, caller) => exportPairs(parts, wanted, caller))
  bind(routes.readDocumentOverlap, ({ id }, caller) => readDocumentOverlap(parts, id, caller))
  bind(routes.readPair, ({ id }, caller) => readPair(parts, id, caller))
}
