import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useAssignPanel } from './uploads-to-assign.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('asks for the students of uploaded documents 3 s after them', () => {
  vi.useFakeTimers()
  const { result } = renderHook(() => useAssignPanel())
  act(() => result.current.add([{ id: 'd1', original_filename: 'essay.docx' }]))
  act(() => void vi.advanceTimersByTime(2_999))
  expect(result.current.documents).toEqual([])
  act(() => void vi.advanceTimersByTime(1))
  expect(result.current.documents.map(({ id }) => id)).toEqual(['d1'])
})
