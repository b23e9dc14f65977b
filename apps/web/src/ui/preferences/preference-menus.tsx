import { ActionIcon, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconLanguage, IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { languageName, languages } from '../../lib/i18n/languages.ts'
import { DropMenu } from '../menu/drop-menu.tsx'

const choices = [
  { scheme: 'light', words: 'colour.light', Icon: IconSun },
  { scheme: 'dark', words: 'colour.dark', Icon: IconMoon },
  { scheme: 'auto', words: 'colour.auto', Icon: IconDeviceDesktop },
] as const

/** Light, dark or as the system has it. */
export function ColourMenu() {
  const { t } = useTranslation('ui')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const Current = choices.find(({ scheme }) => scheme === colorScheme)?.Icon ?? IconDeviceDesktop
  return (
    <DropMenu
      label={t('colour.label')}
      width={200}
      trigger={
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('colour.label')}>
          <Current size={20} stroke={1.7} aria-hidden="true" />
        </ActionIcon>
      }
      entries={choices.map(({ scheme, words, Icon }) => ({
        key: scheme,
        words: t(words),
        icon: <Icon size={16} aria-hidden="true" />,
        chosen: colorScheme === scheme,
        onChoose: () => setColorScheme(scheme),
      }))}
    />
  )
}

/** Chooses the language of the screen; the choice is remembered in this browser. */
export function LanguageMenu() {
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
        words: languageName[language],
        lang: language,
        chosen: i18n.language === language,
        onChoose: () => void i18n.changeLanguage(language),
      }))}
    />
  )
}
