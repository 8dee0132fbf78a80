import { showToast } from '@kartis/ui/components/toast.ts'
import type { i18n } from 'i18next'
import type { ApiError } from './api-error.ts'
import { fieldErrorsOf } from './field-errors.ts'

/** As long as a screen takes to show what was refused, what it refetches for it included. */
const SHOWN_WITHIN_MS = 400

/** What the page says is wrong, without its toasts. */
const wrongTexts = (): string[] =>
  [...document.querySelectorAll('[role="alert"]')]
    .filter((element) => element.closest('[popover]') === null)
    .map(({ textContent }) => textContent ?? '')

/**
 * A validation refusal is shown at its fields. A reason whose field no form has (`categories.0.price`), or of a screen without
 * fields, would be dropped: what is not on the screen in a moment is shown as a toast, with the name that the API has for it.
 */
export const showUnshownReasons = (i18n: i18n, refusal: ApiError): void => {
  const before = wrongTexts()
  setTimeout(() => {
    if (typeof document === 'undefined') return // of a test that is over
    const now = wrongTexts()
    const reasons = Object.entries(fieldErrorsOf(i18n, refusal))
    const unshown = reasons.filter(([, reason]) => !now.some((text) => text.includes(reason)))
    // A form may say it in words of its own.
    const isShownOtherwise = now.some(
      (text) => !before.includes(text) && !reasons.some(([, reason]) => text.includes(reason)),
    )
    if (reasons.length > 0 && (unshown.length === 0 || isShownOtherwise)) return
    showToast({
      state: 'bad',
      title: i18n.t('shell:toast.not_saved'),
      text: unshown.map(([field, reason]) => `${reason} (\u2066${field}\u2069)`).join(' · ') || refusal.description,
    })
  }, SHOWN_WITHIN_MS)
}
