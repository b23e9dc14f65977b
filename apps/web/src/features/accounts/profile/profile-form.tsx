import { zodResolver } from '@hookform/resolvers/zod'
import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { notSpecified, Problem, ProfileInput, teacherRoles, teacherRoutes } from '@penmark/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type FieldErrors, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'
import { call } from '../../../lib/call/call.ts'
import { detailOf } from '../../../lib/call/failure.ts'
import { Notice } from '../../../ui/notice/notice.tsx'
import { toast } from '../../../ui/toast/toast.tsx'
import classes from './profile.module.css'
import { type LoadedProfile, type Profile, profileOf, specifiedName } from './profile.ts'

/**
 * Saves the profile and fetches it again before it counts as saved. Its error says which of the two failed.
 */
function useSaveProfile() {
  const { t } = useTranslation('profile')
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (input: ProfileInput) => {
      try {
        await call(teacherRoutes.saveProfile, input)
      } catch (thrown) {
        const isSignedOut = thrown instanceof Problem && thrown.code === 'not_signed_in'
        throw new Error(
          isSignedOut
            ? t('messages_profile_error_authRequired')
            : t('saveFailed', { detail: detailOf(thrown) }),
        )
      }
      try {
        return profileOf(await call(teacherRoutes.readProfile, {}))
      } catch (thrown) {
        throw new Error(t('refetchFailed', { detail: detailOf(thrown) }))
      }
    },
    onSuccess: (profile) =>
      queryClient.setQueriesData<LoadedProfile>(
        { queryKey: ['profile'] },
        { profile, isFallback: false, reason: null },
      ),
  })
}

type Values = z.input<typeof ProfileInput>
type FieldName = Exclude<keyof Values, 'language'>

interface ProfileFormProps {
  profile: Profile
  /** Null while nobody is signed in; saving then says so. */
  userId: string | null
  /** Saving is off, because the profile shown may not be the stored one. */
  blocked: boolean
  /** A new teacher's first step: only required fields that are still empty. */
  requiredOnly: boolean
  onSaved: () => void
}

const withoutPlaceholder = (value: string | null) => (value === null || value === notSpecified ? '' : value)

function valuesOf(profile: Profile): Values {
  const {
    first_name,
    last_name,
    school_name,
    role,
    country,
    state_county,
    phone,
    address,
    how_did_you_hear,
    description,
  } = profile
  return {
    first_name: withoutPlaceholder(first_name),
    last_name: withoutPlaceholder(last_name),
    school_name: withoutPlaceholder(school_name),
    role,
    country: withoutPlaceholder(country),
    state_county: withoutPlaceholder(state_county),
    phone: withoutPlaceholder(phone),
    address: withoutPlaceholder(address),
    how_did_you_hear: withoutPlaceholder(how_did_you_hear),
    description: withoutPlaceholder(description),
  }
}

/** Who the teacher is and where they teach. */
export function ProfileForm({ profile, userId, blocked, requiredOnly, onSaved }: ProfileFormProps) {
  const { t, i18n } = useTranslation('profile')
  const save = useSaveProfile()
  const { register, handleSubmit, formState, reset, setError } = useForm<Values, unknown, ProfileInput>({
    // The contract's validation, with our own messages instead of its English ones.
    resolver: zodResolver(ProfileInput),
    defaultValues: valuesOf(profile),
  })
  useEffect(() => {
    if (!formState.isDirty) reset(valuesOf(profile))
  }, [profile, formState.isDirty, reset])

  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async (input) => {
    if (userId === null) {
      setError('root', { message: t('messages_profile_error_authRequired') })
      return
    }
    try {
      await save.mutateAsync({ ...input, language: i18n.language })
      reset(undefined, { keepValues: true })
      toast.success(t('saved'))
      onSaved()
    } catch (thrown) {
      setError('root', { message: thrown instanceof Error ? thrown.message : detailOf(thrown) })
    }
  })
  const field = (name: FieldName, isRequired: boolean) => ({
    ...register(name),
    label: t(`field.${name}`),
    withAsterisk: isRequired,
    'aria-required': isRequired,
    error: errorOf(errors, name, t),
  })
  const hasName = specifiedName(profile.first_name) !== '' && specifiedName(profile.last_name) !== ''
  const hasMissing = Object.entries(errors).some(([name, error]) => name !== 'root' && error.type !== tooLong)
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className={classes.form}>
      {hasMissing && <Notice tone="error">{t('messages_profile_error_fieldsRequired')}</Notice>}
      {errors.root?.message && <Notice tone="error">{errors.root.message}</Notice>}
      <div className={classes.fields}>
        {!(requiredOnly && hasName) && (
          <>
            <TextInput {...field('first_name', true)} autoComplete="given-name" />
            <TextInput {...field('last_name', true)} autoComplete="family-name" />
          </>
        )}
        {!requiredOnly && (
          <TextInput
            label={t('field.email')}
            description={t('field.email.note')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={profile.email}
            readOnly
            type="email"
          />
        )}
        <NativeSelect
          {...field('role', true)}
          data={teacherRoles.map((role) => ({ value: role, label: t(`role.${role}`) }))}
        />
        <TextInput
          {...field('school_name', true)}
          autoComplete="organization"
          className={classes.wide ?? ''}
        />
        <NativeSelect
          {...field('country', true)}
          autoComplete="country"
          data={[
            { value: '', label: t('country.choose') },
            ...countriesIn(i18n.language, withoutPlaceholder(profile.country)),
          ]}
        />
        <TextInput {...field('state_county', true)} autoComplete="address-level1" />
        {!requiredOnly && (
          <>
            <TextInput {...field('phone', false)} type="tel" autoComplete="tel" />
            <Textarea
              {...field('address', false)}
              autoComplete="street-address"
              autosize
              minRows={2}
              className={classes.wide ?? ''}
            />
            <Textarea
              {...field('description', false)}
              description={t('field.description.note')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              autosize
              minRows={2}
              className={classes.wide ?? ''}
            />
            <TextInput
              {...field('how_did_you_hear', false)}
              autoComplete="off"
              className={classes.wide ?? ''}
            />
          </>
        )}
      </div>
      <Button type="submit" loading={isSubmitting} disabled={blocked} className={classes.save ?? ''}>
        {requiredOnly ? t('saveAndContinue') : t('save')}
      </Button>
    </form>
  )
}

/** Zod's code for a value over its limit. */
const tooLong = 'too_big'

type Translate = ReturnType<typeof useTranslation<'profile'>>['t']

function errorOf(errors: FieldErrors<Values>, name: FieldName, t: Translate): string | null {
  const error = errors[name]
  if (!error) return null
  return error.type === tooLong ? t('field.tooLong') : t('field.required')
}

/** ISO 3166-1 alpha-2. A profile stores the code; the screen shows the name in its language. */
const countryCodes =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'.split(
    ' ',
  )

interface Country {
  value: string
  label: string
}

/** Every country by its name in a language. A stored value that is not a code stays available. */
export function countriesIn(language: string, present: string): Country[] {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  const countries = countryCodes
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label, language))
  return present === '' || countryCodes.includes(present)
    ? countries
    : [{ value: present, label: present }, ...countries]
}
