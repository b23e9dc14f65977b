import { Menu } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { cloneElement, type ReactElement, type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'

interface MenuEntry {
  key: string
  label: string
  icon?: ReactNode
  /** Whether this option is selected; undefined for an entry that acts or links. */
  checked?: boolean
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

/**
 * Mantine's menu, mounted in place of the pressed button. It takes over the button's focus and returns it on
 * close.
 */
export default function OpenedMenu({ label, trigger, lead, entries, width }: DropMenuProps) {
  const [opened, setOpened] = useState(false)
  const target = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    target.current?.focus()
    // oxlint-disable-next-line react/set-state-in-effect -- the button must have the focus first, so that it gets it back
    setOpened(true)
  }, [])
  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      {...(width === undefined ? {} : { width })}
    >
      <Menu.Target>
        {cloneElement(trigger as ReactElement<{ ref: Ref<HTMLButtonElement> }>, { ref: target })}
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>
        {lead}
        {lead && <Menu.Divider />}
        {entries.map(({ key, ...entry }) => (
          <Entry key={key} {...entry} />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function Entry({ label, icon, checked, lang, to, onChoose }: Omit<MenuEntry, 'key'>) {
  const itemProps = { lang, leftSection: icon, ...(onChoose ? { onClick: onChoose } : {}) }
  if (to !== undefined)
    return (
      <Menu.Item component={Link} to={to} {...itemProps}>
        {label}
      </Menu.Item>
    )
  if (checked === undefined) return <Menu.Item {...itemProps}>{label}</Menu.Item>
  return (
    <Menu.Item
      role="menuitemradio"
      aria-checked={checked}
      rightSection={checked ? <IconCheck size={16} aria-hidden="true" /> : null}
      {...itemProps}
    >
      {label}
    </Menu.Item>
  )
}
