import { fileTypes, type PublicSettings, routes, uploadLimits } from '@penmark/contract'
import type { Binder } from '../../../http/bind.ts'
import type { IdentitySettings } from '../../../services/identity/identity.ts'

interface SettingsDependencies {
  identity: { settings: IdentitySettings }
  detector: PublicSettings['detector']
  /** Null for ALTCHA. */
  recaptchaSiteKey: string | null
  supportEmail: string
  sellsPlans: boolean
  upgradeUrl: string | null
  signIn: { organisation: string | null; allSessions: boolean }
  version: string
}

/** What a browser needs before sign-in. */
export function bindSettings({ bindPublic }: Binder, dependencies: SettingsDependencies): void {
  const { identity, detector, recaptchaSiteKey, supportEmail, sellsPlans, upgradeUrl, signIn, version } =
    dependencies
  const { authority, clientId, audience, scope, accountUrl } = identity.settings
  const settings: PublicSettings = {
    oidc: {
      authority,
      client_id: clientId,
      audience,
      scope,
      organisation: signIn.organisation,
      all_sessions: signIn.allSessions,
      account_url: accountUrl,
    },
    detector,
    upload: {
      file_bytes: uploadLimits.fileBytes,
      files_per_batch: uploadLimits.filesPerBatch,
      types: [...fileTypes],
    },
    human_check: {
      challenge: recaptchaSiteKey === null ? 'altcha' : 'recaptcha',
      recaptcha_site_key: recaptchaSiteKey,
    },
    support_email: supportEmail,
    sells_plans: sellsPlans,
    upgrade_url: upgradeUrl,
    version,
  }
  bindPublic(routes.readSettings, async () => settings)
}
