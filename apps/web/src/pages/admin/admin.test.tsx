import { adminDocumentSorts, type SchoolBaseline } from '@penmark/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { describe, expect, test } from 'vitest'
import {
  anAdminClass,
  anAdminDocument,
  anAdminStudent,
  anAdminTeacher,
  anEntry,
  anInstallation,
} from '../../testing/admin-samples.ts'
import { type Answer, fakeApi, refuse } from '../../testing/api.ts'
import { aTeacher } from '../../testing/samples.ts'
import { openScreen } from '../../testing/screen.tsx'
import AdminPage from './admin.tsx'
import AdminAuditPage from './audit.tsx'
import AdminBaselinePage from './baseline.tsx'
import AdminClassesPage from './classes.tsx'
import AdminDocumentsPage from './documents.tsx'
import AdminStudentsPage from './students.tsx'

const pages: Record<string, ReactElement> = {
  '/admin': <AdminPage />,
  '/admin/billing': <AdminPage />,
  '/admin/students': <AdminStudentsPage />,
  '/admin/manage-classes': <AdminClassesPage />,
  '/admin/documents': <AdminDocumentsPage />,
  '/admin/audit': <AdminAuditPage />,
  '/admin/baseline': <AdminBaselinePage />,
}

async function open(
  at: string,
  answers: Record<string, Answer> = {},
  profile = aTeacher({ is_administrator: true }),
) {
  const api = fakeApi({
    'GET /teachers/me': () => profile,
    'GET /admin/teachers/all': () => [anAdminTeacher()],
    'GET /admin/teachers/count': () => ({ total: 1 }),
    'GET /admin/students': () => [anAdminStudent()],
    'GET /admin/students/count': () => ({ total: 1 }),
    'GET /class-groups/all-admin': () => [anAdminClass()],
    'GET /admin/class-groups/count': () => ({ total: 1 }),
    'GET /admin/documents/all': () => [anAdminDocument()],
    'GET /admin/documents/count': () => ({ total: 1 }),
    'GET /admin/documents/scores': () => ({ is_shown: false }),
    'GET /admin/audit': () => [anEntry()],
    'GET /admin/installation': () => anInstallation(),
    ...answers,
  })
  const routes = Object.entries(pages).map(([path, element]) => ({ path, element }))
  const opened = await openScreen({ routes: [...routes, { path: '*', element: <p>Elsewhere</p> }], at })
  return { ...api, ...opened }
}

const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)

describe('a user who is not an administrator', () => {
  test.each(['/admin', '/admin/billing', '/admin/audit'])('is redirected from %s to /', async (path) => {
    const { router, calls } = await open(path, {}, aTeacher())
    await screen.findByText('Elsewhere')
    expect(router.state.location.pathname).toBe('/')
    expect(calls.filter((call) => call.path.includes('admin'))).toEqual([])
  })

  test.each([
    ['/admin/students', 'Admin privileges required to view this page.'],
    ['/admin/manage-classes', 'Admin privileges required to view this page.'],
    ['/admin/documents', 'You do not have administrator privileges.'],
  ])('is told on %s: %s', async (path, words) => {
    const { calls } = await open(path, {}, aTeacher())
    await screen.findByText(words)
    expect(screen.queryByRole('table')).toBeNull()
    expect(calls.filter((call) => call.path.includes('admin'))).toEqual([])
  })
})

