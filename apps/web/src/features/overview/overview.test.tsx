import { emptyOverview, type OverviewCard, type Overview as OverviewData } from '@penmark/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fakeApi } from '../../testing/api.ts'
import { aDocument } from '../../testing/samples.ts'
import { openElement } from '../../testing/screen.tsx'
import { Overview } from './overview.tsx'

const hannah = aDocument({
  id: 'h1',
  original_filename: 'essay.docx',
  finding: 'ai-likely',
  ai_share: 1,
  ai_score: 0.9,
  student_id: 's1',
  student_details: { first_name: 'Hannah', last_name: 'Müller', year_group: null },
})
const card: OverviewCard = {
  document: hannah,
  calibration: {
    p_value: 0.0002,
    n: 4_625,
    exceeding: 0,
    false_positive_rate: 2 / 4_625,
    false_positive_n: 4_625,
  },
  facts: [],
  is_from_writing_room: true,
  shared: {
    words: 240,
    document: { id: 'f1', original_filename: 'f.docx', student_id: 's2', student_name: 'Freya Olsen' },
  },
  earlier: { words: 180, handed_in_at: '2025-03-03T10:00:00.000Z', is_own_work: false },
  school: { words: 70, handed_in_on: '2025-03-04' },
  source: { words: 90, name: 'Chapter 3' },
  case: null,
}
const found: OverviewData = {
  ...emptyOverview,
  documents: 28,
  words: 7_812,
  needs_look: 1,
  cannot_tell: 3,
  nothing: 24,
  cards: [card],
}

async function open(overview: OverviewData, documents = [hannah]) {
  fakeApi({ 'GET /overview': () => overview })
  await openElement(
    <Overview
      target={{ class_group_id: 'c1' }}
      origin="from=class&classId=c1"
      cards={1}
      documents={documents}
    />,
  )
  return within(await screen.findByRole('region', { name: 'Who needs you' }))
}

test('says in one sentence who needs the teacher, who shares words and who has replied', async () => {
  const sharing = { documents: 2, words: 240, class_group_id: 'c1', batch_id: null }
  const shown = await open({ ...found, sharing, replied: 1 })
  expect(shown.getByText('28 of 28 read · 7,812 words')).toBeDefined()
  const sentence = shown.getByText('1 text needs a look').closest('p')
  expect(sentence?.textContent).toBe(
    '1 text needs a look, 3 cannot be told, 24 show nothing. Two share 240 words. One student has replied.',
  )
  expect(shown.getByRole('link', { name: 'Two share 240 words.' }).getAttribute('href')).toBe(
    '/classes/c1/shared-passages',
  )
})

test('says on the card that a text is short, as its report does', async () => {
  const short = { ...card, document: { ...hannah, word_count: 90 } }
  const shown = await open({ ...found, cards: [short] }, [short.document])
  expect(await shown.findByText('Short text: all of this text reads like AI writing')).toBeDefined()
})

test('says that nobody needs a look where nothing was found', async () => {
  const shown = await open({ ...found, needs_look: 0, cannot_tell: 0, nothing: 28, cards: [] })
  expect(shown.getByText('No text needs a look')).toBeDefined()
  expect(shown.queryByRole('list', { name: 'Texts that need a look' })).toBeNull()
})

test('gives a card to those alone who need the teacher, in the words of the report, with two things to do', async () => {
  const shown = await open(found)
  const cards = within(await shown.findByRole('list', { name: 'Texts that need a look' }))
  expect(cards.getByRole('heading', { level: 3 }).textContent).toContain('Hannah Müller')
  expect(cards.getByText('All of this text reads like AI writing')).toBeDefined()
  expect(
    cards.getByText(
      'Fewer than 1 in 1,000 human texts of this length gets such a finding by mistake (2 of 4,625 tested).',
    ),
  ).toBeDefined()
  expect(cards.getByText('Shares 240 words with Freya Olsen')).toBeDefined()
  expect(cards.getByText('180 words also stand in a document handed in on 3 Mar 2025')).toBeDefined()
  expect(
    cards.getByText('70 words also stand in a document handed in to a colleague on 4 Mar 2025'),
  ).toBeDefined()
  expect(cards.getByText('90 words also stand in “Chapter 3”, a source that you added')).toBeDefined()
  expect(cards.getByText('Written in the writing room')).toBeDefined()
  const addressOf = (name: string) => cards.getByRole('link', { name }).getAttribute('href')
  expect(addressOf('Read the report of Hannah Müller')).toBe('/documents/h1/report?from=class&classId=c1')
  expect(addressOf('Talk: prepare a conversation about Hannah Müller')).toBe(
    '/documents/h1/conversation?from=class&classId=c1',
  )
})

