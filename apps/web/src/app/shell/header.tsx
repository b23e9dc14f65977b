import { Burger, Button, Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { displayName, specifiedName, useProfile } from '../../features/profile/use-profile.ts'
import { useSession } from '../../lib/session/session.tsx'
import { ColourMenu, LanguageMenu } from '../../ui/preferences/preference-menus.tsx'
import { AccountMenu } from './account-menu.tsx'
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
