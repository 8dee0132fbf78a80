import { abandonSale, type BoxOfficeSale } from '@kartis/contract/box-office.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Note } from '@kartis/ui/components/card.tsx'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { Soft } from '@kartis/ui/components/layout.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { CashDialog } from './cash-dialog.tsx'
import style from './box-office.module.css'
import { SaleDone } from './sale-done.tsx'
import { invalidateRegister, saleQuery } from './register-queries.ts'
import type { SaleWork } from './use-sale.ts'

const POLL_MS = 1500

interface SaleDialogProps {
  readonly uuid: string
  readonly sale: SaleWork
  /** Called after the sale is paid. */
  readonly onNext: () => void
  /** Called after the sale was abandoned: the cart stays. */
  readonly onGone: () => void
}

/** A sale from the card reader to its tickets. */
export function SaleDialog({ uuid, sale, onNext, onGone }: SaleDialogProps) {
  const { t } = useTranslation('box-office')
  const shown = useQuery({
    ...saleQuery(uuid),
    refetchInterval: (query) => (query.state.data?.state === 'waiting' ? POLL_MS : false),
  })
  const state = shown.data?.state
  const waits = state === 'waiting' || state === 'declined'
  useEffect(() => {
    if (state === 'ended' || state === 'undone') onGone()
  }, [state, onGone])
  return (
    <Dialog throwaway open onClose={onNext} locked={waits} wide title={t(waits ? 'reader.title' : 'done.title')}>
      <WhenLoaded query={shown}>
        {(item) =>
          item.state === 'paid' ? (
            <SaleDone sale={item} onNext={onNext} />
          ) : (
            <ReaderPayment item={item} sale={sale} onCheck={() => void shown.refetch()} />
          )
        }
      </WhenLoaded>
    </Dialog>
  )
}

interface ReaderPaymentProps {
  readonly item: BoxOfficeSale
  readonly sale: SaleWork
  readonly onCheck: () => void
}

function ReaderPayment({ item, sale, onCheck }: ReaderPaymentProps) {
  const { t } = useTranslation('box-office')
  const queries = useQueryClient()
  const [cash, setCash] = useState(false)
  const { uuid } = item
  const giveUp = useMutation({
    mutationFn: () => api(abandonSale, { params: { uuid } }),
    onSuccess: ({ data }) => queries.setQueryData(saleQuery(uuid).queryKey, data),
    onSettled: () => invalidateRegister(queries),
  })
  const declined = item.state === 'declined'
  return (
    <div className={style.reader}>
      <p className={style.total}>
        <span>{t('sell.total')}</span>
        <b>
          <Money shekels={item.total_amount} big />
        </b>
      </p>
      {declined ? (
        <Note state="warn">
          <b>{t('reader.declined')}</b>
          <p>{item.payment?.decline_reason ?? t('reader.declined_text')}</p>
        </Note>
      ) : (
        <Soft role="status">{t('reader.waiting')}</Soft>
      )}
      {!declined && item.reader?.url && (
        // oxlint-disable-next-line react/iframe-missing-sandbox -- the gateway's page needs its own scripts and session
        <iframe className={style.frame} src={item.reader.url} title={t('reader.frame')} />
      )}
      <div className={style.choices}>
        {declined ? (
          <Button busy={sale.pay.isPending} onClick={() => sale.pay.mutate({ uuid, method: 'terminal' })}>
            {t('reader.again')}
          </Button>
        ) : (
          <Button onClick={onCheck}>{t('reader.check')}</Button>
        )}
        <Button look="line" onClick={() => setCash(true)}>
          {t('reader.cash')}
        </Button>
        <Button look="bare" busy={giveUp.isPending} onClick={() => giveUp.mutate()}>
          {t('reader.give_up')}
        </Button>
      </div>
      {cash && (
        <CashDialog
          total={item.total_amount}
          busy={sale.pay.isPending}
          onClose={() => setCash(false)}
          onTake={(received) =>
            sale.pay.mutate({ uuid, method: 'cash', received }, { onSettled: () => setCash(false) })
          }
        />
      )}
    </div>
  )
}
