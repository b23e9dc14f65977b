import { MantineProvider } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ToastContainer, toast } from './toast.tsx'

const region = () => document.querySelector('.mantine-Notifications-root')

function open() {
  render(
    <MantineProvider env="test">
      <ToastContainer />
    </MantineProvider>,
  )
}

afterEach(() => act(() => notifications.clean()))

test('shows a toast that was requested before the container was loaded', async () => {
  open()
  expect(region()).toBeNull()
  act(() => toast.error('Not saved'))
  expect((await screen.findByText('Not saved')).closest('[role]')?.getAttribute('role')).toBe('alert')
})

test('is loaded after the first key or pointer press', async () => {
  open()
  fireEvent.keyDown(document.body, { key: 'Tab' })
  await expect.poll(region).not.toBeNull()
  act(() => toast.success('Saved'))
  expect(await screen.findByText('Saved')).toBeDefined()
})
