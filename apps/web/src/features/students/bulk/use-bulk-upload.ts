import { type StudentsUploaded, teacherRoutes } from '@penmark/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/call/call.ts'
import { invalidateStudents } from '../queries.ts'
import { CsvError, type ReadRows, readCsv, type SkippedRow } from './read-csv.ts'

export type Stage = { at: 'reading' } | { at: 'sending'; rows: number }

export interface BulkResult {
  summary: StudentsUploaded['summary']
  /** One for each row sent, with its line in the file. */
  results: (StudentsUploaded['results'][number] & { line: number })[]
  /** Rows that were not sent. */
  skipped: SkippedRow[]
}

/** A file with invalid rows waits for a decision; any other has been sent. */
export type Upload = { preview: ReadRows } | { outcome: BulkResult }

/** The server accepted the list but returned no results. */
export class NoResults extends Error {
  override readonly name = 'NoResults'
}

/** Reads a file and sends it at once, unless rows would be lost. A confirmed preview is sent without them. */
export function useBulkUpload() {
  const queryClient = useQueryClient()
  const [stage, setStage] = useState<Stage>({ at: 'reading' })
  const upload = useMutation({
    mutationFn: async (input: File | ReadRows): Promise<Upload> => {
      setStage({ at: 'reading' })
      const isFile = input instanceof File
      const read = isFile ? await readCsv(input) : input
      const { rows, lines, skipped } = read
      if (isFile && skipped.length > 0) return { preview: read }
      setStage({ at: 'sending', rows: rows.length })
      const { results, summary } = await call(teacherRoutes.uploadStudents, { students: rows })
      if (results.length === 0) throw new NoResults()
      return {
        outcome: {
          summary,
          skipped,
          results: results.map((result) => ({ ...result, line: lines[result.row_number - 1] ?? result.row_number })),
        },
      }
    },
    onSettled: (done, error) => (error instanceof CsvError || (done && 'preview' in done) ? undefined : invalidateStudents(queryClient)),
  })
  return { upload, stage }
}
