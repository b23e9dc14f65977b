import { expect, it } from 'vitest'
import { openTestDatabase } from '../testing/database.ts'

it('sends a notification to every listening process', async () => {
  const { notices, kind } = await openTestDatabase()
  if (kind === 'embedded') return expect(notices).toBeNull()
  let heard: () => void = () => undefined
  const word = () =>
    new Promise<void>((resolve) => {
      heard = resolve
    })
  // Whoever begins to listen looks once: it cannot know what was said before.
  const first = word()
  const stop = notices?.listen('trial', () => heard())
  await first
  const second = word()
  notices?.notify('trial')
  await second
  await stop?.()
})
