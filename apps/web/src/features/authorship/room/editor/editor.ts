import { type WritingRoom, writingLimits } from '@penmark/contract'
import { writingSchema } from '@penmark/writing'
import { collab } from 'prosemirror-collab'
import { baseKeymap, chainCommands, exitCode } from 'prosemirror-commands'
import { history } from 'prosemirror-history'
import { inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list'
import { type Command, EditorState, Plugin, type Transaction } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { receivedMeta } from '../sync/origin.ts'
import { Sync, type SyncOptions } from '../sync/sync.ts'
import { actions } from './actions.ts'
import { footnoteView } from './footnotes.tsx'
import { OwnText, pasting } from './pasting.ts'

/** A notice to the student about what they just did. */
export type EditorNotice = 'pasteBlocked' | 'pasteShown' | 'tooLong'

interface EditorOptions extends Omit<SyncOptions, 'host' | 'confirmed'> {
  room: WritingRoom
  /** The accessible names, in the language of the page. */
  labels: () => { text: string; describedBy: string; footnote: string }
  onChange: (state: EditorState) => void
  onNotice: (notice: EditorNotice) => void
  onOpenFootnote: (position: number) => void
  /** Alt and F10 were pressed, which lead to the toolbar. */
  onToolbar: () => void
}

export interface Editor {
  view: EditorView
  sync: Sync
  /** Whether text may be pasted elsewhere on the page, by the same rule. */
  acceptsText: (text: string) => boolean
  destroy: () => void
}

/** Refuses changes that would make the text longer than a record allows. */
function lengthLimit(onTooLong: () => void): Plugin {
  return new Plugin({
    filterTransaction(transaction, { doc }) {
      const size = transaction.doc.content.size
      if (
        transaction.getMeta(receivedMeta) ||
        size <= writingLimits.textCharacters ||
        size <= doc.content.size
      )
        return true
      onTooLong()
      return false
    },
  })
}

/** The editor of a student's text, with its record. */
export function createEditor(mount: HTMLElement, options: EditorOptions): Editor {
  const { room, client, onNotice } = options
  const ownText = new OwnText()
  const onBlocked = (characters: number) => {
    sync.recordBlockedPaste(characters)
    onNotice('pasteBlocked')
  }
  const confirmed = writingSchema.nodeFromJSON(room.document)
  const dispatch = (transaction: Transaction) => {
    const { state, transactions } = view.state.applyTransaction(transaction)
    view.updateState(state)
    for (const applied of transactions) sync.record(applied)
    options.onChange(state)
  }
  const view = new EditorView(mount, {
    state: EditorState.create({
      doc: confirmed,
      plugins: [
        ...keyPlugins(),
        history(),
        collab({ version: room.version, clientID: client }),
        pasting({
          rule: () => room.task.pasting,
          ownText,
          onBlocked,
          onPasted: () => onNotice('pasteShown'),
        }),
        lengthLimit(() => onNotice('tooLong')),
      ],
    }),
    attributes: () => ({
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': options.labels().text,
      'aria-describedby': options.labels().describedBy,
      spellcheck: 'true',
      lang: room.task.language,
    }),
    nodeViews: { footnote: footnoteView(() => options.labels().footnote, options.onOpenFootnote) },
    // Keeps the caret clear of the bar above and of the keyboard on a screen below.
    scrollMargin: { top: 140, bottom: 80, left: 0, right: 0 },
    scrollThreshold: { top: 140, bottom: 80, left: 0, right: 0 },
    dispatchTransaction: dispatch,
    handleKeyDown: (_, event) => {
      if (event.key !== 'F10' || !event.altKey) return false
      options.onToolbar()
      return true
    },
    handleDOMEvents: {
      beforeinput: (_, event) => sync.expectInput(event.inputType),
      keydown: (_, event) => sync.expectInput(null, performance.now() - event.timeStamp),
    },
  })
  const sync = new Sync({ ...options, host: { state: () => view.state, dispatch }, confirmed })
  return {
    view,
    sync,
    acceptsText: (text) => {
      if (ownText.has(text, view.state.doc) || room.task.pasting !== 'blocked') return true
      onBlocked(text.length)
      return false
    },
    destroy: () => {
      sync.stop()
      view.destroy()
    },
  }
}

const { nodes } = writingSchema

const lineBreak: Command = chainCommands(exitCode, (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView())
  return true
})

/** Tab leaves the editor, so that keyboard users are not trapped; brackets indent lists. */
const listKeys: Record<string, Command> = {
  Enter: splitListItem(nodes.list_item),
  'Mod-]': sinkListItem(nodes.list_item),
  'Mod-[': liftListItem(nodes.list_item),
}

/** Keyboard shortcuts, and input rules for headings, lists and quotations. */
function keyPlugins(): Plugin[] {
  const shortcuts = Object.values(actions).flatMap(({ keys, run }) => keys.map((key) => [key, run] as const))
  return [
    inputRules({
      rules: [
        textblockTypeInputRule(/^(#{1,3})\s$/, nodes.heading, ([, marks = '']) => ({ level: marks.length })),
        wrappingInputRule(/^\s*([-*])\s$/, nodes.bullet_list),
        wrappingInputRule(/^1\.\s$/, nodes.ordered_list),
        wrappingInputRule(/^\s*>\s$/, nodes.blockquote),
      ],
    }),
    keymap({ ...Object.fromEntries(shortcuts), 'Shift-Enter': lineBreak }),
    keymap(listKeys),
    keymap(baseKeymap),
  ]
}
