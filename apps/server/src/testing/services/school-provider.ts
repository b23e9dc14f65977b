import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { oidc } from '@penmark/contract'
import { errors, type JWK, Provider } from 'oidc-provider'

/**
 * The sign-in service of a school, as a process of its own: `node --import tsx school-provider.ts PORT`. It
 * has its own people, asks for consent, and knows nothing of the product but its client, whose origin the
 * message `client ORIGIN` sets. `rotate` makes it sign with the next key. It answers every message once that
 * is done.
 */
const [port = ''] = process.argv.slice(2)
const issuer = `http://127.0.0.1:${port}`
const resource = 'urn:school:penmark'
let clientOrigin = 'http://localhost'

interface Member {
  given_name: string
  family_name: string
  roles: string[]
}

/** By the name that they type to sign in; any password will do. No address is said to be confirmed. */
const members = new Map<string, Member>([
  ['ida', { given_name: 'Ida', family_name: 'Holm', roles: ['it-staff'] }],
  ['amara', { given_name: 'Amara', family_name: 'Osei', roles: ['teachers'] }],
  ['head', { given_name: 'Hana', family_name: 'Sato', roles: ['teachers'] }],
  ['eve', { given_name: 'Eve', family_name: 'Student', roles: ['students'] }],
])

const newKey = (): JWK => ({
  ...(generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export({ format: 'jwk' }) as JWK),
  kid: randomUUID(),
  alg: 'RS256',
  use: 'sig',
})

function createProvider(keys: JWK[]): Provider {
  return new Provider(issuer, {
    jwks: { keys },
    clients: [
      {
        client_id: oidc.clientId,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: [`${clientOrigin}/`],
        post_logout_redirect_uris: [`${clientOrigin}/`],
      },
    ],
    cookies: { keys: ['a key for tests'] },
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email'], profile: ['given_name', 'family_name'] },
    conformIdTokenClaims: false,
    extraParams: ['audience'],
    discovery: { prompt_values_supported: ['none', 'login', 'consent'] },
    clientBasedCORS: (_ctx, origin) => origin === clientOrigin,
    issueRefreshToken: async () => true,
    findAccount: async (_ctx, id) => {
      const member = members.get(id)
      if (member === undefined) return undefined
      const { roles: _roles, ...names } = member
      return { accountId: id, claims: async () => ({ sub: id, email: `${id}@school.example`, ...names }) }
    },
    // Nested, as Keycloak writes them.
    extraTokenClaims: async (_ctx, token) => {
      const id = 'accountId' in token ? (token.accountId ?? '') : ''
      return { email: `${id}@school.example`, realm_access: { roles: members.get(id)?.roles ?? [] } }
    },
    features: {
      devInteractions: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: async () => resource,
        useGrantedResource: async () => true,
        getResourceServerInfo: async (_ctx, wanted) => {
          if (wanted !== resource) throw new errors.InvalidTarget()
          return {
            scope: 'api',
            audience: oidc.audience,
            accessTokenFormat: 'jwt',
            accessTokenTTL: 600,
            jwt: { sign: { alg: 'RS256' } },
          }
        },
      },
    },
  })
}

// The next key is published before it signs, as providers do.
let keys = [newKey(), newKey()]
let provider = createProvider(keys)

process.on('message', (message) => {
  const [action, origin = clientOrigin] = String(message).split(' ')
  if (action === 'rotate') keys = [...keys.slice(1), newKey()]
  clientOrigin = origin
  provider = createProvider(keys)
  process.send?.('done')
})
process.on('disconnect', () => process.exit(0))

createServer((request, response) => void provider.callback()(request, response)).listen(
  Number(port),
  '127.0.0.1',
  () => process.send?.('ready'),
)
