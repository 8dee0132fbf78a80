import type { Invitation } from '@kartis/contract/invitations.ts'
import { updateOrder } from '@kartis/contract/orders.ts'
import { nationalPhone, parsePhone } from '@kartis/domain/phone.ts'
import { isPersonName, tidy } from '@kartis/domain/text.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Note } from '@kartis/ui/components/card.tsx'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { Stack } from '@kartis/ui/components/layout.tsx'
import { TextField } from '@kartis/ui/components/text-field.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { fieldErrorsOf, reasonText } from '../../shared/field-errors.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { invitedKey } from './use-invitations.ts'

interface EditGuestDialogProps {
  readonly eventUuid: string
  readonly invitation: Invitation
  readonly onClose: () => void
}

/** Saves the guest; another phone ends the link that was sent and gets a new one. */
const useSaving = ({ eventUuid, invitation, onClose }: EditGuestDialogProps) => {
  const { t } = useTranslation('invitations')
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ name, phone }: { readonly name: string; readonly phone: string | undefined }) =>
      api(updateOrder, {
        params: { uuid: invitation.order_uuid },
        body: { name, ...(phone !== undefined && { phone, resend: true }) },
      }),
    onSuccess: async (_, { name, phone }) => {
      const to = phone === undefined ? '' : `\u2066${nationalPhone(phone)}\u2069`
      showToast({
        state: 'good',
        text: phone === undefined ? t('edit.saved', { name }) : t('edit.sent', { phone: to }),
      })
      onClose()
      await queries.invalidateQueries({ queryKey: invitedKey(eventUuid) })
    },
  })
}

/** Corrects the name or the number of a guest: wrong digits send tickets to a stranger. */
export function EditGuestDialog(props: EditGuestDialogProps) {
  const { t, i18n } = useTranslation('invitations')
  const { recipient } = props.invitation
  const form = useId()
  const [name, setName] = useState(recipient.name)
  const [phone, setPhone] = useState(recipient.phone)
  const [tried, setTried] = useState(false)
  const saving = useSaving(props)
  const refused = fieldErrorsOf(i18n, saving.error)
  const parsed = parsePhone('972', phone)
  const before = parsePhone('972', recipient.phone)
  const moves = parsed.ok && !(before.ok && before.e164 === parsed.e164)
  const unchanged = !moves && tidy(name) === recipient.name
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (parsed.ok && isPersonName(name) && !unchanged)
      saving.mutate({ name: tidy(name), phone: moves ? parsed.e164 : undefined })
  }
  return (
    <Dialog
      open
      onClose={props.onClose}
      locked={saving.isPending}
      title={t('edit.title')}
      actions={
        <>
          <Button type="submit" form={form} busy={saving.isPending} busyText={t('edit.saving')} disabled={unchanged}>
            {t(moves ? 'edit.send' : 'edit.save')}
          </Button>
          <Button look="line" onClick={props.onClose} disabled={saving.isPending}>
            {t('edit.keep')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        <Stack>
          <TextField
            label={t('form.name')}
            error={
              refused['name'] ??
              (tried && !isPersonName(name) && reasonText(i18n, name.trim() === '' ? 'required' : 'invalid_name'))
            }
            autoComplete="off"
            maxLength={120}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <TextField
            label={t('form.number')}
            error={refused['phone'] ?? (tried && !parsed.ok && reasonText(i18n, parsed.reason))}
            type="tel"
            inputMode="tel"
            dir="ltr"
            autoComplete="off"
            maxLength={32}
            value={phone}
            onChange={(event) => setPhone(event.target.value)}
          />
          {moves && <Note>{t('edit.link_ends')}</Note>}
        </Stack>
      </form>
    </Dialog>
  )
}
