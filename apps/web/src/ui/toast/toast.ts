import { notifications } from '@mantine/notifications'
import { toastTimes } from '@penmark/contract'

const { success, error } = toastTimes.documents
/** From the start of the fade to the end of the toast; the same for success and error. */
export const toastFadesForMs = success.clearAfterMs - success.fadeAfterMs

let count = 0

function show(message: string, options: { color: string; role: 'status' | 'alert'; autoClose: number }) {
  count += 1
  const data = { id: `toast-${count}`, message, withBorder: true, ...options }
  notifications.show({
    ...data,
    // The library keeps a toast while it is hovered, but in this layout not while its button has the focus.
    onFocusCapture: () => notifications.update({ ...data, autoClose: false }),
    onBlurCapture: () => notifications.update(data),
  })
}

/** A short message about what just happened: announced to screen readers, and kept while hovered or focused. */
export const toast = {
  success: (message: string) => show(message, { color: 'var(--green)', role: 'status', autoClose: success.fadeAfterMs }),
  error: (message: string) => show(message, { color: 'var(--red)', role: 'alert', autoClose: error.fadeAfterMs }),
}
