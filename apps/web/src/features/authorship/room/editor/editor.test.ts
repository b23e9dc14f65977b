import type { WritingRoom } from '@penmark/contract'
import { emptyDocument, type RecordEntry, textOf } from '@penmark/writing'
import { undo } from 'prosemirror-history'
import { TextSelection } from 'prosemirror-state'
import { afterEach, expect, test } from 'vitest'
import { LocalStore } from '../sync/local-store.ts'
import { actions } from './actions.ts'
import { createEditor, type Editor, type EditorNotice } from './editor.ts'
import { footnotesOf, writeFootnote } from './footnotes.tsx'

let editor: Editor | null = null
afterEach(() => editor?.destroy())

/** An editor whose server stores everything. */
function openEditor(pasting: WritingRoom['task']['pasting']) {
  const recorded: RecordEntry[] = []
  const notices: EditorNotice[] = []
  const task = {
    title: '',
    instructions: '',
    due_at: null,
    words_min: null,
    words_max: null,
    pasting,
    sources: null,
    class_name: '',
  }
  const opened = createEditor(document.body.appendChild(document.createElement('div')), {
    room: {
      task: { ...task, language: 'en-GB' },
      teacher_name: null,
      student_name: '',
      state: 'writing',
      accepted_at: null,
      handed_in_at: null,
      can_hand_in: true,
      can_take_back: false,
      document: emptyDocument().toJSON(),
      version: 0,
      hash: null,
      now: '',
    },
    client: 'client-a',
    token: 'link',
    session: 'session',
    store: new LocalStore(null),
    send: async ({ entries, version }) => {
      recorded.push(...(entries as RecordEntry[]))
      const steps = entries.filter(({ kind }) => kind === 'step').length
      return { stored: true, version: version + steps, hash: null, missing: [] }
    },
    labels: () => ({ text: 'Your text', describedBy: 'help', footnote: 'Footnote' }),
    onChange: () => {},
    onNotice: (notice) => notices.push(notice),
    onOpenFootnote: () => {},
    onToolbar: () => {},
  })
  editor = opened
  const { view, sync } = opened
  return {
    view,
    notices,
    type: (text: string) => view.dispatch(view.state.tr.insertText(text)),
    paste: (text: string) => view.pasteText(text, new Event('paste') as ClipboardEvent),
    selectAll: () =>
      view.dispatch(
        view.state.tr.setSelection(TextSelection.create(view.state.doc, 1, view.state.doc.content.size - 1)),
      ),
    text: () => textOf(view.state.doc),
    /** Every entry so far: its origin, or its kind. */
    record: async () => {
      await sync.finish()
      return recorded.map((entry) => (entry.kind === 'step' ? entry.origin : entry.kind))
    },
    entries: recorded,
  }
}

test('records where each change came from', async () => {
  const { view, type, paste, selectAll, record, text } = openEditor('allowed')
  type('Harbours')
  paste(' grew')
  selectAll()
  actions.strong.run(view.state, view.dispatch, view)
  view.dispatch(view.state.tr.delete(1, 3))
  undo(view.state, view.dispatch)
  expect(text()).toBe('Harbours grew')
  expect(await record()).toEqual(['typing', 'paste', 'format', 'delete', 'undo'])
})

test('marks what was pasted from elsewhere, with a message', () => {
  const { view, type, paste, notices } = openEditor('shown')
  type('Mine. ')
  paste('From a page.')
  expect(view.dom.querySelector('.pasted')?.textContent).toBe('From a page.')
  expect(notices).toEqual(['pasteShown'])
})

test('refuses text from elsewhere where it is blocked, and records only its length', async () => {
  const { type, paste, text, notices, record, entries } = openEditor('blocked')
  type('Mine. ')
  paste('From a page.')
  expect(text()).toBe('Mine.')
  expect(notices).toEqual(['pasteBlocked'])
  expect(await record()).toEqual(['typing', 'blocked-paste'])
  expect(entries.at(-1)).toMatchObject({ kind: 'blocked-paste', characters: 12 })
})

test('allows own text to be moved where pasting is blocked', async () => {
  const { view, type, paste, selectAll, text, notices } = openEditor('blocked')
  type('A sentence of my own.')
  selectAll()
  view.dom.dispatchEvent(new Event('cut', { bubbles: true }))
  view.dispatch(view.state.tr.deleteSelection())
  paste('A sentence of my own.')
  paste('my own')
  expect(text()).toBe('A sentence of my own.my own')
  expect(notices).toEqual([])
})

test('records in a footnote what was typed and no more', async () => {
  const { view, type, text, entries, record } = openEditor('allowed')
  type('They grew late')
  actions.footnote.run(view.state, view.dispatch, view)
  const write = (words: string) => {
    const [footnote] = footnotesOf(view.state.doc)
    const written = footnote && writeFootnote(view.state, footnote.position, words)
    if (written) view.dispatch(written)
  }
  write('Bell 2019')
  write('Bell, 2019')
  expect(text()).toBe('They grew late[1]\n\n[1] Bell, 2019')
  await record()
  expect(entries.at(-1)).toMatchObject({
    origin: 'typing',
    step: { slice: { content: [{ type: 'text', text: ',' }] } },
  })
})

test('refuses what would make the text longer than can be kept', () => {
  const { type, text, notices } = openEditor('allowed')
  type('Kept.')
  type('x'.repeat(200_000))
  expect(text()).toBe('Kept.')
  expect(notices).toEqual(['tooLong'])
})

test('a key that waited while the page stood still is recorded at the time it was pressed', async () => {
  const { view, type, record, entries } = openEditor('allowed')
  const pressed = new KeyboardEvent('keydown', { key: 'a' })
  Object.defineProperty(pressed, 'timeStamp', { value: performance.now() - 8_000 })
  view.dom.dispatchEvent(pressed)
  type('a')
  type('b')
  await record()
  expect(entries[1]!.at - entries[0]!.at).toBeGreaterThanOrEqual(8_000)
})
