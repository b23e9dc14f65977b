import type { ProfileInput } from '@penmark/contract'
import { decodeJwt } from 'jose'
import type { Page } from 'playwright'
import {
  createBrowser,
  registerForTokens,
} from '../../../apps/server/src/services/identity/testing/browser.ts'
import { userKey } from '../../../apps/web/src/lib/session/user-key.ts'

export interface Account {
  email: string
  password: string
  givenName: string
  familyName: string
}

let accounts = 0

/** An account unique to this run. */
export function newAccount(): Account {
  accounts += 1
  return {
    email: `amara.osei.${process.pid}.${accounts}@school.example`,
    password: 'quiet rivers bend slowly',
    givenName: 'Amara',
    familyName: 'Osei',
  }
}

/** Stores a cookie decision, so that no banner appears; keeps an existing one. */
async function refuseCookies(page: Page, origin: string): Promise<void> {
  const name = 'penmark.consent'
  const cookies = await page.context().cookies(origin)
  if (cookies.some((cookie) => cookie.name === name)) return
  const choices = { necessary: true, analytics: false, marketing: false, preferences: true }
  const value = encodeURIComponent(
    JSON.stringify({ timestamp: new Date().toISOString(), version: '1.0', ...choices }),
  )
  await page.context().addCookies([{ name, value, url: origin, sameSite: 'Lax' }])
}

/** Registers from the home page. Ends on the short step that completes the profile. */
export async function register(page: Page, origin: string, account: Account): Promise<void> {
  await refuseCookies(page, origin)
  await page.goto(origin)
  await page.getByRole('link', { name: 'Start Free' }).click()
  await createAccount(page, account)
}

async function createAccount(page: Page, account: Account): Promise<void> {
  await page.getByLabel('First name').fill(account.givenName)
  await page.getByLabel('Last name').fill(account.familyName)
  await page.getByLabel('Email', { exact: true }).fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/profile')
  await page.getByRole('heading', { name: 'Where do you teach?' }).waitFor()
}

/** Completes the profile in one short step. Ends on the dashboard. */
export async function completeProfile(page: Page): Promise<void> {
  await page.getByLabel('School', { exact: false }).first().fill('Riverside School')
  await page.getByLabel('Country').selectOption({ label: 'United Kingdom' })
  await page.getByLabel('State or county').fill('Kent')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await page.waitForURL('**/dashboard')
  await page.getByRole('heading', { name: 'Hello, Amara' }).waitFor()
}

/**
 * Registers a new teacher through the forms, beginning at the address to which the home page leads. Ends on
 * the dashboard.
 */
export async function registerThroughForms(page: Page, origin: string): Promise<Account> {
  const account = newAccount()
  await refuseCookies(page, origin)
  await page.goto(`${origin}/dashboard?register`)
  await createAccount(page, account)
  await completeProfile(page)
  return account
}

interface Registration {
  /** The first page that the teacher sees. */
  at?: string
}

/**
 * Registers a new teacher with the calls that the forms make, and gives the browser what it would have kept
 * from them: the provider's cookies and the tokens. The forms take a journey two seconds of processor time,
 * so only journeys about registering use them.
 */
export async function registerTeacher(
  page: Page,
  origin: string,
  { at = '/dashboard' }: Registration = {},
): Promise<Account> {
  const account = newAccount()
  await refuseCookies(page, origin)
  const api = `${origin}/api/v1`
  const { oidc } = (await (await fetch(`${api}/settings`)).json()) as {
    oidc: { authority: string; client_id: string }
  }
  const forms = createBrowser(origin, await page.evaluate(() => navigator.userAgent))
  const { expires_in, ...tokens } = await registerForTokens(forms, {
    email: account.email,
    password: account.password,
    given_name: account.givenName,
    family_name: account.familyName,
  })
  const saved = await fetch(`${api}/teachers/me`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${tokens.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ first_name: account.givenName, last_name: account.familyName, ...profile }),
  })
  if (!saved.ok) throw new Error(`The profile was not saved: ${saved.status} ${await saved.text()}`)

  const cookies = forms.cookies().map((cookie) => ({
    ...cookie,
    domain: new URL(origin).hostname,
    httpOnly: true,
    sameSite: 'Lax' as const,
  }))
  await page.context().addCookies(cookies)
  const expires_at = Math.floor(Date.now() / 1_000) + expires_in
  const user = JSON.stringify({
    ...tokens,
    token_type: 'Bearer',
    profile: decodeJwt(tokens.id_token),
    expires_at,
  })
  const storing = await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [
    userKey(oidc),
    user,
  ] as const)
  await page.goto(`${origin}${at}`)
  await storing.dispose()
  if (at === '/dashboard') await page.getByRole('heading', { name: 'Hello, Amara' }).waitFor()
  return account
}

/** What `completeProfile` enters. */
const profile: Omit<ProfileInput, 'first_name' | 'last_name'> = {
  school_name: 'Riverside School',
  role: 'teacher',
  country: 'GB',
  state_county: 'Kent',
  language: 'en-GB',
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account menu for / }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('link', { name: 'Start Free' }).waitFor()
}

/** Signs in from the home page. Ends on the dashboard. */
export async function signIn(page: Page, origin: string, account: Account): Promise<void> {
  await page.goto(origin)
  await page.getByRole('link', { name: 'Get Started' }).click()
  await page.getByLabel('Email', { exact: true }).fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/dashboard')
}
