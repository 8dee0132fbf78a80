import { listDisputes } from '@kartis/contract/disputes.ts'
import type { Order } from '@kartis/contract/orders.ts'
import { isOpenDispute } from '@kartis/domain/dispute.ts'
import { toAgorot, toShekels, sum } from '@kartis/domain/money.ts'
import { dayText } from '@kartis/i18n/format.ts'
import { Note } from '@kartis/ui/components/card.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { PathLink } from '../../shared/links.tsx'
import { useSession } from '../../shared/session.ts'
import style from './order-details.module.css'

/** Disputed of an order, in shekels: in open disputes, and in those that were lost. */
export const disputedOf = ({ payments = [] }: Pick<Order, 'payments'>): number =>
  toShekels(sum(payments.map(({ disputed }) => toAgorot(disputed))))

/** What cardholders dispute of an order; who sees money finds the case behind it. */
export function DisputeNote({ order }: { readonly order: Order }) {
  const amount = disputedOf(order)
  return amount === 0 ? null : <Disputed order={order} amount={amount} />
}

function Disputed({ order, amount }: { readonly order: Order; readonly amount: number }) {
  const { t } = useTranslation(['orders', 'disputes'])
  const lang = useLang()
  const { can } = useSession()
  const disputes = useQuery({
    queryKey: ['order', order.uuid, 'disputes'],
    queryFn: () => api(listDisputes, { query: { filter: { or: { number: order.number } } } }),
    enabled: can['report.account'],
  })
  const cases = (disputes.data?.data ?? []).filter(({ order_uuid: uuid }) => uuid === order.uuid)
  const isTaken = cases.length > 0 && cases.every(({ status }) => !isOpenDispute(status))
  return (
    <Note state="warn">
      <div className={style.request}>
        <strong>
          {t(isTaken ? 'orders:dispute.title_lost' : 'orders:dispute.title')} <Money shekels={amount} />
        </strong>
        <p>{t('orders:dispute.text')}</p>
        {cases.map(({ uuid, reference, status, deadline }) => (
          <p key={uuid}>
            <PathLink path={`/money/disputes/${uuid}`}>
              {t(isOpenDispute(status) ? 'orders:dispute.case' : 'orders:dispute.case_over', {
                reference,
                state: t(`disputes:state.${status}`),
                day: dayText(`${deadline}T12:00:00Z`, lang),
              })}
            </PathLink>
          </p>
        ))}
      </div>
    </Note>
  )
}
