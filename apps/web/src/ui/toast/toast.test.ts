import { toastTimes } from '@penmark/contract'
import { expect, it } from 'vitest'
import { toastFadesForMs } from './toast.ts'

it('fades equally long in every kind of toast, because they share one duration', () => {
  const { success, error } = toastTimes.documents
  expect(toastFadesForMs).toBe(500)
  expect(error.clearAfterMs - error.fadeAfterMs).toBe(toastFadesForMs)
  expect(toastTimes.elsewhere.success.clearAfterMs).toBe(success.clearAfterMs)
  expect(toastTimes.elsewhere.error.clearAfterMs).toBe(error.clearAfterMs)
})
