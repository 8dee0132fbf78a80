import { type Order, updateOrder } from '@kartis/contract/orders.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Note } from '@kartis/ui/components/card.tsx'
import { EmailField } from '@kartis/ui/components/email-field.tsx'
import { Stack } from '@kartis/ui/components/layout.tsx'
import { SwitchRow } from '@kartis/ui/components/switch-row.tsx'
import { TextField } from '@kartis/ui/components/text-field.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { fieldErrorsOf } from '../../shared/field-errors.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import style from './order-details.module.css'
import { orderKey, ordersKey } from './use-orders.ts'

/** Edits the buyer: wrong digits in a phone number are the most common support request. */
export function BuyerForm({ order, onBack }: { readonly order: Order; readonly onBack: () => void }) {
  const { t, i18n } = useTranslation('orders')
  const queries = useQueryClient()
  const { buyer } = order
  const form = useForm({
    mode: 'controlled',
    initialValues: { name: buyer.name ?? '', phone: buyer.phone ?? '', email: buyer.email ?? '', resend: true },
  })
  const { name, phone, email, resend } = form.values
  const moves = phone !== (buyer.phone ?? '') || email !== (buyer.email ?? '')
  const saving = useMutation({
    mutationFn: () =>
      api(updateOrder, {
        params: { uuid: order.uuid },
        body: {
          ...(name !== (buyer.name ?? '') && { name }),
          ...(phone !== (buyer.phone ?? '') && { phone }),
          ...(email !== (buyer.email ?? '') && { email: email || null }),
          resend: moves && resend && order.can.resend,
        },
      }),
    onSuccess: async () => {
      showToast({ state: 'good', text: t('buyer.saved') })
      onBack()
      await Promise.all([
        queries.invalidateQueries({ queryKey: orderKey(order.uuid) }),
        queries.invalidateQueries({ queryKey: ordersKey(order.event_uuid) }),
      ])
    },
    onError: (error) => form.setErrors(fieldErrorsOf(i18n, error)),
  })
  return (
    <form noValidate onSubmit={form.onSubmit(() => saving.mutate())}>
      <Stack gap="wide">
        <TextField label={t('buyer.name')} maxLength={120} autoComplete="off" {...form.getInputProps('name')} />
        <TextField
          label={t('order.phone')}
          type="tel"
          dir="ltr"
          maxLength={32}
          autoComplete="off"
          {...form.getInputProps('phone')}
        />
        <EmailField
          label={t('order.email')}
          optional
          autoComplete="off"
          {...form.getInputProps('email')}
          onCorrect={(email) => form.setFieldValue('email', email)}
        />
        {moves && <Note>{t('buyer.link_ends')}</Note>}
        {moves && order.can.resend && (
          <SwitchRow
            label={t('buyer.resend')}
            checked={resend}
            onChange={(next) => form.setFieldValue('resend', next)}
          />
        )}
        <div className={style.actions}>
          <Button type="submit" busy={saving.isPending}>
            {t('buyer.save')}
          </Button>
          <Button look="line" onClick={onBack}>
            {t('cancelling.back')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
