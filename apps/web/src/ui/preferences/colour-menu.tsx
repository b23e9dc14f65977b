import { ActionIcon, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
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
