import type { WritingArrivalFinding } from '@penmark/contract'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answer, fakeApi, refuse } from '../../../testing/api.ts'
import { openScreen } from '../../../testing/screen.tsx'
import { recordEntries, recordPage, submissionView } from './record.fixture.ts'
import { WritingSubmissionPage } from './record-screen.tsx'

const view: Answer = () => submissionView()
const record: Answer = ({ query }) => recordPage(Number(query.get('offset')))

async function open(answers: { view?: Answer; record?: Answer; comparison?: Answer } = {}) {
  const api = fakeApi({
    'GET /writing-submissions/w-1': answers.view ?? view,
    'GET /writing-submissions/w-1/record': answers.record ?? record,
    'GET /writing-submissions/w-1/comparison': answers.comparison ?? (() => ({ n: 3, measures: [] })),
  })
  await openScreen({
    routes: [{ path: '/writing/submissions/:submissionId', element: <WritingSubmissionPage /> }],
    at: '/writing/submissions/w-1',
  })
  return api
}

const slider = () => screen.findByRole<HTMLInputElement>('slider', { name: 'Moment of the record' })
const text = () => screen.getByRole('region', { name: 'The text at this moment' })

test('says in one line how the text came to be, that the stored record is unchanged, and what that does not show', async () => {
  await open()
  expect(
    await screen.findByText('16 words in 2 sessions, 74 minutes; 40% typed; 1 paste (9 words)'),
  ).toBeDefined()
  expect(screen.getByText('The stored record is unchanged.')).toBeDefined()
  expect(
    screen.getByText(/nobody without access to the database has changed, added or removed anything/),
  ).toBeDefined()
  expect(screen.queryByText(/intact/)).toBeNull()
  expect(screen.getByText('a'.repeat(64))).toBeDefined()
  expect(screen.getByRole('link', { name: 'The harbour' }).getAttribute('href')).toBe('/writing/t-1')
})

test('shows only the time of a session if the plot shows its day', async () => {
  await open()
  const plot = within(
    await screen.findByRole('figure', { name: 'Length of the text over the time of writing' }),
  )
  const labels = plot.getAllByText(/2026|:/).map(({ textContent }) => textContent)
  expect(labels).toEqual(['1 Sept 2026', '10:00'])
})

const finding: WritingArrivalFinding = {
  kind: 'faster',
  changes: 2_179,
  all: true,
  from: '2026-09-01T09:00:00.000Z',
  to: '2026-09-01T09:11:02.000Z',
  received_from: '2026-09-01T10:00:01.000Z',
  received_to: '2026-09-01T10:00:01.600Z',
  since: '2026-09-01T10:00:00.000Z',
  explained: false,
}

test('says that entries arrived in less time than they are dated over, and that no lost connection explains it', async () => {
  await open({ view: () => submissionView({ integrity: 'unconfirmed', arrival: [finding] }) })
  expect(
    await screen.findByText('The stored record is unchanged, but not all of it arrived when it is dated.'),
  ).toBeDefined()
  expect(
    screen.getByText('All of this arrived within 1 second, though it is dated over 11 minutes.'),
  ).toBeDefined()
  expect(screen.getByText(/Only 2 seconds had passed since the student opened the task/)).toBeDefined()
})

test('says of a stretch without a connection that it is as it should be', async () => {
  const late = {
    ...finding,
    kind: 'late' as const,
    all: false,
    since: '2026-09-01T09:00:00.000Z',
    explained: true,
  }
  await open({ view: () => submissionView({ integrity: 'unconfirmed', arrival: [late] }) })
  const sentence = await screen.findByText(
    '2,179 changes, dated over 11 minutes, arrived together within 1 second, after 60 minutes without word from the page.',
  )
  expect(sentence.parentElement?.textContent).toContain('this is as it should be')
  expect(sentence.closest('[data-tone]')?.getAttribute('data-tone')).toBe('info')
})

test('says that an altered record proves nothing', async () => {
  await open({ view: () => submissionView({ integrity: 'altered' }) })
  const notice = await screen.findByRole('alert')
  expect(within(notice).getByText('The record was altered after it was stored.')).toBeDefined()
  expect(within(notice).getByText(/Do not draw any conclusion from it/)).toBeDefined()
})

test('gives every figure of the record, and what the record cannot show', async () => {
  await open()
  const facts = within(await screen.findByRole('table', { name: 'What the record measures' }))
  const factOf = (label: string) =>
    facts.getByRole('rowheader', { name: label }).nextElementSibling?.textContent
  expect(factOf('Typed')).toBe('40% of the final text (40 characters)')
  expect(factOf('Pasted from elsewhere')).toBe('60% of the final text (60 characters)')
  expect(factOf('Page left during a session')).toBe('2 times, 3 minutes in all')
  expect(factOf('Fastest five minutes')).toBe('212 typed characters a minute')
  expect(factOf('Variation of the typing rhythm')).toMatch(/^0\.84The standard deviation/)
  expect(screen.getByText(/Somebody can type a text that they read elsewhere/)).toBeDefined()
  expect(screen.getByText(/A program can imitate typing/)).toBeDefined()
})

test('says what it takes to measure speed and rhythm where there was too little', async () => {
  const { summary } = submissionView()
  await open({
    view: () =>
      submissionView({
        summary: { ...summary, fastest_characters_per_minute: null, rhythm_variation: null },
      }),
  })
  const facts = within(await screen.findByRole('table', { name: 'What the record measures' }))
  const factOf = (label: string) =>
    facts.getByRole('rowheader', { name: label }).nextElementSibling?.textContent
  expect(factOf('Fastest five minutes')).toBe(
    'Too little to measure: it takes 5 minutes of writing and 200 typed characters',
  )
  expect(factOf('Variation of the typing rhythm')).toBe('Too little to measure: it takes 200 keys')
})

