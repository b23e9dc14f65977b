import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { DropZone, FullScreenDrop } from './drop-zone.tsx'

const accept = { 'text/plain': ['.txt'], 'application/pdf': ['.pdf'] }
const essay = new File(['One.'], 'Essay.TXT')
const scan = new File(['Two.'], 'scan', { type: 'application/pdf' })
const photo = new File(['Three.'], 'photo.png', { type: 'image/png' })

const entryOf = (file: File) => ({
  name: file.name,
  isFile: true,
  isDirectory: false,
  file: (found: (file: File) => void) => found(file),
})
type Entry = ReturnType<typeof entryOf> | ReturnType<typeof folderOf>
/** A folder as browsers read it: a part of its entries at a time, and an empty part at its end. */
const folderOf = (name: string, entries: unknown[]) => ({
  name,
  isFile: false,
  isDirectory: true,
  createReader: () => {
    const parts = [entries.slice(0, 1), entries.slice(1), []]
    return { readEntries: (found: (part: unknown[]) => void) => found(parts.shift() ?? []) }
  },
})
const transferOf = (entries: Entry[], files: File[], types = files.map(({ type }) => type)) => ({
  types: ['Files'],
  files,
  items: entries.map((entry, index) => ({
    kind: 'file',
    type: types[index] ?? '',
    webkitGetAsEntry: () => entry,
  })),
})
const transfer = (...files: File[]) => ({ dataTransfer: transferOf(files.map(entryOf), files) })

const mockHandlers = () => ({ onFiles: vi.fn(), onRefused: vi.fn() })

describe('a drop zone', () => {
  function open({ disabled = false, multiple = true } = {}) {
    const handlers = mockHandlers()
    render(
      <DropZone accept={accept} multiple={multiple} disabled={disabled} browse="Browse" {...handlers}>
        Drop here
      </DropZone>,
      { wrapper: MantineProvider },
    )
    const zone = screen.getByText('Drop here').closest('[class*=zone]')
    if (!zone) throw new Error('There is no zone.')
    return { ...handlers, zone }
  }

  test('takes the focus back after an upload that disabled the focused button, and leaves it where somebody put it meanwhile', () => {
    const zone = (disabled: boolean) => (
      <MantineProvider env="test">
        <input aria-label="Search" />
        <DropZone accept={accept} multiple disabled={disabled} browse="Browse" {...mockHandlers()}>
          Drop here
        </DropZone>
      </MantineProvider>
    )
    const { rerender } = render(zone(false))
    const browse = screen.getByRole('button', { name: 'Browse' })
    browse.focus()
    rerender(zone(true))
    browse.blur()
    rerender(zone(false))
    expect(document.activeElement).toBe(browse)
    rerender(zone(true))
    screen.getByRole('textbox', { name: 'Search' }).focus()
    rerender(zone(false))
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Search' }))
  })

  test('accepts files by extension or type, and names the others', async () => {
    const { zone, onFiles, onRefused } = open()
    fireEvent.drop(zone, transfer(essay, photo, scan))
    await waitFor(() => expect(onFiles).toHaveBeenCalledWith([essay, scan]))
    expect(onRefused).toHaveBeenCalledWith([photo])
  })

  test('accepts the files of a folder and its subfolders, except system files', async () => {
    const { zone, onFiles, onRefused } = open()
    const systemFile = new File(['x'], '.DS_Store')
    const folder = folderOf('7B', [entryOf(essay), entryOf(systemFile), folderOf('late', [entryOf(scan)])])
    fireEvent.drop(zone, { dataTransfer: transferOf([folder], [new File([], '7B')]) })
    await waitFor(() => expect(onFiles).toHaveBeenCalledWith([essay, scan]))
    expect(onRefused).not.toHaveBeenCalled()
  })

  test('refuses several files if it accepts one', async () => {
    const { zone, onFiles, onRefused } = open({ multiple: false })
    fireEvent.drop(zone, transfer(essay, scan))
    await waitFor(() => expect(onRefused).toHaveBeenCalledWith([essay, scan]))
    expect(onFiles).not.toHaveBeenCalled()
  })

  test('shows during a drag whether it accepts the files', () => {
    const { zone } = open()
    fireEvent.dragEnter(zone, transfer(scan))
    expect(zone.hasAttribute('data-accept')).toBe(true)
    fireEvent.dragLeave(zone)
    expect(zone.hasAttribute('data-accept')).toBe(false)
    fireEvent.dragOver(zone, transfer(photo))
    expect(zone.hasAttribute('data-reject')).toBe(true)
  })

  test('prevents the browser from opening a dropped file, even while disabled', () => {
    const { zone, onFiles } = open({ disabled: true })
    expect(fireEvent.dragOver(zone, transfer(essay))).toBe(false)
    expect(fireEvent.drop(zone, transfer(essay))).toBe(false)
    expect(zone.hasAttribute('data-accept')).toBe(false)
    expect(onFiles).not.toHaveBeenCalled()
  })
})

describe('the whole page as a drop zone', () => {
  function open(active = true) {
    const handlers = mockHandlers()
    render(
      <FullScreenDrop accept={accept} active={active} refusal="Only PDF and TXT" {...handlers}>
        Drop anywhere
      </FullScreenDrop>,
      { wrapper: MantineProvider },
    )
    return handlers
  }

  test('shows a hint during a drag, and names the accepted types if the files have another', () => {
    open()
    fireEvent.dragEnter(document.body, transfer(scan))
    fireEvent.dragEnter(document.body, transfer(scan))
    fireEvent.dragLeave(document.body, transfer(scan))
    expect(screen.getByText('Drop anywhere')).toBeDefined()
    fireEvent.dragLeave(document.body, transfer(scan))
    expect(screen.queryByText('Drop anywhere')).toBeNull()
    fireEvent.dragEnter(document.body, transfer(photo))
    expect(screen.getByText('Only PDF and TXT')).toBeDefined()
  })

  test('accepts files dropped anywhere, and disappears', async () => {
    const { onFiles, onRefused } = open()
    fireEvent.dragEnter(document.body, transfer(essay, photo))
    expect(fireEvent.drop(document.body, transfer(essay, photo))).toBe(false)
    await waitFor(() => expect(onFiles).toHaveBeenCalledWith([essay]))
    expect(onRefused).toHaveBeenCalledWith([photo])
    expect(screen.queryByText('Drop anywhere')).toBeNull()
  })

  test('ignores dragged text, and is otherwise hidden', () => {
    const text = { dataTransfer: { types: ['text/plain'], files: [], items: [] } }
    open(false)
    fireEvent.dragEnter(document.body, transfer(scan))
    expect(screen.queryByText('Drop anywhere')).toBeNull()
    open()
    fireEvent.dragEnter(document.body, text)
    expect(fireEvent.drop(document.body, text)).toBe(true)
    expect(screen.queryByText('Drop anywhere')).toBeNull()
  })
})
