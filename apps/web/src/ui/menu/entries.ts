import type { ReactElement, ReactNode } from 'react'

export interface MenuEntry {
  key: string
  words: string
  icon?: ReactNode
  /** Whether this option is selected; undefined for an entry that acts or links. */
  chosen?: boolean
  /** The label's language if it differs from the page's. */
  lang?: string
  /** The link's target. */
  to?: string
  onChoose?: () => void
}

export interface DropMenuProps {
  /** Accessible name, if the trigger's text is not enough. */
  label?: string
  /** The button that opens it. */
  trigger: ReactElement<{ onClick?: () => void; 'aria-haspopup'?: 'menu'; 'aria-expanded'?: boolean }>
  /** Shown above the entries. */
  lead?: ReactNode
  entries: MenuEntry[]
  /** In pixels. */
  width?: number
}
