import { Avatar, UnstyledButton } from '@mantine/core'
import { IconCreditCard, IconHelpCircle, IconLogout, IconUser } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { DropMenu } from '../../ui/menu/drop-menu.tsx'
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

const icon = { size: 16, 'aria-hidden': true } as const

export function AccountMenu({ givenName, familyName, email, onSignOut }: AccountMenuProps) {
  const { t } = useTranslation('shell')
  const name = `${givenName} ${familyName}`.trim() || email
  const label = t('account.open', { name })
  return (
    <DropMenu
      label={label}
      width={240}
      trigger={
        <UnstyledButton className={classes.avatar ?? ''} aria-label={label}>
          <Avatar size={36} color="petrol" variant="filled" aria-hidden="true">
            {initialsOf(givenName, familyName)}
          </Avatar>
        </UnstyledButton>
      }
      lead={<p className={classes.email}>{email}</p>}
      entries={[
        { key: 'profile', words: t('account.profile'), to: '/profile', icon: <IconUser {...icon} /> },
        { key: 'subscriptions', words: t('account.subscriptions'), to: '/subscriptions', icon: <IconCreditCard {...icon} /> },
        { key: 'support', words: t('account.support'), to: '/support', icon: <IconHelpCircle {...icon} /> },
        { key: 'sign-out', words: t('account.signOut'), onChoose: onSignOut, icon: <IconLogout {...icon} /> },
      ]}
    />
  )
}
