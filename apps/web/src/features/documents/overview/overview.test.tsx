import {
  emptyOverview,
  noFigures,
  type OverviewCard,
  type Overview as OverviewData,
  type SharingGroup,
} from '@penmark/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { type Call, fakeApi, refuse } from '../../../testing/api.ts'
import { aDocument } from '../../../testing/samples.ts'
import { openElement } from '../../../testing/screen.tsx'
import { toast } from '../../../ui/toast/toast.tsx'
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
  inserted: null,
  shared: {
    words: 240,
    document: { id: 'f1', original_filename: 'f.docx', student_id: 's2', student_name: 'Freya Olsen' },
  },
  earlier: { words: 180, handed_in_at: '2025-03-03T10:00:00.000Z', is_own_work: false },
  school: { words: 50, handed_in_on: '2025-03-04' },
  source: { words: 90, name: 'Chapter 3' },
  case: null,
}
const found: OverviewData = {
  ...emptyOverview,
  figures: { ...noFigures, documents: 28, needs_you: 1, unclear: 3, nothing_found: 24 },
  words: 7_812,
  cards: [card],
}
const member = (id: string, student_name: string | null) => ({
  id,
  original_filename: `${id}.docx`,
  student_id: null,
  student_name,
})
const pair: SharingGroup = {
  documents: 2,
  members: [member('h1', 'Hannah Müller'), member('f1', 'Freya Olsen')],
  words: 240,
  pair_id: 'p1',
}

async function open(overview: OverviewData, answers = {}) {
  fakeApi({ 'GET /overview': () => overview, ...answers })
  await openElement(<Overview target={{ class_group_id: 'c1' }} origin="from=class&classId=c1" cards={2} />)
  return within(await screen.findByRole('region', { name: 'Who needs you' }))
}

test('says in one sentence who needs the teacher, who shares words and who has replied', async () => {
  const shown = await open({ ...found, sharing_groups: [pair], sharing_total: 1, replied: 1 })
  expect(shown.getByText('28 texts').parentElement?.textContent).toBe('28 texts · 7,812 words')
  const sentence = shown.getByText('1 text needs you').closest('p')
  expect(sentence?.textContent).toBe('1 text needs you, 3 are unclear, nothing found in 24.')
  expect(shown.getByText('One student has replied.')).toBeDefined()
  const link = shown.getByRole('link', { name: 'Hannah Müller and Freya Olsen share 240 words.' })
  expect(link.getAttribute('href')).toBe('/documents/h1/shared-passages/p1')
})

test('names three who share passages, and how many more share with two', async () => {
  const three = { ...pair, documents: 3, members: [...pair.members, member('t1', null)] }
  const shown = await open({ ...found, sharing_groups: [three, pair], sharing_total: 2 })
  expect(shown.getByText('Hannah Müller, Freya Olsen and t1.docx share up to 240 words.')).toBeDefined()
  expect(shown.getByText('1 more group shares passages.', { exact: false })).toBeDefined()
  cleanup()
  const five = { ...pair, documents: 5 }
  const again = await open({ ...found, sharing_groups: [five], sharing_total: 1 })
  expect(again.getByText('Hannah Müller, Freya Olsen and 3 others share up to 240 words.')).toBeDefined()
})

test('makes no statement about none before the last text is read', async () => {
  const figures = { ...noFigures, documents: 28, nothing_found: 8, unread: 20, waiting: 19, reading: 1 }
  const progress = { read: 8, of: 28, seconds_left: 70 }
  const shown = await open({ ...found, figures, progress, cards: [] })
  expect(shown.getByText(/Reading 8 of 28, about a minute left/)).toBeDefined()
  expect(shown.queryByText(/needs? you/)).toBeNull()
  expect(shown.getByText('nothing found in 8')).toBeDefined()
  cleanup()
  const one = await open({ ...found, figures: { ...figures, needs_you: 1 }, progress })
  expect(one.getByText('1 text needs you so far')).toBeDefined()
})

