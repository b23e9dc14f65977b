import { Button } from '@mantine/core'
import { notifications, useNotifications } from '@mantine/notifications'
import { toastTimes, undoForMs } from '@penmark/contract'
import { type ComponentType, useEffect, useState } from 'react'
import classes from './toast.module.css'

const { success, error } = toastTimes.documents
let lastId = 0

/** What a toast offers to do. */
export interface ToastAction {
  label: string
  run: () => void
}

interface ToastOptions {
  color: string
  role: 'status' | 'alert'
  autoClose: number
}

function show(message: string, options: ToastOptions, action?: ToastAction) {
  lastId += 1
  const id = `toast-${lastId}`
  const data = {
    id,
    message: action ? <WithAction id={id} message={message} action={action} /> : message,
    withBorder: true,
    ...options,
  }
  notifications.show({
    ...data,
    // The library keeps a toast while it is hovered, but in this layout not while its button has the focus.
    onFocusCapture: () => notifications.update({ ...data, autoClose: false }),
    onBlurCapture: () => notifications.update(data),
  })
}

function WithAction({ id, message, action }: { id: string; message: string; action: ToastAction }) {
  return (
    <span className={classes.withAction}>
      <span id={`${id}-message`}>{message}</span>
      <Button
        // Several toasts may offer the same.
        aria-describedby={`${id}-message`}
        size="compact-sm"
        variant="light"
        onClick={() => {
          notifications.hide(id)
          action.run()
        }}
      >
        {action.label}
      </Button>
    </span>
  )
}

/**
 * A short message about what just happened: announced to screen readers, and kept while hovered or focused.
 */
export const toast = {
  success: (message: string) =>
    show(message, { color: 'var(--green)', role: 'status', autoClose: success.fadeAfterMs }),
  /** With a button, and long enough to reach it. */
  successWith: (message: string, action: ToastAction) =>
    show(message, { color: 'var(--green)', role: 'status', autoClose: undoForMs }, action),
  error: (message: string) =>
    show(message, { color: 'var(--red)', role: 'alert', autoClose: error.fadeAfterMs }),
}

/** Events that show that the page is in use. */
const firstUse = ['pointerdown', 'keydown'] as const

/**
 * Where toasts appear. Their code is loaded when the page is first used, and at the latest for the first
 * toast: a toast may say that the server is unreachable, and then it is too late to load anything.
 */
export function ToastContainer() {
  const count = useNotifications().notifications.length
  const [Toasts, setToasts] = useState<ComponentType | null>(null)
  const isLoaded = Toasts !== null
  useEffect(() => {
    if (isLoaded) return
    // If loading fails, the next event or toast tries again.
    const loadToasts = () => {
      import('./toasts.tsx').then((file) => setToasts(() => file.Toasts)).catch(() => undefined)
    }
    if (count > 0) loadToasts()
    for (const event of firstUse) window.addEventListener(event, loadToasts)
    return () => {
      for (const event of firstUse) window.removeEventListener(event, loadToasts)
    }
  }, [isLoaded, count])
  return Toasts && <Toasts />
}
