import { Avatar, Burger, Button, Skeleton, UnstyledButton } from '@mantine/core'
import { IconCreditCard, IconHelpCircle, IconLogout, IconUser } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { displayName, specifiedName, useProfile } from '../../features/profile/profile.ts'
import { useSession } from '../../lib/session/session.tsx'
import { DropMenu } from '../../ui/menu/drop-menu.tsx'
import { ColourMenu, LanguageMenu } from '../../ui/preferences/preference-menus.tsx'
import classes from './shell.module.css'

const planWords = { FREE: 'plan.free', PRO: 'plan.pro', SCHOOLS: 'plan.schools' } as const

interface HeaderProps {
  menuOpened: boolean
  onMenu: () => void
}

export function Header({ menuOpened, onMenu }: HeaderProps) {
  const { t } = useTranslation('shell')
  const { signOut } = useSession()
  const { data } = useProfile()
  const profile = data?.profile
  return (
    <header className={classes.header}>
      <Burger
        className={classes.burger ?? ''}
        opened={menuOpened}
        onClick={onMenu}
        size="sm"
        aria-label={t('menu.open')}
        aria-expanded={menuOpened}
      />
      <div className={classes.who}>
        {profile ? (
          <>
            <span className={classes.plan}>{t(planWords[profile.plan])}</span>
            <span className={classes.name}>{displayName(profile)}</span>
          </>
        ) : (
          <Skeleton width={160} height={14} />
        )}
      </div>
      <Button component={Link} to="/integrations" variant="subtle" size="compact-sm" className={classes.wideOnly ?? ''}>
        {t('nav.integrations')}
      </Button>
      {profile?.plan === 'FREE' && (
        <Button component={Link} to="/subscriptions" variant="subtle" size="compact-sm" className={classes.wideOnly ?? ''}>
          {t('upgrade')}
        </Button>
      )}
      <Button variant="subtle" color="gray" size="compact-sm" className={classes.wideOnly ?? ''} onClick={() => void signOut()}>
        {t('account.signOut')}
      </Button>
      <LanguageMenu />
      <ColourMenu />
      {profile ? (
        <AccountMenu
          givenName={specifiedName(profile.first_name)}
          familyName={specifiedName(profile.last_name)}
          email={profile.email}
          onSignOut={() => void signOut()}
        />
      ) : (
        <Skeleton circle height={36} />
      )}
    </header>
  )
}

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
