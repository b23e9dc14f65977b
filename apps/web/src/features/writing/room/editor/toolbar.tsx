import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ActionId, type ActionStates, actionIds, actions } from './actions.ts'
import { ActionIcon } from './icons.tsx'
import classes from './toolbar.module.css'

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** `Ctrl+Alt+1`, or `⌘⌥1` on a Mac. */
function shownKey(key: string): string {
  const parts = key.split('-')
  const names: Record<string, string> = isMac ? { Mod: '⌘', Alt: '⌥', Shift: '⇧' } : { Mod: 'Ctrl', Alt: 'Alt', Shift: 'Shift' }
  return parts.map((part) => names[part] ?? part.toUpperCase()).join(isMac ? '' : '+')
}

const ariaKey = (key: string) => key.replace('Mod', isMac ? 'Meta' : 'Control').replaceAll('-', '+')

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
    const at = actionIds.indexOf(current)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: actionIds.length - 1 }[event.key]
    if (to === undefined) return undefined
    event.preventDefault()
    const next = actionIds[(to + actionIds.length) % actionIds.length]
    if (next === undefined) return undefined
    setCurrent(next)
    buttons.current.get(next)?.focus()
    return undefined
  }
  return (
    <div className={classes.toolbar} role="toolbar" aria-label={t('toolbar')} aria-controls={controls} onKeyDown={move}>
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
            title={`${name} (${shownKey(key)})`}
            aria-label={name}
            aria-keyshortcuts={ariaKey(key)}
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
