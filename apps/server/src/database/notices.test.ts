import { expect, it } from 'vitest'
import { openTestDatabase } from '../testing/database.ts'

it('sends a notification to every listening process', async () => {
  const { notices, kind } = await openTestDatabase()
  if (kind === 'embedded') return expect(notices).toBeNull()
  let onNotification: () => void = () => undefined
  const nextNotification = () =>
    new Promise<void>((resolve) => {
      onNotification = resolve
    })
  // A new listener is called once, because it may have missed notifications.
  const first = nextNotification()
  const stop = notices?.listen('trial', () => onNotification())
  await first
  const second = nextNotification()
  notices?.notify('trial')
  await second
  await stop?.()
})
