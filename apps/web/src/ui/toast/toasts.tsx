import { Notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.css'
import { toastFadesForMs } from './toast.ts'
import classes from './toasts.module.css'

/** Where toasts appear. Stacked, because only that layout pauses for the keyboard's focus as well as for the pointer. */
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
