import { cancelOrder, type Order } from '@kartis/contract/orders.ts'
import { moneyText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Note } from '@kartis/ui/components/card.tsx'
import { ChoicePills } from '@kartis/ui/components/choice-pills.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { CheckRow } from '@kartis/ui/components/switch-row.tsx'
import { TextArea } from '@kartis/ui/components/text-field.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { disputedOf } from './dispute-note.tsx'
import { feeFor, refundFor } from './refund-for.ts'
import style from './order-details.module.css'
import { TicketName, TicketUnder } from './ticket-lines.tsx'
import { orderKey, ordersKey } from './use-orders.ts'

const MAX_REASON_CHARS = 500

export interface CancelFormProps {
  readonly order: Order
  readonly onBack: () => void
  /** A refund is running: the dialog stays open. */
  readonly onBusy: (isBusy: boolean) => void
}

/** Cancels all or some tickets, with or without a refund. The button names the exact amount. */
export function CancelForm({ order, onBack, onBusy }: CancelFormProps) {
  const { t } = useTranslation('orders')
  const lang = useLang()
  const queries = useQueryClient()
  const valid = (order.tickets ?? []).filter(({ status }) => status === 'valid')
  const [scope, setScope] = useState<'all' | 'some'>('all')
  const [picked, setPicked] = useState<readonly string[]>([])
  const [withRefund, setWithRefund] = useState(order.can.refund)
  const [keepsFee, setKeepsFee] = useState(false)
  const [reason, setReason] = useState('')
  const tickets = scope === 'all' ? valid : valid.filter(({ uuid }) => picked.includes(uuid))
  const whole = withRefund && order.can.refund ? refundFor(tickets, order) : 0
  const lawfulFee = whole > 0 ? feeFor(tickets, order) : 0
  const fee = keepsFee ? lawfulFee : 0
  const back = whole - fee
  const amount = moneyText(back, lang)
  const entered = tickets.filter(({ redeemed_at: at }) => at !== null).length

  const cancelling = useMutation({
    mutationFn: () =>
      api(cancelOrder, {
        params: { uuid: order.uuid },
        body: {
          refund: back > 0,
          reason: reason.trim(),
          entered,
          ...(fee > 0 && { fee: 'keep' }),
          ...(scope === 'some' && { ticket_uuids: tickets.map(({ uuid }) => uuid) }),
        },
      }),
    onMutate: () => onBusy(true),
    onSuccess: () => {
      showToast({
        state: 'good',
        text: t(back > 0 ? 'cancelling.done_refund' : 'cancelling.done', { count: tickets.length }),
      })
      onBack()
    },
    onSettled: () => {
      onBusy(false)
      return Promise.all([
        queries.invalidateQueries({ queryKey: orderKey(order.uuid) }),
        queries.invalidateQueries({ queryKey: ordersKey(order.event_uuid) }),
        queries.invalidateQueries({ queryKey: ['event', order.event_uuid] }),
      ])
    },
  })

  return (
    <Stack gap="wide">
      {valid.length > 1 && (
        <ChoicePills
          label={t('cancelling.which')}
          choices={[
            { value: 'all', label: t('cancelling.all') },
            { value: 'some', label: t('cancelling.some') },
          ]}
          value={scope}
          onChange={setScope}
        />
      )}
      {scope === 'some' && (
        <div className={style.list}>
          {valid.map((ticket) => (
            <CheckRow
              key={ticket.uuid}
              label={<TicketName ticket={ticket} />}
              hint={<TicketUnder ticket={ticket} />}
              checked={picked.includes(ticket.uuid)}
              onChange={(checked) =>
                setPicked(checked ? [...picked, ticket.uuid] : picked.filter((item) => item !== ticket.uuid))
              }
            />
          ))}
        </div>
      )}
      {order.can.refund ? (
        <ChoicePills
          label={t('cancelling.refund')}
          hint={t(withRefund ? 'cancelling.with_hint' : 'cancelling.without_hint')}
          choices={[
            { value: 'with', label: t('cancelling.with') },
            { value: 'without', label: t('cancelling.without') },
          ]}
          value={withRefund ? 'with' : 'without'}
          onChange={(choice) => setWithRefund(choice === 'with')}
        />
      ) : (
        <Soft small>{t(disputedOf(order) > 0 ? 'cancelling.disputed' : 'cancelling.no_money')}</Soft>
      )}
      {lawfulFee > 0 && (
        <CheckRow
          label={t('cancelling.fee', { amount: moneyText(lawfulFee, lang) })}
          hint={t('cancelling.fee_hint')}
          checked={keepsFee}
          onChange={setKeepsFee}
        />
      )}
      <TextArea
        label={t('cancelling.reason')}
        hint={t('cancelling.reason_hint')}
        optional
        rows={2}
        maxLength={MAX_REASON_CHARS}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {entered > 0 && (
        <Note state="warn">{`${t('cancelling.entered', { count: entered })} ${t('cancelling.entered_text')}`}</Note>
      )}
      <Note state={tickets.length === 0 ? 'info' : 'warn'}>
        {tickets.length === 0
          ? t('cancelling.pick')
          : [
              t('cancelling.sum', { count: tickets.length }),
              back > 0 && t('cancelling.sum_refund', { amount }),
              fee > 0 && t('cancelling.sum_fee', { amount: moneyText(fee, lang) }),
              t('cancelling.told'),
            ]
              .filter(Boolean)
              .join(' ')}
      </Note>
      <div className={style.actions}>
        <Button
          look="danger"
          disabled={tickets.length === 0 || !order.can.cancel}
          busy={cancelling.isPending}
          busyText={t('cancelling.going')}
          onClick={() => cancelling.mutate()}
        >
          {back > 0 ? t('cancelling.go_refund', { amount }) : t('cancelling.go')}
        </Button>
        <Button look="line" onClick={onBack} disabled={cancelling.isPending}>
          {t('cancelling.back')}
        </Button>
      </div>
    </Stack>
  )
}
