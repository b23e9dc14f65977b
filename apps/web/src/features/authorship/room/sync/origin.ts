import { writingOrigins } from '@penmark/contract'
import type { Origin } from '@penmark/writing'
import { isHistoryTransaction } from 'prosemirror-history'
import type { Transaction } from 'prosemirror-state'
import { AddMarkStep, RemoveMarkStep, ReplaceAroundStep, ReplaceStep, type Step } from 'prosemirror-transform'

/** Set on a transaction whose origin its steps do not show. */
export const originMeta = 'writing-origin'

/** Set on transactions that apply what the server has; they are not recorded again. */
export const receivedMeta = 'writing-received'

/** Origins by the browser's input type. */
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

const isOrigin = (meta: unknown): meta is Origin => writingOrigins.some((origin) => origin === meta)

function originOfStep(step: Step): Origin {
  if (step instanceof AddMarkStep || step instanceof RemoveMarkStep || step instanceof ReplaceAroundStep)
    return 'format'
  return step instanceof ReplaceStep && step.slice.size === 0 ? 'delete' : 'typing'
}

/**
 * Where a step came from; `inputType` is that of the browser's last input event, if it led to this
 * transaction.
 */
export function originOf(transaction: Transaction, step: Step, inputType: string | null): Origin {
  const meta: unknown = transaction.getMeta(originMeta)
  if (isOrigin(meta)) return meta
  const undone: unknown = isHistoryTransaction(transaction) ? transaction.getMeta('history$') : null
  if (typeof undone === 'object' && undone !== null)
    return 'redo' in undone && undone.redo === true ? 'redo' : 'undo'
  const event: unknown = transaction.getMeta('uiEvent')
  return originOfEvent.get(String(event)) ?? originOfInput.get(inputType ?? '') ?? originOfStep(step)
}
