import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect } from 'vitest'
import { freePort } from '../../../../apps/server/src/testing/port.ts'
import { expectAccessible } from '../../browser/accessibility.ts'
import { type JourneyContext, journeys } from '../../journey.ts'
import { completeProfile } from '../../steps/account.ts'
import { accessTokenOf } from '../../steps/calls.ts'

const schoolPort = await freePort()
const school = `http://127.0.0.1:${schoolPort}`
const program = join(import.meta.dirname, '../../../../apps/server/src/testing/services/school-provider.ts')

let provider: ChildProcess
beforeAll(async () => {
  provider = fork(program, [String(schoolPort)], { execArgv: ['--import', 'tsx'], stdio: 'ignore' })
  await once(provider, 'message')
})
afterAll(() => provider.disconnect())

const journey = journeys({
  OIDC_ISSUER: school,
  OIDC_ROLE_CLAIM: 'realm_access.roles',
  OIDC_ADMIN_VALUES: 'it-staff',
  OIDC_TEACHER_VALUES: 'teachers',
  OIDC_TRUST_EMAIL: 'true',
  ADMIN_EMAILS: 'head@school.example',
})

async function tellProvider(message: string): Promise<void> {
  const done = once(provider, 'message')
  provider.send(message)
  await done
}

/** Makes the product a client of the school, which has to know its address. */
async function openAt({ page, product, watch }: JourneyContext, path: string): Promise<void> {
  // The provider's own pages, which ask for a font from elsewhere and have no icon.
  watch.expect(new RegExp(`${school}/|fonts\\.googleapis\\.com`))
  watch.expect(/40[34].*\/api\/v1\//)
  await tellProvider(`client ${product.origin}`)
  await page.goto(product.origin + path)
}

/** Signs in at the school. Ends on the product's page. */
async function signInAtSchool(page: Page, name: string): Promise<void> {
  await page.waitForURL(`${school}/**`)
  await page.locator('input[name=login]').fill(name)
  await page.locator('input[name=password]').fill('any password')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('http://localhost:*/**')
}

async function signOutAtSchool(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Yes, sign me out' }).click()
  await page.waitForURL('http://localhost:*/')
  await page.getByRole('link', { name: 'Start Free' }).waitFor()
}

journey('a teacher of the school gets in without another question, and out again', async (context) => {
  const { page, product } = context
  await openAt(context, '/dashboard')
  await signInAtSchool(page, 'amara')
  await completeProfile(page)
  expect(await page.getByRole('link', { name: 'Admin', exact: true }).count()).toBe(0)
  const before = await accessTokenOf(page)
  expect(decodeJwt(before)).toMatchObject({ iss: school, sub: 'amara' })
  await page.getByRole('button', { name: /^Account menu for / }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await signOutAtSchool(page)

  await tellProvider('rotate')
  await page.goto(`${product.origin}/dashboard`)
  await signInAtSchool(page, 'amara')
  await page.getByRole('heading', { name: 'Hello, Amara' }).waitFor()
  expect(decodeProtectedHeader(await accessTokenOf(page)).kid).not.toBe(decodeProtectedHeader(before).kid)
})

journey('a student is refused in a clear sentence, and can sign out', async (context) => {
  const { page } = context
  await openAt(context, '/dashboard')
  await signInAtSchool(page, 'eve')
  await page.getByRole('heading', { name: 'You cannot use Penmark with this account' }).waitFor()
  await page.getByText('Your account has no access to this installation.', { exact: false }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await signOutAtSchool(page)
})

for (const [name, why] of [
  ['ida', 'a group of the school'],
  ['head', 'an address that the operator named and the school vouches for'],
] as const) {
  journey(`${why} makes an administrator`, async (context) => {
    const { page, product } = context
    await openAt(context, '/dashboard')
    await signInAtSchool(page, name)
    await page.getByRole('heading', { name: 'Where do you teach?' }).waitFor()
    await page.goto(`${product.origin}/welcome`)
    await page.getByRole('heading', { name: 'Checks' }).waitFor()
  })
}
