/** Pages of a sign-in, each below the uid of its interaction. */
export const interactionPath = '/interaction'
export const userProfilePath = '/oauth2/v2/user_profile'

/** The account pages. `?lang=fr-FR` chooses the language. */
export const accountPath = '/identity/account'
export const identityPaths = {
  forgot: '/identity/forgot',
  reset: '/identity/reset',
  verify: '/identity/verify',
  register: '/identity/register',
  changeEmail: '/identity/change-email',
  password: `${accountPath}/password`,
  devices: `${accountPath}/devices`,
  twoFactor: `${accountPath}/second-step`,
  email: `${accountPath}/email`,
  /** The provider redirects here after a sign-in started on one of the pages above. */
  comeBack: `${accountPath}/return`,
  /** Other providers redirect here. */
  brokered: '/identity/brokered',
  /** A page of the product that requires sign-in. */
  signIn: '/dashboard',
  documents: '/documents',
  profile: '/profile',
  support: '/support',
} as const