test('tells what waits for words from what could not be read', async () => {
  const figures = { ...found.figures, unread: 15, out_of_words: 14, failed: 1 }
  const shown = await open({ ...found, figures })
  expect(shown.getByText('1 text needs you').closest('p')?.textContent).toContain(
    '14 wait for words, 1 could not be read.',
  )
})

test('puts every figure on the page under its name', async () => {
  await open(found)
  const named = [...document.querySelectorAll<HTMLElement>('[data-figure]')].map(({ dataset }) => [
    dataset.figure,
    Number(dataset.value),
  ])
  expect(Object.fromEntries(named)).toEqual({ documents: 28, needs_you: 1, unclear: 3, nothing_found: 24 })
})

test('says on the card that a text is short, as its report does', async () => {
  const short = { ...card, document: { ...hannah, word_count: 90 } }
  const shown = await open({ ...found, cards: [short] })
  expect(await shown.findByText('Short text: all of this text reads like AI writing')).toBeDefined()
})

test('says that no text needs the teacher where nothing was found', async () => {
  const figures = { ...noFigures, documents: 28, nothing_found: 28 }
  const shown = await open({ ...found, figures, cards: [] })
  expect(shown.getByText('No text needs you')).toBeDefined()
  expect(shown.queryByRole('list', { name: 'Texts that need you' })).toBeNull()
})

test('gives a card to those alone who need the teacher, in the words of the report, with three things to do', async () => {
  const shown = await open(found)
  const cards = within(await shown.findByRole('list', { name: 'Texts that need you' }))
  expect(cards.getByRole('heading', { level: 3 }).textContent).toContain('Hannah Müller')
  expect(cards.getByText('All of this text reads like AI writing')).toBeDefined()
  expect(
    cards.getByText(
      'Fewer than 1 in 1,000 students’ essays, reports and reflections of this length gets such a finding by mistake (2 of 4,625 tested).',
    ),
  ).toBeDefined()
  expect(cards.getByText('Shares 240 words with Freya Olsen')).toBeDefined()
  expect(cards.getByText('180 words also stand in a document handed in on 3 Mar 2025')).toBeDefined()
  expect(
    cards.getByText('About 50 words also stand in a document handed in to a colleague on 4 Mar 2025'),
  ).toBeDefined()
  expect(cards.getByText('90 words also stand in “Chapter 3”, a source that you added')).toBeDefined()
  expect(cards.getByText('Written in the writing room')).toBeDefined()
  const addressOf = (name: string) => cards.getByRole('link', { name }).getAttribute('href')
  expect(addressOf('Read the report of Hannah Müller')).toBe('/documents/h1/report?from=class&classId=c1')
  expect(addressOf('Talk to Hannah Müller: open a case and copy the link to their page')).toBe(
    '/documents/h1/conversation?from=class&classId=c1',
  )
  expect(cards.getByRole('button', { name: 'Done with Hannah Müller' })).toBeDefined()
})

test('puts a text away with one click or a key, says when all is done, and takes it back', async () => {
  let done = false
  const shown = await open(found, {
    'GET /overview': () =>
      done
        ? { ...found, figures: { ...noFigures, documents: 28, closed: 1, nothing_found: 27 }, cards: [] }
        : found,
    'PUT /documents/h1/done': ({ body }: Call) => {
      done = (body as { done: boolean }).done
      return hannah
    },
  })
  const undone = vi.spyOn(toast, 'successWith').mockReturnValue()
  const row = (await shown.findByRole('heading', { name: 'Hannah Müller' })).closest('li')
  row?.focus()
  await userEvent.keyboard('d')
  expect(await shown.findByText('You are done for tonight.')).toBeDefined()
  expect(shown.queryByRole('heading', { level: 3 })).toBeNull()
  const [said, { run } = { run: () => undefined }] = undone.mock.calls[0] ?? []
  expect(said).toBe('Done with Hannah Müller.')
  run()
  expect(await shown.findByRole('heading', { name: 'Hannah Müller' })).toBeDefined()
  expect(shown.queryByText('You are done for tonight.')).toBeNull()
})

