import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aDocument } from '../../../testing/samples.ts'
import { useLatestUpload } from './use-latest-upload.ts'

const uploaded = [{ id: 'z1', original_filename: 'one.docx' }]
const listed = [aDocument({ id: 'd1', batch_id: 'earlier' }), aDocument({ id: 'z1', batch_id: 'b1' })]

test('knows the upload once the list has one of its documents, and keeps it when they were assigned', () => {
  const { result, rerender } = renderHook(({ documents, list }) => useLatestUpload(documents, list), {
    initialProps: { documents: [] as typeof uploaded, list: undefined as typeof listed | undefined },
  })
  expect(result.current).toBeNull()
  rerender({ documents: uploaded, list: undefined })
  expect(result.current).toBeNull()
  rerender({ documents: uploaded, list: listed })
  expect(result.current).toBe('b1')
  rerender({ documents: [], list: listed })
  expect(result.current).toBe('b1')
})

test('knows none for files that did not come together', () => {
  const alone = [aDocument({ id: 'z1', batch_id: null })]
  expect(renderHook(() => useLatestUpload(uploaded, alone)).result.current).toBeNull()
})
