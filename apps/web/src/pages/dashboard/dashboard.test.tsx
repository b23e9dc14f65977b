import { noFigures } from '@penmark/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { type Answer, anAnswer, fakeApi, refuse } from '../../testing/api.ts'
import { aDocument, aTeacher, stats } from '../../testing/samples.ts'
import { openElement } from '../../testing/screen.tsx'
import DashboardPage from './dashboard.tsx'

function api(answers: Record<string, Answer> = {}) {
  return fakeApi({
    'GET /teachers/me': () => aTeacher(),
    'GET /dashboard/stats': () => stats,
    'GET /dashboard/recent': () => [{ ...aDocument({ ai_score: 0.31 }), student: 'Ben Ofori' }],
    ...answers,
  })
}

const aSample = aDocument({ id: 's1', original_filename: 'Sample – Jane Austen.txt', is_sample: true })

const dialog = () => screen.findByRole('dialog', { name: 'Paste Text for AI Detection' })

describe('the dashboard', () => {
  test('names the reports whose finding does not stand, until the notice is put away', async () => {
    let total = 1
    api({
      'GET /dashboard/withdrawn-findings': () => ({
        total,
        documents: total === 0 ? [] : [{ id: 'd9', filename: 'Lighthouse.txt' }],
      }),
      'DELETE /dashboard/withdrawn-findings': () => {
        total = 0
        return { total, documents: [] }
      },
    })
    await openElement(<DashboardPage />)
    const link = await screen.findByRole('link', { name: 'Lighthouse.txt' })
    expect(link.getAttribute('href')).toBe('/documents/d9/report')
    await userEvent.setup().click(screen.getByRole('button', { name: 'I have seen it' }))
    await expect.poll(() => screen.queryByRole('link', { name: 'Lighthouse.txt' })).toBeNull()
  })

  test('greets by capitalised given name, and shows four figures', async () => {
    api()
    await openElement(<DashboardPage />)
    expect(await screen.findByRole('heading', { level: 1, name: 'Hello, Amara' })).toBeDefined()
    await screen.findByText('4 in total, including deleted ones')
    const tiles = screen.getAllByRole('definition').map((tile) => tile.textContent)
    expect(tiles).toEqual([
      '3',
      '4 in total, including deleted ones',
      '1',
      'recently flagged, last 7 days',
      '1',
      'waiting or running',
      '4,000',
      'of 5,000 this month',
    ])
  })

  test('does not say the number of documents twice while none was deleted', async () => {
    api({ 'GET /dashboard/stats': () => ({ ...stats, total_processed_documents: stats.current_documents }) })
    await openElement(<DashboardPage />)
    await screen.findByText('4,000')
    expect(screen.queryByText(/including deleted ones/)).toBeNull()
  })

  test('says who has answered and what waits, and nothing while nobody waits', async () => {
    let attention = { answered: 0, appeals: 0 }
    api({ 'GET /case-attention': () => attention })
    await openElement(<DashboardPage />)
    await screen.findByText('4 in total, including deleted ones')
    expect(screen.queryByRole('link', { name: 'Go to your cases' })).toBeNull()
    cleanup()
    attention = { answered: 2, appeals: 1 }
    await openElement(<DashboardPage />)
    expect(
      await screen.findByText(
        '2 students have answered you and wait for your decision. 1 appeal waits for you.',
      ),
    ).toBeDefined()
    expect(screen.getByRole('link', { name: 'Go to your cases' }).getAttribute('href')).toBe('/cases')
  })

  test('says that a colleague asks to compare two texts, and leads to the request', async () => {
    const request = {
      id: 'r1',
      is_own: false,
      state: 'waiting',
      teacher_name: 'Bo Dahl',
      teacher_email: 'bo@school.example',
      handed_in_on: '2025-03-03',
      document: { id: 'd1', original_filename: 'essay.docx', student_id: null, student_name: null },
      words: 200,
      part: 'quarter',
      asked_at: '2026-11-27T10:00:00.000Z',
      answered_at: null,
      read_at: null,
    }
    api({ 'GET /overlap/requests': () => [request, { ...request, id: 'r2', state: 'declined' }] })
    await openElement(<DashboardPage />)
    expect(await screen.findByText('Bo Dahl asks to compare two texts that share passages.')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Read the request' }).getAttribute('href')).toBe(
      '/comparison-requests/r1',
    )
  })

  test('explains the samples, and removes them with one click', async () => {
    let isThere = true
    const { asked } = api({
      'GET /teachers/me': () => aTeacher({ has_samples: isThere }),
      'GET /documents': () => [aSample],
      'DELETE /samples': () => {
        isThere = false
        return { documents: 3 }
      },
    })
    await openElement(<DashboardPage />)
    const before = asked('GET', '/dashboard/recent').length
    const samples = within(await screen.findByRole('region', { name: 'Samples' }))
    expect((await samples.findByRole('link', { name: /Sample – Jane Austen/ })).getAttribute('href')).toBe(
      '/documents/s1/report',
    )
    expect(asked('GET', '/documents').at(-1)?.query.get('is_sample')).toBe('true')
    await userEvent.click(await screen.findByRole('button', { name: 'Remove the samples' }))
    expect(await screen.findByText('The samples and their class are gone.')).toBeDefined()
    expect(screen.queryByText(/These samples show/)).toBeNull()
    expect(asked('GET', '/dashboard/recent').length).toBeGreaterThan(before)
  })

  test('keeps the samples if they could not be removed, with a message', async () => {
    api({
      'GET /teachers/me': () => aTeacher({ has_samples: true }),
      'GET /documents': () => [aSample],
      'DELETE /samples': () => refuse(503, { code: 'busy', detail: 'Try in a minute.' }),
    })
    await openElement(<DashboardPage />)
    await userEvent.click(await screen.findByRole('button', { name: 'Remove the samples' }))
    expect(await screen.findByText('The samples could not be removed. Try in a minute.')).toBeDefined()
    expect(screen.getByText(/These samples show/)).toBeDefined()
  })

  test('shows skeletons while loading, never an unknown figure', async () => {
    api({
      'GET /dashboard/stats': () => new Promise(() => {}),
      'GET /dashboard/recent': () => new Promise(() => {}),
    })
    await openElement(<DashboardPage />)
    const table = screen.getByRole('table', { name: 'Recent Assessments' })
    expect(table.getAttribute('aria-busy')).toBe('true')
    expect(within(table).getAllByRole('row')).toHaveLength(1 + 5)
    expect(screen.getAllByRole('definition')[0]?.textContent).toBe('')
  })

  test('warns if less than a tenth of the words is left, not at exactly a tenth', async () => {
    api({
      'GET /teachers/me': () =>
        aTeacher({ current_plan_word_limit: 5_000, remaining_words_current_cycle: 499 }),
    })
    await openElement(<DashboardPage />)
    expect((await screen.findByText('Running low: 5,000 a month')).dataset.warns).toBe('true')
    cleanup()
    api({
      'GET /teachers/me': () =>
        aTeacher({ current_plan_word_limit: 5_000, remaining_words_current_cycle: 500 }),
    })
    await openElement(<DashboardPage />)
    expect((await screen.findByText('of 5,000 this month')).dataset.warns).toBeUndefined()
  })

  test('adds the words just completed to the usage, then shows the server’s figure', async () => {
    let completed = false
    api({
      'GET /teachers/me': () =>
        aTeacher({
          words_used_current_cycle: 1_000,
          remaining_words_current_cycle: completed ? 3_456 : 4_000,
        }),
      'GET /dashboard/recent': () => [
        {
          ...aDocument(completed ? { word_count: 100 } : { status: 'PROCESSING', word_count: null }),
          student: null,
        },
      ],
    })
    await openElement(<DashboardPage />)
    await screen.findByText('4,000')
    completed = true
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
    expect(await screen.findByText('3,456')).toBeDefined()
  })

  test('shows unlimited words as unlimited', async () => {
    api({
      'GET /teachers/me': () =>
        aTeacher({
          current_plan: 'Schools',
          current_plan_word_limit: null,
          remaining_words_current_cycle: null,
        }),
    })
    await openElement(<DashboardPage />)
    expect(await screen.findByText('∞')).toBeDefined()
  })

  test('links a recent document to its report, which links back', async () => {
    api()
    await openElement(<DashboardPage />)
    expect(
      (await screen.findByRole('link', { name: 'View report of essay.docx' })).getAttribute('href'),
    ).toBe('/documents/d1/report?from=dashboard')
    expect(screen.getByText('Ben Ofori')).toBeDefined()
  })

  test('links High AI Risk to exactly the documents it counts', async () => {
    api()
    await openElement(<DashboardPage />)
    const tile = await screen.findByRole('link', { name: 'High AI Risk' })
    expect(tile.getAttribute('href')).toBe('/documents?finding=recently-flagged')
  })

  test('shows name, date, status, finding, student and score of a recent document', async () => {
    const read = aDocument({
      upload_timestamp: '2026-11-21T12:00:00.000Z',
      status: 'COMPLETED',
      finding: 'no-evidence',
      ai_score: 0.31,
    })
    api({ 'GET /dashboard/recent': () => [{ ...read, student: 'Ben Ofori' }] })
    await openElement(<DashboardPage />)
    const row = (await screen.findByText('essay.docx')).closest('tr')
    expect([...(row?.cells ?? [])].slice(0, 6).map(({ textContent }) => textContent)).toEqual([
      'essay.docx',
      expect.stringContaining('21 Nov'),
      'Completed',
      'Nothing stands out',
      'Ben Ofori',
      '31.0%',
    ])
  })

  test('shows no status that it does not know, and lists the document all the same', async () => {
    api({
      'GET /dashboard/recent': () => [{ ...aDocument({ status: 'TRANSLATING' as 'QUEUED' }), student: null }],
    })
    await openElement(<DashboardPage />)
    const row = (await screen.findByText('essay.docx')).closest('tr')
    expect(row?.textContent).not.toMatch(/translating/i)
    expect(row?.textContent).toContain('UNKNOWN')
  })

  test('asks for documents and figures together on request, and keeps showing both meanwhile', async () => {
    let isAnswering = true
    const held = (answer: unknown) => () => (isAnswering ? answer : new Promise(() => {}))
    const { asked } = api({
      'GET /dashboard/recent': held([{ ...aDocument(), student: 'Ben Ofori' }]),
      // Nothing is in progress, so that no figures are asked for without the request.
      'GET /dashboard/stats': held({ ...stats, pending: 0 }),
    })
    await openElement(<DashboardPage />)
    await screen.findByText('Ben Ofori')
    await screen.findByText('4 in total, including deleted ones')
    isAnswering = false
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
    await waitFor(() =>
      expect([asked('GET', '/dashboard/recent'), asked('GET', '/dashboard/stats')]).toEqual([
        [expect.anything(), expect.anything()],
        [expect.anything(), expect.anything()],
      ]),
    )
    expect(screen.getByRole('table', { name: 'Recent Assessments' }).getAttribute('aria-busy')).not.toBe(
      'true',
    )
    expect(screen.getByText('Ben Ofori')).toBeDefined()
    expect(screen.getByText('4 in total, including deleted ones')).toBeDefined()
  })

  test('lists five documents at most', async () => {
    api({
      'GET /dashboard/recent': () =>
        Array.from({ length: 7 }, (_, n) => ({ ...aDocument({ id: `d${n}` }), student: null })),
    })
    await openElement(<DashboardPage />)
    await screen.findAllByText('essay.docx')
    expect(within(screen.getByRole('table')).getAllByRole('row')).toHaveLength(6)
  })

  test('sends pasted text unless it is blank', async () => {
    const { asked } = api({ 'POST /documents/text': () => aDocument({ id: 'new', status: 'QUEUED' }) })
    await openElement(<DashboardPage />)
    await userEvent.click(screen.getByRole('button', { name: 'Paste Text' }))
    const detect = within(await dialog()).getByRole('button', { name: 'Detect AI' })
    const field = within(await dialog()).getByRole('textbox', { name: 'Text' })
    await userEvent.type(field, '   ')
    expect(detect).toHaveProperty('disabled', true)
    await userEvent.type(field, 'two words')
    expect(screen.getByText('2 words')).toBeDefined()
    await userEvent.click(detect)
    expect(await screen.findByText('Text submitted. The report will be ready shortly.')).toBeDefined()
    expect(asked('POST', '/documents/text').map(({ body }) => body)).toEqual([
      { text: '   two words', time_zone: expect.any(String) },
    ])
  })

  test('keeps the pasted text if it is refused', async () => {
    api({ 'POST /documents/text': () => refuse(503, { code: 'busy', detail: 'Try in a minute.' }) })
    await openElement(<DashboardPage />)
    await userEvent.click(screen.getByRole('button', { name: 'Paste Text' }))
    const field = within(await dialog()).getByRole('textbox', { name: 'Text' })
    await userEvent.type(field, 'words')
    await userEvent.click(within(await dialog()).getByRole('button', { name: 'Detect AI' }))
    expect(await screen.findByText('Failed to process text. Try in a minute.')).toBeDefined()
    expect(field).toHaveProperty('value', 'words')
  })

  test("opens the limit dialog if pasted text exceeds the allowance, without listing Pro's benefits to Pro users", async () => {
    api({
      'GET /teachers/me': () => aTeacher({ current_plan: 'Pro' }),
      'POST /documents/text': () => refuse(429, { code: 'allowance_exceeded', detail: '3 words left.' }),
    })
    await openElement(<DashboardPage />)
    await userEvent.click(screen.getByRole('button', { name: 'Paste Text' }))
    await userEvent.type(within(await dialog()).getByRole('textbox', { name: 'Text' }), 'words')
    await userEvent.click(within(await dialog()).getByRole('button', { name: 'Detect AI' }))
    const limit = await screen.findByRole('dialog', { name: 'Upload Limit Exceeded' })
    expect(within(limit).getByText('3 words left.')).toBeDefined()
    expect(within(limit).queryByText('Priority support')).toBeNull()
  })

  test('suggests the first step if there are no documents, and offers the quick start once', async () => {
    api({ 'GET /dashboard/recent': () => [] })
    await openElement(<DashboardPage />)
    expect(await screen.findByText(/Nothing here yet/)).toBeDefined()
    expect(screen.getAllByRole('link', { name: 'Quick start' })).toHaveLength(1)
  })
})

