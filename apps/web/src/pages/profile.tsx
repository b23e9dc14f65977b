import { isProfileComplete } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { FallbackNotice } from '../features/profile/fallback-notice.tsx'
import { ProfileForm } from '../features/profile/profile-form.tsx'
import { useProfile } from '../features/profile/use-profile.ts'
import { useSession } from '../lib/session/session.tsx'
import { Notice } from '../ui/notice/notice.tsx'
import { PageHeader } from '../ui/page-header/page-header.tsx'

export default function ProfilePage() {
  const { t } = useTranslation('profile')
  const { user } = useSession()
  const { data, refetch } = useProfile()
  const navigate = useNavigate()
  if (!data) return null
  const { profile, isFallback, reason } = data
  const required = !isFallback && !isProfileComplete(profile)
  return (
    <>
      <PageHeader title={t('title')} lead={required ? t('lead.required') : t('lead')} />
      {reason && <FallbackNotice reason={reason} onRetry={() => void refetch()} />}
      {profile.is_administrator && <Notice tone="info">{t('administrator')}</Notice>}
      <ProfileForm
        profile={profile}
        userId={user?.id ?? null}
        blocked={isFallback}
        required={required}
        onSaved={() => {
          if (required) void navigate('/dashboard')
        }}
      />
    </>
  )
}
