import { Notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.css'
import { toastFadesForMs } from './toast.ts'

/** The toast region. In the middle, because the buttons of a table's rows are on the right and its checkboxes on the left. */
export function Toasts() {
  return <Notifications position="bottom-center" transitionDuration={toastFadesForMs} limit={4} />
}
