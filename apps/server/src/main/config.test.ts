import { expect, test } from 'vitest'
import { readConfig, SettingsError, settingDescriptions } from './config.ts'

test('needs no settings at all', () => {
  const config = readConfig({})
  expect(config).toMatchObject({
    port: 3000,
    publicUrl: 'http://localhost:3000',
    databaseUrl: null,
    adminEmails: [],
    logLevel: 'info',
  })
  expect(config.oidc).toEqual({
    issuer: null,
    clientId: 'penmark-web',
    audience: 'penmark-api',
    scope: 'openid profile email',
    roleClaim: 'roles',
    trustsEmail: false,
  })
})

test('follows the port in the public address unless one is given', () => {
  expect(readConfig({ PORT: '4000' }).publicUrl).toBe('http://localhost:4000')
  expect(() => readConfig({ PUBLIC_URL: 'https://school.example/penmark' })).toThrow(
    /PUBLIC_URL must be an address without a path/,
  )
  expect(readConfig({ PORT: '4000', PUBLIC_URL: 'https://penmark.school.example/' }).publicUrl).toBe(
    'https://penmark.school.example',
  )
})

test('leads from the upgrade image to the prices, unless the operator names another page or plans do not differ', () => {
  const upgradeUrl = (settings: Record<string, string>) => readConfig(settings).upgradeUrl
  const publicUrl = { PUBLIC_URL: 'https://penmark.school.example/' }
  expect(upgradeUrl({ ...publicUrl, PAYMENT_STAND_IN: 'true' })).toBe(
    'https://penmark.school.example/pricing',
  )
  expect(upgradeUrl(publicUrl)).toBeNull()
  expect(upgradeUrl({ UPGRADE_URL: 'https://school.example/join' })).toBe('https://school.example/join')
  expect(upgradeUrl({ PLAN_LIMITS: 'off' })).toBeNull()
})

