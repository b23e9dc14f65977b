import type {
  ComparisonRequest,
  ComparisonRequestWithPassages,
  EarlierOverlap,
  SchoolMatch,
} from '@penmark/contract'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { fakeApi } from '../../../testing/api.ts'
import { openElement } from '../../../testing/screen.tsx'
import { HandedInBefore } from '../report/handed-in-before.tsx'
import { RequestList } from './request-list.tsx'
import { RequestScreen } from './request-screen.tsx'
import { SchoolCell } from './school-cell.tsx'

const match: SchoolMatch = {
  id: 'm1',
  teacher_name: 'Bo Dahl',
  teacher_email: 'bo@school.example',
  handed_in_on: '2025-03-03',
  words: 200,
  part: 'quarter',
  closed_to_requests: null,
  request: null,
}
const request: ComparisonRequest = {
  id: 'r1',
  is_own: true,
  state: 'waiting',
  teacher_name: 'Bo Dahl',
  teacher_email: 'bo@school.example',
  handed_in_on: '2025-03-03',
  document: { id: 'd1', original_filename: 'essay.docx', student_id: 's1', student_name: 'Mia Abara' },
  words: 200,
  part: 'quarter',
  asked_at: '2026-11-27T10:00:00.000Z',
  answered_at: null,
  read_at: null,
}
const passages = [{ words: 240, own: 'Mine, word for word', other: 'Theirs, word for word' }]

describe('a report', () => {
  const open = async (change: Partial<SchoolMatch> = {}, is_deferred = false) => {
    const overlap: EarlierOverlap = {
      state: 'ready',
      compared_at: '2026-11-27T10:00:00.000Z',
      matches: [],
      documents: 0,
      left_out: { quotation: 0, assignment: 0, source: 0, common: 0 },
      sources: [],
      school: { matches: [{ ...match, ...change }], documents: 3, is_deferred },
    }
    const api = fakeApi({
      'GET /overlap/documents/d1/earlier': () => overlap,
      'POST /overlap/school-matches/m1/requests': () => request,
    })
    await openElement(
      <>
        <SchoolCell documentId="d1" />
        <HandedInBefore documentId="d1" />
      </>,
    )
    return { api, shown: within(await screen.findByRole('region', { name: 'Handed in before?' })) }
  }

  test('names the colleague to ask, and says that it may be the same student’s own work', async () => {
    const { shown } = await open({}, true)
    expect(
      shown.getByText('About 200 words also stand in a document handed in to Bo Dahl on 3 Mar 2025'),
    ).toBeDefined()
    expect(shown.getByText('bo@school.example · about a quarter of this text')).toBeDefined()
    expect(shown.getByText(/^It may be the same student’s own work/)).toBeDefined()
    expect(shown.getByText(/This one is compared tomorrow\.$/)).toBeDefined()
    expect(shown.getByText(/^Your school lets texts be compared across its teachers/)).toBeDefined()
    const cell = screen.getByRole('term').parentElement
    expect(cell?.textContent).toContain(
      'About 200 words also stand in another teacher’s document. Shares passages with 2 more.',
    )
    expect(cell?.dataset.tone).toBe('known')
  })

  test('asks the colleague only after it has said what both will see', async () => {
    const user = userEvent.setup()
    const { api, shown } = await open()
    await user.click(shown.getByRole('button', { name: 'Ask Bo Dahl to compare' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/By asking you agree to show those of your text/)).toBeDefined()
    expect(api.asked('POST', '/overlap/school-matches/m1/requests')).toHaveLength(0)
    await user.click(dialog.getByRole('button', { name: 'Ask to compare' }))
    await expect.poll(() => api.asked('POST', '/overlap/school-matches/m1/requests')).toHaveLength(1)
    expect(await screen.findByText('Your colleague was asked.')).toBeDefined()
  })

  test('leads to a request that was made, and offers none to a deactivated account or after a refusal', async () => {
    const { shown } = await open({ request: { id: 'r1', is_own: true, state: 'agreed' } })
    const link = shown.getByRole('link', { name: 'Bo Dahl agreed: read the shared passages' })
    expect(link.getAttribute('href')).toBe('/comparison-requests/r1')
    cleanup()
    const gone = await open({ closed_to_requests: 'deactivated' })
    expect(gone.shown.getByText('This account is deactivated, so nobody can answer.')).toBeDefined()
    cleanup()
    const refused = await open({ closed_to_requests: 'refused' })
    expect(refused.shown.getByText('They have declined to compare this text.')).toBeDefined()
    expect(refused.shown.queryByRole('button')).toBeNull()
  })
})

describe('a request', () => {
  const open = async (change: Partial<ComparisonRequestWithPassages>) => {
    let shown: ComparisonRequestWithPassages = { ...request, passages: [], ...change }
    const api = fakeApi({
      'GET /overlap/requests/r1': () => shown,
      'PUT /overlap/requests/r1': ({ body }) => {
        shown = { ...shown, ...(body as object), passages }
        return shown
      },
    })
    await openElement(<RequestScreen id="r1" />)
    return api
  }

  test('lets the teacher who was asked look at their own passages, agree, and withdraw it', async () => {
    const user = userEvent.setup()
    const api = await open({
      is_own: false,
      passages: [{ words: 240, own: 'Mine, word for word', other: null }],
    })
    expect(await screen.findByText('Mine, word for word')).toBeDefined()
    expect(screen.queryByText('Theirs, word for word')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Let both of us read them' }))
    expect(await screen.findByText('Theirs, word for word')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Withdraw my consent' })).toBeDefined()
    expect(api.asked('PUT', '/overlap/requests/r1').map(({ body }) => body)).toEqual([{ state: 'agreed' }])
  })

  test('shows the teacher who asked no passage before the answer, and no way to ask again after a refusal', async () => {
    await open({})
    expect(await screen.findByText('You asked Bo Dahl, who has not answered yet')).toBeDefined()
    expect(screen.queryByRole('list', { name: 'Shared passages' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Take the request back' })).toBeDefined()
    await open({ state: 'declined' })
    expect(await screen.findByText('Bo Dahl declined')).toBeDefined()
  })

  test('stands in the list with how it stands', async () => {
    fakeApi({
      'GET /overlap/requests': () => [request, { ...request, id: 'r2', is_own: false, state: 'agreed' }],
    })
    await openElement(<RequestList />)
    const list = within(await screen.findByRole('list', { name: 'Requests to compare' }))
    expect(list.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'You asked Bo Dahl, who has not answered yet',
      'You agreed to compare with Bo Dahl',
    ])
  })
})
