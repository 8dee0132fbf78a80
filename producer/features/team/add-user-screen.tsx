import { inviteMember } from '@kartis/contract/accounts.ts'
import { canBeLimited, type Role } from '@kartis/domain/permissions.ts'
import { COUNTRIES, digitsOf, parsePhone } from '@kartis/domain/phone.ts'
import { phoneText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { Page, Stack } from '@kartis/ui/components/layout.tsx'
import { StickyActions } from '@kartis/ui/components/sticky-actions.tsx'
import { TextField } from '@kartis/ui/components/text-field.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ApiError } from '../../shared/api-error.ts'
import { errorText } from '../../shared/failures.ts'
import { fieldErrorsOf, reasonText } from '../../shared/field-errors.ts'
import { focusFirst } from '../../shared/focus-first.ts'
import { ManagersOnly } from '../../shared/managers-only.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { useSession } from '../../shared/session.ts'
import { useLeaveGuard } from '../../shared/use-leave-guard.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { EventChoice, type PickedEvent } from './event-choice.tsx'
import { assignableRoles, RoleChoice } from './role-choice.tsx'
import { TEAM } from './use-team.ts'
import { VALIDATE_ON_BLUR } from '../../shared/validate-on-blur.ts'

interface NewMember {
  readonly role: Role
  readonly phone_number: string
  /** Null: all events. */
  readonly events: readonly PickedEvent[] | null
}

const HOME = COUNTRIES[0]?.code ?? ''

/** Refusals about the phone number: shown under its field instead of in a toast. */
const PHONE_REFUSALS = new Set(['already_member', 'phone_not_allowed'])

export function AddUserScreen() {
  const { t } = useTranslation('team')
  return useSession().can['team.edit'] ? (
    <AddUser />
  ) : (
    <ManagersOnly title={t('forbidden.title')} text={t('forbidden.text')} home={t('forbidden.home')} />
  )
}

/** The role of the address, such as that of an accountant; a manager otherwise. */
const useRoleOfAddress = (): Role => {
  const { can } = useSession()
  const named = useLocation({ select: ({ searchStr }) => new URLSearchParams(searchStr).get('role') })
  return assignableRoles(can).find((role) => role === named) ?? 'manager'
}

function AddUser() {
  const { t, i18n } = useTranslation('team')
  const navigate = useNavigate()
  const queries = useQueryClient()
  const form = useForm<NewMember>({
    mode: 'controlled',
    initialValues: { role: useRoleOfAddress(), phone_number: '', events: null },
    ...VALIDATE_ON_BLUR,
    validate: {
      phone_number: (text) => {
        const parsed = parsePhone(HOME, text)
        return parsed.ok ? null : reasonText(i18n, parsed.reason)
      },
      events: (events, { role }) => (canBeLimited(role) && events?.length === 0 ? t('events.required') : null),
    },
  })
  const sending = useMutation({
    mutationFn: ({ role, events, ...member }: NewMember) => {
      const picked = canBeLimited(role) ? events : null
      const event_uuids = picked?.map(({ uuid }) => uuid) ?? null
      return api(inviteMember, { body: { ...member, role, event_uuids, phone_country_code: HOME } })
    },
    meta: { quiet: true },
    onSuccess: async ({ data }) => {
      showToast({ state: 'good', text: t('form.sent', { phone: phoneText(data.phone_number) }) })
      await queries.invalidateQueries({ queryKey: TEAM })
      await navigate({ to: '/settings/user-management', ignoreBlocker: true })
    },
    onError: (error) => {
      const fields = fieldErrorsOf(i18n, error)
      if (Object.keys(fields).length > 0) return form.setErrors(fields)
      const apiError = error instanceof ApiError ? error : undefined
      const text = apiError?.description || errorText(i18n, apiError?.code ?? 'unspecific')
      if (apiError && PHONE_REFUSALS.has(apiError.code)) return form.setErrors({ phone_number: text })
      return showToast({ state: 'bad', title: t('toast.error', { ns: 'shell', code: apiError?.code ?? '' }), text })
    },
  })
  useLeaveGuard({ dirty: form.values.phone_number !== '' })
  return (
    <Page narrow>
      <PageHead />
      <form
        noValidate
        onSubmit={form.onSubmit(
          (member) => sending.mutate(member),
          (errors) => focusFirst(form, errors),
        )}
      >
        <Card title={t('form.title')}>
          <Stack gap="wide">
            <RoleChoice value={form.values.role} onChange={(role) => form.setFieldValue('role', role)} />
            {canBeLimited(form.values.role) && (
              <EventChoice
                value={form.values.events}
                onChange={(events) => form.setFieldValue('events', events)}
                error={form.errors['events'] === undefined ? undefined : t('events.required')}
              />
            )}
            <TextField
              label={t('form.phone')}
              hint={t('form.phone_hint')}
              type="tel"
              inputMode="numeric"
              dir="ltr"
              autoComplete="off"
              {...form.getInputProps('phone_number')}
              onChange={({ target }) => form.setFieldValue('phone_number', digitsOf(target.value))}
            />
          </Stack>
        </Card>
        <StickyActions>
          <Button type="submit" size="big" busy={sending.isPending || sending.isSuccess} busyText={t('form.busy')}>
            {t('form.submit')}
          </Button>
        </StickyActions>
      </form>
    </Page>
  )
}
