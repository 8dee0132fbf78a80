import { useState } from 'react'
import { usePage } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import css from './wait-page.module.css'

/** Gives the place up, after a confirmation. */
export const Leave = ({ onLeave }: { readonly onLeave: () => void }) => {
  const { t } = usePage()
  const [confirming, setConfirming] = useState(false)
  if (!confirming)
    return (
      <p className={css.leave}>
        <button
          type="button"
          className={`${parts.btn} ${parts.bare} ${parts.thin}`}
          onClick={() => setConfirming(true)}
        >
          {t('wait.leave.go')}
        </button>
      </p>
    )
  return (
    <div className={`${parts.note} ${css.sure}`} role="group">
      <p>{t('wait.leave.sure')}</p>
      <p className={parts.line}>
        <button type="button" className={`${parts.btn} ${parts.plain} ${parts.thin}`} onClick={onLeave}>
          {t('wait.leave.yes')}
        </button>
        <button
          type="button"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that had the focus is gone
          autoFocus
          className={`${parts.btn} ${parts.thin}`}
          onClick={() => setConfirming(false)}
        >
          {t('wait.leave.no')}
        </button>
      </p>
    </div>
  )
}
