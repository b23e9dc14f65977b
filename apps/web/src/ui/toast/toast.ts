import { notifications } from '@mantine/notifications'
import { toastTimes } from '@penmark/contract'

const { success, error } = toastTimes.documents
/** From the start of the fade to the end of the toast; the same for success and error. */
export const toastFadesForMs = success.clearAfterMs - success.fadeAfterMs

function say(message: string, look: { color: string; role: 'status' | 'alert'; autoClose: number }) {
  notifications.show({ message, withBorder: true, ...look })
}

/** A short message about what just happened: announced to screen readers, and kept while hovered or focused. */
export const toast = {
  success: (message: string) => say(message, { color: 'var(--green)', role: 'status', autoClose: success.fadeAfterMs }),
  error: (message: string) => say(message, { color: 'var(--red)', role: 'alert', autoClose: error.fadeAfterMs }),
}
