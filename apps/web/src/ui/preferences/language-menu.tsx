import { ActionIcon, Menu } from '@mantine/core'
import { IconCheck, IconLanguage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { languageName, languages } from '../../lib/i18n/languages.ts'

/** Chooses the language of the screen; the choice is remembered in this browser. */
export function LanguageMenu() {
  const { t, i18n } = useTranslation('ui')
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('language')}>
          <IconLanguage size={20} stroke={1.7} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('language')}>
        {languages.map((language) => (
          <Menu.Item
            key={language}
            lang={language}
            role="menuitemradio"
            aria-checked={i18n.language === language}
            rightSection={i18n.language === language ? <IconCheck size={16} aria-hidden="true" /> : null}
            onClick={() => void i18n.changeLanguage(language)}
          >
            {languageName[language]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
