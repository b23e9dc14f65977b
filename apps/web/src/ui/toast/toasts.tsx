import { Notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.css'
import { toastFadesForMs } from './toast.ts'
import classes from './toasts.module.css'

/** The toast region. Stacked, because only that layout pauses on keyboard focus as well as on hover. */
export function Toasts() {
  return (
    <Notifications
      layout="stacked"
      position="bottom-right"
      transitionDuration={toastFadesForMs}
      limit={4}
      classNames={{ notification: classes.toast ?? '' }}
    />
  )
}
