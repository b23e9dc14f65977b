import { CloseButton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isNoticeHidden, storeHiddenNotice } from '../../lib/consent/stored-preferences.ts'
import { Notice } from '../../ui/notice/notice.tsx'

interface DismissibleNoticeProps {
  /** Storage key that remembers that the notice was hidden. */
  flag: 'student-in-class.upload-info' | 'student-in-class.context-info'
  children: string
}

/** A notice that stays hidden in this browser once dismissed, where preferences may be stored. */
export function DismissibleNotice({ flag, children }: DismissibleNoticeProps) {
  const { t } = useTranslation('classes')
  const [hidden, setHidden] = useState(() => isNoticeHidden(flag))
  const hide = () => {
    setHidden(true)
    storeHiddenNotice(flag)
  }
  if (hidden) return null
  return (
    <Notice tone="info" action={<CloseButton aria-label={t('notice.hide')} title={t('notice.hide')} onClick={hide} />}>
      {children}
    </Notice>
  )
}
