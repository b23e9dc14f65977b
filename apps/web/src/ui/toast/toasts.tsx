import { Notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.css'
import { toastTimes } from '@penmark/contract'

const { fadeAfterMs, clearAfterMs } = toastTimes.documents.success
/** From the start of the fade to the end of the toast; the same for success and error. */
export const toastFadeMs = clearAfterMs - fadeAfterMs

/**
 * The toast region. In the middle, because the buttons of a table's rows are on the right and its checkboxes
 * on the left.
 */
export function Toasts() {
  return <Notifications position="bottom-center" transitionDuration={toastFadeMs} limit={4} />
}
