import { type ExportArchive, routes } from '@penmark/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { saveFile } from '../../lib/browser/browser.ts'
import { call } from '../../lib/call/call.ts'
import { fetchFile } from '../../lib/call/fetch-file.ts'

const key = ['exports']
const pollEveryMs = 2_000
/** As the specification has it where the server names none. */
const defaultName = 'penmark-export.json'

export const isUnderway = ({ state }: ExportArchive) => state === 'waiting' || state === 'making'

/** Own archives, watched while one is being made. */
export function useExports() {
  return useQuery({
    queryKey: key,
    queryFn: () => call(routes.listExports, {}),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isUnderway) ? pollEveryMs : false),
  })
}

/** Everything as JSON, straight into the browser's downloads. */
export function useDownloadData() {
  return useMutation({
    mutationFn: async () => {
      const { content, filename } = await fetchFile(routes.exportTeacher, {})
      saveFile(content, filename ?? defaultName)
    },
  })
}

export function useStartExport() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (language: string) => call(routes.startExport, { language }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  })
}

export function useDeleteExport() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(routes.deleteExport, { id }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  })
}

/** Asks for an address that gives the archive for a few minutes, and hands it to the browser: a file of any size is never held in the page. */
export function useFetchExport() {
  return useMutation({
    mutationFn: async (id: string) => {
      const { url } = await call(routes.createExportLink, { id })
      const link = document.createElement('a')
      link.href = url
      link.download = ''
      link.click()
    },
  })
}
