import { type BoxOfficeSale, sendSale } from '@kartis/contract/box-office.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Soft } from '@kartis/ui/components/layout.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { TextField } from '@kartis/ui/components/text-field.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { IconMessage, IconPrinter } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { fieldErrorsOf } from '../../shared/field-errors.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import style from './box-office.module.css'
import { PrintPortal } from './print-portal.tsx'
import { TicketSlips } from './ticket-slips.tsx'
import { invalidateRegister, saleQuery } from './register-queries.ts'
import { useFocusInDialog } from './use-focus-in-dialog.ts'

/** A paid sale: change, printing, SMS and the next sale. One with a phone has been sent to it already. */
export function SaleDone({ sale, onNext }: { readonly sale: BoxOfficeSale; readonly onNext?: () => void }) {
  const { t } = useTranslation('box-office')
  const next = useFocusInDialog<HTMLButtonElement>()
  return (
    <div className={style.done}>
      <Soft>
        {t('done.number', { number: sale.number })} · {t('sales.count', { count: sale.tickets_count })} ·{' '}
        {t(`method.${sale.method}`)}
      </Soft>
      {sale.change !== null && sale.change > 0 ? (
        <p className={style.change}>
          <span>{t('done.change')}</span>
          <b>
            <Money shekels={sale.change} big />
          </b>
        </p>
      ) : (
        <p className={style.total}>
          <span>{t('shift.sum')}</span>
          <b>
            <Money shekels={sale.total_amount} big />
          </b>
        </p>
      )}
      <Seats sale={sale} />
      {sale.can.print && (
        <>
          <Button
            look="soft"
            size="big"
            full
            icon={<IconPrinter size={22} stroke={1.75} aria-hidden />}
            onClick={() => window.print()}
          >
            {t('done.print')}
          </Button>
          <PrintPortal>
            <TicketSlips sale={sale} />
          </PrintPortal>
        </>
      )}
      {sale.can.send && <SendForm sale={sale} />}
      {onNext && (
        <Button ref={next} size="big" full onClick={onNext}>
          {t('done.next')}
        </Button>
      )}
    </div>
  )
}

/** Numbered seats, which the seller says to the buyer. */
function Seats({ sale }: { readonly sale: BoxOfficeSale }) {
  const { t } = useTranslation('box-office')
  const seats = (sale.tickets ?? []).flatMap(({ uuid, status, seat }) =>
    status === 'valid' && seat ? [{ uuid, seat }] : [],
  )
  if (seats.length === 0) return null
  return (
    <ul className={style.seats} aria-label={t('done.seats')}>
      {seats.map(({ uuid, seat }) => (
        <li key={uuid} dir="auto">
          {t('print.seat', { section: seat.section, row: seat.row, seat: seat.number })}
        </li>
      ))}
    </ul>
  )
}

function SendForm({ sale }: { readonly sale: BoxOfficeSale }) {
  const { t, i18n } = useTranslation('box-office')
  const queries = useQueryClient()
  const [phone, setPhone] = useState(sale.buyer.phone ?? '')
  const [isAgain, setIsAgain] = useState(false)
  const send = useMutation({
    mutationFn: () => api(sendSale, { params: { uuid: sale.uuid }, body: { phone } }),
    onSuccess: ({ data }) => {
      queries.setQueryData(saleQuery(sale.uuid).queryKey, data)
      setIsAgain(false)
      showToast({ state: 'good', text: t('done.sent', { phone: data.buyer.phone ?? phone }) })
      return invalidateRegister(queries)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send.mutate()
  }
  if (sale.buyer.phone !== null && !isAgain)
    return (
      <div className={style.sent}>
        <Soft>{t('done.sent', { phone: `\u2066${sale.buyer.phone}\u2069` })}</Soft>
        <Button look="bare" icon={<IconMessage size={20} stroke={1.75} aria-hidden />} onClick={() => setIsAgain(true)}>
          {t('done.again')}
        </Button>
      </div>
    )
  return (
    <form onSubmit={submit} className={style.pair}>
      <TextField
        label={t('done.phone')}
        error={fieldErrorsOf(i18n, send.error)['phone']}
        type="tel"
        dir="ltr"
        inputMode="tel"
        autoComplete="off"
        maxLength={32}
        value={phone}
        onChange={(event) => setPhone(event.target.value)}
      />
      <Button
        type="submit"
        look="line"
        busy={send.isPending}
        disabled={phone.trim() === ''}
        icon={<IconMessage size={20} stroke={1.75} aria-hidden />}
      >
        {t('done.send')}
      </Button>
    </form>
  )
}