describe('the front page of administrators', () => {
  test.each(['/admin', '/admin/billing'])(
    'shows cards and the first twenty teachers at %s, newest first',
    async (path) => {
      const { asked } = await open(path)
      await screen.findByText('Amara Osei')
      expect(screen.getByRole('heading', { name: 'Manage Teachers' })).toBeDefined()
      for (const to of ['/admin/students', '/admin/manage-classes', '/admin/documents'])
        expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toContain(to)
      expect(Object.fromEntries(asked('GET', '/admin/teachers/all')[0]?.query ?? [])).toEqual({
        sort: 'created_at',
        order: 'desc',
        offset: '0',
        limit: '20',
      })
      expect(screen.getByText('FREE')).toBeDefined()
      expect(screen.getByText('1,200 of 5,000')).toBeDefined()
    },
  )

  test('shows twenty more on request, and searches and sorts on the server', async () => {
    const many = Array.from({ length: 20 }, (_, i) =>
      anAdminTeacher({ id: `t${i}`, last_name: `Number ${i}` }),
    )
    const { asked } = await open('/admin', {
      'GET /admin/teachers/all': ({ query }) =>
        query.get('offset') === '0' ? many : [anAdminTeacher({ id: 'last', last_name: 'Twentyone' })],
      'GET /admin/teachers/count': () => ({ total: 21 }),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Show 20 more' }))
    await screen.findByText('Amara Twentyone')
    await userEvent.type(screen.getByRole('searchbox'), 'hill')
    await waitFor(() => expect(asked('GET', '/admin/teachers/all').at(-1)?.query.get('search')).toBe('hill'))
    await userEvent.click(screen.getByRole('button', { name: /^Email/ }))
    await waitFor(() => expect(asked('GET', '/admin/teachers/all').at(-1)?.query.get('sort')).toBe('email'))
  })

  test("shows the server's message if the list cannot be loaded, and retries", async () => {
    let isDown = true
    await open('/admin', {
      'GET /admin/teachers/all': () =>
        isDown ? refuse(503, { code: 'busy', detail: 'Try again in a minute.' }) : [anAdminTeacher()],
    })
    await screen.findByText('This list could not be loaded. Try again in a minute.')
    isDown = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Amara Osei')).toBeDefined()
  })
})

test.each([
  ['model-not-for-paid-use', /detector was trained on texts/],
  ['test-payments-in-the-open', /anyone who signs in can get Pro for free/],
] as const)('warns the operator of %s', async (code, words) => {
  await open('/admin', {
    'GET /admin/installation': () => anInstallation({ warnings: [{ code, detail: '' }] }),
  })
  expect(await screen.findByText(words)).toBeDefined()
})

test('reminds administrators of the welcome page until it is finished', async () => {
  await open('/admin', { 'GET /admin/installation': () => anInstallation({ is_set_up: false }) })
  expect((await screen.findByRole('link', { name: 'Continue the setup' })).getAttribute('href')).toBe(
    '/welcome',
  )
})

describe('two-factor authentication of a teacher', () => {
  test('is turned off for a teacher after confirmation, and only if it is on', async () => {
    const teachers = [
      anAdminTeacher({ has_second_step: true }),
      anAdminTeacher({ id: 't2', first_name: 'Bo', has_second_step: null }),
    ]
    const { asked } = await open('/admin', {
      'GET /admin/teachers/all': () => teachers,
      'DELETE /admin/teachers/kinde-t1/second-step': () => ({ kinde_id: 'kinde-t1', has_second_step: false }),
    })
    await screen.findByText('Bo Osei')
    expect(
      screen.queryByRole('button', { name: 'Turn off two-factor authentication for Bo Osei' }),
    ).toBeNull()
    await userEvent.click(
      screen.getByRole('button', { name: 'Turn off two-factor authentication for Amara Osei' }),
    )
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Turn off two-factor authentication for Amara Osei?' }),
    )
    expect(asked('DELETE', '/admin/teachers/kinde-t1/second-step')).toHaveLength(0)
    await userEvent.click(dialog.getByRole('button', { name: 'Turn off two-factor authentication' }))
    await screen.findByText('Two-factor authentication was turned off.')
    await waitFor(() => expect(asked('GET', '/admin/teachers/all')).toHaveLength(2))
  })

  test('stays on if that fails, with the server’s reason', async () => {
    await open('/admin', {
      'GET /admin/teachers/all': () => [anAdminTeacher({ has_second_step: true })],
      'DELETE /admin/teachers/kinde-t1/second-step': () =>
        refuse(404, { code: 'not_found', detail: 'There is no such teacher.' }),
    })
    await userEvent.click(
      await screen.findByRole('button', { name: 'Turn off two-factor authentication for Amara Osei' }),
    )
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', {
        name: 'Turn off two-factor authentication',
      }),
    )
    expect(await screen.findByText('Nothing was changed. There is no such teacher.')).toBeDefined()
  })

  test.each(Object.keys(pages))(
    'must be set up before %s loads anything, if the operator requires it',
    async (path) => {
      const { calls } = await open(path, {}, aTeacher({ is_administrator: true, needs_second_step: true }))
      const link = await screen.findByRole('link', { name: 'Set up two-factor authentication' })
      expect(link.getAttribute('href')).toBe('http://localhost/account/second-step')
      expect(screen.getByText(/requires two-factor authentication for administrators/)).toBeDefined()
      expect(calls.filter((call) => call.path.includes('admin'))).toEqual([])
    },
  )
})