const withReasons = (
  reasons: OverviewCard['document']['standing_reasons'],
  fields: Partial<OverviewCard> = {},
): OverviewCard => ({
  ...card,
  source: null,
  school: null,
  earlier: null,
  ...fields,
  document: {
    ...hannah,
    finding: 'no-evidence',
    ai_share: 0,
    ai_score: 0.1,
    standing: 'needs-you',
    standing_reasons: reasons,
    ...fields.document,
  },
})

test('leads with the strongest reason, and says what the reading found beside it', async () => {
  const inserted = withReasons(['inserted'], {
    shared: null,
    inserted: { words: 210, share: 0.66, is_only_too_fast: false },
  })
  const shown = await open({ ...found, cards: [inserted] })
  const item = within((await shown.findByRole('heading', { level: 3 })).closest('li') ?? document.body)
  expect(item.getByText('210 words pasted or inserted at once (66% of the words)').tagName).toBe('P')
  expect(item.getByText('Nothing here stands out').tagName).toBe('LI')
})

test('says that part of a text came too fast where nothing large was inserted', async () => {
  const inserted = { words: 4, share: 0.02, is_only_too_fast: true }
  const shown = await open({ ...found, cards: [withReasons(['inserted'], { shared: null, inserted })] })
  expect(await shown.findByText('Part of it came faster than anyone types')).toBeDefined()
  expect(shown.queryByText(/inserted at once/)).toBeNull()
})

test('makes one row of two texts that need the teacher for the same passage, named in the order of the sentence above, and compares them', async () => {
  const freya = aDocument({
    id: 'f1',
    standing: 'needs-you',
    standing_reasons: ['shared'],
    student_details: { first_name: 'Freya', last_name: 'Olsen', year_group: null },
  })
  const asked: string[] = []
  const mark = ({ path }: Call) => {
    asked.push(path)
    return hannah
  }
  const second = withReasons(['shared'], {
    document: freya,
    shared: { words: 240, document: member('h1', 'Hannah Müller') },
  })
  const shown = await open(
    { ...found, cards: [second, withReasons(['shared'])], sharing_groups: [pair], sharing_total: 1 },
    { 'PUT /documents/h1/done': mark, 'PUT /documents/f1/done': mark },
  )
  expect(await shown.findByRole('heading', { name: 'Hannah Müller and Freya Olsen' })).toBeDefined()
  expect(shown.getAllByRole('heading', { level: 3 })).toHaveLength(1)
  expect(shown.getByText('They share 240 words')).toBeDefined()
  const compare = shown.getByRole('link', { name: 'Compare the texts of Hannah Müller and Freya Olsen' })
  expect(compare.getAttribute('href')).toBe('/documents/h1/shared-passages/p1')
  await userEvent.click(shown.getByRole('button', { name: /^Done/ }))
  await waitFor(() => expect(asked.sort()).toEqual(['/documents/f1/done', '/documents/h1/done']))
})

test('the arrow keys step through the rows', async () => {
  const second = { ...card, document: { ...hannah, id: 'h2' } }
  const shown = await open({ ...found, cards: [card, second] })
  const rows = await waitFor(() => {
    const headings = shown.getAllByRole('heading', { level: 3 })
    expect(headings).toHaveLength(2)
    return headings.map((heading) => heading.closest('li'))
  })
  rows[0]?.focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(rows[1])
  await userEvent.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(rows[0])
})

