import { adminRoutes, type TeacherImportInput } from '@penmark/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call/call.ts'
import { adminKeys } from '../use-listing.ts'

const importsKey = adminKeys.list('teacher-imports')

export function useTeacherImports() {
  return useQuery({ queryKey: importsKey, queryFn: ({ signal }) => call(adminRoutes.listTeacherImports, {}, { signal }), staleTime: 0 })
}

/** A preview, or carrying out the one with this fingerprint. */
export function useImport() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: TeacherImportInput) => call(adminRoutes.importTeachers, input),
    onSuccess: ({ run }) => run && queryClient.invalidateQueries({ queryKey: adminKeys.all }),
  })
}

/** The bytes of a file in base64: the server knows the encodings that spreadsheets save. */
export async function toBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}
