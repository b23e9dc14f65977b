import { notifications } from '@mantine/notifications'
import { toastTimes } from '@penmark/contract'
import { expect, test, vi } from 'vitest'
import { toast } from './toast.tsx'
import { toastFadeMs } from './toasts.tsx'

test('fades equally long in every kind of toast, because they share one duration', () => {
  const { success, error } = toastTimes.documents
  expect(toastFadeMs).toBe(500)
  expect(error.clearAfterMs - error.fadeAfterMs).toBe(toastFadeMs)
  expect(toastTimes.elsewhere.success.clearAfterMs).toBe(success.clearAfterMs)
  expect(toastTimes.elsewhere.error.clearAfterMs).toBe(error.clearAfterMs)
})

test('fades success after 3.5 s and an error after 4.5 s, and clears each half a second later', () => {
  const show = vi.spyOn(notifications, 'show').mockReturnValue('id')
  toast.success('Done')
  toast.error('Not done')
  const fades = show.mock.calls.map(([{ autoClose }]) => Number(autoClose))
  expect(fades).toEqual([3_500, 4_500])
  expect(fades.map((ms) => ms + toastFadeMs)).toEqual([4_000, 5_000])
})