test('does not say that nothing is here while the first file is being sent', async () => {
  const sent = anAnswer()
  api({ 'GET /dashboard/recent': () => [], 'POST /documents/upload': () => sent.promise })
  await openElement(<DashboardPage />)
  await screen.findByText(/Nothing here yet/)
  const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
  await userEvent.upload(input, new File(['words'], 'one.txt'))
  await userEvent.click(screen.getByRole('button', { name: 'Upload' }))
  await waitFor(() => expect(screen.queryByText(/Nothing here yet/)).toBeNull())
  sent.resolve(aDocument({ id: 'new' }))
  expect(await screen.findByText(/Nothing here yet/)).toBeDefined()
})

test('takes no ZIP, which the documents page and classes take', async () => {
  const { asked } = api()
  await openElement(<DashboardPage />)
  const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
  await userEvent.setup({ applyAccept: false }).upload(input, new File(['words'], '7B.zip'))
  const refusal = await screen.findByText(/7B.zip was not uploaded. Open a class, or Classes, to upload/)
  expect(within(refusal).getByRole('link', { name: 'Open Classes' }).getAttribute('href')).toBe('/classes')
  expect(screen.queryByRole('button', { name: 'Upload' })).toBeNull()
  expect(asked('POST', '/documents/batch')).toEqual([])
})

