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

const markOf = ({ from, to }: PastedRange) => Decoration.inline(from, to, { class: 'pasted' }, { inclusiveStart: false })

/**
 * Marks what was pasted in earlier sessions. The ranges are those of the text at `version`; false if the editor has another one by now, so that
 * the caller has to look again.
 */
export function markPasted(view: EditorView, version: number, ranges: readonly PastedRange[]): boolean {
  if (getVersion(view.state) !== version) return false
  const unconfirmed = new Mapping(sendableSteps(view.state)?.steps.map((step) => step.getMap()) ?? [])
  const mapped = ranges.map(({ from, to }) => ({ from: unconfirmed.map(from, 1), to: unconfirmed.map(to, -1) }))
  view.dispatch(
    view.state.tr.setMeta(
      pastedMarks,
      mapped.filter(({ from, to }) => from < to),
    ),
  )
  return true
}

/** Follows the task's rule for text from elsewhere: in a task that shows it, the student sees which passages it marks. */
export function pasting({ rule, ownText, onBlocked, onPasted }: PastingOptions): Plugin<DecorationSet> {
  const takes = (slice: Slice, document: Node): boolean => {
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
            const rest = transaction.mapping.slice(at + 1)
            const [from, to] = [rest.map(newFrom, 1), rest.map(newTo, -1)]
            if (from >= to || ownText.has(textOf(transaction.doc.slice(from, to).content), before.doc)) return
            mapped = mapped.add(transaction.doc, [markOf({ from, to })])
          })
        })
        return mapped
      },
    },
    props: {
      decorations: (state) => pastedMarks.getState(state),
      handlePaste: (view, _event, slice) => !takes(slice, view.state.doc),
      handleDrop: (view, _event, slice, isMoved) => !isMoved && !takes(slice, view.state.doc),
      handleDOMEvents: {
        copy: (view) => {
          ownText.take(textOf(view.state.selection.content().content))
        },
        cut: (view) => {
          ownText.take(textOf(view.state.selection.content().content))
        },
        dragstart: (view) => {
          ownText.take(textOf(view.state.selection.content().content))
        },
      },
    },
  })
}

const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** Cut passages that can be put back; more than anyone moves at a time. */
const remembered = 50

/**
 * Recognises text that the student moves: what stands in the text, or was cut or copied from it on this page. By its content, since a clipboard
 * says nothing trustworthy about where it was filled.
 */
export class OwnText {
  #taken: string[] = []

  /** Remembers a passage that was cut or copied. */
  take(text: string): void {
    const taken = plain(text)
    if (taken !== '') this.#taken = [taken, ...this.#taken].slice(0, remembered)
  }

  has(text: string, document: Node): boolean {
    const wanted = plain(text)
    if (wanted === '') return true
    return [plain(document.textBetween(0, document.content.size, '\n', '\n')), ...this.#taken].some((own) => own.includes(wanted))
  }
}
