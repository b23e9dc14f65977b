import {
  teacherRoutes,
  type WritingTask,
  type WritingTaskChange,
  type WritingTaskFilter,
  type WritingTaskInput,
  type WritingTaskView,
  writingTaskRoutes,
} from '@penmark/contract'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '../../../lib/call/call.ts'

export const taskListAddress = '/writing'

export const newTaskAddress = '/writing/new'

export const taskAddress = (id: string) => `/writing/${encodeURIComponent(id)}`

export const changeTaskAddress = (id: string) => `${taskAddress(id)}/change`

/** The tasks of one class. */
export const classTasksAddress = (classId: string) => `/writing?${new URLSearchParams({ class: classId })}`

/** How one student's text came to be. */
export const submissionAddress = (id: string) => `/writing/submissions/${encodeURIComponent(id)}`

const pageSize = 50
const listsKey = ['writing-tasks', 'list'] as const
const taskKey = (id: string) => ['writing-tasks', 'one', id] as const
/** The page stays open while students write. */
const refetchEveryMs = 30_000

/** The teacher's tasks, newest first; more are loaded on demand. */
export function useTasks(filter: z.input<typeof WritingTaskFilter>) {
  return useInfiniteQuery({
    queryKey: [...listsKey, filter],
    initialPageParam: 0,
    queryFn: ({ pageParam: offset, signal }) =>
      call(writingTaskRoutes.listWritingTasks, { ...filter, offset, limit: pageSize }, { signal }),
    getNextPageParam: (last, _pages, offset) => (last.length < pageSize ? null : offset + pageSize),
  })
}

export function useTask(id: string) {
  return useQuery({
    queryKey: taskKey(id),
    queryFn: ({ signal }) => call(writingTaskRoutes.readWritingTask, { id }, { signal }),
    retry: false,
    refetchInterval: refetchEveryMs,
  })
}

/** The classes for which a task can be set. */
export function useTaskClasses() {
  return useQuery({
    queryKey: ['class-groups', 'choice'],
    queryFn: () => call(teacherRoutes.listClassGroups, {}),
    staleTime: 10_000,
  })
}

/** Shows the returned task at once and reloads the lists. */
function useCacheTask() {
  const queryClient = useQueryClient()
  return (task: WritingTask) => {
    queryClient.setQueryData<WritingTaskView>(taskKey(task.id), (before) => before && { ...before, task })
    return queryClient.invalidateQueries({ queryKey: listsKey })
  }
}

export function useSetTask() {
  const onSuccess = useCacheTask()
  return useMutation({
    mutationFn: (input: WritingTaskInput) => call(writingTaskRoutes.createWritingTask, input),
    onSuccess,
  })
}

export function useChangeTask(id: string) {
  const onSuccess = useCacheTask()
  return useMutation({
    mutationFn: (change: z.input<typeof WritingTaskChange>) =>
      call(writingTaskRoutes.changeWritingTask, { id, ...change }),
    onSuccess,
  })
}

export function useDeleteTask(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(writingTaskRoutes.deleteWritingTask, { id }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: listsKey }),
  })
}

/**
 * Creates links for these students; null for all who have none. The addresses are only kept on the page that
 * shows them.
 */
export function useCreateLinks(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (student_ids: string[] | null) =>
      call(writingTaskRoutes.createWritingLinks, { id, student_ids }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: taskKey(id) }),
    gcTime: 0,
  })
}

export function useRevokeLink(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (student_id: string) => call(writingTaskRoutes.revokeWritingLink, { id, student_id }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: taskKey(id) }),
  })
}
