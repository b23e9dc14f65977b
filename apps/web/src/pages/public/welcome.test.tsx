import type { SetupChecks, SetupStanding, SetupState, TestEmail } from '@penmark/contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { type Answer, fakeApi, refuse } from '../../testing/api.ts'
import { openScreen } from '../../testing/screen.tsx'
import WelcomePage from './welcome.tsx'

const aState = (change: Partial<SetupState> = {}): SetupState => ({
  is_open: true,
  needs_code: false,
  can_restore: true,
  ...change,
})
const aStanding = (change: Partial<SetupStanding> = {}): SetupStanding => ({
  is_administrator: true,
  needs_two_factor: false,
  can_claim: false,
  ...change,
})
const theChecks = (change: Partial<SetupChecks> = {}): SetupChecks => ({
  finished_at: null,
  server_time: new Date().toISOString(),
  public_url: window.location.origin,
  email: { sent_by: 'smtp', sender: 'post@school.example', recipient: 'amara@school.example' },
  disk: { free_bytes: 60 * 1_024 ** 3, total_bytes: 100 * 1_024 ** 3 },
  encrypts_files: true,
  has_samples: false,
  plans: 'off',
  ...change,
})

async function open(
  answers: Record<string, Answer>,
  status: 'authenticated' | 'unauthenticated' = 'authenticated',
) {
  const api = fakeApi({
    'GET /admin/appeal-reviewers': () => [],
    'GET /setup': () => aState(),
    'GET /setup/standing': () => aStanding(),
    ...answers,
  })
  const routes = [
    { path: '/welcome', element: <WelcomePage /> },
    { path: '*', element: <p>Elsewhere</p> },
  ]
  return { ...api, ...(await openScreen({ routes, at: '/welcome', status })) }
}

const checkOf = async (name: string) => {
  const line = (await screen.findByRole('heading', { name, level: 3 })).closest('li')
  if (line === null) throw new Error(`${name} is not a line of the checks.`)
  return within(line)
}

describe('before anybody administers the installation', () => {
  test('registers the first account and returns, without a setup code on this machine', async () => {
    const { client } = await open({}, 'unauthenticated')
    await userEvent.click(await screen.findByRole('button', { name: 'Create the account' }))
    expect(client.register).toHaveBeenCalledWith('/welcome')
    expect(screen.queryByText(/setup code/)).toBeNull()
    const restore = within(screen.getByRole('region', { name: 'Moving from another machine?' }))
    expect(restore.getByRole('button', { name: 'Restore a backup' })).toBeDefined()
  })

  test('announces the setup code where others reach the installation', async () => {
    await open({ 'GET /setup': () => aState({ needs_code: true }) }, 'unauthenticated')
    expect(await screen.findByText(/asks for the setup code/)).toBeDefined()
  })

  test('takes the code, and then shows the checks', async () => {
    const { asked } = await open({
      'GET /setup/standing': () => aStanding({ is_administrator: false, can_claim: true }),
      'POST /setup/claim': () => aStanding(),
      'GET /admin/setup': () => theChecks(),
    })
    await userEvent.type(await screen.findByRole('textbox', { name: 'Setup code' }), 'ABCD-EFGH')
    await userEvent.click(screen.getByRole('button', { name: 'Become the administrator' }))
    expect(await screen.findByRole('heading', { name: 'Checks' })).toBeDefined()
    expect(asked('POST', '/setup/claim')[0]?.body).toEqual({ code: 'ABCD-EFGH' })
  })

  test('says that a code is wrong, and keeps the input', async () => {
    await open({
      'GET /setup/standing': () => aStanding({ is_administrator: false, can_claim: true }),
      'POST /setup/claim': () => refuse(403, { code: 'not_allowed', detail: 'This is not the setup code.' }),
    })
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Setup code' })
    await userEvent.type(field, 'wrong')
    await userEvent.click(screen.getByRole('button', { name: 'Become the administrator' }))
    expect(await screen.findByText('This is not the setup code.')).toBeDefined()
    expect(field.value).toBe('wrong')
  })
})

describe('once there is an administrator', () => {
  test('only offers to sign in', async () => {
    const { client } = await open({ 'GET /setup': () => aState({ is_open: false }) }, 'unauthenticated')
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in' }))
    expect(client.signIn).toHaveBeenCalledWith('/welcome')
    expect(screen.queryByRole('button', { name: 'Create the account' })).toBeNull()
  })

  test('shows nothing about the installation to a teacher', async () => {
    const { calls } = await open({ 'GET /setup/standing': () => aStanding({ is_administrator: false }) })
    expect(await screen.findByRole('heading', { name: 'This page is for administrators' })).toBeDefined()
    expect(calls.filter(({ path }) => path.includes('admin'))).toEqual([])
  })

  test('asks for two-factor authentication first if the operator requires it', async () => {
    const { calls } = await open({ 'GET /setup/standing': () => aStanding({ needs_two_factor: true }) })
    expect(
      await screen.findByRole('heading', { name: 'Turn on two-factor authentication first' }),
    ).toBeDefined()
    expect(calls.filter(({ path }) => path.includes('admin'))).toEqual([])
  })
})

