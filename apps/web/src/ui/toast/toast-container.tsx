import { useNotifications } from '@mantine/notifications'
import { type ComponentType, useEffect, useState } from 'react'

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
