import { brand } from '@penmark/contract'
import { scopes } from '../claims.ts'
import { ltiPaths } from '../parts.ts'

/** Our client metadata for LTI Dynamic Registration 1.0, section 3.4. We do not ask for grades. */
export function toolConfiguration(publicUrl: string): object {
  const launch = `${publicUrl}${ltiPaths.launch}`
  return {
    application_type: 'web',
    response_types: ['id_token'],
    grant_types: ['implicit', 'client_credentials'],
    initiate_login_uri: `${publicUrl}${ltiPaths.login}`,
    redirect_uris: [launch],
    jwks_uri: `${publicUrl}${ltiPaths.keys}`,
    client_name: brand.name,
    client_uri: publicUrl,
    logo_uri: `${publicUrl}/icon.svg`,
    token_endpoint_auth_method: 'private_key_jwt',
    scope: Object.values(scopes).join(' '),
    'https://purl.imsglobal.org/spec/lti-tool-configuration': {
      domain: new URL(publicUrl).host,
      target_link_uri: launch,
      claims: ['iss', 'sub', 'name'],
      messages: [
        { type: 'LtiResourceLinkRequest', target_link_uri: launch, label: brand.name },
        { type: 'LtiDeepLinkingRequest', target_link_uri: launch, label: brand.name },
        // Canvas's placement for attaching us to an assignment.
        { type: 'LtiDeepLinkingRequest', target_link_uri: launch, label: brand.name, placements: ['ActivityAssetProcessor'] },
        { type: 'LtiAssetProcessorSettingsRequest', target_link_uri: launch, label: brand.name },
        { type: 'LtiReportReviewRequest', target_link_uri: launch, label: brand.name },
      ],
      // Without it Canvas shares no names.
      'https://canvas.instructure.com/lti/privacy_level': 'public',
    },
  }
}
