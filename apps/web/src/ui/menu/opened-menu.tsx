import { Menu } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { cloneElement, type ReactElement, type Ref, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { DropMenuProps, MenuEntry } from './entries.ts'

/** Mantine's menu, mounted in place of the pressed button. It takes over the button's focus and returns it on close. */
export default function OpenedMenu({ label, trigger, lead, entries, width }: DropMenuProps) {
  const [opened, setOpened] = useState(false)
  const target = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    target.current?.focus()
    // oxlint-disable-next-line react/set-state-in-effect -- opened only after the button has the focus that it gets back
    setOpened(true)
  }, [])
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-end" {...(width === undefined ? {} : { width })}>
      <Menu.Target>{cloneElement(trigger as ReactElement<{ ref: Ref<HTMLButtonElement> }>, { ref: target })}</Menu.Target>
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

function Entry({ words, icon, chosen, lang, to, onChoose }: Omit<MenuEntry, 'key'>) {
  const look = { lang, leftSection: icon, ...(onChoose ? { onClick: onChoose } : {}) }
  if (to !== undefined)
    return (
      <Menu.Item component={Link} to={to} {...look}>
        {words}
      </Menu.Item>
    )
  if (chosen === undefined) return <Menu.Item {...look}>{words}</Menu.Item>
  return (
    <Menu.Item
      role="menuitemradio"
      aria-checked={chosen}
      rightSection={chosen ? <IconCheck size={16} aria-hidden="true" /> : null}
      {...look}
    >
      {words}
    </Menu.Item>
  )
}
