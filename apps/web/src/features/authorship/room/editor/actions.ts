import { writingSchema } from '@penmark/writing'
import { lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands'
import { redo, redoDepth, undo, undoDepth } from 'prosemirror-history'
import type { MarkType, NodeType } from 'prosemirror-model'
import { liftListItem, wrapInList } from 'prosemirror-schema-list'
import type { Command, EditorState } from 'prosemirror-state'
import { originMeta } from '../sync/origin.ts'

const { nodes, marks } = writingSchema

export const actionIds = [
  'heading1',
  'heading2',
  'heading3',
  'strong',
  'em',
  'bulletList',
  'orderedList',
  'quote',
  'footnote',
  'undo',
  'redo',
] as const
export type ActionId = (typeof actionIds)[number]

interface Action {
  run: Command
  /** Absent for actions that are not on or off. */
  isActive?: (state: EditorState) => boolean
  /** As ProseMirror names keys. */
  keys: string[]
}

function hasMark({ selection, storedMarks, doc }: EditorState, mark: MarkType): boolean {
  const { from, to, empty, $from } = selection
  return empty ? mark.isInSet(storedMarks ?? $from.marks()) !== undefined : doc.rangeHasMark(from, to, mark)
}

/** Whether the selection lies in a node of this type, at any depth. */
function isIn({ selection: { $from } }: EditorState, type: NodeType): boolean {
  for (let depth = $from.depth; depth > 0; depth -= 1) if ($from.node(depth).type === type) return true
  return false
}

const isHeading = (level: number) => (state: EditorState) =>
  state.selection.$from.parent.type === nodes.heading && state.selection.$from.parent.attrs.level === level

/** Marks what a command does as formatting in the record. */
const formatting =
  (command: Command): Command =>
  (state, dispatch, view) =>
    command(state, dispatch && ((transaction) => dispatch(transaction.setMeta(originMeta, 'format'))), view)

const heading = (level: number): Action => ({
  run: formatting((state, dispatch) =>
    isHeading(level)(state)
      ? setBlockType(nodes.paragraph)(state, dispatch)
      : setBlockType(nodes.heading, { level })(state, dispatch),
  ),
  isActive: isHeading(level),
  keys: [`Mod-Alt-${level}`],
})

const list = (type: NodeType, key: string): Action => ({
  run: formatting((state, dispatch) =>
    (isIn(state, type) ? liftListItem(nodes.list_item) : wrapInList(type))(state, dispatch),
  ),
  isActive: (state) => isIn(state, type),
  keys: [key],
})

const insertFootnote: Command = ({ selection, tr }, dispatch) => {
  if (
    !selection.$to.parent.inlineContent ||
    !selection.$to.parent.isTextblock ||
    selection.$to.parent.type === nodes.footnote
  )
    return false
  dispatch?.(tr.insert(selection.to, nodes.footnote.create()))
  return true
}

/** Everything that the toolbar offers. */
export const actions: Record<ActionId, Action> = {
  heading1: heading(1),
  heading2: heading(2),
  heading3: heading(3),
  strong: {
    run: formatting(toggleMark(marks.strong)),
    isActive: (state) => hasMark(state, marks.strong),
    keys: ['Mod-b'],
  },
  em: {
    run: formatting(toggleMark(marks.em)),
    isActive: (state) => hasMark(state, marks.em),
    keys: ['Mod-i'],
  },
  bulletList: list(nodes.bullet_list, 'Mod-Shift-8'),
  orderedList: list(nodes.ordered_list, 'Mod-Shift-7'),
  quote: {
    run: formatting((state, dispatch) =>
      (isIn(state, nodes.blockquote) ? lift : wrapIn(nodes.blockquote))(state, dispatch),
    ),
    isActive: (state) => isIn(state, nodes.blockquote),
    keys: ['Mod-Shift-9'],
  },
  footnote: { run: formatting(insertFootnote), keys: ['Mod-Alt-f'] },
  undo: { run: undo, keys: ['Mod-z'] },
  redo: { run: redo, keys: ['Shift-Mod-z', 'Mod-y'] },
}

/** What the toolbar shows: which actions are on, and which can be used. */
export interface ActionStates {
  on: ReadonlySet<ActionId>
  enabled: ReadonlySet<ActionId>
}

const isEnabled = (state: EditorState, id: ActionId) =>
  id === 'undo' ? undoDepth(state) > 0 : id === 'redo' ? redoDepth(state) > 0 : actions[id].run(state)

export function actionStates(state: EditorState): ActionStates {
  return {
    on: new Set(actionIds.filter((id) => actions[id].isActive?.(state))),
    enabled: new Set(actionIds.filter((id) => isEnabled(state, id))),
  }
}
