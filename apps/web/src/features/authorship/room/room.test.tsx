import type { WritingRoom } from '@penmark/contract'
import { emptyDocument, writingSchema } from '@penmark/writing'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, fakeApi, refuse } from '../../../testing/api.ts'
import { stubIndexedDb } from '../../../testing/browser.ts'
import { Room } from './room.tsx'
import { openLocalStore } from './sync/local-store.ts'

const aRoom = (change: Partial<WritingRoom> = {}): WritingRoom => ({
  task: {
    title: 'Harbours',
    instructions: 'Write about one change.',
    due_at: '2099-12-04T16:00:00.000Z',
    words_min: 500,
    words_max: 700,
    pasting: 'blocked',
    sources: 'Your notes.',
    language: 'en-GB',
    class_name: '10B',
  },
  teacher_name: 'Amara Osei',
  student_name: 'Ida Berg',
  state: 'not-begun',
  accepted_at: null,
  handed_in_at: null,
  can_hand_in: true,
  can_take_back: false,
  document: emptyDocument().toJSON(),
  version: 0,
  hash: null,
  now: '2026-11-23T08:00:00.000Z',
  ...change,
})

const written = (text: string) =>
  writingSchema
    .node('doc', null, [writingSchema.node('paragraph', null, writingSchema.text(text))])
    .toJSON() as Record<string, unknown>

beforeEach(() => {
  stubIndexedDb()
  window.location.hash = '#secret'
})
afterEach(() => {
  window.location.hash = ''
})

async function openPage(answers: Record<string, Answer>) {
  const api = fakeApi(answers)
  render(<Room store={await openLocalStore()} />)
  return { ...api, user: userEvent.setup() }
}

test('explains that a link does not open a text', async () => {
  const { asked } = await openPage({
    'POST /writing-room/open': () => refuse(404, { code: 'not_found', detail: 'Nothing here.' }),
  })
  await screen.findByRole('heading', { name: 'This link does not open a text' })
  expect(asked('POST', '/writing-room/open')[0]?.body).toEqual({ token: 'secret', pin: null })
})

test('says that the task is closed, and shows what only this device has', async () => {
  const detail = 'Your teacher has closed this task. What you have written is kept.'
  const closed = () => refuse(409, { code: 'conflict', detail })
  await openPage({ 'POST /writing-room/open': closed, 'POST /writing-room/read': closed })
  await screen.findByRole('heading', { name: 'This task is closed' })
  expect(screen.getByText(detail)).toBeDefined()
})

const text = 'lti.00000000-0000-4000-8000-000000000001'
const session = 's'.repeat(43)

test('opens with the session of a learning platform, takes it out of the address, and keeps it for this device', async () => {
  const answers = { 'POST /writing-room/read': () => aRoom() }
  window.location.hash = `#${text}.${session}`
  const { asked } = await openPage(answers)
  await screen.findByRole('heading', { name: 'Before you begin' })
  expect([asked('POST', '/writing-room/read')[0]?.body, window.location.hash]).toEqual([
    { session },
    `#${text}`,
  ])
  cleanup()
  const again = await openPage(answers)
  await screen.findByRole('heading', { name: 'Before you begin' })
  expect(again.asked('POST', '/writing-room/read')[0]?.body).toEqual({ session })
})

test('stays in the open text when the address names it again, and opens the text of another link', async () => {
  const { asked } = await openPage({
    'POST /writing-room/open': () => ({ state: 'open', session: 'session', room: aRoom() }),
  })
  await screen.findByRole('heading', { name: 'Before you begin' })
  act(() => {
    window.dispatchEvent(new Event('hashchange'))
  })
  window.location.hash = '#another'
  await waitFor(() =>
    expect(asked('POST', '/writing-room/open').at(-1)?.body).toEqual({ token: 'another', pin: null }),
  )
  await screen.findByRole('heading', { name: 'Before you begin' })
  expect(asked('POST', '/writing-room/open')).toHaveLength(2)
  expect(asked('POST', '/writing-room/read')).toEqual([])
})

test('sends a student of a learning platform back to the course where this device has no session', async () => {
  window.location.hash = `#${text}`
  const { calls } = await openPage({})
  await screen.findByRole('heading', { name: 'Open the task from your course' })
  expect(calls).toEqual([])
})

test('asks for the PIN of the class and says when it is another', async () => {
  const { user } = await openPage({
    'POST /writing-room/open': ({ body }) =>
      (body as { pin: string | null }).pin === '1234'
        ? { state: 'open', session: 'session', room: aRoom() }
        : { state: 'pin', language: 'en-GB' },
  })
  await user.type(await screen.findByLabelText('PIN'), '1111')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'That is not the PIN of your class. Check it and try again.',
  )
  await user.clear(screen.getByLabelText('PIN'))
  await user.type(screen.getByLabelText('PIN'), '1234')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByRole('heading', { name: 'Before you begin' })
})

