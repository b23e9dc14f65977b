import { Avatar, Menu, UnstyledButton } from '@mantine/core'
import { IconCreditCard, IconLogout, IconUser } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import classes from './shell.module.css'

interface AccountMenuProps {
  givenName: string
  familyName: string
  email: string
  onSignOut: () => void
}

/** First letters of given and family name, or `?`. */
export function initialsOf(givenName: string, familyName: string): string {
  const letters = [givenName, familyName].map((name) => Array.from(name.trim())[0] ?? '').join('')
  return letters.toLocaleUpperCase() || '?'
}

export function AccountMenu({ givenName, familyName, email, onSignOut }: AccountMenuProps) {
  const { t } = useTranslation('shell')
  const name = `${givenName} ${familyName}`.trim() || email
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton className={classes.avatar ?? ''} aria-label={t('account.open', { name })}>
          <Avatar size={36} color="petrol" variant="filled" aria-hidden="true">
            {initialsOf(givenName, familyName)}
          </Avatar>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('account.open', { name })}>
        <p className={classes.email}>{email}</p>
        <Menu.Divider />
        <Menu.Item component={Link} to="/profile" leftSection={<IconUser size={16} aria-hidden="true" />}>
          {t('account.profile')}
        </Menu.Item>
        <Menu.Item component={Link} to="/subscriptions" leftSection={<IconCreditCard size={16} aria-hidden="true" />}>
          {t('account.subscriptions')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden="true" />} onClick={onSignOut}>
          {t('account.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
