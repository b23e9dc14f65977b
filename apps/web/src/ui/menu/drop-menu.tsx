import { cloneElement, lazy, Suspense, useState } from 'react'
import type { DropMenuProps } from './opened-menu.tsx'

const OpenedMenu = lazy(() => import('./opened-menu.tsx'))

/**
 * A button with a menu, loaded when it is first opened to keep the first page small
 * (docs/decisions/0035-small-bundles.md).
 */
export function DropMenu(props: DropMenuProps) {
  const [wasOpened, setWasOpened] = useState(false)
  if (!wasOpened)
    return cloneElement(props.trigger, {
      onClick: () => setWasOpened(true),
      'aria-haspopup': 'menu',
      'aria-expanded': false,
    })
  return (
    <Suspense fallback={props.trigger}>
      <OpenedMenu {...props} />
    </Suspense>
  )
}
