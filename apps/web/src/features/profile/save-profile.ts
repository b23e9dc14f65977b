import { Problem, type ProfileInput, teacherRoutes } from '@penmark/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/call/call.ts'
import { detailOf } from '../../lib/call/failure.ts'
import { type LoadedProfile, profileOf } from './profile.ts'

/** Saves the profile and fetches it again before it counts as saved. Its error says which of the two failed. */
export function useSaveProfile() {
  const { t } = useTranslation('profile')
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (input: ProfileInput) => {
      try {
        await call(teacherRoutes.saveProfile, input)
      } catch (thrown) {
        const isSignedOut = thrown instanceof Problem && thrown.code === 'not_signed_in'
        throw new Error(isSignedOut ? t('messages_profile_error_authRequired') : t('saveFailed', { detail: detailOf(thrown) }))
      }
      try {
        return profileOf(await call(teacherRoutes.readProfile, {}))
      } catch (thrown) {
        throw new Error(t('refetchFailed', { detail: detailOf(thrown) }))
      }
    },
    onSuccess: (profile) =>
      queryClient.setQueriesData<LoadedProfile>({ queryKey: ['profile'] }, { profile, isFallback: false, reason: null }),
  })
}
