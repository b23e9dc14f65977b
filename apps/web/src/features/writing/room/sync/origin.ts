import { writingOrigins } from '@penmark/contract'
import type { Origin } from '@penmark/writing'
import { isHistoryTransaction } from 'prosemirror-history'
import type { Transaction } from 'prosemirror-state'
import { AddMarkStep, RemoveMarkStep, ReplaceAroundStep, ReplaceStep, type Step } from 'prosemirror-transform'

/** Set on a transaction by whoever knows better than its steps where it came from. */
export const originMeta = 'writing-origin'

/** Set on transactions that bring in what the server holds; they are not recorded again. */
export const receivedMeta = 'writing-received'

/** What the browser calls the changes that it makes itself. */
const originOfInput = new Map<string, Origin>([
  ['insertReplacementText', 'replacement'],
  ['insertFromPaste', 'paste'],
  ['insertFromDrop', 'drop'],
  ['deleteByCut', 'cut'],
])

const originOfEvent = new Map<string, Origin>([
  ['paste', 'paste'],
  ['drop', 'drop'],
  ['cut', 'cut'],
])

const isOrigin = (said: unknown): said is Origin => writingOrigins.some((origin) => origin === said)

function originOfStep(step: Step): Origin {
  if (step instanceof AddMarkStep || step instanceof RemoveMarkStep || step instanceof ReplaceAroundStep) return 'format'
  return step instanceof ReplaceStep && step.slice.size === 0 ? 'delete' : 'typing'
}

/** Where a step came from; `inputType` is that of the browser's last input event, if it led to this transaction. */
export function originOf(transaction: Transaction, step: Step, inputType: string | null): Origin {
  const said: unknown = transaction.getMeta(originMeta)
  if (isOrigin(said)) return said
  const undone: unknown = isHistoryTransaction(transaction) ? transaction.getMeta('history$') : null
  if (typeof undone === 'object' && undone !== null) return 'redo' in undone && undone.redo === true ? 'redo' : 'undo'
  const event: unknown = transaction.getMeta('uiEvent')
  return originOfEvent.get(String(event)) ?? originOfInput.get(inputType ?? '') ?? originOfStep(step)
}