test('says once how often such findings are wrong, unless the texts were measured on others', async () => {
  const rate = /gets such a finding by mistake/
  const second = { ...card, document: { ...hannah, id: 'h2' } }
  const shown = await open({ ...found, cards: [card, second] })
  expect(await shown.findAllByText(rate)).toHaveLength(1)
  cleanup()
  const longer = {
    ...second,
    calibration: { ...card.calibration, false_positive_n: 1_184 } as typeof card.calibration,
  }
  const apart = await open({ ...found, cards: [card, longer] })
  expect(await apart.findAllByText(rate)).toHaveLength(2)
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
  const shown = await open({
    ...found,
    cards: [{ ...card, case: { id: 'k1', state: 'answered', reply: 'I planned it on paper.' } }],
  })
  const reply = await shown.findByRole('link', { name: 'Read the reply' })
  expect(reply.getAttribute('href')).toBe('/cases/k1')
  expect(shown.getByText('I planned it on paper.').tagName).toBe('Q')
  expect(shown.queryByRole('link', { name: /Talk/ })).toBeNull()
})

test('quotes no earlier reply of a student who has been asked again', async () => {
  const asked = { ...card, case: { id: 'k1', state: 'asked' as const, reply: 'I planned it on paper.' } }
  const shown = await open({ ...found, cards: [asked] })
  await shown.findByRole('link', { name: 'Open the case' })
  expect(shown.queryByText('I planned it on paper.')).toBeNull()
})

test('shows the other cards when asked, and counts the texts in them', async () => {
  const others = ['h2', 'h3'].map((id) => ({ ...card, document: { ...hannah, id } }))
  const shown = await open({
    ...found,
    figures: { ...found.figures, needs_you: 3 },
    cards: [card, ...others],
  })
  expect(
    within(await shown.findByRole('list', { name: 'Texts that need you' })).getAllByRole('heading'),
  ).toHaveLength(2)
  await userEvent.click(shown.getByRole('button', { name: 'Show all 3 texts' }))
  expect(await shown.findAllByRole('heading', { level: 3 })).toHaveLength(3)
})

test('says of how many texts it shows some where more need the teacher than have a card, a pair being two', async () => {
  const freya = aDocument({ id: 'f1', standing: 'needs-you', standing_reasons: ['shared'] })
  const shown = await open({
    ...found,
    figures: { ...found.figures, needs_you: 30 },
    cards: [
      withReasons(['shared']),
      withReasons(['shared'], { document: freya, shared: { words: 240, document: member('h1', null) } }),
      ...['h2', 'h3'].map((id) => ({ ...card, document: { ...hannah, id } })),
    ],
  })
  expect(shown.getByText('30 texts need you')).toBeDefined()
  expect(await shown.findByRole('button', { name: 'Show 4 of 30 texts' })).toBeDefined()
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

test('offers to read what waits for words once there are enough, and says why it could not', async () => {
  const answers: (() => unknown)[] = [
    () => refuse(503, { code: 'unavailable', detail: 'Try again soon.' }),
    () => ({ documents: 14, words: 3_100 }),
  ]
  const asked: Call[] = []
  const shown = await open(
    {
      ...found,
      figures: { ...found.figures, unread: 16, out_of_words: 16 },
      readable: { documents: 14, words: 3_100 },
    },
    {
      'POST /documents/waiting/read': (call: Call) => {
        asked.push(call)
        return answers.shift()?.()
      },
    },
  )
  const button = await shown.findByRole('button', { name: 'Read the 14 that wait (3,100 words)' })
  await userEvent.click(button)
  await shown.findByText(/^They were not read\./)
  await userEvent.click(button)
  await waitFor(() => expect(shown.queryByText(/^They were not read\./)).toBeNull())
  expect(asked.map(({ body }) => body)).toEqual([{ class_group_id: 'c1' }, { class_group_id: 'c1' }])
  expect(shown.getByRole('link', { name: 'Always read them without asking' }).getAttribute('href')).toBe(
    '/profile#usage',
  )
})

test('offers nothing while there are no words for what waits', async () => {
  const shown = await open({ ...found, figures: { ...found.figures, unread: 16, out_of_words: 16 } })
  expect(shown.getByText('16 wait for words')).toBeDefined()
  expect(shown.queryByRole('button', { name: /that wait/ })).toBeNull()
})