const recent = [
  {
    ...aDocument({ id: 'd1', original_filename: 'poem.txt', upload_timestamp: '2026-11-19T10:00:00.000Z' }),
    student: null,
  },
  {
    ...aDocument({
      id: 'd2',
      original_filename: 'Macbeth.docx',
      upload_timestamp: '2026-11-21T10:00:00.000Z',
    }),
    student: null,
  },
]

const openTable = async () => {
  const { asked } = fakeApi({
    'GET /teachers/me': () => aTeacher(),
    'GET /dashboard/stats': () => stats,
    'GET /dashboard/recent': () => recent,
    'POST /documents/upload': () => recent[0],
  })
  await openElement(<DashboardPage />)
  return asked
}
const names = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('[title]')?.textContent)

test("uses the specification's names for tiles, actions and columns", async () => {
  await openTable()
  await screen.findByText('poem.txt')
  const tiles = screen.getAllByRole('term').map(({ textContent }) => textContent)
  expect(tiles).toEqual(['Documents', 'High AI Risk', 'Processing', 'Words Left'])
  for (const name of ['Browse Files', 'Paste Text', 'Refresh'])
    expect(screen.getByRole('button', { name })).toBeDefined()
  expect(screen.getByRole('heading', { name: 'Recent Assessments' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'View All' }).getAttribute('href')).toBe('/documents')
  const columns = within(screen.getByRole('table')).getAllByRole('columnheader')
  const heads = columns.slice(0, 6).map(({ textContent }) => textContent)
  expect(heads).toEqual(['Filename', 'Date', 'Status', 'Finding', 'Student', 'AI Score'])
})

