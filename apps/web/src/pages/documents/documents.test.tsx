import { noFigures } from '@penmark/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type Answer, anAnswer, type Call, documentsApi, fakeApi, refuse } from '../../testing/api.ts'
import { aBatch } from '../../testing/class-screen.tsx'
import { aDocument, aTeacher, publicSettings, stats } from '../../testing/samples.ts'
import { openElement } from '../../testing/screen.tsx'
import DocumentsPage from './documents.tsx'

/** No students and no classes. */
const nobody = { 'GET /students': () => [], 'GET /class-groups': () => [] }

const three = () => [
  aDocument({
    id: 'd1',
    original_filename: 'Macbeth.docx',
    ai_score: 0.824,
    upload_timestamp: '2026-11-21T10:00:00.000Z',
  }),
  aDocument({
    id: 'd2',
    original_filename: 'scan.pdf',
    status: 'ERROR',
    status_reason: 'Only pictures.',
    failure: null,
    upload_timestamp: '2026-11-20T10:00:00.000Z',
  }),
  aDocument({
    id: 'd3',
    original_filename: 'poem.txt',
    ai_score: 0.1,
    upload_timestamp: '2026-11-19T10:00:00.000Z',
  }),
]

function api(answers: Record<string, Answer> = {}) {
  return fakeApi({ ...documentsApi(three), 'GET /teachers/me': () => aTeacher(), ...nobody, ...answers })
}

const names = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('[title]')?.textContent)
const files = (...names: string[]) => names.map((name) => new File(['words'], name))

async function choose(...chosen: File[]) {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('The page has no file input')
  await userEvent.upload(input, chosen)
}

const sendIt = async () => userEvent.click(await screen.findByRole('button', { name: 'Upload' }))

