import { type User, updateMe } from '@kartis/contract/auth.ts'
import { GENDERS, type Gender, personReasons } from '@kartis/domain/person.ts'
import { dayKey } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { ChoicePills } from '@kartis/ui/components/choice-pills.tsx'
import { EmailField } from '@kartis/ui/components/email-field.tsx'
import { Page, Pair, Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { StickyActions } from '@kartis/ui/components/sticky-actions.tsx'
import { TextField } from '@kartis/ui/components/text-field.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { fieldErrorsOf, reasonTexts } from '../../shared/field-errors.ts'
import { focusFirst } from '../../shared/focus-first.ts'
import { saveForm } from '../../shared/save-form.ts'
import { PageHead } from '../../shared/page-head.tsx'
import { LanguageChoice, ThemeChoice } from '../../shared/preferences.tsx'
import { sessionQuery, useSession } from '../../shared/session.ts'
import { useLeaveGuard } from '../../shared/use-leave-guard.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { birthReason } from './birth-date.ts'
import { BirthField } from './birth-field.tsx'
import { EraseMeDialog } from './erase-me-dialog.tsx'
import { IdField } from './id-field.tsx'
import { MyDataCard } from './my-data-card.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { VALIDATE_ON_BLUR } from '../../shared/validate-on-blur.ts'

interface Person {
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly gender: Gender | ''
  /** `1990-04-17`, or empty. */
  readonly date_birth: string
  /** Empty: unchanged. */
  readonly id_number: string
}

const personOf = (user: User): Person => ({
  first_name: user.first_name ?? '',
  last_name: user.last_name ?? '',
  email: user.email ?? '',
  gender: user.gender ?? '',
  date_birth: user.date_birth ?? '',
  id_number: '',
})

/** The changed fields only. */
const changesOf = (before: Person, after: Person) => ({
  ...(after.first_name !== before.first_name && { first_name: after.first_name }),
  ...(after.last_name !== before.last_name && { last_name: after.last_name }),
  ...(after.email !== before.email && { email: after.email }),
  ...(after.gender !== before.gender && { gender: after.gender === '' ? null : after.gender }),
  ...(after.date_birth !== before.date_birth && { date_birth: after.date_birth === '' ? null : after.date_birth }),
  ...(after.id_number !== '' && { id_number: after.id_number }),
})

/** The user's details, language and theme. */
export function UserProfileScreen() {
  const { user } = useSession()
  return user && <Profile user={user} />
}

function Profile({ user }: { readonly user: User }) {
  const { t, i18n } = useTranslation('profile')
  const queries = useQueryClient()
  const [start, setStart] = useState(() => personOf(user))
  const [today] = useState(() => dayKey(new Date()))
  const form = useForm<Person>({
    mode: 'controlled',
    initialValues: start,
    ...VALIDATE_ON_BLUR,
    validate: ({ id_number: id, gender, date_birth: birth, ...rest }) => {
      const wrongBirth = birthReason(birth) ?? (birth > today ? 'future' : undefined)
      return {
        ...reasonTexts(
          i18n,
          personReasons({ ...rest, ...(gender !== '' && { gender }), ...(id !== '' && { id_number: id }) }),
        ),
        ...(wrongBirth && { date_birth: t(`me.${wrongBirth}`) }),
      }
    },
  })
  const saving = useMutation({
    mutationFn: (person: Person) => api(updateMe, { body: changesOf(start, person) }),
    onSuccess: async ({ data }) => {
      const saved = personOf(data)
      setStart(saved)
      form.setValues(saved)
      showToast({ state: 'good', text: t('saved') })
      await queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
    },
    onError: (error) => form.setErrors(fieldErrorsOf(i18n, error)),
  })
  const formId = useId()
  const [erases, setErases] = useState(false)
  const changed = Object.keys(changesOf(start, form.values)).length > 0
  useLeaveGuard({ dirty: changed, save: () => saveForm(form, saving.mutateAsync) })
  return (
    <Page narrow>
      <PageHead />
      <Stack gap="wide">
        <form
          id={formId}
          noValidate
          onSubmit={form.onSubmit(
            (person) => saving.mutate(person),
            (errors) => focusFirst(form, errors),
          )}
        >
          <Card title={t('me.title')}>
            <Stack gap="wide">
              <Pair>
                <TextField label={t('me.first_name')} autoComplete="given-name" {...form.getInputProps('first_name')} />
                <TextField label={t('me.last_name')} autoComplete="family-name" {...form.getInputProps('last_name')} />
              </Pair>
              <EmailField
                label={t('me.email')}
                {...form.getInputProps('email')}
                onCorrect={(email) => form.setFieldValue('email', email)}
              />
              <TextField
                label={t('me.phone')}
                hint={t('me.phone_hint')}
                dir="ltr"
                value={user.phone.phone_national}
                readOnly
              />
              <IdField
                masked={user.id_number}
                value={form.values.id_number}
                error={form.errors['id_number']}
                onBlur={() => form.values.id_number !== '' && form.validateField('id_number')}
                onChange={(digits) => form.setFieldValue('id_number', digits)}
              />
              <BirthField
                value={form.values.date_birth}
                latestYear={Number(today.slice(0, 4))}
                error={form.errors['date_birth']}
                onChange={(day) => form.setFieldValue('date_birth', day)}
              />
              <ChoicePills
                label={t('me.gender')}
                choices={GENDERS.map((value) => ({ value, label: t(`me.${value}`) }))}
                value={form.values.gender === '' ? undefined : form.values.gender}
                onChange={(gender) => form.setFieldValue('gender', gender)}
                error={form.errors['gender']}
              />
            </Stack>
          </Card>
        </form>
        <Card title={t('screen.title')}>
          <Stack>
            <Soft small>{t('screen.text')}</Soft>
            <LanguageChoice />
            <ThemeChoice />
          </Stack>
        </Card>
        <PasskeysCard />
        <SessionsCard />
        <MyDataCard onErase={() => setErases(true)} />
      </Stack>
      <StickyActions>
        <Button
          type="submit"
          form={formId}
          size="big"
          disabled={!changed}
          busy={saving.isPending}
          busyText={t('saving')}
        >
          {t('save')}
        </Button>
      </StickyActions>
      <EraseMeDialog open={erases} onClose={() => setErases(false)} />
    </Page>
  )
}
