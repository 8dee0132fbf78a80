import { maskedPhone, parsePhone } from '@kartis/domain/phone.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import fields from '../../shared/field.module.css'
import { Icon } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { figure, Rich } from '../../shared/rich.tsx'
import { isPersonalDevice, readBuyer, removeBuyer, type SavedBuyer, savesBuyer } from '../../shared/saved-buyer.ts'
import css from './checkout.module.css'
import { saveDraft, useDraft } from './checkout-draft.ts'
import { type Answers, ISRAEL } from './use-answers.ts'

/** Enough for its owner to recognise: whoever uses a shared device reads it too. */
const shownOf = ({ name, phone }: SavedBuyer) => {
  const parsed = parsePhone(ISRAEL, phone)
  return { name: name.split(' ')[0] ?? '', phone: parsed.ok ? maskedPhone(parsed.e164) : '' }
}

/** Offers what was typed into the last order of this browser, while nothing is typed into this one. */
export const SavedDetails = ({ answers }: { readonly answers: Answers }) => {
  const { t } = usePageContext()
  const [saved, setSaved] = useState<SavedBuyer>()
  const [isRemoved, setRemoved] = useState(false)
  // oxlint-disable-next-line react/set-state-in-effect -- what was saved is known only in the browser
  useEffect(() => setSaved(readBuyer()), [])
  const { name, phone, email } = answers.buyer
  if (isRemoved)
    return (
      <p className={`${parts.note} ${parts.good}`} role="status">
        <Icon name="check" />
        <span>{t('checkout.details.saved_removed')}</span>
      </p>
    )
  if (!saved || name !== '' || phone !== '' || email !== '') return null
  return (
    <div className={`${parts.note} ${parts.info} ${css.saved}`}>
      <p>
        <Rich text={t('checkout.details.saved', shownOf(saved))} parts={{ n: figure }} />
      </p>
      <p className={parts.line}>
        <button
          type="button"
          className={`${parts.btn} ${parts.compact}`}
          onClick={() => {
            answers.setBuyer(saved)
            answers.focus('name')
          }}
        >
          {t('checkout.details.saved_use')}
        </button>
        <button
          type="button"
          className={`${parts.btn} ${parts.textButton} ${parts.compact}`}
          onClick={() => {
            removeBuyer()
            setRemoved(true)
          }}
        >
          {t('checkout.details.saved_remove')}
        </button>
      </p>
    </div>
  )
}

const subscribeNever = () => () => undefined

/** Whether the details are saved in this browser for the next order. */
export const SaveDetails = ({ order }: { readonly order: string }) => {
  const { t } = usePageContext()
  const draft = useDraft(order)
  const usual = useSyncExternalStore(subscribeNever, savesBuyer, () => false)
  const isPersonal = useSyncExternalStore(subscribeNever, isPersonalDevice, () => false)
  return (
    <label className={`${fields.tick} ${fields.wide}`}>
      <input
        type="checkbox"
        checked={draft.saves ?? usual}
        onChange={(change) => saveDraft(order, { saves: change.target.checked })}
      />
      <span>
        {t('checkout.details.save')}
        <br />
        <span className={parts.quiet}>
          {t('checkout.details.save_hint')}
          {!isPersonal && ` ${t('checkout.details.save_shared')}`}
        </span>
      </span>
    </label>
  )
}
