import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core'
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

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
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('colour.label')}>
          <Current size={20} stroke={1.7} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('colour.label')}>
        {choices.map(({ scheme, words, Icon }) => (
          <Menu.Item
            key={scheme}
            role="menuitemradio"
            aria-checked={colorScheme === scheme}
            leftSection={<Icon size={16} aria-hidden="true" />}
            rightSection={colorScheme === scheme ? <IconCheck size={16} aria-hidden="true" /> : null}
            onClick={() => setColorScheme(scheme)}
          >
            {t(words)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
