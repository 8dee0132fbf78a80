import type { NoticeView } from '../state/notice-state.ts'
import { Icon } from './icon.tsx'
import { priceText } from './money.tsx'
import { usePageContext } from './page-context.tsx'
import parts from './parts.module.css'
import { linkTo, Rich } from './rich.tsx'

const OFFERS = { keep: 'choice.notice.kept', refund: 'choice.notice.requested' } as const

/** The date was moved, or the organiser offers a refund: what changed, what may be chosen, and the lawful refund. */
export const ChangeNotice = ({ notice: { cancelled, moved, offer, cancelHref } }: { readonly notice: NoticeView }) => {
  const { t, lang } = usePageContext()
  const title = cancelled
    ? t('choice.notice.cancelled')
    : moved
      ? t('choice.notice.moved')
      : t(`choice.tag.${offer?.kind ?? 'changed'}`)
  return (
    <section className={`${parts.note} ${parts.warn}`} aria-label={title}>
      <Icon name={moved ? 'calendar' : 'info'} />
      <div className={`${parts.stack} ${parts.tight}`}>
        <p className={parts.strong}>{title}</p>
        {cancelled && <p>{t('choice.notice.cancelled_text')}</p>}
        {moved && <p>{t('choice.notice.dates', moved)}</p>}
        {offer && (
          <>
            <p>
              {t(offer.choice ? OFFERS[offer.choice] : 'choice.notice.offer', {
                sum: priceText(offer.amount, lang),
                until: offer.until,
              })}
            </p>
            <p>
              <a className={`${parts.btn} ${parts.compact}`} href={offer.href}>
                {t(offer.choice ? 'choice.notice.to_choice' : 'choice.notice.choose')}
              </a>
            </p>
          </>
        )}
        {cancelHref && (
          <p>
            <Rich
              text={t(offer ? 'choice.notice.right_after' : 'choice.notice.right')}
              parts={{ a: linkTo(cancelHref) }}
            />
          </p>
        )}
      </div>
    </section>
  )
}