test('shows the text among those of the class as facts, and not with fewer than eight others', async () => {
  await open()
  expect(
    await screen.findByText(
      'Once 8 other texts have been handed in for the task, this one is compared with them. So far: 3.',
    ),
  ).toBeDefined()
})

test('names nobody and gives no verdict where it compares', async () => {
  const measures = [{ measure: 'revisions', own: 3, others: [1, 2, 4, 8, 9, 11, 12, 30] }]
  await open({ comparison: () => ({ n: 8, measures }) })
  expect(await screen.findByText('This text 3; the others 1 to 30, half of them at most 8')).toBeDefined()
  expect(screen.getByText(/Where a text stands is a fact and no verdict/)).toBeDefined()
})

test('shows the finished text first, with the pasted part marked', async () => {
  const { asked } = await open()
  expect((await slider()).value).toBe(String(recordEntries().length))
  expect(text().textContent).toBe(
    'My grandmother sold herring by the lighthouse. Tidal ranges limited quay construction until enclosed docks arrived.',
  )
  expect(text().querySelector('mark')?.textContent).toMatch(/^Tidal ranges/)
  expect(asked('GET', '/writing-submissions/w-1/record').map(({ query }) => query.get('offset'))).toEqual([
    '0',
    '24',
  ])
})

test('shows the text as it was at the moment that the slider chooses, with its time', async () => {
  await open()
  const moment = await slider()
  moment.focus()
  fireEvent.change(moment, { target: { value: '14' } })
  expect(text().textContent).toBe('My grandmother')
  expect(moment.getAttribute('aria-valuetext')).toMatch(/1 Sept 2026.* · 13 characters$/)
})

test('goes to pastes and sessions, by buttons and from the table', async () => {
  await open()
  const moment = await slider()
  await userEvent.click(screen.getByRole('button', { name: 'Next session' }))
  expect(moment.value).toBe('1')
  await userEvent.click(screen.getByRole('button', { name: 'Next paste' }))
  expect(moment.value).toBe(String(recordEntries().length))
  expect(screen.queryByRole('button', { name: 'Next large deletion' })).toBeNull()
  await userEvent.click(screen.getByText('As a table'))
  const table = within(screen.getByRole('table', { name: 'Length of the text over the time of writing' }))
  expect(
    table.getAllByRole('row').map(({ children }) => [children[1]?.textContent, children[2]?.textContent]),
  ).toEqual([
    ['What', 'Amount'],
    ['Session', '1 minute, up to 40 characters'],
    ['Session', '1 minute, up to 100 characters'],
    ['Paste from elsewhere', '9 words'],
  ])
  await userEvent.click(table.getAllByRole('button', { name: /^Show/ })[0]!)
  expect(moment.value).toBe('1')
})

test('plays from beginning to end, skipping an hour without changes', async () => {
  await open()
  const moment = await slider()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Speed' }), '×64')
  await userEvent.click(screen.getByRole('button', { name: 'Play' }))
  await screen.findByRole('button', { name: 'Pause' })
  await screen.findByRole('button', { name: 'Play' })
  expect(moment.value).toBe(moment.max)
})

test('plays and pauses with the space bar', async () => {
  await open()
  const moment = await slider()
  moment.focus()
  await userEvent.keyboard(' ')
  await screen.findByRole('button', { name: 'Pause' })
  await userEvent.keyboard(' ')
  expect(screen.getByRole('button', { name: 'Play' })).toBeDefined()
})

test('shows a record up to an entry that cannot be read', async () => {
  await open({
    record: () => {
      const entries = recordEntries()
      entries[6] = {
        ...entries[6]!,
        kind: 'step',
        origin: 'typing',
        step: { stepType: 'replace', from: 900, to: 900 },
      }
      return { entries, offset: 0, total: entries.length, received: [], hash: null }
    },
  })
  expect(
    await screen.findByText('A part of the record cannot be read. The replay ends before it.'),
  ).toBeDefined()
  expect(text().textContent).toBe('My gra')
})

test('says that nothing was written yet', async () => {
  const { submission } = submissionView()
  await open({ view: () => submissionView({ submission: { ...submission, entries: 0 }, hash: null }) })
  expect(await screen.findByText('Nothing has been written yet.')).toBeDefined()
})

test('reports a record that cannot be loaded, and offers to try again', async () => {
  let isBroken = true
  await open({
    record: (call) => (isBroken ? refuse(500, { code: 'unexpected', detail: 'No.' }) : record(call)),
  })
  await screen.findByText(/The replay could not be loaded/)
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await slider()).toBeDefined()
})

test('says that a stretch came faster than anybody types, and what writes so fast', async () => {
  const { summary } = submissionView()
  const shown = (pieces: 'characters' | 'words') =>
    submissionView({
      summary: { ...summary, fastest_stretch: { characters: 355, duration_ms: 1_900, pieces } },
    })
  await open({ view: () => shown('characters') })
  expect(
    await screen.findByText(
      '355 characters within 2 seconds; nobody types so fast. A program or a paste can, and so can software for dictation or for shortcuts.',
    ),
  ).toBeDefined()
  cleanup()
  await open({ view: () => shown('words') })
  expect(
    await screen.findByText(/^355 characters within 2 seconds, in words rather than keys; .* Dictation/),
  ).toBeDefined()
})
