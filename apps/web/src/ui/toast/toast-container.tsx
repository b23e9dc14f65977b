import { useNotifications } from '@mantine/notifications'
import { type ComponentType, useEffect, useState } from 'react'

/** Events that show that somebody uses the page. */
const signs = ['pointerdown', 'keydown'] as const

/**
 * Where toasts appear. What draws them is fetched at the first press of a key or a button, before there can be anything to say of it, because a
 * toast may tell that the server is gone; at the latest for the first toast itself.
 */
export function ToastContainer() {
  const said = useNotifications().notifications.length
  const [Toasts, setToasts] = useState<ComponentType | null>(null)
  const here = Toasts !== null
  useEffect(() => {
    if (here) return
    // If loading fails, the next event or toast tries again.
    const fetchThem = () => {
      import('./toasts.tsx').then((file) => setToasts(() => file.Toasts)).catch(() => undefined)
    }
    if (said > 0) fetchThem()
    for (const sign of signs) window.addEventListener(sign, fetchThem)
    return () => {
      for (const sign of signs) window.removeEventListener(sign, fetchThem)
    }
  }, [here, said])
  return Toasts && <Toasts />
}
