import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { allChoices, clearConsent, saveConsent } from '../../lib/consent/consent.ts'
import { areKeysOn, focusNext, switchKeys, useKeys } from './keys.ts'

function Page({ onSearch, children }: { onSearch: () => void; children?: React.ReactNode }) {
  useKeys({ '/': onSearch })
  return children
}

afterEach(() => {
  localStorage.clear()
  clearConsent()
})

describe('a key of the application', () => {
  test('acts wherever the focus is, and types nothing into the field that it opens', async () => {
    const onSearch = vi.fn(() => screen.getByRole('searchbox').focus())
    render(
      <Page onSearch={onSearch}>
        <input type="search" />
      </Page>,
    )
    await userEvent.keyboard('/')
    expect(onSearch).toHaveBeenCalledOnce()
    expect(screen.getByRole('searchbox')).toHaveProperty('value', '')
  })

  test('is text in a field, belongs to an open dialog, and to the browser with Ctrl, Alt or Cmd', async () => {
    const onSearch = vi.fn()
    const { rerender } = render(
      <Page onSearch={onSearch}>
        <textarea />
      </Page>,
    )
    await userEvent.type(screen.getByRole('textbox'), 'and/or')
    expect(screen.getByRole('textbox')).toHaveProperty('value', 'and/or')
    screen.getByRole('textbox').blur()
    await userEvent.keyboard('{Control>}/{/Control}{Alt>}/{/Alt}{Meta>}/{/Meta}')
    rerender(
      <Page onSearch={onSearch}>
        <div role="dialog" aria-modal="true" />
      </Page>,
    )
    await userEvent.keyboard('/')
    expect(onSearch).not.toHaveBeenCalled()
  })

  test('can be turned off, which is remembered unless preferences are refused', async () => {
    saveConsent(allChoices)
    const onSearch = vi.fn()
    render(<Page onSearch={onSearch} />)
    switchKeys(false)
    expect(areKeysOn()).toBe(false)
    await userEvent.keyboard('/')
    expect(onSearch).not.toHaveBeenCalled()
    switchKeys(true)
    await userEvent.keyboard('/')
    expect(onSearch).toHaveBeenCalledOnce()
  })
})

test('moves the focus from one element to the next, and stays at the ends', () => {
  render(
    <ul>
      {['Ava', 'Ben', 'Cai'].map((name) => (
        <li key={name} tabIndex={-1}>
          <button type="button">{name}</button>
        </li>
      ))}
    </ul>,
  )
  const cards = screen.getAllByRole('listitem')
  const focused = () => document.activeElement?.textContent
  focusNext(cards, 1)
  expect(focused()).toBe('Ava')
  screen.getByRole('button', { name: 'Ava' }).focus()
  focusNext(cards, 1)
  expect(focused()).toBe('Ben')
  focusNext(cards, 1)
  focusNext(cards, 1)
  expect(focused()).toBe('Cai')
  focusNext(cards, -1)
  expect(focused()).toBe('Ben')
})