async function pasteText(text: string) {
  await userEvent.click(screen.getByRole('button', { name: 'Paste Text' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Paste Text for AI Detection' }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'Text' }), text)
  await userEvent.click(dialog.getByRole('button', { name: 'Detect AI' }))
}

beforeEach(() => {
  vi.useRealTimers()
})

describe('the documents page', () => {
  test('lists documents newest first, with score, reason and only the available actions', async () => {
    api()
    await openElement(<DocumentsPage />)
    await screen.findByText('Macbeth.docx')
    expect(names()).toEqual(['Macbeth.docx', 'scan.pdf', 'poem.txt'])
    expect(screen.getByText('82.4%')).toBeDefined()
    expect(screen.getByText('Only pictures.')).toBeDefined()
    expect(screen.getByRole('link', { name: 'View report of Macbeth.docx' }).getAttribute('href')).toBe(
      '/documents/d1/report',
    )
    expect(screen.getByRole('button', { name: 'View report of scan.pdf' })).toHaveProperty('disabled', true)
    expect(screen.queryByRole('button', { name: 'Reprocess Macbeth.docx' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Reprocess scan.pdf' })).toHaveProperty('disabled', false)
  })

  test('shows the finding and how much of the text it covers, and the name links to the report', async () => {
    const found = [
      aDocument({
        id: 'd1',
        original_filename: 'most.txt',
        finding: 'ai-likely',
        ai_share: 0.94,
        ai_score: 0.9,
      }),
      aDocument({ id: 'd2', original_filename: 'part.txt', finding: 'mixed', ai_share: 0.28, ai_score: 0.7 }),
      aDocument({
        id: 'd3',
        original_filename: 'unusual.txt',
        finding: 'inconclusive',
        ai_share: 0,
        ai_score: 0.4,
      }),
      aDocument({
        id: 'd4',
        original_filename: 'plain.txt',
        finding: 'no-evidence',
        ai_share: 0,
        ai_score: 0.1,
      }),
      aDocument({ id: 'd5', original_filename: 'french.txt', finding: 'unsupported-language' }),
      aDocument({ id: 'd6', original_filename: 'waits.txt', status: 'QUEUED' }),
    ]
    api(documentsApi(() => found))
    await openElement(<DocumentsPage />)
    const row = async (name: string) => (await screen.findByText(name)).closest('tr')?.textContent
    expect(await row('most.txt')).toContain('Most reads like AI 94%')
    expect(await row('part.txt')).toContain('Part reads like AI 28%')
    expect(await row('unusual.txt')).toContain('Not enough to say')
    expect(await row('plain.txt')).toContain('Nothing stands out')
    expect(await row('french.txt')).toContain('Not in English')
    expect(screen.getByRole('link', { name: 'part.txt' }).getAttribute('href')).toBe('/documents/d2/report')
    expect(screen.queryByRole('link', { name: 'waits.txt' })).toBeNull()
  })

  test.each(['standing=needs-you', 'finding=needs-a-look'])(
    'lists documents that need the teacher if the address says %s, and all when the chip is chosen',
    async (query) => {
      const figures = { ...noFigures, documents: 3, needs_you: 1, unclear: 2 }
      const { asked } = api({ 'GET /dashboard/stats': () => ({ ...stats, figures }) })
      const { router } = await openElement(<DocumentsPage />, `/documents?${query}`)
      const chip = await screen.findByRole('button', { name: 'needs you 1' })
      expect(chip.getAttribute('aria-pressed')).toBe('true')
      expect(screen.queryByRole('button', { name: /closed/ })).toBeNull()
      await waitFor(() => expect(asked('GET', '/documents').at(-1)?.query.get('standing')).toBe('needs-you'))
      expect(asked('GET', '/documents/count').at(-1)?.query.get('standing')).toBe('needs-you')
      await userEvent.click(screen.getByRole('button', { name: 'All 3' }))
      await waitFor(() => expect(asked('GET', '/documents').at(-1)?.query.has('standing')).toBe(false))
      expect(router.state.location.search).toBe('')
    },
  )

  test('lists documents without a student at a click on their number', async () => {
    const figures = { ...noFigures, documents: 3, nothing_found: 3, without_student: 2 }
    const { asked } = api({ 'GET /dashboard/stats': () => ({ ...stats, figures }) })
    const { router } = await openElement(<DocumentsPage />, '/documents')
    await userEvent.click(await screen.findByRole('button', { name: 'without a student 2' }))
    await waitFor(() =>
      expect(asked('GET', '/documents').at(-1)?.query.get('standing')).toBe('without-student'),
    )
    expect(router.state.location.search).toBe('?standing=without-student')
  })

  test('keeps search, filters and order in the address, so that Back returns to them', async () => {
    const { asked } = api()
    const { router } = await openElement(
      <DocumentsPage />,
      '/documents?search=mac&status=ERROR&sort=score&order=asc',
    )
    await waitFor(() => {
      const query = asked('GET', '/documents').at(-1)?.query
      expect(['search', 'status', 'sort', 'order'].map((name) => query?.get(name))).toEqual([
        'mac',
        'ERROR',
        'score',
        'asc',
      ])
    })
    expect(screen.getByRole('searchbox')).toHaveProperty('value', 'mac')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Filter by finding' }), 'Too short')
    await waitFor(() => expect(router.state.location.search).toContain('finding=insufficient-text'))
    await userEvent.type(screen.getByRole('searchbox'), 'beth')
    await waitFor(() => expect(router.state.location.search).toContain('search=macbeth'))
    await act(() => router.navigate(-1))
    await waitFor(() => expect(asked('GET', '/documents').at(-1)?.query.has('finding')).toBe(false))
    expect(screen.getByRole('searchbox')).toHaveProperty('value', 'mac')
  })

  test('goes back to an earlier search although another has just been typed', async () => {
    const { asked } = api()
    const { router } = await openElement(<DocumentsPage />, '/documents?search=mac')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Filter by finding' }), 'Too short')
    await waitFor(() => expect(asked('GET', '/documents').at(-1)?.query.has('finding')).toBe(true))
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'macbeth' } })
    await act(() => router.navigate(-1))
    await waitFor(() => expect(screen.getByRole('searchbox')).toHaveProperty('value', 'mac'))
    expect(router.state.location.search).toBe('?search=mac')
  })

  test('sorts by finding on the server', async () => {
    const { asked } = api()
    await openElement(<DocumentsPage />)
    await screen.findByText('Macbeth.docx')
    await userEvent.click(screen.getByRole('button', { name: /Finding/ }))
    await waitFor(() => expect(asked('GET', '/documents').at(-1)?.query.get('sort')).toBe('finding'))
  })

  test('sorts by column header and announces it', async () => {
    api()
    await openElement(<DocumentsPage />)
    await userEvent.click(await screen.findByRole('button', { name: 'Document name' }))
    await waitFor(() => expect(names()[1]).toBe('poem.txt'))
    expect(names()).toEqual(['Macbeth.docx', 'poem.txt', 'scan.pdf'])
    expect(screen.getByRole('columnheader', { name: 'Document name' }).getAttribute('aria-sort')).toBe(
      'ascending',
    )
  })

  test('searches by name, and offers to clear the search if nothing matches', async () => {
    api()
    await openElement(<DocumentsPage />)
    await screen.findByText('Macbeth.docx')
    await userEvent.type(screen.getByRole('searchbox'), 'hamlet')
    expect(await screen.findByText('No documents match.')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Show all documents' }))
    await screen.findByText('Macbeth.docx')
    expect(names()).toHaveLength(3)
  })

  test('says why the list could not be loaded, and retries', async () => {
    let busy = true
    api({
      'GET /documents': () => (busy ? refuse(500, { code: 'unexpected', detail: 'Try later.' }) : three()),
    })
    await openElement(<DocumentsPage />)
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch documents. Try later.')
    busy = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('Macbeth.docx')
  })

  test('shows LIMIT_EXCEEDED with an upgrade instead of delete', async () => {
    api(documentsApi(() => [aDocument({ status: 'LIMIT_EXCEEDED' })]))
    await openElement(<DocumentsPage />)
    expect((await screen.findByRole('link', { name: 'Upgrade' })).getAttribute('href')).toBe('/pricing')
    expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull()
  })

  test('offers to delete it where nothing is sold', async () => {
    api({
      ...documentsApi(() => [aDocument({ status: 'LIMIT_EXCEEDED' })]),
      'GET /settings': () => ({ ...publicSettings, sells_plans: false }),
    })
    await openElement(<DocumentsPage />)
    expect(await screen.findByRole('button', { name: /^Delete/ })).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Upgrade' })).toBeNull()
  })

  test('uploads one file once Upload is clicked, and takes it back with Undo', async () => {
    const { asked } = api({
      'POST /documents/upload': () => aDocument({ id: 'new' }),
      'DELETE /documents/new': () => ({ id: 'new', deleted: true }),
    })
    await openElement(<DocumentsPage />)
    await screen.findByText('Macbeth.docx')
    await choose(...files('one.txt'))
    await screen.findByText('one.txt (1 kB) is ready to upload.')
    expect(asked('POST', '/documents/upload')).toHaveLength(0)
    await userEvent.click(screen.getByRole('button', { name: 'Remove one.txt' }))
    expect(screen.queryByRole('button', { name: 'Upload' })).toBeNull()
    await choose(...files('one.txt'))
    await sendIt()
    expect(await screen.findByText('Document uploaded successfully!')).toBeDefined()
    expect(asked('POST', '/documents/upload')).toHaveLength(1)
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText(/^Undone\. 1 document is in the bin\./)).toBeDefined()
    expect(asked('DELETE', '/documents/new')).toHaveLength(1)
    expect(screen.queryByRole('region', { name: 'Upload progress' })).toBeNull()
  })

  test('does not say that there are no documents while the first is being sent and until it is listed', async () => {
    const sent = anAnswer()
    const listed = anAnswer()
    let answers = 0
    const first = aDocument({ id: 'new', original_filename: 'one.txt' })
    api({
      'GET /documents': () => (answers++ === 0 ? [] : listed.promise),
      'GET /documents/count': () => ({ total: 0 }),
      'POST /documents/upload': () => sent.promise,
    })
    await openElement(<DocumentsPage />)
    const none = () => screen.queryByText(/You have no documents yet/)
    await waitFor(() => expect(none()).not.toBeNull())
    await choose(...files('one.txt'))
    await sendIt()
    await waitFor(() => expect(none()).toBeNull())
    sent.resolve(first)
    await screen.findByText('Document uploaded successfully!')
    expect(none()).toBeNull()
    listed.resolve([first])
    expect(await screen.findByRole('link', { name: 'one.txt' })).toBeDefined()
  })

  test('says again that there are no documents if the first could not be sent', async () => {
    api({
      'GET /documents': () => [],
      'GET /documents/count': () => ({ total: 0 }),
      'POST /documents/upload': () => refuse(503, { code: 'busy', detail: 'Try later.' }),
    })
    await openElement(<DocumentsPage />)
    await screen.findByText(/You have no documents yet/)
    await choose(...files('one.txt'))
    await sendIt()
    await screen.findByText('Failed to upload file. Try later.')
    expect(await screen.findByText(/You have no documents yet/)).toBeDefined()
  })

  test('takes one file, several files, or pasted text', async () => {
    const { asked } = api({
      'POST /documents/upload': ({ body }) =>
        aDocument({ id: ((body as FormData).get('file') as File).name }),
      'POST /documents/text': () => aDocument({ id: 'pasted' }),
    })
    await openElement(<DocumentsPage />)
    await screen.findByText('Macbeth.docx')
    await choose(...files('one.txt'))
    await sendIt()
    expect(await screen.findByText('Document uploaded successfully!')).toBeDefined()
    await choose(...files('a.txt', 'b.txt'))
    expect(await screen.findByText('2 files uploaded successfully')).toBeDefined()
    expect(
      asked('POST', '/documents/upload').map(({ body }) => ((body as FormData).get('file') as File).name),
    ).toEqual(['one.txt', 'a.txt', 'b.txt'])
    await pasteText('I wandered')
    expect(await screen.findByText('Text submitted. The report will be ready shortly.')).toBeDefined()
    expect(asked('POST', '/documents/text').map(({ body }) => body)).toMatchObject([{ text: 'I wandered' }])
  })

  test('shows several files as one line, and keeps the server free for them', async () => {
    let answer = (_: unknown) => {}
    let sent = 0
    const { asked } = api({
      'POST /documents/upload': () => {
        sent += 1
        const document = aDocument({ id: `n${sent}` })
        return sent < 6 ? document : new Promise((resolve) => (answer = () => resolve(document)))
      },
    })
    await openElement(<DocumentsPage />)
    await screen.findByText('Macbeth.docx')
    const before = asked('GET', '/documents').length
    await choose(...files('a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt', 'f.txt'))
    const progress = within(await screen.findByRole('region', { name: 'Upload progress' }))
    expect(await progress.findByText('Uploading 6 of 6')).toBeDefined()
    expect(progress.queryByText('a.txt')).toBeNull()
    answer(null)
    expect(await progress.findByText('6 of 6 uploaded')).toBeDefined()
    await screen.findByText('6 files uploaded successfully')
    // After the first and after the last.
    await waitFor(() => expect(asked('GET', '/documents')).toHaveLength(before + 2))
  })

  test('takes a ZIP of several files', async () => {
    const { asked } = api({ 'POST /documents/batch': aBatch })
    await openElement(<DocumentsPage />)
    await screen.findByText('Macbeth.docx')
    await choose(...files('7B.zip'))
    expect(await screen.findByText('2 files uploaded successfully')).toBeDefined()
    expect(asked('POST', '/documents/batch')).toHaveLength(1)
  })

  describe('a ZIP whose names can be read in two ways', () => {
    const unclear = refuse(422, {
      code: 'invalid_input',
      detail: [
        ['cp437', 'Jußrez.docx'],
        ['windows-1252', 'Juárez.docx'],
      ].map(([charset, names]) => ({
        loc: ['names_charset'],
        msg: `${charset}: ${names}`,
        reason: { code: 'zip_names_reading', params: { charset, names } },
      })),
    })
    const charsetOf = ({ body }: Call) => (body as FormData).get('names_charset')
    const chooseUnclear = async () => {
      const calls = api({
        'POST /documents/batch': (call) => (charsetOf(call) === null ? unclear : aBatch(call)),
      })
      await openElement(<DocumentsPage />)
      await screen.findByText('Macbeth.docx')
      await choose(...files('7B.zip'))
      await screen.findByRole('radio', { name: 'Jußrez.docx' })
      return calls
    }

    test('is sent again with the one that is chosen', async () => {
      const { asked } = await chooseUnclear()
      await userEvent.click(screen.getByRole('radio', { name: 'Juárez.docx' }))
      await userEvent.click(screen.getByRole('button', { name: 'Use these names' }))
      expect(await screen.findByText('2 files uploaded successfully')).toBeDefined()
      expect(asked('POST', '/documents/batch').map(charsetOf)).toEqual([null, 'windows-1252'])
    })

    test('is not sent if none is chosen', async () => {
      const { asked } = await chooseUnclear()
      await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
      expect(await screen.findAllByText(/you did not choose which names are right/)).not.toEqual([])
      expect(asked('POST', '/documents/batch')).toHaveLength(1)
    })
  })

  test('stops at Undo what was not sent yet', async () => {
    let answer = (_: unknown) => {}
    const { asked } = api({
      'POST /documents/upload': () =>
        new Promise((resolve) => {
          answer = resolve
        }),
      'DELETE /documents/a': () => ({ id: 'a', deleted: true }),
    })
    await openElement(<DocumentsPage />)
    await screen.findByText('Macbeth.docx')
    await choose(...files('a.txt', 'b.txt'))
    await waitFor(() => expect(asked('POST', '/documents/upload')).toHaveLength(1))
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    answer(aDocument({ id: 'a' }))
    expect(await screen.findByText(/^Undone|^Stopped/)).toBeDefined()
    expect(asked('POST', '/documents/upload')).toHaveLength(1)
  })

  test('sends a file that failed once more with Try again, without choosing it anew', async () => {
    let tries = 0
    const { asked } = api({
      'POST /documents/upload': () => {
        tries += 1
        return tries === 1
          ? refuse(500, { code: 'unexpected', detail: 'It broke.' })
          : aDocument({ id: 'new' })
      },
    })
    await openElement(<DocumentsPage />)
    await screen.findByText('Macbeth.docx')
    await choose(...files('one.txt'))
    await sendIt()
    await userEvent.click(await screen.findByRole('button', { name: 'Try again: one.txt' }))
    expect(await screen.findByText('Document uploaded successfully!')).toBeDefined()
    expect(
      asked('POST', '/documents/upload').map(({ body }) => ((body as FormData).get('file') as File).name),
    ).toEqual(['one.txt', 'one.txt'])
    expect(screen.queryByRole('button', { name: 'Try again: one.txt' })).toBeNull()
  })

  test('counts the words of several essays before it uploads them, says how many would be read, and sends those if asked', async () => {
    const { asked } = api({
      'GET /teachers/me': () =>
        aTeacher({ current_plan_word_limit: 5_000, remaining_words_current_cycle: 1_000 }),
      'POST /documents/upload': ({ body }) =>
        aDocument({ id: ((body as FormData).get('file') as File).name }),
    })
    await openElement(<DocumentsPage />)
    await screen.findByText('Macbeth.docx')
    const essay = (name: string, words: number) => new File(['word '.repeat(words)], name)
    await choose(essay('a.txt', 400), essay('b.txt', 700), essay('c.txt', 500))
    const dialog = within(await screen.findByRole('dialog', { name: 'More words than you have left' }))
    expect(dialog.getByText(/3 documents, about 1,600 words; you have 1,000 left this month\./)).toBeDefined()
    expect(dialog.getByText('2 would be read.')).toBeDefined()
    expect(asked('POST', '/documents/upload')).toHaveLength(0)
    await userEvent.click(dialog.getByRole('button', { name: 'Upload the 2 that fit' }))
    expect(await screen.findByText('2 files uploaded successfully')).toBeDefined()
    expect(
      asked('POST', '/documents/upload').map(({ body }) => ((body as FormData).get('file') as File).name),
    ).toEqual(['a.txt', 'c.txt'])
  })

  test('uploads nothing if the teacher cancels, and asks nothing where the words are left', async () => {
    const { asked } = api({
      'GET /teachers/me': () =>
        aTeacher({ current_plan_word_limit: 5_000, remaining_words_current_cycle: 10 }),
      'POST /documents/upload': () => aDocument({ id: 'new' }),
    })
    await openElement(<DocumentsPage />)
    await screen.findByText('Macbeth.docx')
    await choose(new File(['word '.repeat(11)], 'long.txt'))
    await sendIt()
    const dialog = within(await screen.findByRole('dialog', { name: 'More words than you have left' }))
    expect(dialog.getByText('None would be read.')).toBeDefined()
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await choose(new File(['word '.repeat(10)], 'short.txt'))
    await sendIt()
    expect(await screen.findByText('Document uploaded successfully!')).toBeDefined()
    expect(
      asked('POST', '/documents/upload').map(({ body }) => ((body as FormData).get('file') as File).name),
    ).toEqual(['short.txt'])
  })

  test('sends several files one after the other, and counts failures', async () => {
    let running = 0
    const { asked } = api({
      'POST /documents/upload': async ({ body }) => {
        running += 1
        if (running > 1) throw new Error('Two uploads at once')
        await Promise.resolve()
        running -= 1
        const { name } = (body as FormData).get('file') as File
        return name === 'b.txt'
          ? refuse(415, { code: 'unsupported_file', detail: 'Not a document.' })
          : aDocument({ id: name })
      },
    })
    await openElement(<DocumentsPage />)
    await screen.findByText('Macbeth.docx')
    await choose(...files('a.txt', 'b.txt', 'c.txt'))
    expect(await screen.findByText('Successfully uploaded 2 of 3 files (1 failed)')).toBeDefined()
    expect(await screen.findByText('Not a document.')).toBeDefined()
    const sent = asked('POST', '/documents/upload')
    expect(sent).toHaveLength(3)
    // One upload, whose texts are compared with each other.
    const batches = sent.map(({ body }) => (body as FormData).get('batch_id'))
    expect(new Set(batches).size).toBe(1)
    expect(batches[0]).toMatch(/^[\da-f-]{36}$/)
  })

  test('stops the upload and opens the limit dialog if the allowance is exceeded', async () => {
    const { asked } = api({
      'POST /documents/upload': () => refuse(429, { code: 'allowance_exceeded', detail: '12 words left.' }),
    })
    await openElement(<DocumentsPage />)
    await screen.findByText('Macbeth.docx')
    await choose(...files('a.txt', 'b.txt'))
    const dialog = await screen.findByRole('dialog', { name: 'Upload Limit Exceeded' })
    expect(within(dialog).getByText('12 words left.')).toBeDefined()
    expect(within(dialog).getByText('Priority processing queue')).toBeDefined()
    expect(within(dialog).getByRole('link', { name: 'Upgrade to Pro' }).getAttribute('href')).toBe('/pricing')
    expect(asked('POST', '/documents/upload')).toHaveLength(1)
    expect(screen.getByText('Not uploaded')).toBeDefined()
  })

  test('opens the limit dialog if the allowance is exceeded by one file, and by pasted text', async () => {
    const noWordsLeft = (detail: string) => () => refuse(429, { code: 'allowance_exceeded', detail })
    api({
      'POST /documents/upload': noWordsLeft('12 words left.'),
      'POST /documents/text': noWordsLeft('3 words left.'),
    })
    await openElement(<DocumentsPage />)
    await screen.findByText('Macbeth.docx')
    const limitDialog = async () =>
      within(await screen.findByRole('dialog', { name: 'Upload Limit Exceeded' }))
    await choose(...files('a.txt'))
    await sendIt()
    expect((await limitDialog()).getByText('12 words left.')).toBeDefined()
    await userEvent.click((await limitDialog()).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await pasteText('I wandered')
    expect((await limitDialog()).getByText('3 words left.')).toBeDefined()
  })

  test('opens the limit dialog if a document exceeds the allowance while it waits in the list', async () => {
    let status: 'QUEUED' | 'LIMIT_EXCEEDED' = 'QUEUED'
    api(
      documentsApi(() => [
        aDocument({ status, status_reason: status === 'QUEUED' ? null : '3 words left.', failure: null }),
      ]),
    )
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await openElement(<DocumentsPage />)
    await within(await screen.findByRole('table', { busy: false })).findByText('Queued')
    expect(screen.queryByRole('dialog')).toBeNull()
    status = 'LIMIT_EXCEEDED'
    await act(() => vi.advanceTimersByTimeAsync(5_100))
    const dialog = await screen.findByRole('dialog', { name: 'Upload Limit Exceeded' })
    expect(within(dialog).getByText('3 words left.')).toBeDefined()
  })

  test('refuses other types of file without asking the server', async () => {
    const { asked } = api()
    await openElement(<DocumentsPage />)
    await screen.findByText('Macbeth.docx')
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    await userEvent.setup({ applyAccept: false }).upload(input as HTMLInputElement, files('picture.png'))
    expect(await screen.findByText(/picture.png was not uploaded/)).toBeDefined()
    expect(asked('POST', '/documents/upload')).toHaveLength(0)
  })

  test('lists the wrong files of a batch until they are dismissed, and uploads the others', async () => {
    const { asked } = api({ 'POST /documents/upload': () => aDocument({ id: 'n1' }) })
    await openElement(<DocumentsPage />)
    await screen.findByText('Macbeth.docx')
    const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
    const user = userEvent.setup({ applyAccept: false })
    await user.upload(input, files('one.txt', 'picture.png', 'two.txt', 'song.mp3'))
    await waitFor(() => expect(asked('POST', '/documents/upload')).toHaveLength(2))
    const listed = () => within(screen.getByRole('alert')).getAllByRole('listitem')
    expect(listed().map(({ textContent }) => textContent?.split(' ')[0])).toEqual(['picture.png', 'song.mp3'])
    await user.click(screen.getByRole('button', { name: 'Hide the files that were not uploaded' }))
    expect(screen.queryByText(/picture.png was not uploaded/)).toBeNull()
  })

  test('requeues a failed document, and shows it as queued at once', async () => {
    const { asked } = api({ 'POST /documents/d2/reprocess': () => aDocument({ id: 'd2', status: 'QUEUED' }) })
    await openElement(<DocumentsPage />)
    await userEvent.click(await screen.findByRole('button', { name: 'Reprocess scan.pdf' }))
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Reprocess' }),
    )
    expect(await screen.findByText('Document reprocessing started successfully!')).toBeDefined()
    expect(within(screen.getByRole('table')).getByText('Queued')).toBeDefined()
    expect(asked('POST', '/documents/d2/reprocess')).toHaveLength(1)
  })

  async function reprocessRefused(refusal: ReturnType<typeof refuse>) {
    api({ 'POST /documents/d2/reprocess': () => refusal })
    await openElement(<DocumentsPage />)
    await userEvent.click(await screen.findByRole('button', { name: 'Reprocess scan.pdf' }))
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Reprocess' }),
    )
    await screen.findByText('Reprocess failed')
  }

  test('marks the row and says why if reprocessing fails', async () => {
    await reprocessRefused(refuse(409, { code: 'conflict', detail: 'The queue is closed.' }))
    expect(await screen.findByText('Failed to reprocess document. The queue is closed.')).toBeDefined()
  })

  test.each([
    ['allowance_exceeded', 'Il ne reste plus assez de mots.'],
    ['conflict', 'The monthly LIMIT is reached.'],
    ['conflict', 'Your words are exceeded.'],
  ] as const)('opens the limit dialog for an error %s that reads: %s', async (code, detail) => {
    await reprocessRefused(refuse(code === 'conflict' ? 409 : 429, { code, detail }))
    expect(await screen.findByRole('dialog', { name: 'Upload Limit Exceeded' })).toBeDefined()
  })
})
