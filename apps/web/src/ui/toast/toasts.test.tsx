import { MantineProvider } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toast } from './toast.tsx'
import { Toasts } from './toasts.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  render(
    <MantineProvider env="test">
      <Toasts />
    </MantineProvider>,
  )
})
afterEach(() => {
  act(() => notifications.clean())
  vi.useRealTimers()
})

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('is announced politely for success and assertively for an error', () => {
  act(() => toast.success('Saved'))
  act(() => toast.error('Not saved'))
  expect(screen.getByText('Saved').closest('[role]')?.getAttribute('role')).toBe('status')
  expect(screen.getByText('Not saved').closest('[role]')?.getAttribute('role')).toBe('alert')
})

test('tells buttons of the same name apart by their messages', () => {
  const action = { label: 'Undo', run: () => {} }
  for (const name of ['Ana', 'Bo']) act(() => toast.successWith(`${name} was deleted.`, action))
  for (const name of ['Ana', 'Bo'])
    expect(screen.getByRole('button', { name: 'Undo', description: `${name} was deleted.` })).toBeDefined()
})

test.each([
  [
    'the pointer',
    (element: Element) => fireEvent.mouseEnter(element),
    (element: Element) => fireEvent.mouseLeave(element),
  ],
  [
    'the keyboard',
    (element: Element) => fireEvent.focus(element),
    (element: Element) => fireEvent.blur(element),
  ],
])('stays while %s is on it, and disappears afterwards', async (_, enter, leave) => {
  act(() => toast.success('Saved'))
  const element = screen.getByText('Saved').closest('[role]')
  if (!element) throw new Error('There is no toast.')
  await wait(3_000)
  enter(element)
  await wait(60_000)
  expect(screen.getByText('Saved')).toBeDefined()
  leave(element)
  await wait(10_000)
  expect(screen.queryByText('Saved')).toBeNull()
})

test('leaves after its own time, also when several are shown', async () => {
  act(() => toast.success('Saved'))
  await wait(1_000)
  act(() => toast.success('Exported'))
  act(() => toast.success('Sent'))
  await wait(3_000)
  expect(screen.queryByText('Saved')).toBeNull()
  await wait(1_000)
  expect(screen.queryByText('Exported')).toBeNull()
  expect(screen.queryByText('Sent')).toBeNull()
})