test('treats an empty variable as unset', () => {
  expect(readConfig({ PORT: ' ', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: null })
})

test('reads the addresses of administrators in lower case', () => {
  expect(readConfig({ ADMIN_EMAILS: 'Ana@School.example, ,bo@school.example' }).adminEmails).toEqual([
    'ana@school.example',
    'bo@school.example',
  ])
})

test('lists every wrong setting at once, by name', () => {
  const read = () =>
    readConfig({ PORT: 'eighty', PUBLIC_URL: 'school', LOG_LEVEL: 'loud', TRUST_PROXY: 'yes' })
  expect(read).toThrow(SettingsError)
  for (const name of ['PORT', 'PUBLIC_URL', 'LOG_LEVEL', 'TRUST_PROXY']) expect(read).toThrow(name)
})

test('trusts no proxy unless configured, by number or by address and network', () => {
  const read = (TRUST_PROXY?: string) => readConfig({ TRUST_PROXY }).trustProxy
  expect([read(), read('false'), read('0')]).toEqual([null, null, null])
  expect([read('true'), read('1'), read('2')]).toEqual([{ hops: 1 }, { hops: 1 }, { hops: 2 }])
  expect(read('10.0.0.0/8, ::1')).toEqual({ networks: ['10.0.0.0/8', '::1'] })
  for (const wrong of ['0.0.0.0/0', 'proxy.school.example', '10.0.0.0/8,', '-1'])
    expect(() => read(wrong)).toThrow(/TRUST_PROXY must be/)
})

test('never prints a database address, which contains a password', () => {
  expect(() => readConfig({ DATABASE_URL: 'mysql://ana:secret@db' })).toThrow(/DATABASE_URL/)
  expect(() => readConfig({ DATABASE_URL: 'mysql://ana:secret@db' })).not.toThrow(/secret/)
})

test('describes each setting for docs/settings.md', () => {
  expect(settingDescriptions.map(({ name }) => name)).toContain('DATA_DIR')
  for (const { name, default: fallback, meaning } of settingDescriptions) {
    expect(name).toMatch(/^[A-Z][A-Z0-9_]+$/)
    expect(fallback).not.toBe('')
    expect(meaning).not.toBe('')
  }
})

test('opens a released model by name and any other by the path of its file', () => {
  expect(readConfig({}).detectorModel).toMatch(/models[\\/]standard\.penmark$/)
  const payments = {
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_PRICE_PRO: 'price_1',
  }
  expect(readConfig(payments).detectorModel).toMatch(/models[\\/]open\.penmark$/)
  expect(readConfig({ DETECTOR_MODEL: 'open' }).detectorModel).toMatch(/models[\\/]open\.penmark$/)
  expect(readConfig({ DETECTOR_MODEL: '/srv/own.penmark' }).detectorModel).toBe('/srv/own.penmark')
})

test('sends email through SMTP_URL or else to the outbox, from an address at its own host', () => {
  expect(readConfig({ PUBLIC_URL: 'https://penmark.school.example' }).mail).toEqual({
    smtpUrl: null,
    from: 'Penmark <no-reply@penmark.school.example>',
  })
  const given = { SMTP_URL: 'smtps://ana:secret@mail.school.example', MAIL_FROM: 'post@school.example' }
  expect(readConfig(given).mail).toEqual({ smtpUrl: given.SMTP_URL, from: 'post@school.example' })
  expect(() => readConfig({ SMTP_URL: 'ana:secret@mail' })).toThrow(/SMTP_URL/)
  for (const password of ['p#ss', 'p@ss/w', 'p?ss', '100%sure'])
    expect(() => readConfig({ SMTP_URL: `smtp://user:${password}@mail.example:587` }), password).toThrow(
      /SMTP_URL .*write # as %23, \/ as %2F/,
    )
  for (const given of [
    'smtp://post@school.example:secret@mail.example:587',
    'smtp://user:p%23ss@mail.example',
    'smtp://mail.example:25?tls.rejectUnauthorized=false',
  ])
    expect(readConfig({ SMTP_URL: given }).mail.smtpUrl).toBe(given)
  expect(() => readConfig({ SMTP_URL: 'ana:secret@mail' })).not.toThrow(/secret/)
  expect(() => readConfig({ MAIL_FROM: 'nobody' })).toThrow(/MAIL_FROM/)
})

test('offers another provider if all of its settings are there, and names missing ones', () => {
  const tenant = '3F0C8F1E-6a53-4d3b-9d0d-1f2f3a4b5c6d'
  const microsoft = { MICROSOFT_TENANT: tenant, MICROSOFT_CLIENT_ID: 'id', MICROSOFT_CLIENT_SECRET: 'secret' }
  expect(readConfig({}).brokers).toEqual([])
  expect(
    readConfig({ ...microsoft, GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }).brokers,
  ).toMatchObject([
    { name: 'microsoft', issuer: `https://login.microsoftonline.com/${tenant.toLowerCase()}/v2.0` },
    { name: 'google', issuer: 'https://accounts.google.com' },
  ])
  expect(() => readConfig({ ...microsoft, MICROSOFT_CLIENT_SECRET: '' })).toThrow(
    'MICROSOFT_CLIENT_SECRET is missing',
  )
  expect(() => readConfig({ ...microsoft, MICROSOFT_TENANT: 'organizations' })).toThrow(
    'MICROSOFT_TENANT must be the id of a tenant',
  )
})

test('requires two-factor authentication of administrators if set, and of nobody with another provider', () => {
  expect(readConfig({}).twoFactorOf).toBeNull()
  expect(readConfig({ SECOND_STEP: 'off' }).twoFactorOf).toBeNull()
  expect(readConfig({ SECOND_STEP: 'administrators' }).twoFactorOf).toBe('administrators')
  expect(() => readConfig({ SECOND_STEP: 'everybody' })).toThrow(/SECOND_STEP must be off or administrators/)
  expect(() =>
    readConfig({ SECOND_STEP: 'administrators', OIDC_ISSUER: 'https://school.kinde.com' }),
  ).toThrow(/embedded sign-in/)
})

test('only starts with another provider if its domain is the intended one', () => {
  const read = (OIDC_DOMAIN_PATTERN: string) =>
    readConfig({ OIDC_ISSUER: 'https://school.kinde.com', OIDC_DOMAIN_PATTERN }).oidc.issuer
  expect(read('\\.kinde\\.com$')).toBe('https://school.kinde.com')
  expect(() => read('^auth\\.school\\.example$')).toThrow(/school\.kinde\.com.*OIDC_DOMAIN_PATTERN/)
  expect(() => read('(')).toThrow(/OIDC_DOMAIN_PATTERN must be a regular expression/)
})

test.each(['school.kinde.co', 'school-kinde.com', 'school.kinde.com.evil.example'])(
  'takes %s for a typing error of Kinde',
  (host) => {
    const read = (settings: Record<string, string>) =>
      readConfig({ OIDC_ISSUER: `https://${host}`, ...settings }).oidc.issuer
    expect(() => read({})).toThrow(/is not one of Kinde/)
    expect(read({ OIDC_DOMAIN_PATTERN: '.' })).toBe(`https://${host}`)
  },
)

test('starts with Kinde, and with a provider of which nothing is known, without a pattern', () => {
  for (const issuer of ['https://school.kinde.com', 'https://login.school.example/realms/school']) {
    expect(readConfig({ OIDC_ISSUER: issuer }).oidc.issuer).toBe(issuer)
  }
})

test('sends an organisation only to another provider, and ends all sign-ins only where that is set', () => {
  expect(readConfig({}).signIn).toEqual({ organisation: null, allSessions: false })
  expect(() => readConfig({ OIDC_ORGANISATION: 'org_1' })).toThrow('OIDC_ORGANISATION needs OIDC_ISSUER')
  const set = {
    OIDC_ISSUER: 'https://school.kinde.com',
    OIDC_ORGANISATION: 'org_1',
    OIDC_ALL_SESSIONS: 'true',
  }
  expect(readConfig(set).signIn).toEqual({ organisation: 'org_1', allSessions: true })
})

test.each([
  [{}, false],
  [{ PUBLIC_URL: 'http://127.0.0.1:3000' }, false],
  [{ HOST: '0.0.0.0' }, true],
  [{ PUBLIC_URL: 'https://penmark.school.example' }, true],
  [{ TRUST_PROXY: 'true' }, true],
])('with %o, the first administrator needs the setup code: %s', (environment, needed) => {
  expect(readConfig(environment).needsSetupCode).toBe(needed)
})

test('reads the values of a role claim, also names of a directory with commas', () => {
  const issuer = { OIDC_ISSUER: 'https://login.school.example' }
  expect(readConfig({ ...issuer, OIDC_ADMIN_VALUES: 'IT-Staff, head' }).roleRules).toEqual({
    administrators: ['it-staff', 'head'],
    teachers: null,
  })
  const teachers = readConfig({ ...issuer, OIDC_TEACHER_VALUES: 'CN=Teachers,OU=School;' }).roleRules.teachers
  expect(teachers).toEqual(['cn=teachers,ou=school'])
  expect(readConfig(issuer).oidc).toMatchObject({ roleClaim: 'roles', trustsEmail: false })
})

test.each(['OIDC_ADMIN_VALUES', 'OIDC_TEACHER_VALUES'])(
  'refuses %s without a provider that names roles',
  (name) => {
    expect(() => readConfig({ [name]: 'staff' })).toThrow(`${name} needs OIDC_ISSUER`)
    expect(() => readConfig({ OIDC_ISSUER: 'https://login.school.example', [name]: ' , ' })).toThrow(name)
  },
)
