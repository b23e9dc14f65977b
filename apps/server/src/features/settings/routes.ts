import { fileTypes, type PublicSettings, routes, uploadLimits } from '@penmark/contract'
import type { Binder } from '../../http/bind.ts'
import type { IdentitySettings } from '../../outside/identity/identity.ts'

export interface SettingsParts {
  identity: { settings: IdentitySettings }
  detector: PublicSettings['detector']
  version: string
}

/** What a browser must know before anybody has signed in. */
export function bindSettings({ bindPublic }: Binder, { identity, detector, version }: SettingsParts): void {
  const { authority, clientId, audience, scope, accountUrl } = identity.settings
  const settings: PublicSettings = {
    oidc: { authority, client_id: clientId, audience, scope, account_url: accountUrl },
    detector,
    upload: { file_bytes: uploadLimits.fileBytes, files_per_batch: uploadLimits.filesPerBatch, types: [...fileTypes] },
    version,
  }
  bindPublic(routes.readSettings, async () => settings)
}
