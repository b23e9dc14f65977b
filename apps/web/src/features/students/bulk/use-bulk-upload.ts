import { routes, type StudentsUploaded } from '@penmark/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/call/call.ts'
import { invalidateStudents } from '../queries.ts'
import { CsvError, readCsv } from './read-csv.ts'

export type Stage = { at: 'reading' } | { at: 'sending'; rows: number }

export interface BulkResult {
  summary: StudentsUploaded['summary']
  /** One for each row sent, with the line of the file it stands in. */
  results: (StudentsUploaded['results'][number] & { line: number })[]
  /** Lines that were not sent, because they have another number of values. */
  skipped: number[]
}

/** The server took the list and told nothing of its rows. */
export class NoResults extends Error {
  override readonly name = 'NoResults'
}

/** Reads a file and sends it at once. */
export function useBulkUpload() {
  const queryClient = useQueryClient()
  const [stage, setStage] = useState<Stage>({ at: 'reading' })
  const upload = useMutation({
    mutationFn: async (file: File): Promise<BulkResult> => {
      setStage({ at: 'reading' })
      const { rows, lines, skipped } = await readCsv(file)
      setStage({ at: 'sending', rows: rows.length })
      const { results, summary } = await call(routes.uploadStudents, { students: rows })
      if (results.length === 0) throw new NoResults()
      return {
        summary,
        skipped,
        results: results.map((result) => ({ ...result, line: lines[result.row_number - 1] ?? result.row_number })),
      }
    },
    onSettled: (_result, error) => (error instanceof CsvError ? undefined : invalidateStudents(queryClient)),
  })
  return { upload, stage }
}
