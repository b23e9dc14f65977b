import type { WritingRoom } from '@penmark/contract'
import { getVersion, sendableSteps } from 'prosemirror-collab'
import type { Node, Slice } from 'prosemirror-model'
import { Plugin, PluginKey } from 'prosemirror-state'
import { Mapping } from 'prosemirror-transform'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'
import { originOf } from '../sync/origin.ts'

type Rule = WritingRoom['task']['pasting']

interface PastingOptions {
  rule: () => Rule
  ownText: OwnText
  /** Text from elsewhere was refused. */
  onBlocked: (characters: number) => void
  /** Text from elsewhere was inserted. */
  onPasted: () => void
}

const textOf = (content: Slice['content']) => content.textBetween(0, content.size, '\n', '\n')

/** A passage that came from elsewhere. */
export interface PastedRange {
  from: number
  to: number
}

const pastedMarks = new PluginKey<DecorationSet>('pasted')

const markOf = ({ from, to }: PastedRange) =>
  Decoration.inline(from, to, { class: 'pasted' }, { inclusiveStart: false })

/**
 * Marks what was pasted in earlier sessions. The ranges refer to the text at `version`. Returns false if the
 * editor now has another version, and the ranges have to be read again.
 */
export function markPasted(view: EditorView, version: number, ranges: readonly PastedRange[]): boolean {
  if (getVersion(view.state) !== version) return false
  const unconfirmed = new Mapping(sendableSteps(view.state)?.steps.map((step) => step.getMap()) ?? [])
  const mapped = ranges.map(({ from, to }) => ({
    from: unconfirmed.map(from, 1),
    to: unconfirmed.map(to, -1),
  }))
  view.dispatch(
    view.state.tr.setMeta(
      pastedMarks,
      mapped.filter(({ from, to }) => from < to),
    ),
  )
  return true
}

/**
 * Applies the task's rule for text from elsewhere. If the rule shows such text, it is marked for the student
 * too.
 */
export function pasting({ rule, ownText, onBlocked, onPasted }: PastingOptions): Plugin<DecorationSet> {
  const accepts = (slice: Slice, document: Node): boolean => {
    const text = textOf(slice.content)
    if (ownText.has(text, document)) return true
    if (rule() === 'blocked') {
      onBlocked(text.length)
      return false
    }
    if (rule() === 'shown') onPasted()
    return true
  }
  return new Plugin<DecorationSet>({
    key: pastedMarks,
    state: {
      init: () => DecorationSet.empty,
      apply(transaction, marks, before) {
        let mapped = marks.map(transaction.mapping, transaction.doc)
        if (rule() !== 'shown') return mapped
        const ranges = transaction.getMeta(pastedMarks) as PastedRange[] | undefined
        if (ranges !== undefined) return mapped.add(transaction.doc, ranges.map(markOf))
        transaction.steps.forEach((step, at) => {
          if (!['paste', 'drop'].includes(originOf(transaction, step, null))) return
          step.getMap().forEach((_from, _to, newFrom, newTo) => {
            const laterSteps = transaction.mapping.slice(at + 1)
            const [from, to] = [laterSteps.map(newFrom, 1), laterSteps.map(newTo, -1)]
            if (from >= to || ownText.has(textOf(transaction.doc.slice(from, to).content), before.doc)) return
            mapped = mapped.add(transaction.doc, [markOf({ from, to })])
          })
        })
        return mapped
      },
    },
    props: {
      decorations: (state) => pastedMarks.getState(state),
      handlePaste: (view, _event, slice) => !accepts(slice, view.state.doc),
      handleDrop: (view, _event, slice, isMoved) => !isMoved && !accepts(slice, view.state.doc),
      handleDOMEvents: {
        copy: (view) => {
          ownText.remember(textOf(view.state.selection.content().content))
        },
        cut: (view) => {
          ownText.remember(textOf(view.state.selection.content().content))
        },
        dragstart: (view) => {
          ownText.remember(textOf(view.state.selection.content().content))
        },
      },
    },
  })
}

const normalise = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** More passages than anyone moves at a time. */
const maxRemembered = 50

/**
 * Recognises text that the student moves: what is in the text, or was cut or copied from it on this page. It
 * compares the content, because a clipboard says nothing reliable about its source.
 */
export class OwnText {
  #remembered: string[] = []

  /** Remembers a passage that was cut or copied. */
  remember(text: string): void {
    const remembered = normalise(text)
    if (remembered !== '') this.#remembered = [remembered, ...this.#remembered].slice(0, maxRemembered)
  }

  has(text: string, document: Node): boolean {
    const wantedText = normalise(text)
    if (wantedText === '') return true
    return [normalise(document.textBetween(0, document.content.size, '\n', '\n')), ...this.#remembered].some(
      (candidate) => candidate.includes(wantedText),
    )
  }
}
