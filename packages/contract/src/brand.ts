/** The one place that holds the product's name and addresses. */
export const brand = {
  name: 'Penmark',
  supportEmail: 'support@penmark.example',
} as const

export const oidc = {
  clientId: 'penmark-web',
  audience: 'penmark-api',
  scope: 'openid profile email',
} as const

export const apiBase = '/api/v1'
