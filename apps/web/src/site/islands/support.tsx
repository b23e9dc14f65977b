import { useEffect, useState } from 'react'
import { personOf, SupportForm, type SupportPerson } from '../../features/support/support-form.tsx'
import { setTokenSource } from '../../lib/call/headers.ts'
import { hasStoredUser } from '../../lib/session/user-key.ts'

const openSession = async () => (await import('../../lib/session/store.ts')).createSessionStore({ onReturn: () => undefined })

/** Fills in the form for somebody who is signed in. Only they load the session: visitors load nothing more. */
export function SupportIsland() {
  const [person, setPerson] = useState<SupportPerson | null>(null)
  useEffect(() => {
    if (!hasStoredUser()) return undefined
    let isShown = true
    const opened = openSession()
    const removeSource = setTokenSource(async () => (await opened).accessToken())
    const fillIn = async () => {
      const session = await opened
      await session.open()
      if (isShown) setPerson(personOf(session.read().user))
    }
    // Without a session the form is a visitor's.
    fillIn().catch(() => undefined)
    return () => {
      isShown = false
      removeSource()
    }
  }, [])
  return <SupportForm person={person} />
}
