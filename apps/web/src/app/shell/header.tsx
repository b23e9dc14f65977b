import { ActionIcon, Burger, Button, Skeleton, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import {
  IconCreditCard,
  IconDeviceDesktop,
  IconHelpCircle,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconSun,
  IconUser,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { displayName, specifiedName, useProfile } from '../../features/accounts/profile/profile.ts'
import { useSellsPlans } from '../../lib/call/queries.tsx'
import { languageName, languages } from '../../lib/i18n/languages.ts'
import { useSession } from '../../lib/session/session.tsx'
import { DropMenu } from '../../ui/menu/drop-menu.tsx'
import classes from './shell.module.css'

const planLabels = { FREE: 'plan.free', PRO: 'plan.pro', SCHOOLS: 'plan.schools' } as const

interface HeaderProps {
  menuOpened: boolean
  onMenu: () => void
  /** Shows the keys of the application. */
  onKeys: () => void
}

export function Header({ menuOpened, onMenu, onKeys }: HeaderProps) {
  const { t } = useTranslation('shell')
  const { signOut } = useSession()
  const { data } = useProfile()
  const sellsPlans = useSellsPlans()
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
            {(sellsPlans || profile.plan !== 'FREE') && (
              <span className={classes.plan}>{t(planLabels[profile.plan])}</span>
            )}
            <span className={classes.name}>{displayName(profile)}</span>
          </>
        ) : (
          <Skeleton width={160} height={14} />
        )}
      </div>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        className={classes.wideOnly ?? ''}
        onClick={() => void signOut()}
      >
        {t('account.signOut')}
      </Button>
      <LanguageMenu />
      <ColourMenu />
      {profile ? (
        <AccountMenu
          givenName={specifiedName(profile.first_name)}
          familyName={specifiedName(profile.last_name)}
          email={profile.email}
          onKeys={onKeys}
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
  onKeys: () => void
  onSignOut: () => void
}

/** The first letters of both names, or `?`. */
export function initialsOf(givenName: string, familyName: string): string {
  const letters = [givenName, familyName].map((name) => Array.from(name.trim())[0] ?? '').join('')
  return letters.toLocaleUpperCase() || '?'
}

const iconProps = { size: 16, 'aria-hidden': true } as const

export function AccountMenu({ givenName, familyName, email, onKeys, onSignOut }: AccountMenuProps) {
  const { t } = useTranslation('shell')
  const name = `${givenName} ${familyName}`.trim() || email
  const label = t('account.open', { name })
  return (
    <DropMenu
      label={label}
      width={240}
      trigger={
        <UnstyledButton className={classes.initials ?? ''} aria-label={label}>
          <span aria-hidden="true">{initialsOf(givenName, familyName)}</span>
        </UnstyledButton>
      }
      lead={<p className={classes.email}>{email}</p>}
      entries={[
        { key: 'profile', label: t('account.profile'), to: '/profile', icon: <IconUser {...iconProps} /> },
        {
          key: 'subscriptions',
          label: t('account.subscriptions'),
          to: '/subscriptions',
          icon: <IconCreditCard {...iconProps} />,
        },
        {
          key: 'support',
          label: t('account.support'),
          to: '/support',
          icon: <IconHelpCircle {...iconProps} />,
        },
        { key: 'keys', label: t('keys'), onChoose: onKeys, icon: <IconKeyboard {...iconProps} /> },
        {
          key: 'sign-out',
          label: t('account.signOut'),
          onChoose: onSignOut,
          icon: <IconLogout {...iconProps} />,
        },
      ]}
    />
  )
}

const colourSchemes = [
  { scheme: 'light', label: 'colour.light', Icon: IconSun },
  { scheme: 'dark', label: 'colour.dark', Icon: IconMoon },
  { scheme: 'auto', label: 'colour.auto', Icon: IconDeviceDesktop },
] as const

/** Chooses light, dark or the system's setting. */
function ColourMenu() {
  const { t } = useTranslation('ui')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const Current = colourSchemes.find(({ scheme }) => scheme === colorScheme)?.Icon ?? IconDeviceDesktop
  return (
    <DropMenu
      label={t('colour.label')}
      width={200}
      trigger={
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('colour.label')}>
          <Current size={20} stroke={1.7} aria-hidden="true" />
        </ActionIcon>
      }
      entries={colourSchemes.map(({ scheme, label, Icon }) => ({
        key: scheme,
        label: t(label),
        icon: <Icon size={16} aria-hidden="true" />,
        checked: colorScheme === scheme,
        onChoose: () => setColorScheme(scheme),
      }))}
    />
  )
}

/** Chooses the language; this browser remembers it. */
function LanguageMenu() {
  const { t, i18n } = useTranslation('ui')
  return (
    <DropMenu
      label={t('language')}
      width={180}
      trigger={
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('language')}>
          <IconLanguage size={20} stroke={1.7} aria-hidden="true" />
        </ActionIcon>
      }
      entries={languages.map((language) => ({
        key: language,
        label: languageName[language],
        lang: language,
        checked: i18n.language === language,
        onChoose: () => void i18n.changeLanguage(language),
      }))}
    />
  )
}
