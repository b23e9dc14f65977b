import { useEffect, useState } from 'react'
import { personOf, SupportForm, type SupportPerson } from '../../features/support/support-form.tsx'
import { setTokenSource } from '../../lib/call/headers.ts'
import { hasStoredUser } from '../../lib/session/user-key.ts'
import type { Island } from './island.ts'

const openSession = async () => (await import('../../lib/session/store.ts')).createSessionStore({ onReturn: () => undefined })

/** The form knows who is signed in here too. The session is fetched only for them: visitors load nothing more. */
function Support() {
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

export const island: Island = { namespace: 'support', show: () => <Support /> }
