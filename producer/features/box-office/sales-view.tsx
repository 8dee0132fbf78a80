import { type BoxOfficeSale, undoSale } from '@kartis/contract/box-office.ts'
import { moneyText, timeText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { EmptyState } from '@kartis/ui/components/empty-state.tsx'
import { Row, Soft } from '@kartis/ui/components/layout.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { Pagination } from '@kartis/ui/components/pagination.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import style from './box-office.module.css'
import { SaleDialog } from './sale-dialog.tsx'
import { SaleDone } from './sale-done.tsx'
import { invalidateRegister, saleQuery, salesQuery } from './register-queries.ts'
import { useSale } from './use-sale.ts'

/** The sales of this shift: print or send again, or undo. */
export function SalesView() {
  const { t } = useTranslation('box-office')
  const [page, setPage] = useState(1)
  const [open, setOpen] = useState<BoxOfficeSale>()
  const sales = useQuery(salesQuery(page))
  const work = useSale()
  const close = () => setOpen(undefined)
  return (
    <>
      <WhenLoaded query={sales}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <EmptyState title={t('sales.none')} text={t('sales.none_text')} />
          ) : (
            <Card title={t('nav.sales')}>
              <ul className={style.rows}>
                {data.map((sale) => (
                  <SaleRow key={sale.uuid} sale={sale} onOpen={() => setOpen(sale)} />
                ))}
              </ul>
              <Pagination page={meta.current_page} lastPage={meta.last_page} onPage={setPage} />
            </Card>
          )
        }
      </WhenLoaded>
      {open?.state === 'paid' && <Details uuid={open.uuid} title={open.number} onClose={close} />}
      {(open?.state === 'waiting' || open?.state === 'declined') && (
        <SaleDialog uuid={open.uuid} sale={work} onNext={close} onGone={close} />
      )}
    </>
  )
}

const STATES = { waiting: 'info', declined: 'warn', paid: 'good', undone: 'bad', ended: 'quiet' } as const

function SaleRow({ sale, onOpen }: { readonly sale: BoxOfficeSale; readonly onOpen: () => void }) {
  const { t } = useTranslation('box-office')
  const lang = useLang()
  const opens = sale.state === 'paid' || sale.state === 'waiting' || sale.state === 'declined'
  return (
    <li className={style.row}>
      <div className={style.what}>
        <Row wrap>
          <b>{sale.number}</b>
          <Chip state={STATES[sale.state]}>{t(`state.${sale.state}`)}</Chip>
        </Row>
        <Soft small>
          {timeText(sale.created_at, lang)} · <UserText>{sale.event.name}</UserText> ·{' '}
          {t('sales.count', { count: sale.tickets_count })} · {t(`method.${sale.method}`)}
        </Soft>
      </div>
      <Row>
        <b>{sale.total_amount === 0 ? t('shift.free') : <Money shekels={sale.total_amount} ledger />}</b>
        {opens && (
          <Button look="soft" onClick={onOpen} aria-label={`${t('sales.open')} ${sale.number}`}>
            {t('sales.open')}
          </Button>
        )}
      </Row>
    </li>
  )
}

interface DetailsProps {
  readonly uuid: string
  readonly title: string
  readonly onClose: () => void
}

function Details({ uuid, title, onClose }: DetailsProps) {
  const { t } = useTranslation('box-office')
  const lang = useLang()
  const queries = useQueryClient()
  const shown = useQuery(saleQuery(uuid))
  const undo = useMutation({
    mutationFn: () => api(undoSale, { params: { uuid }, body: {} }),
    onSuccess: () => {
      showToast({ state: 'good', text: t('sales.undone') })
      onClose()
    },
    onSettled: () => invalidateRegister(queries),
  })
  const confirmUndo = async (sale: BoxOfficeSale) => {
    const sum = moneyText(Math.round(sale.total_amount * 100), lang)
    const text = t(sale.method === 'cash' ? 'sales.undo_cash' : 'sales.undo_card', { sum })
    const question = {
      title: t('sales.undo_title', { number: sale.number }),
      text,
      action: t('sales.undo'),
      danger: true,
    }
    if (await confirm(question)) undo.mutate()
  }
  return (
    <Dialog throwaway open onClose={onClose} title={t('done.number', { number: title })}>
      <WhenLoaded query={shown}>
        {(sale) => (
          <div className={style.done}>
            <SaleDone sale={sale} />
            {sale.can.undo && (
              <Button look="danger" full busy={undo.isPending} onClick={() => void confirmUndo(sale)}>
                {t('sales.undo')}
              </Button>
            )}
          </div>
        )}
      </WhenLoaded>
    </Dialog>
  )
}