test('lists the newest first, sortable by filename and date only', async () => {
  await openTable()
  await screen.findByText('poem.txt')
  expect(names()).toEqual(['Macbeth.docx', 'poem.txt'])
  const table = within(screen.getByRole('table'))
  for (const name of ['Status', 'Student', 'AI Score'])
    expect(table.queryByRole('button', { name })).toBeNull()
  await userEvent.click(table.getByRole('button', { name: 'Date' }))
  expect(names()).toEqual(['poem.txt', 'Macbeth.docx'])
  await userEvent.click(table.getByRole('button', { name: 'Filename' }))
  expect(names()).toEqual(['Macbeth.docx', 'poem.txt'])
})

test('reloads documents and figures on request', async () => {
  const asked = await openTable()
  await screen.findByText('poem.txt')
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(asked('GET', '/dashboard/recent')).toHaveLength(2)
  expect(asked('GET', '/dashboard/stats')).toHaveLength(2)
})

test('names the student of a recent document on a phone', async () => {
  const matchMedia = window.matchMedia
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(matchMedia(query), { matches: true }),
  )
  api()
  await openElement(<DashboardPage />)
  await screen.findByText('essay.docx')
  expect(screen.queryByRole('columnheader', { name: 'Student' })).toBeNull()
  expect(screen.getByText('Ben Ofori')).toBeDefined()
})

