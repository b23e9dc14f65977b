import { routes } from '@penmark/contract'
import type { Binder } from '../../http/bind.ts'
import { deleteComparison, listComparisons, type OverlapDependencies, readComparison, startComparison } from './keep-comparisons.ts'
import { exportPairs, listPairs, readDocumentOverlap, readPair } from './read-pairs.ts'

export function bindOverlap({ bind }: Binder, dependencies: OverlapDependencies): void {
  bind(routes.startComparison, (input, caller) => startComparison(dependencies, input, caller))
  bind(routes.listComparisons, (target, caller) => listComparisons(dependencies, target, caller))
  bind(routes.readComparison, ({ id }, caller) => readComparison(dependencies, id, caller))
  bind(routes.deleteComparison, ({ id }, caller) => deleteComparison(dependencies, id, caller))
  bind(routes.listPairs, (page, caller) => listPairs(dependencies, page, caller))
  bind(routes.exportPairs, (input, caller) => exportPairs(dependencies, input, caller))
  bind(routes.readDocumentOverlap, ({ id }, caller) => readDocumentOverlap(dependencies, id, caller))
  bind(routes.readPair, ({ id }, caller) => readPair(dependencies, id, caller))
}
