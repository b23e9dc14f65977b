import { routes } from '@penmark/contract'
import type { Binder } from '../../http/bind.ts'
import { type ReferencesDependencies, readLookUp, startLookUp } from './keep-look-ups.ts'

export function bindReferences({ bind }: Binder, dependencies: ReferencesDependencies): void {
  bind(routes.readReferenceLookUp, ({ id }, caller) => readLookUp(dependencies, id, caller))
  bind(routes.lookUpReferences, ({ id }, caller) => startLookUp(dependencies, id, caller))
}
