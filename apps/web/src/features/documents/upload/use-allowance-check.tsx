import { lazy, type ReactNode, useCallback, useRef, useState } from 'react'
import { OnceOpened } from '../../../ui/dialog/dialog.tsx'
import { isArchive } from '../file-rules.ts'
import type { Forecast } from './words/forecast.ts'

const ForecastDialog = lazy(async () => ({
  default: (await import('./words/forecast-dialog.tsx')).ForecastDialog,
}))

/** A question that waits for the teacher. */
interface Question {
  forecast: Forecast
  /** The files that fit; null if they cannot be sent apart from the others. */
  fitting: readonly File[] | null
}

/**
 * Counts words before an upload starts. `check` resolves to the files to send: all of them if their words are
 * left, and otherwise those that the teacher chooses; none to send nothing. `wordsLeft` is null without a
 * limit and while it is unknown.
 */
export function useAllowanceCheck(wordsLeft: number | null): {
  check: (files: readonly File[]) => Promise<readonly File[]>
  question: ReactNode
} {
  const [question, setQuestion] = useState<Question | null>(null)
  const answer = useRef<(choice: 'all' | 'fitting' | 'none') => void>(() => {})

  const check = useCallback(
    async (files: readonly File[]) => {
      // With nothing left the server refuses the upload and says when words come back.
      if (wordsLeft === null || wordsLeft === 0) return files
      const [{ countWordsIn }, { exceeds, forecastOf }] = await Promise.all([
        import('./words/count-words.ts'),
        import('./words/forecast.ts'),
      ])
      const forecast = forecastOf(await countWordsIn(files), wordsLeft)
      if (!exceeds(forecast, wordsLeft)) return files
      const fitting = files.some(isArchive)
        ? null
        : files.filter((_, position) => forecast.fits.has(position))
      setQuestion({ forecast, fitting: fitting?.length === 0 ? null : fitting })
      const choice = await new Promise<'all' | 'fitting' | 'none'>((resolve) => {
        answer.current = resolve
      })
      setQuestion(null)
      return choice === 'all' ? files : choice === 'fitting' ? (fitting ?? []) : []
    },
    [wordsLeft],
  )

  return {
    check,
    question: (
      <OnceOpened opened={question !== null}>
        <ForecastDialog
          forecast={question?.forecast ?? null}
          offersFitting={question?.fitting != null}
          wordsLeft={wordsLeft ?? 0}
          onChoose={(choice) => answer.current(choice)}
        />
      </OnceOpened>
    ),
  }
}
