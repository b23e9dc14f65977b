import type { WritingRoom } from '@penmark/contract'
import type { Node, Slice } from 'prosemirror-model'
import { Plugin, PluginKey } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import { originOf } from '../sync/origin.ts'
import type { OwnText } from './own-text.ts'

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

const pastedMarks = new PluginKey<DecorationSet>('pasted')

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
        transaction.steps.forEach((step, at) => {
          if (!['paste', 'drop'].includes(originOf(transaction, step, null))) return
          step.getMap().forEach((_from, _to, newFrom, newTo) => {
            const rest = transaction.mapping.slice(at + 1)
            const [from, to] = [rest.map(newFrom, 1), rest.map(newTo, -1)]
            if (from >= to || ownText.has(textOf(transaction.doc.slice(from, to).content), before.doc)) return
            mapped = mapped.add(transaction.doc, [Decoration.inline(from, to, { class: 'pasted' }, { inclusiveStart: false })])
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