test('says what is recorded before the first key, and what is not', async () => {
  await openPage({ 'POST /writing-room/open': () => ({ state: 'open', session: 'session', room: aRoom() }) })
  await screen.findByRole('button', { name: 'Begin writing' })
  for (const words of [
    /Every change to your text, with its time/,
    /What you paste, how long it is/,
    /When you leave this page/,
  ])
    screen.getByText(words)
  const never = screen.getByRole('heading', { name: 'What is never recorded' }).nextElementSibling
  expect([...(never?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
    'No camera and no microphone.',
    expect.stringMatching(/^No other windows or programs/),
  ])
  const fate = screen.getByRole('heading', { name: 'Who can read it, and what becomes of it' })
  expect(fate.nextElementSibling?.textContent).toMatch(/never used to train AI/)
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('shows what was handed in, and gives it back until the due date', async () => {
  const handedIn = aRoom({
    state: 'handed-in',
    accepted_at: '2026-11-23T07:00:00.000Z',
    handed_in_at: '2026-11-23T08:00:00.000Z',
    can_take_back: true,
    document: written('They grew late.'),
  })
  const { user, asked } = await openPage({
    'POST /writing-room/open': () => ({ state: 'open', session: 'session', room: handedIn }),
    'POST /writing-room/take-back': () => ({ ...handedIn, state: 'writing', accepted_at: null }),
  })
  await screen.findByText('They grew late.')
  await user.click(screen.getByRole('button', { name: 'Take it back' }))
  await screen.findByRole('heading', { name: 'Before you begin' })
  expect(asked('POST', '/writing-room/take-back')[0]?.body).toEqual({ session: 'session' })
})

test('shows the text without an editor once the due date has passed', async () => {
  const { task } = aRoom()
  const late = aRoom({
    state: 'writing',
    accepted_at: '2026-11-20T08:00:00.000Z',
    task: { ...task, due_at: '2026-11-22T08:00:00.000Z' },
    can_hand_in: false,
    document: written('They grew late.'),
  })
  await openPage({ 'POST /writing-room/open': () => ({ state: 'open', session: 'session', room: late }) })
  await screen.findByText(/The due date has passed/)
  await screen.findByText('They grew late.')
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Hand in' })).toBeNull()
})

test('says before a text is handed in after the due date that the teacher sees that it is late', async () => {
  const { task } = aRoom()
  const late = aRoom({
    state: 'writing',
    accepted_at: '2026-11-20T08:00:00.000Z',
    task: { ...task, due_at: '2026-11-22T08:00:00.000Z' },
    document: written('They grew late.'),
  })
  const { user, asked } = await openPage({
    'POST /writing-room/open': () => ({ state: 'open', session: 'session', room: late }),
    'POST /writing-room/hand-in': () => ({
      ...late,
      state: 'handed-in',
      handed_in_at: '2026-11-24T08:00:00.000Z',
      can_hand_in: false,
    }),
  })
  await user.click(await screen.findByRole('button', { name: 'Hand in' }))
  await screen.findByText('After the due date; your teacher sees that it is late.')
  expect(asked('POST', '/writing-room/hand-in')).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Hand in now' }))
  await screen.findByText(/^Handed in/)
  expect(asked('POST', '/writing-room/hand-in')).toHaveLength(1)
})

test('tries again by itself while the server is away', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    let isAway = true
    await openPage({
      'POST /writing-room/open': () =>
        isAway
          ? refuse(503, { code: 'busy', detail: 'Away.' })
          : { state: 'open', session: 'session', room: aRoom() },
    })
    await screen.findByRole('heading', { name: 'The server cannot be reached' })
    isAway = false
    // The timer is set by an effect, which may run after the heading is shown.
    await expect.poll(() => vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(5_000)
    await screen.findByRole('heading', { name: 'Before you begin' })
  } finally {
    vi.useRealTimers()
  }
})

test('tells students about a stretch that nobody types, as their teacher is told', async () => {
  const handedIn = aRoom({ state: 'handed-in', accepted_at: '2026-11-23T07:00:00.000Z' })
  const entries = Array.from('Harbours grew late because ships were small. '.repeat(4), (text, nth) => ({
    kind: 'step',
    at: Date.parse('2026-11-23T07:30:00.000Z') + nth,
    client: 'client-a',
    n: nth + 1,
    origin: 'typing',
    step: { stepType: 'replace', from: nth + 1, to: nth + 1, slice: { content: [{ type: 'text', text }] } },
  }))
  const { user } = await openPage({
    'POST /writing-room/open': () => ({ state: 'open', session: 'session', room: handedIn }),
    'POST /writing-room/record': () => ({
      entries,
      offset: 0,
      total: entries.length,
      received: [],
      hash: null,
    }),
  })
  await user.click(await screen.findByRole('button', { name: 'What is recorded about me' }))
  expect(await screen.findByText(/^152 characters within 1 second; nobody types so fast\./)).toBeDefined()
})
