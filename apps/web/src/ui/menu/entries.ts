import type { ReactElement, ReactNode } from 'react'

export interface MenuEntry {
  key: string
  words: string
  icon?: ReactNode
  /** One of several of which one is chosen; left out where the entry is a deed or a way. */
  chosen?: boolean
  /** The language of the words, where it is not the page's. */
  lang?: string
  /** Where it leads. */
  to?: string
  onChoose?: () => void
}

export interface DropMenuProps {
  /** What the menu holds, for a screen reader; left out where the trigger's words say it. */
  label?: string
  /** The button that opens it. */
  trigger: ReactElement<{ onClick?: () => void; 'aria-haspopup'?: 'menu'; 'aria-expanded'?: boolean }>
  /** Stands above the entries. */
  lead?: ReactNode
  entries: MenuEntry[]
  /** In pixels. */
  width?: number
}