describe('the checks', () => {
  test('say what is wrong and which setting changes it', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const server_time = new Date(Date.now() - 120_000).toISOString()
    const email = {
      sent_by: 'outbox',
      sender: 'post@school.example',
      recipient: 'amara@school.example',
    } as const
    const disk = { free_bytes: 1_024 ** 3, total_bytes: 100 * 1_024 ** 3 }
    const wrong = theChecks({
      server_time,
      email,
      disk,
      public_url: 'https://elsewhere.example',
      encrypts_files: false,
    })
    await open({ 'GET /admin/setup': () => wrong })
    for (const [name, words] of [
      ['Address', /PUBLIC_URL is https:\/\/elsewhere\.example/],
      ['Email', /Set SMTP_URL/],
      ['Disk space', /Only 1 GB of 100 GB are free/],
      ['Clock', /differ by 120 seconds/],
    ] as const) {
      const check = await checkOf(name)
      expect(check.getByText('Problem')).toBeDefined()
      expect(check.getByText(words)).toBeDefined()
    }
    expect((await checkOf('Encryption')).getByText('Optional')).toBeDefined()
  })

  test('ask whether the installation is a school’s own or sells plans, until a setting says so', async () => {
    await open({ 'GET /admin/setup': () => theChecks({ plans: 'free' }) })
    const check = await checkOf('Words for teachers')
    expect(check.getByText('Please check')).toBeDefined()
    expect(
      check.getByText(
        /Is this a school’s own installation, or does it sell plans\?.*PLAN_LIMITS=off.*STRIPE_SECRET_KEY.*5,000 words/,
      ),
    ).toBeDefined()
  })

  test.each([
    ['off', /every teacher has unlimited words/],
    ['sold', /Free has 5,000 words a month, Pro 100,000/],
  ] as const)('say what teachers have once the answer is known (%s)', async (plans, words) => {
    await open({ 'GET /admin/setup': () => theChecks({ plans }) })
    const check = await checkOf('Words for teachers')
    expect(check.getByText('Good')).toBeDefined()
    expect(check.getByText(words)).toBeDefined()
  })

  test('ask who hears appeals until somebody is named', async () => {
    await open({ 'GET /admin/setup': () => theChecks() })
    const check = await checkOf('Appeals of students')
    expect(await check.findByText(/Nobody is named to hear appeals/)).toBeDefined()
    expect(check.getByRole('link', { name: 'Choose who hears appeals' }).getAttribute('href')).toBe(
      '/admin/cases',
    )
  })

  test('follow a test email until the mail server has refused or accepted it', async () => {
    const test: TestEmail = { id: 'm1', state: 'waiting', tries: 0, fault: null }
    const answers: TestEmail[] = [
      { ...test, tries: 1, fault: '535 wrong password' },
      { ...test, state: 'sent', tries: 2 },
    ]
    const { asked } = await open({
      'GET /admin/setup': () => theChecks(),
      'POST /admin/setup/test-email': () => test,
      'GET /admin/setup/test-email/m1': () => answers.shift() ?? { ...test, state: 'sent', tries: 2 },
    })
    const check = await checkOf('Email')
    await userEvent.click(check.getByRole('button', { name: 'Send a test email' }))
    expect(await check.findByText(/The mail server says: 535 wrong password/)).toBeDefined()
    expect(
      await check.findByText(/accepted the test email to amara@school.example/, {}, { timeout: 5_000 }),
    ).toBeDefined()
    expect(asked('POST', '/admin/setup/test-email')[0]?.body).toEqual({ language: 'en-GB' })
  })

  test('add sample documents', async () => {
    let has_samples = false
    await open({
      'GET /admin/setup': () => theChecks({ has_samples }),
      'POST /samples': () => {
        has_samples = true
        return { added: true }
      },
    })
    const check = await checkOf('Sample documents')
    await userEvent.click(check.getByRole('button', { name: 'Add sample documents' }))
    expect(await check.findByText(/Your account has a sample class/)).toBeDefined()
    expect(check.queryByRole('button')).toBeNull()
  })

  test('are finished once, and can be looked at again', async () => {
    let finished_at: string | null = null
    await open({
      'GET /admin/setup': () => theChecks({ finished_at }),
      'POST /admin/setup/finish': () => {
        finished_at = '2026-11-23T10:00:00.000Z'
        return theChecks({ finished_at })
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Finish the setup' }))
    expect(await screen.findByText(/The setup was finished on 23 Nov 2026/)).toBeDefined()
    expect(screen.getByRole('link', { name: 'Start working' }).getAttribute('href')).toBe('/dashboard')
    expect(await checkOf('Clock')).toBeDefined()
  })
})
