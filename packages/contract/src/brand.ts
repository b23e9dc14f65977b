/** Name, support address and logo of the product. */
export const brand = {
  name: 'Penmark',
  /** Default, unless a setting names another. */
  supportEmail: 'support@penmark.example',
  /**
   * A square of so many units with round corners; on it two strokes, three units wide, with round ends.
   * `icon.svg` is the same drawing.
   */
  mark: {
    size: 32,
    corner: 6,
    stroke: 3,
    ground: '#146665',
    pen: { colour: '#fbfaf7', path: 'M9 25V8h8.2a5.6 5.6 0 0 1 0 11.2H13' },
    line: { colour: '#e0ae55', path: 'M18 25h5' },
  },
} as const

export const oidc = {
  clientId: 'penmark-web',
  audience: 'penmark-api',
  scope: 'openid profile email',
} as const

export const apiBase = '/api/v1'
