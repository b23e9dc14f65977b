import { erasureConfirmation } from '@penmark/contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fakeApi, refuse } from '../../testing/api.ts'
import { eventually } from '../../testing/eventually.ts'
import { aClassGroup, aTeacher, publicSettings } from '../../testing/samples.ts'
import { openScreen } from '../../testing/screen.tsx'
import ProfilePage from './profile.tsx'

const open = () =>
  openScreen({
    at: '/profile',
    routes: [
      { path: '/profile', element: <ProfilePage /> },
      { path: '/erased/:erasureId', element: <p>The receipt</p> },
    ],
  })
const me = { 'GET /teachers/me': () => aTeacher() }
const section = async (name: string) => {
  const head = await screen.findByRole('heading', { level: 2, name })
  const found = head.closest('section')
  if (!found) throw new Error(`${name} is no section`)
  return within(found)
}

test('shows its sections in the order of the specification', async () => {
  fakeApi(me)
  await open()
  await screen.findByRole('heading', { name: 'My Account' })
  const heads = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(heads).toEqual([
    'Personal information',
    'My Account',
    'Usage Details',
    'Data Export and Privacy',
    'Contact Information',
  ])
  expect(screen.getByText(/Student work is never used to train/)).toBeDefined()
})

test("links to plans, and to the sign-in service's pages for password and sign-ins", async () => {
  fakeApi(me)
  await open()
  const account = await section('My Account')
  expect(account.getByText('Free Plan')).toBeDefined()
  expect(account.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/subscriptions')
  expect(
    (await account.findByRole('link', { name: /Change your email or password/ })).getAttribute('href'),
  ).toBe('http://localhost/account')
})

test('says if another service manages the password', async () => {
  fakeApi({
    ...me,
    'GET /settings': () => ({ ...publicSettings, oidc: { ...publicSettings.oidc, account_url: null } }),
  })
  await open()
  expect(
    await (await section('My Account')).findByText(/managed by your school’s sign-in service/),
  ).toBeDefined()
})

test.each([
  [950, 'var(--red)', '95%'],
  [900, 'var(--amber)', '90%'],
  [710, 'var(--amber)', '71%'],
  [700, 'var(--mantine-color-petrol-filled)', '70%'],
])(
  'shows %i of 1,000 words in the right colour, and states the share in text',
  async (used, colour, share) => {
    const words = {
      words_used_current_cycle: used,
      remaining_words_current_cycle: 1_000 - used,
      current_plan_word_limit: 1_000,
    }
    fakeApi({ 'GET /teachers/me': () => aTeacher(words) })
    await open()
    const usage = await section('Usage Details')
    const bar = usage.getByRole('progressbar', { name: 'Words used this month' })
    expect(bar.getAttribute('style')).toContain(colour)
    expect(usage.getByText(share)).toBeDefined()
    expect(usage.getByText(`${used} of 1,000 words used this month`)).toBeDefined()
  },
)

test('shows no bar for an unlimited plan', async () => {
  const unlimited = {
    current_plan: 'Schools',
    current_plan_word_limit: null,
    remaining_words_current_cycle: null,
  } as const
  fakeApi({ 'GET /teachers/me': () => aTeacher(unlimited) })
  await open()
  const usage = await section('Usage Details')
  expect(usage.getByText(/your plan is unlimited/)).toBeDefined()
  expect(usage.queryByText('Characters left')).toBeNull()
  expect(usage.queryByRole('progressbar')).toBeNull()
})

test('shows the remaining characters if an administrator limits them', async () => {
  fakeApi({
    'GET /teachers/me': () =>
      aTeacher({ current_plan_char_limit: 30_000, remaining_chars_current_cycle: 12_500 }),
  })
  await open()
  const usage = await section('Usage Details')
  expect(usage.getByText('Characters left').nextElementSibling?.textContent).toBe('12,500 of 30,000')
})

test('shows used and allowed storage', async () => {
  fakeApi({ 'GET /teachers/me': () => aTeacher() })
  await open()
  const usage = await section('Usage Details')
  expect(usage.getByText('Storage').nextElementSibling?.textContent).toBe('12 MB of 1,000 MB')
})

test('shows how to reach support, and the teacher’s own details only once', async () => {
  fakeApi({ 'GET /teachers/me': () => aTeacher({ phone: '01234' }) })
  await open()
  const contact = await section('Contact Information')
  expect(contact.queryByText('01234')).toBeNull()
  expect(screen.getByRole('textbox', { name: 'Phone' })).toHaveProperty('value', '01234')
  expect((await contact.findByRole('link', { name: 'help@school.example' })).getAttribute('href')).toBe(
    'mailto:help@school.example',
  )
})

const archive = {
  id: 'a1',
  documents_done: 2,
  documents_total: 5,
  size_bytes: null,
  created_at: '2026-11-21T10:00:00.000Z',
  expires_at: null,
  write_fault: null,
}

test('says that the disk was full if an archive could not be stored', async () => {
  fakeApi({
    ...me,
    'GET /teachers/me/exports': () => [{ ...archive, state: 'failed', write_fault: 'full' }],
  })
  await open()
  expect(await screen.findByText(/the disk of the server takes nothing at the moment/)).toBeDefined()
})

test('requests an archive, shows its progress, and downloads it when ready', async () => {
  let state = 'none'
  const { asked } = fakeApi({
    ...me,
    'GET /teachers/me/exports': () =>
      state === 'none'
        ? []
        : [
            {
              ...archive,
              state,
              ...(state === 'ready' ? { size_bytes: 2_097_152, expires_at: '2026-11-28T10:00:00.000Z' } : {}),
            },
          ],
    'POST /teachers/me/exports': () => {
      state = 'making'
      return { ...archive, state }
    },
    'POST /teachers/me/exports/a1/link': () => ({ url: '#ticket', expires_at: '2026-11-21T10:05:00.000Z' }),
  })
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Create an archive (ZIP)' }))
  expect(await screen.findByText(/2 of 5 documents added to the archive/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Create an archive (ZIP)' })).toHaveProperty('disabled', true)
  state = 'ready'
  expect(await screen.findByText(/The archive is ready: 2 MB/)).toBeDefined()
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  await userEvent.click(screen.getByRole('button', { name: 'Download' }))
  await eventually(() => expect(click).toHaveBeenCalledOnce())
  expect(asked('POST', '/teachers/me/exports')[0]?.body).toEqual({ language: 'en-GB' })
})

test('downloads the data under the server’s filename, or a fixed one, and says if it failed', async () => {
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download)
  })
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
  let broken = false
  fakeApi({
    ...me,
    'GET /teachers/me/export': () => (broken ? refuse(500, {}) : { format: 'penmark-export' }),
  })
  await open()
  const button = await screen.findByRole('button', { name: 'Download data (JSON)' })
  await userEvent.click(button)
  await eventually(() => expect(names).toEqual(['penmark-export.json']))
  const answer = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementationOnce(async (...request) => {
    const response = await answer(...request)
    response.headers.set('content-disposition', "attachment; filename*=UTF-8''penmark-2026-11-29.json")
    return response
  })
  await userEvent.click(button)
  await eventually(() => expect(names.at(-1)).toBe('penmark-2026-11-29.json'))
  broken = true
  await userEvent.click(button)
  expect(await screen.findByText('Failed to export data. Please try again or contact support.')).toBeDefined()
})

