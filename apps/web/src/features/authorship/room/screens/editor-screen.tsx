import { Problem, type WritingRoom } from '@penmark/contract'
import { countWords } from '@penmark/detector/words'
import { textOf } from '@penmark/writing'
import { getVersion } from 'prosemirror-collab'
import { redo, undo } from 'prosemirror-history'
import { type EditorState, TextSelection } from 'prosemirror-state'
import { useCallback, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { randomUuid } from '../../../../lib/browser/random-uuid.ts'
import { detailOf } from '../../../../lib/call/failure.ts'
import { formatNumber } from '../../../../lib/format/format.ts'
import plain from '../../../../ui/plain/plain.module.css'
import textClasses from '../../../../ui/theme/text.module.css'
import { type ActionStates, actionStates, actions } from '../editor/actions.ts'
import { createEditor, type Editor, type EditorNotice } from '../editor/editor.ts'
import {
  type Footnote,
  FootnoteList,
  footnotesOf,
  removeFootnote,
  writeFootnote,
} from '../editor/footnotes.tsx'
import { markPasted } from '../editor/pasting.ts'
import text from '../editor/text.module.css'
import { Toolbar } from '../editor/toolbar.tsx'
import { RecordButton } from '../record/record-button.tsx'
import { handIn, readRecord, sendBatch, sendLastBatch } from '../sync/calls.ts'
import type { LocalStore } from '../sync/local-store.ts'
import { originMeta } from '../sync/origin.ts'
import { lockClient } from '../sync/recover.ts'
import type { SaveState } from '../sync/sync.ts'
import { usePageLifecycle } from '../sync/use-page-lifecycle.ts'
import classes from './editor-screen.module.css'
import { Frame } from './frame.tsx'
import { HandInDialog } from './hand-in-dialog.tsx'
import { TaskDetails, TaskFacts, wordRange } from './task-details.tsx'
import { CopyText, Unsent } from './unsent.tsx'

interface EditorScreenProps {
  room: WritingRoom
  session: string
  token: string
  store: LocalStore
  unsent: readonly string[]
  onRoom: (room: WritingRoom) => void
  /**
   * The server accepts no more changes: the text was handed in elsewhere, or the due date has passed. `text`
   * is what it did not get.
   */
  onClosed: (text: string | null) => Promise<void>
}

const editorId = 'writing-editor'
const helpId = 'writing-help'
/** Word count, footnotes and toolbar need not be updated with every key. */
const updateAfterMs = 150

const noActions: ActionStates = { on: new Set(), enabled: new Set() }
const saved: SaveState = { kind: 'saved' }

/** How often the record is read again if the text changed meanwhile. */
const maxMarkAttempts = 3

/** Marks what was pasted in earlier sessions. This only helps the writer, so failures are ignored. */
async function markEarlierPastes({ view }: Editor, session: string): Promise<void> {
  const { readPastedRanges } = await import('../record/own-record.ts')
  for (let attempt = 0; attempt < maxMarkAttempts; attempt += 1) {
    const found = await readPastedRanges((offset) => readRecord(session, offset)).catch(() => null)
    if (found === null || view.isDestroyed || markPasted(view, found.version, found.ranges)) return
  }
}

/** The student's text with everything around it. */
export function EditorScreen({ room, session, token, store, unsent, onRoom, onClosed }: EditorScreenProps) {
  const { t, i18n } = useTranslation('writing-room')
  const mount = useRef<HTMLDivElement>(null)
  const toolbar = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<Editor | null>(null)
  const [states, setStates] = useState(noActions)
  const [footnotes, setFootnotes] = useState<Footnote[]>([])
  const [words, setWords] = useState(0)
  const [notice, setNotice] = useState<EditorNotice | null>(null)
  const [focusedNote, setFocusedNote] = useState<number | null>(null)
  const [isHandingIn, setHandingIn] = useState(false)
  const [isTaskOpen] = useState(() => window.matchMedia('(min-width: 1100px)').matches)
  const labels = useRef({ text: '', describedBy: helpId, footnote: '' })
  useEffect(() => {
    labels.current = { text: t('text'), describedBy: helpId, footnote: t('footnote') }
    // Applies the labels of a new language.
    editor?.view.setProps({})
  }, [t, editor])

  // The editor lives as long as the screen: later versions of the room do not change its text.
  const initialRoom = useRef(room)
  useEffect(() => {
    if (mount.current === null) return undefined
    const client = randomUuid()
    const releaseClient = lockClient(client)
    let updateTimer: ReturnType<typeof setTimeout> | null = null
    const updateDerived = (state: EditorState) => {
      updateTimer = null
      setStates(actionStates(state))
      setFootnotes(footnotesOf(state.doc))
      setWords(countWords(textOf(state.doc)))
    }
    const opened = createEditor(mount.current, {
      room: initialRoom.current,
      client,
      token,
      session,
      store,
      send: sendBatch,
      sendLast: sendLastBatch,
      labels: () => labels.current,
      onChange: () => {
        updateTimer ??= setTimeout(() => updateDerived(opened.view.state), updateAfterMs)
      },
      onNotice: setNotice,
      onToolbar: () => toolbar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(),
      onOpenFootnote: (position) =>
        setFocusedNote(
          footnotesOf(opened.view.state.doc).findIndex((footnote) => footnote.position === position),
        ),
    })
    updateDerived(opened.view.state)
    if (initialRoom.current.task.pasting === 'shown' && initialRoom.current.version > 0)
      void markEarlierPastes(opened, session)
    void opened.sync.begin()
    opened.sync.recordEvent('open')
    opened.view.focus()
    setEditor(opened)
    return () => {
      if (updateTimer !== null) clearTimeout(updateTimer)
      opened.destroy()
      releaseClient()
      if (!opened.sync.hasUnsent) void store.remove(client)
    }
  }, [token, session, store])

  const state = useSyncExternalStore(
    useCallback((listener) => editor?.sync.subscribe(listener) ?? (() => {}), [editor]),
    () => editor?.sync.state ?? saved,
  )
  const close = useEffectEvent(() =>
    onClosed(editor?.sync.hasUnsentSteps ? textOf(editor.view.state.doc) : null),
  )
  usePageLifecycle(editor?.sync ?? null, room.task.due_at, close)
  useEffect(() => {
    if (state.kind === 'closed') void close()
  }, [state.kind])

  const run = (id: keyof typeof actions) => {
    if (editor === null) return
    const { view } = editor
    actions[id].run(view.state, view.dispatch, view)
    if (id === 'footnote') {
      const notes = footnotesOf(view.state.doc)
      setFootnotes(notes)
      setFocusedNote(notes.findLastIndex(({ position }) => position < view.state.selection.to))
    } else view.focus()
  }
  const confirmHandIn = async (): Promise<string | null> => {
    if (editor === null) return null
    editor.sync.recordEvent('close')
    try {
      if (!(await editor.sync.finish())) return t('handIn.unsaved')
      onRoom(await handIn(session, getVersion(editor.view.state)))
      return null
    } catch (error) {
      editor.sync.recordEvent('open')
      if (error instanceof Problem && error.code === 'conflict') await editor.sync.sync()
      return detailOf(error)
    }
  }
  const leaveFootnote = (footnote: Footnote) => {
    if (editor === null) return
    const { view } = editor
    const after = view.state.doc.resolve(
      footnote.position + (view.state.doc.nodeAt(footnote.position)?.nodeSize ?? 0),
    )
    view.dispatch(view.state.tr.setSelection(TextSelection.near(after)).scrollIntoView())
    view.focus()
  }
  const range = wordRange(t, i18n, room.task)
  const hasSaveProblem = state.kind !== 'saved' && state.kind !== 'saving'
  const saveKey = saveKeyOf(state, store.isLasting)
  const saveText = state.kind === 'refused' ? t('save.refused', { detail: state.detail }) : t(saveKey)
  return (
    <Frame>
      <div className={classes.bar}>
        <div className={classes.status}>
          <span className={classes.save} data-trouble={hasSaveProblem}>
            {saveText}
          </span>
          <span className={classes.words}>
            {t('words', { count: words, shown: formatNumber(i18n, words) })}
            {range !== null && <span className={classes.range}> ({range})</span>}
          </span>
          <button
            type="button"
            className={`${plain.primary} ${classes.handIn}`}
            onClick={() => setHandingIn(true)}
          >
            {t('handIn')}
          </button>
        </div>
        <div className={classes.toolbar} ref={toolbar}>
          <Toolbar states={states} controls={editorId} onRun={run} onLeave={() => editor?.view.focus()} />
        </div>
      </div>
      {/* Only trouble is announced: a text is saved every two seconds. */}
      <p className={textClasses.visuallyHidden} role="status">
        {hasSaveProblem ? saveText : ''}
      </p>
      <main className={classes.columns}>
        <details className={classes.task} open={isTaskOpen}>
          <summary>{t('task')}</summary>
          <TaskDetails room={room} />
        </details>
        <div className={classes.writing}>
          <h1 className={classes.title}>{room.task.title}</h1>
          <TaskFacts room={room} />
          <RecordButton
            session={session}
            acceptedAt={room.accepted_at}
            prepare={async () => editor?.sync.sync()}
          />
          {(state.kind === 'revoked' || state.kind === 'closed') && (
            <div className={`${plain.error} ${classes.notice}`} role="alert">
              <p>{t(state.kind === 'revoked' ? 'revoked' : 'stopped')}</p>
              <CopyText text={editor === null ? '' : textOf(editor.view.state.doc)} />
            </div>
          )}
          <Unsent texts={unsent} />
          <p className={classes.notice} role="status">
            {notice !== null && t(`notice.${notice}`)}
          </p>
          <p id={helpId} className={textClasses.visuallyHidden}>
            {t('help')}
          </p>
          <div className={`${text.text} ${classes.editor}`} id={editorId} ref={mount} />
          <FootnoteList
            footnotes={footnotes}
            focused={focusedNote}
            onFocused={() => setFocusedNote(null)}
            onWrite={(footnote, value, origin) => {
              const written = editor && writeFootnote(editor.view.state, footnote.position, value)
              if (!written) return
              editor.view.dispatch(origin === null ? written : written.setMeta(originMeta, origin))
              setFootnotes(footnotesOf(editor.view.state.doc))
            }}
            onLeave={leaveFootnote}
            onRemove={(footnote) => {
              const removed = editor && removeFootnote(editor.view.state, footnote.position)
              if (!removed) return
              editor.view.dispatch(removed)
              setFootnotes(footnotesOf(editor.view.state.doc))
              editor.view.focus()
            }}
            onUndo={(isRedo) => {
              if (editor === null) return
              const command = isRedo ? redo : undo
              command(editor.view.state, editor.view.dispatch)
              setFootnotes(footnotesOf(editor.view.state.doc))
            }}
            acceptsText={(pasted) => editor?.acceptsText(pasted) ?? true}
          />
        </div>
      </main>
      {isHandingIn && (
        <HandInDialog
          room={room}
          words={words}
          onHandIn={confirmHandIn}
          onClose={() => setHandingIn(false)}
        />
      )}
    </Frame>
  )
}

/** The text key of the saving state; it never claims that something is safe when it is not. */
function saveKeyOf({ kind }: SaveState, isLasting: boolean) {
  if (kind === 'saved') return 'save.saved'
  if (kind === 'saving' || kind === 'refused') return 'save.saving'
  if (kind === 'revoked' || kind === 'closed') return 'save.stopped'
  return isLasting ? 'save.offline' : 'save.offlineUnkept'
}
