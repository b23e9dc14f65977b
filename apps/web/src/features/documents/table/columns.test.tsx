import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DocumentStatusBadge } from './columns.tsx'

test('shows a missing status as UNKNOWN, in a neutral tone', () => {
  render(
    <MantineProvider env="test">
      <DocumentStatusBadge document={{}} />
    </MantineProvider>,
  )
  expect(screen.getByText('UNKNOWN').dataset.tone).toBe('neutral')
})

test('shows COMPLETED as a word, quietly', () => {
  render(
    <MantineProvider env="test">
      <DocumentStatusBadge document={{ status: 'COMPLETED' }} />
    </MantineProvider>,
  )
  expect(screen.getByText('Completed').dataset).toMatchObject({ tone: 'success', quiet: 'true' })
})
