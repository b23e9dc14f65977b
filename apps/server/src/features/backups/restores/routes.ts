import { restorePartBytes, routes } from '@penmark/contract'
import type { Binder } from '../../../http/bind.ts'
import type { RestoresDependencies } from './dependencies.ts'
import { createRestores } from './restores.ts'

export function bindRestores({ bind, bindPublic, bindBytes }: Binder, dependencies: RestoresDependencies): void {
  const restores = createRestores(dependencies)
  bind(routes.beginRestore, (start, caller) => restores.begin(start, caller))
  bindPublic(routes.beginFirstRestore, ({ code = '', ...start }) => restores.beginFirst(start, code))
  bindPublic(routes.readRestore, ({ ticket }) => restores.read(ticket))
  bindBytes(routes.sendRestorePart, ({ ticket, offset }, bytes) => restores.receive(ticket, offset, bytes), {
    bodyBytes: restorePartBytes,
    admit: ({ ticket }) => restores.assertUploading(ticket),
  })
  bindPublic(routes.cancelRestore, async ({ ticket }) => {
    await restores.cancel(ticket)
    return { cancelled: true as const }
  })
  bind(routes.applyRestore, ({ ticket }, caller) => restores.apply(ticket, caller))
  bindPublic(routes.applyFirstRestore, ({ ticket }) => restores.applyFirst(ticket))
}
