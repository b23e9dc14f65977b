import { useTranslation } from 'react-i18next'
import { BinScreen } from '../../features/classes/bin/bin-screen.tsx'
import { SignedIn } from '../../ui/signed-in/signed-in.tsx'

export default function BinPage() {
  const { t } = useTranslation('bin')
  return (
    <SignedIn title={t('title')} required={t('loginRequired')}>
      <BinScreen />
    </SignedIn>
  )
}
