import { type Origin, writingSchema } from '@penmark/writing'
import type { Node } from 'prosemirror-model'
import type { EditorState, Transaction } from 'prosemirror-state'
import type { NodeViewConstructor } from 'prosemirror-view'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './footnote-list.module.css'

export interface Footnote {
  /** Its position in the text. */
  position: number
  text: string
}

/** The footnotes of a text, in order. */
export function footnotesOf(document: Node): Footnote[] {
  const footnotes: Footnote[] = []
  document.descendants((node, position) => {
    if (node.type === writingSchema.nodes.footnote) footnotes.push({ position, text: node.textContent })
  })
  return footnotes
}

/** Changes only the part of a footnote that differs, so that the record contains exactly what was typed. */
export function writeFootnote(state: EditorState, position: number, text: string): Transaction | null {
  const node = state.doc.nodeAt(position)
  if (node?.type !== writingSchema.nodes.footnote) return null
  const before = node.textContent
  if (before === text) return null
  let start = 0
  while (start < Math.min(before.length, text.length) && before[start] === text[start]) start += 1
  let end = 0
  while (end < Math.min(before.length, text.length) - start && before.at(-1 - end) === text.at(-1 - end))
    end += 1
  const from = position + 1 + start
  const to = position + 1 + before.length - end
  const inserted = text.slice(start, text.length - end)
  return inserted === ''
    ? state.tr.delete(from, to)
    : state.tr.replaceWith(from, to, writingSchema.text(inserted))
}

/** Removes a footnote from the text. */
export function removeFootnote(state: EditorState, position: number): Transaction | null {
  const node = state.doc.nodeAt(position)
  return node?.type === writingSchema.nodes.footnote
    ? state.tr.delete(position, position + node.nodeSize)
    : null
}

/**
 * A footnote in the text is its number, which the style sheet counts. Its words are edited below the text.
 */
export function footnoteView(label: () => string, onOpen: (position: number) => void): NodeViewConstructor {
  return (_node, _view, getPosition) => {
    const dom = document.createElement('sup')
    dom.className = 'footnote'
    dom.contentEditable = 'false'
    dom.title = label()
    dom.addEventListener('click', () => {
      const position = getPosition()
      if (position !== undefined) onOpen(position)
    })
    return { dom, update: (node) => node.type === writingSchema.nodes.footnote, ignoreMutation: () => true }
  }
}

interface FootnoteListProps {
  footnotes: readonly Footnote[]
  /** The one to focus, by its number from 0; null for none. */
  focused: number | null
  onFocused: () => void
  /** `origin` is null for typing and deleting. */
  onWrite: (footnote: Footnote, text: string, origin: Origin | null) => void
  /** Moves the focus back to the text, after the number. */
  onLeave: (footnote: Footnote) => void
  onRemove: (footnote: Footnote) => void
  onUndo: (isRedo: boolean) => void
  acceptsText: (text: string) => boolean
}

/** The words of every footnote, numbered, below the text. */
export function FootnoteList({
  footnotes,
  focused,
  onFocused,
  onWrite,
  onLeave,
  onRemove,
  onUndo,
  acceptsText,
}: FootnoteListProps) {
  const { t } = useTranslation('writing-room')
  const list = useRef<HTMLOListElement>(null)
  const inputType = useRef<string | null>(null)
  useEffect(() => {
    if (focused === null) return
    const field = list.current?.querySelectorAll('textarea')[focused]
    if (!field) return
    field.focus()
    onFocused()
  }, [focused, onFocused])
  if (footnotes.length === 0) return null

  const keyDown = (event: KeyboardEvent<HTMLTextAreaElement>, footnote: Footnote) => {
    const isModified = event.ctrlKey || event.metaKey
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' || event.key === 'Enter') {
      event.preventDefault()
      onLeave(footnote)
    } else if (isModified && ['z', 'y'].includes(event.key.toLowerCase())) {
      event.preventDefault()
      onUndo(event.shiftKey || event.key.toLowerCase() === 'y')
    } else if (event.key === 'Backspace' && footnote.text === '') {
      event.preventDefault()
      onRemove(footnote)
    }
  }
  const paste = (event: ClipboardEvent) => {
    if (!acceptsText(event.clipboardData.getData('text/plain'))) event.preventDefault()
  }
  const originOfChange = (): Origin | null => {
    if (inputType.current === 'insertFromPaste') return 'paste'
    return inputType.current === 'insertFromDrop' ? 'drop' : null
  }
  return (
    <section className={classes.footnotes} aria-label={t('footnotes')}>
      <h2>{t('footnotes')}</h2>
      <ol ref={list}>
        {footnotes.map((footnote, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a footnote is known by its number alone
          <li key={index}>
            <textarea
              aria-label={t('footnote.label', { number: index + 1 })}
              rows={1}
              value={footnote.text}
              onInput={(event) => {
                inputType.current =
                  event.nativeEvent instanceof InputEvent ? event.nativeEvent.inputType : null
              }}
              onChange={({ target }) =>
                onWrite(footnote, target.value.replaceAll('\n', ' '), originOfChange())
              }
              onKeyDown={(event) => keyDown(event, footnote)}
              onPaste={paste}
              onDrop={(event) => {
                if (!acceptsText(event.dataTransfer.getData('text/plain'))) event.preventDefault()
              }}
            />
            <button
              type="button"
              aria-label={t('footnote.remove', { number: index + 1 })}
              onClick={() => onRemove(footnote)}
            >
              ×
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}
