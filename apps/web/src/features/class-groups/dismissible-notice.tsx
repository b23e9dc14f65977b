import { CloseButton } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../ui/notice/notice.tsx'

interface DismissibleNoticeProps {
  /** Names the flag that the browser keeps once the notice was hidden. */
  flag: 'student-in-class.upload-info' | 'student-in-class.context-info'
  children: string
}

/** A notice that, once hidden, stays hidden in this browser. */
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
