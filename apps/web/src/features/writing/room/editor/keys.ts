import { writingSchema } from '@penmark/writing'
import { baseKeymap, chainCommands, exitCode } from 'prosemirror-commands'
import { inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list'
import type { Command, Plugin } from 'prosemirror-state'
import { actions } from './actions.ts'

const { nodes } = writingSchema

const lineBreak: Command = chainCommands(exitCode, (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView())
  return true
})

/** Tab leaves the editor, so that nobody is caught in it; brackets indent lists. */
const listKeys: Record<string, Command> = {
  Enter: splitListItem(nodes.list_item),
  'Mod-]': sinkListItem(nodes.list_item),
  'Mod-[': liftListItem(nodes.list_item),
}

/** Keys, and what turns into a heading, a list or a quotation while it is typed. */
export function keyPlugins(): Plugin[] {
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