test('calls what a student reuses their own work', async () => {
  const reused = {
    ...card,
    earlier: { words: 180, handed_in_at: '2025-03-03T10:00:00.000Z', is_own_work: true },
  }
  const shown = await open({ ...found, cards: [reused] })
  expect(await shown.findByText('180 words also stand in own work of 3 Mar 2025')).toBeDefined()
})

test('offers the reply of a student who has answered instead', async () => {
  const shown = await open({ ...found, cards: [{ ...card, case: { id: 'k1', state: 'answered' } }] })
  const reply = await shown.findByRole('link', { name: 'Read the reply' })
  expect(reply.getAttribute('href')).toBe('/cases/k1')
  expect(shown.queryByRole('link', { name: /Talk/ })).toBeNull()
})

test('folds those that cannot be told and those that show nothing', async () => {
  const quiet = [
    aDocument({ id: 'q1', original_filename: 'Tom.docx', finding: 'inconclusive', ai_score: 0.4 }),
    aDocument({ id: 'q2', original_filename: 'Zoë.docx', finding: 'no-evidence', ai_score: 0.1 }),
  ]
  const shown = await open({ ...found, documents: 3, cannot_tell: 1, nothing: 1 }, [hannah, ...quiet])
  const folds = await shown.findAllByRole('group')
  expect(folds.map((fold) => fold.hasAttribute('open'))).toEqual([false, false])
  expect(folds[0]?.textContent).toContain('1 cannot be told – treat them like any other text')
  expect(folds[0]?.textContent).not.toContain('Tom.docx')
  for (const fold of folds) await userEvent.click(fold.querySelector('summary') ?? fold)
  await waitFor(() => expect(folds[1]?.textContent).toContain('Zoë.docx'))
  expect(folds[0]?.textContent).toContain('Tom.docxUnusual, but not enough to say')
  expect(folds[1]?.textContent).toContain('Zoë.docxNothing here stands out')
  expect(shown.queryByText('essay.docx', { selector: 'span' })).toBeNull()
})

test('shows the other cards when asked', async () => {
  const second = { ...card, document: { ...hannah, id: 'h2' } }
  const shown = await open({ ...found, needs_look: 2, cards: [card, second] })
  expect(
    within(await shown.findByRole('list', { name: 'Texts that need a look' })).getAllByRole('heading'),
  ).toHaveLength(1)
  await userEvent.click(shown.getByRole('button', { name: 'Show all 2' }))
  expect(await shown.findAllByRole('heading', { level: 3 })).toHaveLength(2)
})

test('keeps its space while it loads, as high as it was last, and none where there was nothing to say', async () => {
  const heights = () =>
    [...document.querySelectorAll<HTMLElement>('[aria-hidden]')].map(({ style }) => style.height)
  const unanswered = () => new Promise(() => undefined)
  fakeApi({ 'GET /overview': unanswered })
  await openElement(<Overview target={{ class_group_id: 'c7' }} origin="" cards={3} />)
  expect(heights()).toEqual(['120px'])
  cleanup()

  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(431)
  await open(found)
  cleanup()
  fakeApi({ 'GET /overview': unanswered })
  await openElement(<Overview target={{ class_group_id: 'c1' }} origin="" cards={3} />)
  expect(heights()).toEqual(['431px'])
  cleanup()

  fakeApi({ 'GET /overview': () => emptyOverview })
  await openElement(<Overview target={{ class_group_id: 'c8' }} origin="" cards={3} />)
  await expect.poll(heights).toEqual([])
  cleanup()
  fakeApi({ 'GET /overview': unanswered })
  await openElement(<Overview target={{ class_group_id: 'c8' }} origin="" cards={3} />)
  expect(heights()).toEqual([])
})

test('renders nothing before anything was uploaded', async () => {
  fakeApi({ 'GET /overview': () => emptyOverview })
  await openElement(
    <>
      <p>the page</p>
      <Overview target={{}} origin="from=dashboard" cards={3} />
    </>,
  )
  expect(screen.getByText('the page')).toBeDefined()
  expect(screen.queryByRole('region')).toBeNull()
})
