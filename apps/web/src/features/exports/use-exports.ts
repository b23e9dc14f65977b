import { type ExportArchive, teacherRoutes } from '@penmark/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { saveFile } from '../../lib/browser/browser.ts'
import { call } from '../../lib/call/call.ts'
import { fetchFile } from '../../lib/call/fetch-file.ts'

const key = ['exports']
const pollEveryMs = 2_000
/** From the specification, where the server sends no name. */
const defaultName = 'penmark-export.json'

export const isUnderway = ({ state }: ExportArchive) => state === 'waiting' || state === 'making'

/** The teacher's archives, polled while one is being made. */
export function useExports() {
  return useQuery({
    queryKey: key,
    queryFn: () => call(teacherRoutes.listExports, {}),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isUnderway) ? pollEveryMs : false),
  })
}

/** Downloads everything as JSON. */
export function useDownloadData() {
  return useMutation({
    mutationFn: async () => {
      const { content, filename } = await fetchFile(teacherRoutes.exportTeacher, {})
      saveFile(content, filename ?? defaultName)
    },
  })
}

export function useStartExport() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (language: string) => call(teacherRoutes.startExport, { language }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  })
}

export function useDeleteExport() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(teacherRoutes.deleteExport, { id }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  })
}

/** Requests a short-lived URL and lets the browser download it, so that a large file is never held in the page. */
export function useFetchExport() {
  return useMutation({
    mutationFn: async (id: string) => {
      const { url } = await call(teacherRoutes.createExportLink, { id })
      const link = document.createElement('a')
      link.href = url
      link.download = ''
      link.click()
    },
  })
}
