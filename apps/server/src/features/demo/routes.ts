import { routes } from '@penmark/contract'
import type { Binder } from '../../http/bind.ts'
import { createQuickDetect, type DemoParts } from './quick-detect.ts'

export function bindDemo({ bindPublic }: Binder, parts: DemoParts): void {
  const quickDetect = createQuickDetect(parts)
  bindPublic(routes.quickDetect, (given, { network }) => quickDetect(given, network))
}