describe('the editor of limits', () => {
  async function openEditor(
    answers: Record<string, Answer> = {},
    teacher = anAdminTeacher({ custom_word_limit_override: 9_000 }),
  ) {
    const api = await open('/admin', {
      'GET /admin/teachers/all': () => [teacher],
      'PUT /admin/teachers/kinde-t1/usage-limits': () => ({
        kinde_id: 'kinde-t1',
        current_plan: 'FREE',
        custom_word_limit_override: null,
        custom_char_limit_override: null,
        current_plan_word_limit: 5_000,
        words_used_current_cycle: 0,
        remaining_words_current_cycle: 5_000,
      }),
      ...answers,
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Edit the limits of Amara Osei' }))
    const dialog = within(await screen.findByRole('dialog'))
    return { ...api, dialog, field: (name: string) => dialog.getByRole('spinbutton', { name }) }
  }
  const sent = ({ asked }: Pick<Awaited<ReturnType<typeof open>>, 'asked'>) =>
    asked('PUT', '/admin/teachers/kinde-t1/usage-limits')[0]?.body

  test('sends whole numbers, null for empty fields, and 0 for 0', async () => {
    const editor = await openEditor()
    expect((editor.field('Word limit') as HTMLInputElement).value).toBe('9000')
    await userEvent.clear(editor.field('Word limit'))
    await userEvent.type(editor.field('Words used in this cycle'), '0')
    await userEvent.click(editor.dialog.getByRole('button', { name: 'Save limits' }))
    await screen.findByText('The limits were saved.')
    expect(sent(editor)).toEqual({
      custom_word_limit_override: null,
      custom_char_limit_override: null,
      words_used_current_cycle: 0,
    })
    expect(editor.asked('GET', '/admin/teachers/all')).toHaveLength(2)
  })

  test.each([
    ['FREE', 'Give the Schools plan', 'SCHOOLS'],
    ['SCHOOLS', 'Remove the Schools plan', 'FREE'],
  ] as const)('offers on %s to: %s', async (current_plan, name, plan) => {
    const answer = () => ({ kinde_id: 'kinde-t1', current_plan: plan })
    const editor = await openEditor(
      { 'PUT /admin/teachers/kinde-t1/plan': answer },
      anAdminTeacher({ current_plan }),
    )
    await userEvent.click(editor.dialog.getByRole('button', { name }))
    await screen.findByText(`The plan is now ${plan}.`)
    expect(editor.asked('PUT', '/admin/teachers/kinde-t1/plan')[0]?.body).toEqual({ plan })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('says why a plan was not given', async () => {
    const detail = 'This teacher pays for Pro every month.'
    const editor = await openEditor({
      'PUT /admin/teachers/kinde-t1/plan': () => refuse(409, { code: 'conflict', detail }),
    })
    await userEvent.click(editor.dialog.getByRole('button', { name: 'Give the Schools plan' }))
    expect((await editor.dialog.findByRole('alert')).textContent).toContain(detail)
  })

  test.each(['-12.5', '-1', '12.5', '3000000000'])(
    'refuses %s with a sentence, and saves nothing',
    async (typed) => {
      const editor = await openEditor()
      await userEvent.clear(editor.field('Word limit'))
      await userEvent.type(editor.field('Word limit'), typed)
      await userEvent.click(editor.dialog.getByRole('button', { name: 'Save limits' }))
      await editor.dialog.findByText('Enter a whole number from 0 to 2,000,000,000, or leave it empty.')
      expect(sent(editor)).toBeUndefined()
      await userEvent.clear(editor.field('Word limit'))
      await userEvent.type(editor.field('Word limit'), '125')
      await userEvent.click(editor.dialog.getByRole('button', { name: 'Save limits' }))
      await waitFor(() => expect(sent(editor)).toMatchObject({ custom_word_limit_override: 125 }))
    },
  )

  test('shows an alert with the message if the change fails, and keeps the input', async () => {
    const editor = await openEditor({
      'PUT /admin/teachers/kinde-t1/usage-limits': () =>
        refuse(404, { code: 'not_found', detail: 'There is no such teacher.' }),
    })
    await userEvent.type(editor.field('Character limit'), '70')
    await userEvent.click(editor.dialog.getByRole('button', { name: 'Save limits' }))
    expect((await editor.dialog.findByRole('alert')).textContent).toContain('There is no such teacher.')
    expect((editor.field('Character limit') as HTMLInputElement).value).toBe('70')
  })
})

describe('the students of all teachers', () => {
  test('are sorted by last name, and searched and sorted by the server', async () => {
    const { asked } = await open('/admin/students')
    await screen.findByText('Ofori')
    expect(screen.getByRole('columnheader', { name: 'Last name' }).getAttribute('aria-sort')).toBe(
      'ascending',
    )
    expect(Object.fromEntries(asked('GET', '/admin/students')[0]?.query ?? [])).toMatchObject({
      sort: 'last_name',
      order: 'asc',
    })
    await userEvent.type(
      screen.getByRole('searchbox', { name: 'Search first name, last name, email or teacher ID' }),
      'ofo',
    )
    await waitFor(() => expect(asked('GET', '/admin/students/count').at(-1)?.query.get('search')).toBe('ofo'))
    await userEvent.click(screen.getByRole('button', { name: /^Email/ }))
    await waitFor(() => expect(asked('GET', '/admin/students').at(-1)?.query.get('sort')).toBe('email'))
    expect(screen.getByRole('button', { name: 'Delete Ben Ofori' })).toBeDefined()
  })

  test.each([
    ['deleted', () => ({ id: 's1', deleted: true })],
    ['gone already (404)', () => refuse(404, { code: 'not_found', detail: 'There is no such student.' })],
  ])('are deleted after confirmation: %s', async (_how, answer) => {
    const { asked } = await open('/admin/students', { 'DELETE /admin/students/s1': answer })
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Ben Ofori' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(asked('DELETE', '/admin/students/s1')).toHaveLength(0)
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
    await screen.findByText('The student was deleted.')
    await waitFor(() => expect(asked('GET', '/admin/students')).toHaveLength(2))
  })

  test('stay if the deletion fails, with the server’s reason', async () => {
    await open('/admin/students', {
      'DELETE /admin/students/s1': () => refuse(503, { code: 'busy', detail: 'Try again in a minute.' }),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Ben Ofori' }))
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    await screen.findByText('Nothing was deleted. Try again in a minute.')
    expect(screen.getByText('Ofori')).toBeDefined()
  })
})

describe('the classes of all teachers', () => {
  test("have the specification's columns, and buttons that say why they are disabled", async () => {
    await open('/admin/manage-classes')
    await screen.findByText('Year 9')
    expect(heads()).toEqual(['Class', 'Academic year', 'Teacher', 'Students', 'Actions'])
    for (const name of [
      'Edit Year 9 (2026/27): only its teacher can',
      'Delete Year 9 (2026/27): only its teacher can',
    ]) {
      const button = screen.getByRole('button', { name })
      expect([button.getAttribute('aria-disabled'), button.getAttribute('title')]).toEqual([
        'true',
        'Only its teacher can do this.',
      ])
    }
    for (const head of ['Class', 'Academic year', 'Teacher', 'Students'])
      expect(within(screen.getByRole('columnheader', { name: head })).getByRole('button')).toBeDefined()
  })
})

describe('the documents of all teachers', () => {
  test('have the names that their teachers see, without what a learning platform put in front', async () => {
    await open('/admin/documents', {
      'GET /admin/documents/all': () => [
        anAdminDocument({ original_filename: 'Ben Ofori_48213_assignsubmission_file_essay.docx' }),
      ],
    })
    expect(await screen.findByText('essay.docx')).toBeDefined()
  })

  test('are sorted newest first and found by what the specification names', async () => {
    const { asked } = await open('/admin/documents')
    await screen.findByText('essay.docx')
    expect(heads()).toEqual([
      'File',
      'Status',
      'Teacher',
      'Student',
      'Class',
      'Words',
      'Size',
      'Uploaded',
      'ID',
    ])
    expect(Object.fromEntries(asked('GET', '/admin/documents/all')[0]?.query ?? [])).toMatchObject({
      sort: 'created_at',
      order: 'desc',
    })
    await userEvent.type(
      screen.getByRole('searchbox', { name: 'Search filename, ID, student ID, teacher ID or status' }),
      'error',
    )
    await waitFor(() =>
      expect(asked('GET', '/admin/documents/all').at(-1)?.query.get('search')).toBe('error'),
    )
  })

  const tick = async (name: string) => userEvent.click(await screen.findByRole('checkbox', { name }))

  test('offer every field as a column, each sorted by the server, and keep the choice in the address', async () => {
    const { asked, router } = await open('/admin/documents')
    await screen.findByText('essay.docx')
    for (const box of screen.getAllByRole<HTMLInputElement>('checkbox'))
      if (!box.checked && !['AI score', 'Label'].includes(box.labels?.[0]?.textContent ?? ''))
        await userEvent.click(box)
    expect(heads()).toHaveLength(adminDocumentSorts.length - 2)
    for (const head of screen.getAllByRole('columnheader')) {
      const before = asked('GET', '/admin/documents/all').length
      await userEvent.click(within(head).getByRole('button'))
      await waitFor(() => expect(asked('GET', '/admin/documents/all').length).toBeGreaterThan(before))
    }
    const sorts = new Set(asked('GET', '/admin/documents/all').map(({ query }) => query.get('sort')))
    expect(sorts).toEqual(new Set(adminDocumentSorts.filter((sort) => sort !== 'score' && sort !== 'label')))
    expect(router.state.location.search).toContain('detector_version')
    await userEvent.click(screen.getByRole('button', { name: 'Usual columns' }))
    expect(router.state.location.search).toBe('')
    expect(heads()).toHaveLength(9)
  }, 30_000)

  test('show a score only once it is switched on, and switch it off with its column', async () => {
    let scores: unknown = { is_shown: false }
    const { asked } = await open('/admin/documents?columns=status,score', {
      'GET /admin/documents/scores': () => scores,
      'PUT /admin/documents/scores': ({ body }) => {
        scores = body
        return scores
      },
      'GET /admin/documents/all': () => [anAdminDocument({ score: 0.912, label: 'ai-generated' })],
    })
    await screen.findByText('essay.docx')
    expect(heads()).toEqual(['File', 'Status'])
    await tick('AI score')
    expect(await screen.findByText('91.2%')).toBeDefined()
    expect(heads()).toEqual(['File', 'Status', 'AI score'])
    await tick('AI score')
    await waitFor(() =>
      expect(asked('PUT', '/admin/documents/scores').map(({ body }) => body)).toEqual([
        { is_shown: true },
        { is_shown: false },
      ]),
    )
    expect(heads()).toEqual(['File', 'Status'])
  })

  test('leave score and label out if the switch fails, with the server’s reason', async () => {
    await open('/admin/documents', {
      'PUT /admin/documents/scores': () => refuse(503, { code: 'busy', detail: 'Try again in a minute.' }),
    })
    await tick('Label')
    expect(await screen.findByText('Try again in a minute.')).toBeDefined()
    expect(heads()).not.toContain('Label')
  })

  test('say how many are sorted where not all of them are', async () => {
    await open('/admin/documents', {
      'GET /admin/documents/count': () => ({ total: 80_000 }),
    })
    await screen.findByText('essay.docx')
    expect(screen.queryByText(/are sorted\./)).toBeNull()
    await userEvent.click(within(screen.getByRole('columnheader', { name: 'Words' })).getByRole('button'))
    expect(await screen.findByText(/^Only the newest 50,000 of 80,000 documents are sorted\./)).toBeDefined()
  })

  test('say that there are none, or that none match', async () => {
    await open('/admin/documents', {
      'GET /admin/documents/all': () => [],
      'GET /admin/documents/count': () => ({ total: 0 }),
    })
    await screen.findByText('No documents have been uploaded yet.')
    await userEvent.type(screen.getByRole('searchbox'), 'x')
    await screen.findByText('No results.')
    await userEvent.click(screen.getByRole('button', { name: 'Clear the search' }))
    expect(await screen.findByText('No documents have been uploaded yet.')).toBeDefined()
  })
})

describe('the audit log', () => {
  test('shows who did what to whom, with the changed figures', async () => {
    const details = {
      word_limit_before: null,
      word_limit_after: 9_000,
      char_limit_before: null,
      char_limit_after: null,
      words_used_before: 1_200,
      words_used_after: 0,
    }
    const { asked } = await open('/admin/audit', {
      'GET /admin/audit': () => [
        anEntry({ id: '8', action: 'usage-limits.change', details }),
        anEntry({
          id: '9',
          action: 'case-link.open',
          administrator_id: null,
          administrator_name: null,
          administrator_email: null,
        }),
        anEntry(),
        anEntry({ id: '6', administrator_name: null, administrator_email: null }),
      ],
    })
    await screen.findByText('word limit: none → 9,000 · words used: 1,200 → 0')
    const table = within(screen.getByRole('table'))
    expect(table.getAllByText('Ada Min')).toHaveLength(2)
    expect(table.getByText('Account erased')).toBeDefined()
    expect(table.getByText('A student, at a private link')).toBeDefined()
    expect(table.getAllByText('Student deleted')).toHaveLength(2)
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Email opened')
    await waitFor(() => expect(asked('GET', '/admin/audit').at(-1)?.query.get('action')).toBe('mail.read'))
  })
})

describe('the texts written in class', () => {
  const shared: SchoolBaseline = {
    is_shared: true,
    is_partial: false,
    year_groups: [
      { year_group: 'Year 9', written: 120, unusual: 2, flagged: 1, documents: 840, expected_flags: 0.84 },
      { year_group: null, written: 4, unusual: 0, flagged: 0, documents: 12, expected_flags: null },
    ],
  }

  test('are added up over the year groups, with the false findings to expect of a term', async () => {
    const year_groups = [
      { year_group: 'Year 10', written: 30, unusual: 1, flagged: 0, documents: 400, expected_flags: 0.4 },
      { year_group: 'Year 9', written: 120, unusual: 2, flagged: 1, documents: 840, expected_flags: 0.84 },
    ]
    await open('/admin/baseline', { 'GET /admin/baseline': () => ({ ...shared, year_groups }) })
    const row = await screen.findByRole('row', { name: /^All year groups/ })
    expect([...row.children].map(({ textContent }) => textContent)).toEqual([
      'All year groups',
      '150',
      '3',
      '1',
      '1,240',
      '1.2',
    ])
    const names = screen.getAllByRole('row').map(({ firstElementChild }) => firstElementChild?.textContent)
    expect(names).toEqual(['Year group', 'Year 9', 'Year 10', 'All year groups'])
  })

  test('have no sum of a single year group', async () => {
    await open('/admin/baseline', {
      'GET /admin/baseline': () => ({ ...shared, year_groups: shared.year_groups.slice(0, 1) }),
    })
    await screen.findByRole('row', { name: /^Year 9/ })
    expect(screen.queryByText('All year groups')).toBeNull()
  })

  test('are shown per year group only after the comparison is switched on', async () => {
    const { asked } = await open('/admin/baseline', {
      'GET /admin/baseline': () => ({ is_shared: false, year_groups: [], is_partial: false }),
      'PUT /admin/baseline': () => shared,
    })
    const toggle = await screen.findByRole('checkbox', { name: /^Compare with the texts of all teachers/ })
    await waitFor(() => expect(toggle).toHaveProperty('disabled', false))
    expect(screen.queryByRole('table')).toBeNull()
    await userEvent.click(toggle)
    const table = within(await screen.findByRole('table'))
    expect(asked('PUT', '/admin/baseline')[0]?.body).toEqual({ is_shared: true })
    const rows = table
      .getAllByRole('row')
      .map((row) => [...row.children].map(({ textContent }) => textContent))
    expect(rows[1]).toEqual(['Year 9', '120', '2', '1', '840', '0.84'])
    expect(rows[2]).toEqual(['No year group', '4', '0', '0', '12', '–'])
    expect(rows[3]).toEqual(['All year groups', '124', '2', '1', '852', '–'])
  })
})
