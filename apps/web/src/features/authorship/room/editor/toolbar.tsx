import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ActionId, type ActionStates, actionIds, actions } from './actions.ts'
import classes from './toolbar.module.css'

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** `Ctrl+Alt+1`, or `⌘⌥1` on a Mac. */
function shortcutLabel(key: string): string {
  const parts = key.split('-')
  const names = new Map(
    Object.entries(isMac ? { Mod: '⌘', Alt: '⌥', Shift: '⇧' } : { Mod: 'Ctrl', Alt: 'Alt', Shift: 'Shift' }),
  )
  return parts.map((part) => names.get(part) ?? part.toUpperCase()).join(isMac ? '' : '+')
}

const ariaShortcut = (key: string) => key.replace('Mod', isMac ? 'Meta' : 'Control').replaceAll('-', '+')

interface ToolbarProps {
  states: ActionStates
  /** The id of the editor. */
  controls: string
  onRun: (id: ActionId) => void
  onLeave: () => void
}

/** One stop for the Tab key; arrow keys move within, as in every toolbar. */
export function Toolbar({ states, controls, onRun, onLeave }: ToolbarProps) {
  const { t } = useTranslation('writing-room')
  const [current, setCurrent] = useState<ActionId>('heading1')
  const buttons = useRef(new Map<ActionId, HTMLButtonElement>())
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return onLeave()
    const index = actionIds.indexOf(current)
    const targets = new Map(
      Object.entries({ ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: actionIds.length - 1 }),
    )
    const target = targets.get(event.key)
    if (target === undefined) return undefined
    event.preventDefault()
    const next = actionIds[(target + actionIds.length) % actionIds.length]
    if (next === undefined) return undefined
    setCurrent(next)
    buttons.current.get(next)?.focus()
    return undefined
  }
  return (
    <div
      className={classes.toolbar}
      role="toolbar"
      aria-label={t('toolbar')}
      aria-controls={controls}
      onKeyDown={move}
    >
      {actionIds.map((id) => {
        const [key = ''] = actions[id].keys
        const name = t(`action.${id}`)
        const isToggle = actions[id].isActive !== undefined
        return (
          <button
            key={id}
            ref={(button) => {
              if (button) buttons.current.set(id, button)
            }}
            type="button"
            className={classes.button}
            title={`${name} (${shortcutLabel(key)})`}
            aria-label={name}
            aria-keyshortcuts={ariaShortcut(key)}
            {...(isToggle ? { 'aria-pressed': states.on.has(id) } : {})}
            aria-disabled={!states.enabled.has(id)}
            tabIndex={id === current ? 0 : -1}
            // The selection in the text stays where it is.
            onMouseDown={(event) => event.preventDefault()}
            onFocus={() => setCurrent(id)}
            onClick={() => states.enabled.has(id) && onRun(id)}
          >
            <ActionIcon id={id} />
          </button>
        )
      })}
    </div>
  )
}

const iconPaths: Partial<Record<ActionId, string>> = {
  bulletList: 'M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01',
  orderedList:
    'M10 6h10M10 12h10M10 18h10M4 4.5l1.2-.7V8M3.6 13.2c.3-1 2.3-1.2 2.3.1 0 .9-1.6 1.5-2.3 2.5h2.4',
  quote:
    'M6 15h3a1 1 0 0 0 1-1v-3a1 1 0 0 0-1-1H6.5C6.5 8 7.5 7 9 6.5M14.5 15h3a1 1 0 0 0 1-1v-3a1 1 0 0 0-1-1H15c0-2 1-3 2.5-3.5',
  undo: 'M9 14 4.5 9.5 9 5M5 9.5h9a5 5 0 0 1 0 10h-4',
  redo: 'M15 14l4.5-4.5L15 5M19 9.5h-9a5 5 0 0 0 0 10h4',
}

const iconLetters: Partial<Record<ActionId, ReactNode>> = {
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

function ActionIcon({ id }: { id: ActionId }) {
  const path = iconPaths[id]
  if (path === undefined) return <span aria-hidden="true">{iconLetters[id]}</span>
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
