import type { InstallationCaseCounts } from '@penmark/contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { type Answer, fakeApi } from '../../testing/api.ts'
import { aTeacher } from '../../testing/samples.ts'
import { openScreen } from '../../testing/screen.tsx'
import AdminCasesPage from './cases.tsx'

const none = {
  open: 0,
  cleared: 0,
  ai_used: 0,
  support_agreed: 0,
  referred: 0,
  no_action: 0,
  appeals_upheld: 0,
  appeals_changed: 0,
}
const term = { from: '2026-08-24T12:00:00.000Z', to: '2026-11-23T12:00:00.000Z' }
const usual: InstallationCaseCounts = {
  ...term,
  all: { ...none, open: 5, cleared: 40, referred: 10 },
  year_groups: [
    { ...none, year_group: null, is_combined: true, cleared: 5 },
    { ...none, year_group: 'Year 10', is_combined: false, cleared: 10 },
    { ...none, year_group: null, is_combined: false, open: 5 },
    { ...none, year_group: 'Year 9', is_combined: false, cleared: 25, referred: 10 },
  ],
}

async function open(counts: InstallationCaseCounts, answers: Record<string, Answer> = {}) {
  const api = fakeApi({
    'GET /teachers/me': () => aTeacher({ is_administrator: true }),
    'GET /admin/case-policy': () => ({ may_refer_unheard: true, retention_days: null, appeal_days: 14 }),
    'GET /admin/appeal-reviewers': () => [],
    'GET /admin/case-counts': () => counts,
    ...answers,
  })
  await openScreen({ routes: [{ path: '/admin/cases', element: <AdminCasesPage /> }], at: '/admin/cases' })
  return api
}

describe('comparing across teachers', () => {
  test('says what it shows to whom, and asks before it deletes what was found', async () => {
    const user = userEvent.setup()
    const { asked } = await open(usual, {
      'PUT /admin/school-comparison': ({ body }) => ({ is_possible: true, ...(body as object) }),
    })
    const box = await screen.findByRole('checkbox', {
      name: 'Compare texts across the teachers of this school',
    })
    expect(
      screen.getByText(/^Nobody is shown the text, its title, its student or its class before that/),
    ).toBeDefined()
    await user.click(box)
    await expect.poll(() => (box as HTMLInputElement).checked).toBe(true)
    await user.click(box)
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Stop comparing' }),
    )
    await expect
      .poll(() => asked('PUT', '/admin/school-comparison').map(({ body }) => body))
      .toEqual([{ is_on: true }, { is_on: false }])
  })

  test('names teachers of whom very many documents met the same text of a colleague', async () => {
    await open(usual, {
      'GET /admin/school-comparison': () => ({ is_on: true, is_possible: true }),
      'GET /admin/audit': () => [
        {
          id: '7',
          at: '2026-11-28T12:00:00.000Z',
          administrator_id: 't1',
          administrator_name: 'Ana Lima',
          administrator_email: 'ana@school.example',
          action: 'comparison.unusual',
          target_id: 't2',
          teacher_email: 'bo@school.example',
          details: { documents: 100, told: 3 },
        },
      ],
    })
    expect(
      await screen.findByText(
        'Ana Lima: 100 documents met one text of bo@school.example, 3 of them were told (28 Nov 2026)',
      ),
    ).toBeDefined()
  })

  test('is not offered where plans are sold', async () => {
    await open(usual, { 'GET /admin/school-comparison': () => ({ is_on: false, is_possible: false }) })
    expect(await screen.findByText(/^This installation sells plans/)).toBeDefined()
    expect(screen.queryByRole('checkbox', { name: /across the teachers/ })).toBeNull()
  })
})

describe('the counts of cases', () => {
  test('show each year group in order, then the rest, then all', async () => {
    await open(usual)
    await screen.findByRole('row', { name: /^All year groups/ })
    const rows = screen
      .getAllByRole('row')
      .map((row) => [...row.children].map(({ textContent }) => textContent))
    expect(rows.slice(1)).toEqual([
      ['Year 9', '0', '25', '0', '0', '10', '0', '0', '0'],
      ['Year 10', '0', '10', '0', '0', '0', '0', '0', '0'],
      ['No year group', '5', '0', '0', '0', '0', '0', '0', '0'],
      ['Other year groups together', '0', '5', '0', '0', '0', '0', '0', '0'],
      ['All year groups', '5', '40', '0', '0', '10', '0', '0', '0'],
    ])
  })

  test('state their days, that they are rounded, and that small groups are left out', async () => {
    await open(usual)
    expect(await screen.findByText(/from 24 Aug 2026 to 23 Nov 2026/)).toBeTruthy()
    expect(
      screen.getByText(
        /rounded to the nearest 5 \(0 can mean up to 2\), and a year group appears only once it has cases of 5 different/,
      ),
    ).toBeTruthy()
  })

  test('explain why there are none if the cases concern too few students', async () => {
    await open({ ...term, all: null, year_groups: [] })
    expect(await screen.findByText(/counts appear once there are cases of 5 different students/)).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
  })
})
