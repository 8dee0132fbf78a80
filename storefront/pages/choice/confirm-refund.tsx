import { useModal } from '@kartis/ui/components/use-modal.ts'
import { useId } from 'react'
import dialogCss from '../../shared/dialog.module.css'
import { priceText } from '../../shared/money.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { figure, Rich } from '../../shared/rich.tsx'
import type { ChoiceView } from '../../state/choice-state.ts'
import css from './choice-page.module.css'

/** How the money comes back. */
export const refundWayKey = ({ offer, last4 }: ChoiceView) => {
  if (offer.by_hand) return 'choice.refund.by_hand'
  return last4 ? 'choice.refund.card' : 'choice.refund.same_way'
}

interface Props {
  readonly view: ChoiceView
  readonly open: boolean
  readonly busy: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** A refund is sent within seconds and makes the tickets void: the sum, and what cannot be taken back, are read first. */
export const ConfirmRefund = ({ view, open, busy, onConfirm, onClose }: Props) => {
  const { t, lang } = usePageContext()
  const id = useId()
  const dialog = useModal({ open, onClose, locked: busy })
  const { offer, last4 } = view
  const sum = priceText(offer.amount, lang)
  return (
    <dialog ref={dialog} className={dialogCss.dialog} aria-labelledby={id} onClose={onClose}>
      <div className={parts.stack}>
        <h2 id={id}>{t('choice.confirm.title', { sum })}</h2>
        <ul className={css.confirmed}>
          <li>
            <Rich text={t(refundWayKey(view), { last4: last4 ?? '' })} parts={{ n: figure }} />
          </li>
          <li>{t('choice.confirm.void', { count: offer.tickets })}</li>
          {offer.transferred > 0 && <li>{t('choice.refund.without', { count: offer.transferred })}</li>}
          <li>{t(offer.by_hand ? 'choice.confirm.final_by_hand' : 'choice.confirm.final')}</li>
        </ul>
        <div className={parts.line}>
          <button type="button" className={`${parts.btn} ${css.final}`} aria-busy={busy} onClick={onConfirm}>
            {busy ? t('choice.working') : t('choice.confirm.yes')}
          </button>
          <button type="button" className={`${parts.btn} ${parts.neutral}`} onClick={onClose}>
            {t('choice.confirm.no')}
          </button>
        </div>
      </div>
    </dialog>
  )
}
