import type { Page } from 'playwright'

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
  const value = encodeURIComponent(JSON.stringify({ timestamp: new Date().toISOString(), version: '1.0', ...choices }))
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

/** Registers a new teacher, who begins at the address to which the home page leads. Ends on the dashboard. */
export async function registerTeacher(page: Page, origin: string): Promise<Account> {
  const account = newAccount()
  await refuseCookies(page, origin)
  await page.goto(`${origin}/dashboard?register`)
  await createAccount(page, account)
  await completeProfile(page)
  return account
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
