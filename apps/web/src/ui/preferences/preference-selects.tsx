import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { languageName, languages } from '../../lib/i18n/languages.ts'
import classes from './preference-selects.module.css'

const schemes = ['light', 'dark', 'auto'] as const satisfies readonly MantineColorScheme[]

/** Language and appearance as two plain lists: a first page must not carry the menus. */
export function PreferenceSelects() {
  const { t, i18n } = useTranslation('ui')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <div className={classes.selects}>
      <select
        className={classes.select}
        aria-label={t('language')}
        value={i18n.language}
        onChange={({ currentTarget }) => void i18n.changeLanguage(currentTarget.value)}
      >
        {languages.map((language) => (
          <option key={language} value={language} lang={language}>
            {languageName[language]}
          </option>
        ))}
      </select>
      <select
        className={classes.select}
        aria-label={t('colour.label')}
        value={colorScheme}
        onChange={({ currentTarget }) => setColorScheme(schemes.find((scheme) => scheme === currentTarget.value) ?? 'auto')}
      >
        {schemes.map((scheme) => (
          <option key={scheme} value={scheme}>
            {t(`colour.${scheme}`)}
          </option>
        ))}
      </select>
    </div>
  )
}
