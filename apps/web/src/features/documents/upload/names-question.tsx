import type { ArchiveCharset } from '@penmark/contract'
import { lazy, type ReactNode, useCallback, useRef, useState } from 'react'
import { OnceOpened } from '../../../ui/dialog/dialog.tsx'
import type { AskNames, NameReading } from './name-readings.ts'

const NamesDialog = lazy(async () => ({ default: (await import('./names-dialog.tsx')).NamesDialog }))

/** Asks how the names in an archive read. `ask` resolves to null if the teacher cancels. */
export function useNamesQuestion(): { ask: AskNames; question: ReactNode } {
  const [asked, setAsked] = useState<{ archive: string; readings: readonly NameReading[] } | null>(null)
  const answer = useRef<(charset: ArchiveCharset | null) => void>(() => {})
  const ask = useCallback<AskNames>(async (archive, readings) => {
    setAsked({ archive, readings })
    const charset = await new Promise<ArchiveCharset | null>((resolve) => {
      answer.current = resolve
    })
    setAsked(null)
    return charset
  }, [])
  return {
    ask,
    question: (
      <OnceOpened opened={asked !== null}>
        <NamesDialog asked={asked} onChoose={(charset) => answer.current(charset)} />
      </OnceOpened>
    ),
  }
}
