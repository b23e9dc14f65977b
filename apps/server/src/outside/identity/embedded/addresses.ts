/** Where a person finds the pages about their account. `?lang=fr-FR` chooses the language. */
export const accountPath = '/identity/account'
export const addresses = {
  forgot: '/identity/forgot',
  reset: '/identity/reset',
  verify: '/identity/verify',
  register: '/identity/register',
  changeEmail: '/identity/change-email',
  password: `${accountPath}/password`,
  devices: `${accountPath}/devices`,
  twoFactor: `${accountPath}/second-step`,
  email: `${accountPath}/email`,
  /** The provider comes back here after a sign-in that began on one of the pages above. */
  comeBack: `${accountPath}/return`,
  /** Other providers come back here. */
  brokered: '/identity/brokered',
  /** Asks for a sign-in in the product. */
  signIn: '/dashboard',
  profile: '/profile',
  support: '/support',
} as const
