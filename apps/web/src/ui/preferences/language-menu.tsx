import { ActionIcon } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { languageName, languages } from '../../lib/i18n/languages.ts'
import { DropMenu } from '../menu/drop-menu.tsx'

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
