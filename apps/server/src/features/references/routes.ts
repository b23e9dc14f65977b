import { routes } from '@penmark/contract'
import type { Binder } from '../../http/bind.ts'
import { type ReferencesParts, readLookUp, startLookUp } from './keep-look-ups.ts'

export function bindReferences({ bind }: Binder, parts: ReferencesParts): void {
  bind(routes.readReferenceLookUp, ({ id }, caller) => readLookUp(parts, id, caller))
  bind(routes.lookUpReferences, ({ id }, caller) => startLookUp(parts, id, caller))
}
