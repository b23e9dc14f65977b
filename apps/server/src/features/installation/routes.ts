import { type Installation, routes } from '@penmark/contract'
import type { Binder } from '../../http/bind.ts'

/** What the operator's pages show about the installation; it is constant while the product runs. */
export function bindInstallation({ bind }: Binder, installation: Installation): void {
  bind(routes.readInstallation, async () => installation)
}
