import { routes } from '@penmark/contract'
import type { Binder } from '../../http/bind.ts'
import { createQuickDetect, type DemoDependencies } from './quick-detect.ts'

export function bindDemo({ bindPublic }: Binder, dependencies: DemoDependencies): void {
  const quickDetect = createQuickDetect(dependencies)
  bindPublic(routes.quickDetect, (input, { network }) => quickDetect(input, network))
}
