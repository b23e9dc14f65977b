import { expect, it } from 'vitest'
import { openTestDatabase } from '../testing/database.ts'

it('sends a notification to every listening process', async () => {
  const { notifications, kind } = await openTestDatabase()
  if (kind === 'embedded') return expect(notifications).toBeNull()
  let onNotification: () => void = () => undefined
  const nextNotification = () =>
    new Promise<void>((resolve) => {
      onNotification = resolve
    })
  // A new listener is called once, because it may have missed earlier notifications.
  const first = nextNotification()
  const stop = notifications?.listen('trial', () => onNotification())
  await first
  const second = nextNotification()
  notifications?.notify('trial')
  await second
  await stop?.()
})
