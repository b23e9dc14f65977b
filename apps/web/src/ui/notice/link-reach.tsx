import { useTranslation } from 'react-i18next'
import { Notice } from './notice.tsx'

const thisMachine = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Warns that a link for a student opens on this computer alone, while Penmark has no address for others. */
export function LinkReach({ url }: { url: string }) {
  const { t } = useTranslation('ui')
  return thisMachine.has(new URL(url).hostname) ? <Notice tone="warning">{t('linkReach')}</Notice> : null
}