test('says what a new setting would erase before saving it, for all documents and for a class', async () => {
  const saved: unknown[] = []
  fakeApi({
    ...me,
    'GET /class-groups': () => [aClassGroup({ id: 'c1', class_name: '7B' })],
    'POST /teachers/me/retention/preview': () => ({ overdue: 3, first_at: '2026-11-28T10:00:00.000Z' }),
    'PUT /teachers/me/retention': ({ body }) => {
      saved.push(body)
      return {
        days: 90,
        classes: [],
        upcoming: { documents: 3, first_at: '2026-11-28T10:00:00.000Z', last_at: '2026-11-28T10:00:00.000Z' },
      }
    },
  })
  await open()
  const general = await screen.findByRole('combobox', { name: 'Delete documents after' })
  expect(general).toHaveProperty('value', 'never')
  await userEvent.selectOptions(general, '90 days')
  await userEvent.click(screen.getByText('Different periods for individual classes'))
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: '7B' }), 'Never')
  await userEvent.click(within(general.closest('form') as HTMLElement).getByRole('button', { name: 'Save' }))
  expect(
    await screen.findByText(
      /3 documents are old enough today\. They will be deleted on or after 28 Nov 2026\./,
    ),
  ).toBeDefined()
  expect(saved).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Save setting' }))
  expect(await screen.findByText(/3 documents will be deleted on 28 Nov 2026/)).toBeDefined()
  expect(saved).toEqual([{ days: 90, classes: [{ class_group_id: 'c1', days: null }], language: 'en-GB' }])
})

test('erases the account only after the phrase is typed, and shows the receipt', async () => {
  const { asked } = fakeApi({
    ...me,
    'DELETE /teachers/me': () => ({ id: 'e1', state: 'running', receipt, sha256: null }),
  })
  const { router } = await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Delete account…' }))
  const erase = await screen.findByRole('button', { name: 'Delete permanently' })
  expect(erase).toHaveProperty('disabled', true)
  await userEvent.type(screen.getByRole('textbox', { name: /Type/ }), 'delete my acc')
  expect(erase).toHaveProperty('disabled', true)
  await userEvent.type(screen.getByRole('textbox', { name: /Type/ }), 'ount')
  await userEvent.click(erase)
  expect(await screen.findByText('The receipt')).toBeDefined()
  expect(router.state.location).toMatchObject({ pathname: '/erased/e1', state: { startedErasure: true } })
  expect(asked('DELETE', '/teachers/me')[0]?.query.get('confirmation')).toBe(erasureConfirmation)
})

const receipt = { id: 'e1', started_at: archive.created_at, finished_at: null, erased: {}, sign_in: null }

test('says why nothing was erased, and warns administrators', async () => {
  fakeApi({
    'GET /teachers/me': () => aTeacher({ is_administrator: true }),
    'DELETE /teachers/me': () =>
      refuse(409, { code: 'conflict', detail: 'Your subscription is still active.' }),
  })
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Delete account…' }))
  expect(await screen.findByText(/Appoint another administrator first/)).toBeDefined()
  await userEvent.type(screen.getByRole('textbox', { name: /Type/ }), 'Delete my account{Enter}')
  expect(await screen.findByText('Nothing was deleted. Your subscription is still active.')).toBeDefined()
})

test('documents that wait for words are read without asking only if the teacher says so', async () => {
  let reads_waiting = false
  fakeApi({
    'GET /teachers/me': () => aTeacher({ reads_waiting }),
    'PUT /teachers/me/reads-waiting': ({ body }) => {
      reads_waiting = (body as { reads_waiting: boolean }).reads_waiting
      return body
    },
  })
  await open()
  const box = (await section('Usage Details')).getByRole<HTMLInputElement>('checkbox', {
    name: /wait for words without asking/,
  })
  expect(box.checked).toBe(false)
  await userEvent.click(box)
  await eventually(() => expect(box.checked).toBe(true))
  expect(reads_waiting).toBe(true)
})
