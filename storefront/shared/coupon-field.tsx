import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import css from './coupon-field.module.css'
import { Field, fieldProps } from './field.tsx'
import { Icon } from './icon.tsx'
import { priceText } from './money.tsx'
import { usePageContext } from './page-context.tsx'
import parts from './parts.module.css'
import { COUPON_ID } from './coupon-problem.ts'

/** A coupon as it is entered, and what it gives. */
export interface CouponEntry {
  readonly typed: string
  readonly setTyped: (code: string) => void
  /** `discount` in shekels. */
  readonly applied: { readonly code: string; readonly discount: number } | undefined
  readonly busy: boolean
  readonly problem: string
  readonly apply: () => void
  readonly remove: () => void
}

const Applied = ({
  entry,
  applied,
}: {
  readonly entry: CouponEntry
  readonly applied: CouponEntry['applied'] & {}
}) => {
  const { t, lang } = usePageContext()
  return (
    <div className={`${parts.note} ${parts.good} ${css.applied}`} role="status">
      <Icon name="check" />
      <span className={css.what}>
        <strong>
          {t('sale.coupon.coupon')} <UserText>{applied.code}</UserText>
        </strong>
        <span>
          {applied.discount > 0
            ? t('sale.coupon.saved', { sum: priceText(applied.discount, lang) })
            : t('sale.coupon.no_discount')}
        </span>
      </span>
      <button
        type="button"
        className={`${parts.btn} ${parts.textButton} ${parts.compact}`}
        aria-busy={entry.busy}
        onClick={entry.remove}
      >
        {t('sale.coupon.remove')}
      </button>
    </div>
  )
}

/** A code and its button; afterwards what it gives and the way to remove it. Closed until somebody has a code. */
export const CouponField = ({ entry }: { readonly entry: CouponEntry }) => {
  const { t } = usePageContext()
  const [opened, setOpened] = useState(false)
  const field = useRef<HTMLDetailsElement>(null)
  const wrong = entry.problem || undefined
  const isOpen = opened || entry.typed !== '' || wrong !== undefined
  // The reason and the way out below it may stand behind the bar at the bottom of a phone.
  useEffect(() => {
    if (wrong) field.current?.scrollIntoView({ block: 'nearest' })
  }, [wrong])
  const toggle = (click: MouseEvent) => {
    // At once: a phone shows its keyboard only for a focus that is set during the press.
    click.preventDefault()
    flushSync(() => setOpened(!isOpen))
    if (!isOpen) document.getElementById(COUPON_ID)?.focus()
  }
  if (entry.applied) return <Applied entry={entry} applied={entry.applied} />
  return (
    <details
      ref={field}
      className={css.coupon}
      open={isOpen}
      onToggle={(change) => setOpened(change.currentTarget.open)}
    >
      <summary onClick={toggle}>{t('sale.coupon.have')}</summary>
      <Field id={COUPON_ID} label={t('sale.coupon.code')} wrong={wrong}>
        <span className={css.line}>
          <input
            {...fieldProps(COUPON_ID, wrong)}
            value={entry.typed}
            maxLength={60}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            dir="auto"
            enterKeyHint="done"
            onChange={(change) => entry.setTyped(change.target.value)}
            onKeyDown={(key) => {
              if (key.key !== 'Enter') return
              // Enter applies the code; it must not submit the form around it.
              key.preventDefault()
              entry.apply()
            }}
          />
          <button
            type="button"
            className={`${parts.btn} ${parts.soft}`}
            aria-busy={entry.busy}
            onClick={() => !entry.busy && entry.apply()}
          >
            {t(entry.busy ? 'sale.coupon.applying' : 'sale.coupon.apply')}
          </button>
        </span>
      </Field>
      {wrong && entry.typed !== '' && (
        <button
          type="button"
          className={`${parts.btn} ${parts.textButton} ${parts.compact}`}
          onClick={() => entry.setTyped('')}
        >
          {t('sale.coupon.drop')}
        </button>
      )}
    </details>
  )
}
