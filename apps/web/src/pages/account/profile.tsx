import { isProfileComplete } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { EraseAccount } from '../../features/accounts/erasure/erase-account.tsx'
import { Exports } from '../../features/accounts/exports/exports.tsx'
import classes from '../../features/accounts/profile/profile.module.css'
import { useProfile } from '../../features/accounts/profile/profile.ts'
import { ProfileForm } from '../../features/accounts/profile/profile-form.tsx'
import {
  Account,
  Contact,
  FallbackNotice,
  ProfileSection,
  UsageDetails,
} from '../../features/accounts/profile/profile-sections.tsx'
import { ReadsWaiting } from '../../features/accounts/profile/reads-waiting.tsx'
import { RetentionForm } from '../../features/operations/retention/retention-form.tsx'
import { useSchoolComparison } from '../../features/similarity/school/queries.ts'
import { SchoolComparisonText } from '../../features/similarity/school/school-section.tsx'
import { useSession } from '../../lib/session/session.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { PageHeader, SectionHeader } from '../../ui/page-header/page-header.tsx'

export default function ProfilePage() {
  const { t } = useTranslation(['profile', 'privacy'])
  const { user } = useSession()
  const { data, refetch } = useProfile()
  const navigate = useNavigate()
  const isSchoolCompared = useSchoolComparison()
  if (!data) return null
  const { profile, isFallback, reason } = data
  const isOnboarding = !isFallback && !isProfileComplete(profile)
  const form = (
    <ProfileForm
      profile={profile}
      userId={user?.id ?? null}
      blocked={isFallback}
      requiredOnly={isOnboarding}
      onSaved={() => {
        if (isOnboarding) void navigate('/dashboard')
      }}
    />
  )
  if (isOnboarding) {
    return (
      <>
        <PageHeader title={t('first.title')} lead={t('first.lead')} />
        {form}
      </>
    )
  }
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      {reason && <FallbackNotice reason={reason} onRetry={() => void refetch()} />}
      {profile.is_administrator && <Notice tone="info">{t('administrator')}</Notice>}
      <SectionHeader title={t('section.personal')} />
      {form}
      <ProfileSection id="account" title={t('section.account')}>
        <Account profile={profile} />
      </ProfileSection>
      <ProfileSection id="usage" title={t('section.usage')}>
        <UsageDetails profile={profile} />
        {profile.reads_waiting !== undefined && <ReadsWaiting reads={profile.reads_waiting} />}
      </ProfileSection>
      {isSchoolCompared && (
        <ProfileSection id="school" title={t('school.title')}>
          <SchoolComparisonText className={classes.plain} />
        </ProfileSection>
      )}
      <ProfileSection id="privacy" title={t('section.privacy')}>
        <p className={classes.lead}>{t('privacy:never')}</p>
        <h3 className={classes.part}>{t('privacy:export.title')}</h3>
        <Exports />
        <h3 className={classes.part}>{t('privacy:retention.title')}</h3>
        <RetentionForm />
        <h3 className={classes.part}>{t('privacy:erase.heading')}</h3>
        <EraseAccount
          isAdministrator={profile.is_administrator}
          onErasing={(id) =>
            void navigate(`/erased/${id}`, { replace: true, state: { startedErasure: true } })
          }
        />
      </ProfileSection>
      <ProfileSection id="contact" title={t('section.contact')}>
        <Contact />
      </ProfileSection>
    </>
  )
}
