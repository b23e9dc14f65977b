import { CloseButton } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../ui/notice/notice.tsx'

interface DismissibleNoticeProps {
  /** Storage key that remembers that the notice was hidden. */
  flag: 'student-in-class.upload-info' | 'student-in-class.context-info'
  children: string
}

/** A notice that stays hidden in this browser once dismissed. */
export function DismissibleNotice({ flag, children }: DismissibleNoticeProps) {
  const { t } = useTranslation('classes')
  const [hidden, setHidden] = useLocalStorage({ key: `penmark.hidden.${flag}`, defaultValue: false, getInitialValueInEffect: false })
  if (hidden) return null
  return (
    <Notice tone="info" action={<CloseButton aria-label={t('notice.hide')} title={t('notice.hide')} onClick={() => setHidden(true)} />}>
      {children}
    </Notice>
  )
}
