import { useState } from 'react'
import * as z from 'zod/mini'

const Notes = z.record(z.string(), z.string())
type Notes = z.infer<typeof Notes>

const storageKey = (documentId: string) => `conversation-notes ${documentId}`

function storedNotes(documentId: string): Notes {
  try {
    return Notes.parse(JSON.parse(sessionStorage.getItem(storageKey(documentId)) ?? '{}'))
  } catch {
    return {}
  }
}

/**
 * The teacher's notes by passage number. They stay in this tab until it is closed; a case keeps them for
 * good.
 */
export function useConversationNotes(documentId: string): {
  notes: Notes
  setNote: (passage: number, text: string) => void
} {
  const [notes, setNotes] = useState(() => storedNotes(documentId))
  const setNote = (passage: number, text: string) => {
    const changed = { ...notes, [passage]: text }
    setNotes(changed)
    try {
      sessionStorage.setItem(storageKey(documentId), JSON.stringify(changed))
    } catch {
      // A full or blocked storage loses nothing that is on the screen.
    }
  }
  return { notes, setNote }
}