test('filters the recent documents by how they stand, and leads to all of them', async () => {
  const unclear = aDocument({
    id: 'd7',
    original_filename: 'Hamlet.txt',
    student_id: 's1',
    student_details: { first_name: 'Ben', last_name: 'Ofori', year_group: null },
  })
  let found = [unclear]
  const { asked } = fakeApi({
    'GET /teachers/me': () => aTeacher(),
    'GET /dashboard/stats': () => ({ ...stats, figures: { ...noFigures, documents: 9, unclear: 1 } }),
    'GET /dashboard/recent': () => recent,
    'GET /documents': () => found,
  })
  await openElement(<DashboardPage />)
  await screen.findByText('poem.txt')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'unclear 1' }))
  expect(await screen.findByText('Hamlet.txt')).toBeDefined()
  expect(screen.getByText('Ben Ofori')).toBeDefined()
  expect(screen.queryByText('poem.txt')).toBeNull()
  const query = asked('GET', '/documents').at(-1)?.query
  expect([query?.get('standing'), query?.get('is_sample'), query?.get('limit')]).toEqual([
    'unclear',
    'false',
    '5',
  ])
  expect(screen.getByRole('link', { name: 'View All' }).getAttribute('href')).toBe(
    '/documents?standing=unclear',
  )
  found = []
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  await user.click(await screen.findByRole('button', { name: 'Show all documents' }))
  expect(await screen.findByText('poem.txt')).toBeDefined()
})

test('lists the newest without a student at a click on their number', async () => {
  const { asked } = fakeApi({
    'GET /teachers/me': () => aTeacher(),
    'GET /dashboard/stats': () => ({
      ...stats,
      figures: { ...noFigures, documents: 9, unclear: 9, without_student: 2 },
    }),
    'GET /dashboard/recent': () => recent,
    'GET /documents': () => [aDocument({ id: 'd7', original_filename: 'Hamlet.txt' })],
  })
  await openElement(<DashboardPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'without a student 2' }))
  expect(await screen.findByText('Hamlet.txt')).toBeDefined()
  expect(asked('GET', '/documents').at(-1)?.query.get('standing')).toBe('without-student')
  expect(screen.getByRole('link', { name: 'View All' }).getAttribute('href')).toBe(
    '/documents?standing=without-student',
  )
})

test('closes the paste dialog without sending anything', async () => {
  const asked = await openTable()
  await userEvent.click(screen.getByRole('button', { name: 'Paste Text' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Paste Text for AI Detection' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(asked('POST', '/documents/text')).toHaveLength(0)
})

test('takes only the first of several files, says so, and waits for Upload', async () => {
  const asked = await openTable()
  await screen.findByText('poem.txt')
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('The page has no file input')
  await userEvent.upload(
    input,
    ['a.txt', 'b.txt'].map((name) => new File(['words'], name)),
  )
  expect((await screen.findByText('a.txt (1 kB) is ready to upload.')).textContent).not.toContain('more')
  const left = within(screen.getByText(/^1 more was not taken: open Documents or a class/))
  expect(left.getByRole('link', { name: 'Open Classes' }).getAttribute('href')).toBe('/classes')
  expect(asked('POST', '/documents/upload')).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Upload' }))
  await waitFor(() =>
    expect(
      asked('POST', '/documents/upload').map(({ body }) => ((body as FormData).get('file') as File).name),
    ).toEqual(['a.txt']),
  )
  expect(screen.queryByText('b.txt')).toBeNull()
})
