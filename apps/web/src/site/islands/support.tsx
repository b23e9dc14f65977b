import { useEffect, useState } from 'react'
import { personOf, SupportForm, type SupportPerson } from '../../features/public/support/support-form.tsx'
import { hasStoredUser } from '../../lib/session/user-key.ts'

/** The session, whose token every call then carries. */
async function openSession() {
  const [{ createSessionStore }, { setTokenSource }] = await Promise.all([
    import('../../lib/session/store.ts'),
    import('../../lib/call/headers.ts'),
  ])
  const session = createSessionStore({ onReturn: () => undefined })
  return { session, removeSource: setTokenSource(session.accessToken) }
}

/**
 * Fills in the form for somebody who is signed in. Only they load the session: visitors load nothing more.
 */
export function SupportIsland() {
  const [person, setPerson] = useState<SupportPerson | null>(null)
  useEffect(() => {
    if (!hasStoredUser()) return undefined
    let isShown = true
    const opened = openSession()
    const fillIn = async () => {
      const { session } = await opened
      await session.open()
      if (isShown) setPerson(personOf(session.read().user))
    }
    // Without a session the form is a visitor's.
    fillIn().catch(() => undefined)
    return () => {
      isShown = false
      opened.then(({ removeSource }) => removeSource()).catch(() => undefined)
    }
  }, [])
  return <SupportForm person={person} />
}
