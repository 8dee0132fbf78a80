import { PERSON } from '@kartis/domain/limits.ts'
import { signup } from '@kartis/contract/auth.ts'
import { GENDERS, type Gender, isPersonField, personReasons } from '@kartis/domain/person.ts'
import { hasReasons } from '@kartis/domain/reason.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card, Note } from '@kartis/ui/components/card.tsx'
import { ChoicePills } from '@kartis/ui/components/choice-pills.tsx'
import { EmailField } from '@kartis/ui/components/email-field.tsx'
import { Page, Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { StickyActions } from '@kartis/ui/components/sticky-actions.tsx'
import { DigitsField } from '@kartis/ui/components/digits-field.tsx'
import { useForm } from '@mantine/form'
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ApiError } from '../../shared/api-error.ts'
import { fieldErrorsOf, reasonTexts } from '../../shared/field-errors.ts'
import { PageHead } from '../../shared/page-head.tsx'
import { isSignedIn } from '../../shared/session.ts'
import { REGISTERED, writeForTab } from '../../shared/storage.ts'
import { readDraft, useDraft } from '../../shared/use-draft.ts'
import { NameFields } from './name-fields.tsx'
import { SignUpPhone } from './sign-up-phone.tsx'
import { useMutation } from '../../shared/use-mutation.ts'

interface Person {
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly id_number: string
  readonly gender: Gender | ''
}

const EMPTY_PERSON: Person = { first_name: '', last_name: '', email: '', id_number: '', gender: '' }
const DRAFT = 'register'

const STEPS = 2

/**
 * Personal details, then, for a visitor, the phone and its code on the same screen; the registration finishes by itself
 * with the right code. Whoever has signed in already gives the details only.
 */
export function SignUpScreen() {
  const { t, i18n } = useTranslation(['auth', 'validation'])
  const navigate = useNavigate()
  const router = useRouter()
  const draft = useDraft(DRAFT)
  const form = useForm<Person>({
    mode: 'controlled',
    initialValues: readDraft(DRAFT, EMPTY_PERSON),
    validate: (person) => asRequired(reasonTexts(i18n, personReasons(person))),
    onValuesChange: draft.save,
  })
  const saving = useMutation({
    mutationFn: ({ gender, ...person }: Person) =>
      api(signup, { body: { ...person, gender: gender === 'female' ? 'female' : 'male' } }),
    meta: { quiet: true },
    onSuccess: () => {
      draft.drop()
      writeForTab(REGISTERED, '1')
      location.assign('/') // a reload drops everything cached for the unfinished sign-up
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'A21') return void navigate({ to: '/login' })
      void navigate({ to: '/register', replace: true }) // to the refused field
      return form.setErrors(asRequired(fieldErrorsOf(i18n, error)))
    },
  })

  /** An empty field is a required one; a filled one says what to enter. */
  const asRequired = (texts: Record<string, string>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(texts).map(([field, text]) =>
        text === t('validation:required') || !isPersonField(field)
          ? [field, text]
          : [field, t(`auth:register.wrong.${field}`)],
      ),
    )

  const visitor = !isSignedIn()
  const atPhone = useLocation({ select: ({ searchStr }) => new URLSearchParams(searchStr).get('step') === 'phone' })
  const toPhone = () => router.history.push('/register?step=phone')
  const submit = form.onSubmit((person) => (visitor ? toPhone() : saving.mutate(person)))
  const failed = saving.isError && Object.keys(form.errors).length === 0
  const isFilled = !hasReasons(personReasons(form.values))

  if (visitor && atPhone && isFilled)
    return (
      <SignUpPhone
        step={{ current: STEPS, total: STEPS }}
        // a phone that registered before is signed in and keeps its details
        onSignedIn={(user) => (user.is_signup_complete ? location.assign('/') : saving.mutate(form.values))}
      />
    )
  return (
    <Page narrow>
      <PageHead eyebrow={t('auth:register.title')} {...(visitor && { step: { current: 1, total: STEPS } })} />
      <form onSubmit={submit} noValidate>
        <Card>
          <Stack gap="wide">
            <Soft>{visitor ? t('auth:register.phone_first') : t('auth:register.text')}</Soft>
            <NameFields form={form} />
            <EmailField
              label={t('auth:register.email')}
              {...form.getInputProps('email')}
              onCorrect={(email) => form.setFieldValue('email', email)}
            />
            <DigitsField
              label={t('auth:register.id_number')}
              hint={t('auth:register.id_hint')}
              max={PERSON.idDigits}
              {...form.getInputProps('id_number')}
              value={form.values.id_number}
              onChange={(digits) => form.setFieldValue('id_number', digits)}
            />
            <ChoicePills
              label={t('auth:register.gender')}
              hint={t('auth:register.gender_hint')}
              choices={GENDERS.map((value) => ({ value, label: t(`auth:register.${value}`) }))}
              value={form.values.gender === '' ? undefined : form.values.gender}
              onChange={(gender) => form.setFieldValue('gender', gender)}
              error={form.errors['gender']}
            />
            {failed && <Note state="bad">{t('auth:register.failed')}</Note>}
          </Stack>
        </Card>
        <StickyActions>
          <Button
            type="submit"
            size="big"
            busy={saving.isPending || saving.isSuccess}
            busyText={t('auth:register.busy')}
          >
            {visitor ? t('auth:register.continue') : t('auth:register.submit')}
          </Button>
        </StickyActions>
      </form>
    </Page>
  )
}
