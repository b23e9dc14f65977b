import { notifications, useNotifications } from '@mantine/notifications'
import { toastTimes } from '@penmark/contract'
import { type ComponentType, useEffect, useState } from 'react'

const { success, error } = toastTimes.documents
let lastId = 0

function show(message: string, options: { color: string; role: 'status' | 'alert'; autoClose: number }) {
  lastId += 1
  const data = { id: `toast-${lastId}`, message, withBorder: true, ...options }
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

/** Events that show that the page is in use. */
const firstUse = ['pointerdown', 'keydown'] as const

/**
 * Where toasts appear. Their code is loaded when the page is first used, and at the latest for the first toast: a toast may say that the server is
 * unreachable, and then it is too late to load anything.
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
