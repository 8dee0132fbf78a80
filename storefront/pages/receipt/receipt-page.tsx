import type { Receipt } from '@kartis/contract/receipts.ts'
import { writtenPhone } from '@kartis/domain/phone.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { ReactNode } from 'react'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { Icon } from '../../shared/icon.tsx'
import { Money, Price } from '../../shared/money.tsx'
import { meansText } from '../../shared/means-text.ts'
import { usePageContext } from '../../shared/page-context.tsx'
import page from '../../shared/page.module.css'
import parts from '../../shared/parts.module.css'
import { Shell } from '../../shared/shell.tsx'
import css from './receipt-page.module.css'

export interface ReceiptView {
  readonly token: string
  readonly receipt: Receipt
  /** When it was paid, and when the event is, as text. */
  readonly paidAt: string
  readonly when: string
  /** Refunds with their day as text; empty where their days are not on record. */
  readonly refunds: readonly { readonly name: string; readonly shekels: number }[]
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const Seller = ({ receipt: { seller } }: Pick<ReceiptView, 'receipt'>) => {
  const { t } = usePageContext()
  return (
    <>
      <UserText>{seller.name}</UserText>
      {seller.number && <span className={css.also}>{t('receipt.company_number', { number: seller.number })}</span>}
      {seller.phone && <bdi className={css.also}>{writtenPhone(seller.phone)}</bdi>}
      {seller.email && (
        <bdi className={css.also} dir="ltr">
          {seller.email}
        </bdi>
      )}
    </>
  )
}

const Bill = ({ receipt, refunds }: Pick<ReceiptView, 'receipt' | 'refunds'>) => {
  const { t } = usePageContext()
  const back = (Math.round(receipt.refunded_amount * 100) - Math.round(receipt.waiting_amount * 100)) / 100
  const dated = refunds.length > 0 || back <= 0 ? refunds : [{ name: t('receipt.refunded'), shekels: back }]
  return (
    <dl className={css.bill}>
      {receipt.items.map((item) => (
        <div key={item.events_ticket_uuid}>
          <dt>
            <UserText>{t('receipt.line', { count: item.quantity, name: item.name })}</UserText>
          </dt>
          <dd>
            <Price shekels={(Math.round(item.price * 100) * item.quantity) / 100} />
          </dd>
        </div>
      ))}
      {receipt.discount_amount > 0 && (
        <div>
          <dt>
            <UserText>{t('receipt.coupon', { code: receipt.coupon ?? '' })}</UserText>
          </dt>
          <dd>
            <Money shekels={-receipt.discount_amount} />
          </dd>
        </div>
      )}
      <div className={css.total}>
        <dt>{t('receipt.total')}</dt>
        <dd>
          <Price shekels={receipt.total_amount} />
        </dd>
      </div>
      {dated.map(({ name, shekels }, index) => (
        <div key={`${name} ${index}`}>
          <dt>{name}</dt>
          <dd>
            <Money shekels={-shekels} />
          </dd>
        </div>
      ))}
      {receipt.waiting_amount > 0 && (
        <div>
          <dt>{t('receipt.waiting')}</dt>
          <dd>
            <Money shekels={-receipt.waiting_amount} />
          </dd>
        </div>
      )}
      {receipt.cancellation_fee > 0 && (
        <div>
          <dt>{t('receipt.fee')}</dt>
          <dd>
            <Money shekels={receipt.cancellation_fee} />
          </dd>
        </div>
      )}
    </dl>
  )
}

interface Props {
  readonly view: ReceiptView
  readonly onLang?: ((lang: Lang) => void) | undefined
}

/** The payment confirmation of one order, made to be printed. */
export const ReceiptPage = ({ view, onLang }: Props) => {
  const { t } = usePageContext()
  const { receipt, token } = view
  const means = meansText(t, receipt)
  return (
    <Shell token={token} onLang={onLang}>
      <main id="main" className={`${parts.narrow} ${page.main} ${parts.stack} ${parts.loose}`}>
        <article className={`${parts.card} ${parts.stack} ${css.sheet}`}>
          <h1>{t('receipt.title')}</h1>
          <dl className={parts.pairs}>
            <Fact name={t('receipt.order')}>
              <bdi className={parts.num} dir="ltr">
                {receipt.number}
              </bdi>
            </Fact>
            <Fact name={t('receipt.paid_at')}>{view.paidAt}</Fact>
            {means !== undefined && <Fact name={t('receipt.means.title')}>{means}</Fact>}
            {receipt.buyer.name && (
              <Fact name={t('receipt.buyer')}>
                <UserText>{receipt.buyer.name}</UserText>
              </Fact>
            )}
            <Fact name={t('receipt.seller')}>
              <Seller receipt={receipt} />
            </Fact>
            <Fact name={t('receipt.event')}>
              <UserText>{receipt.event.name}</UserText>
            </Fact>
            <Fact name={t('receipt.when')}>{view.when}</Fact>
          </dl>
          <h2 className={css.items}>{t('receipt.items')}</h2>
          <Bill receipt={receipt} refunds={view.refunds} />
          <p className={`${parts.small} ${parts.quiet}`}>
            {t('receipt.vat')} {t('receipt.note')}
          </p>
        </article>
        <div className={`${parts.stack} ${css.screenOnly}`}>
          <p className={parts.line}>
            <button type="button" className={parts.btn} onClick={() => print()}>
              <Icon name="file" />
              {t('receipt.print')}
            </button>
            <a
              className={`${parts.btn} ${parts.neutral}`}
              href={`/order/tickets/${receipt.uuid}?token=${encodeURIComponent(token)}`}
            >
              <Icon name="ticket" />
              {t('receipt.tickets')}
            </a>
          </p>
        </div>
      </main>
    </Shell>
  )
}
