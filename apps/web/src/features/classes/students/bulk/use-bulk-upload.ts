import { rosterRoutes, type StudentsUploaded } from '@penmark/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../../lib/call/call.ts'
import { invalidateStudents } from '../queries.ts'
import type { Charset } from './charset.ts'
import { CsvError, type ReadRows, readCsv, type SkippedRow } from './read-csv.ts'

export type Stage = { at: 'reading' } | { at: 'sending'; rows: number }

export interface BulkResult {
  summary: StudentsUploaded['summary']
  /** One for each row sent, with its line in the file. */
  results: (StudentsUploaded['results'][number] & { line: number })[]
  /** Rows that were not sent. */
  skipped: SkippedRow[]
}

/** The server accepted the list but returned no results. */
export class NoResults extends Error {
  override readonly name = 'NoResults'
}

/** A file, and the charset that was chosen for it. */
interface ChosenFile {
  file: File
  charset: Charset
}

function rowsOf(input: File | ChosenFile | ReadRows): ReadRows | Promise<ReadRows> {
  if (input instanceof File) return readCsv(input)
  return 'file' in input ? readCsv(input.file, input.charset) : input
}

/**
 * Reads a file and sends it at once; rows that cannot be read are skipped and listed with the result. Rows of
 * mapped columns come read.
 */
export function useBulkUpload() {
  const queryClient = useQueryClient()
  const [stage, setStage] = useState<Stage>({ at: 'reading' })
  const upload = useMutation({
    mutationFn: async (input: File | ChosenFile | ReadRows): Promise<BulkResult> => {
      setStage({ at: 'reading' })
      const { rows, lines, skipped } = await rowsOf(input)
      setStage({ at: 'sending', rows: rows.length })
      const { results, summary } = await call(rosterRoutes.uploadStudents, { students: rows })
      if (results.length === 0) throw new NoResults()
      return {
        summary,
        skipped,
        results: results.map((result) => ({
          ...result,
          line: lines[result.row_number - 1] ?? result.row_number,
        })),
      }
    },
    onSettled: (_done, error) => (error instanceof CsvError ? undefined : invalidateStudents(queryClient)),
  })
  return { upload, stage }
}
