import type { ReactNode } from 'react'
import type { ActionId } from './actions.ts'

const lines: Partial<Record<ActionId, string>> = {
  bulletList: 'M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01',
  orderedList: 'M10 6h10M10 12h10M10 18h10M4 4.5l1.2-.7V8M3.6 13.2c.3-1 2.3-1.2 2.3.1 0 .9-1.6 1.5-2.3 2.5h2.4',
  quote: 'M6 15h3a1 1 0 0 0 1-1v-3a1 1 0 0 0-1-1H6.5C6.5 8 7.5 7 9 6.5M14.5 15h3a1 1 0 0 0 1-1v-3a1 1 0 0 0-1-1H15c0-2 1-3 2.5-3.5',
  undo: 'M9 14 4.5 9.5 9 5M5 9.5h9a5 5 0 0 1 0 10h-4',
  redo: 'M15 14l4.5-4.5L15 5M19 9.5h-9a5 5 0 0 0 0 10h4',
}

const letters: Partial<Record<ActionId, ReactNode>> = {
  heading1: 'H1',
  heading2: 'H2',
  heading3: 'H3',
  strong: <b>B</b>,
  em: <i>I</i>,
  footnote: (
    <>
      a<sup>1</sup>
    </>
  ),
}

export function ActionIcon({ id }: { id: ActionId }) {
  const path = lines[id]
  if (path === undefined) return <span aria-hidden="true">{letters[id]}</span>
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
}
