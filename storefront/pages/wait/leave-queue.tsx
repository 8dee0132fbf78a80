import { useState } from 'react'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import css from './wait-page.module.css'

/** Button that leaves the queue, after a confirmation. */
export const LeaveQueue = ({ onLeave }: { readonly onLeave: () => void }) => {
  const { t } = usePageContext()
  const [confirming, setConfirming] = useState(false)
  if (!confirming)
    return (
      <p className={css.leave}>
        <button
          type="button"
          className={`${parts.btn} ${parts.textButton} ${parts.compact}`}
          onClick={() => setConfirming(true)}
        >
          {t('wait.leave.go')}
        </button>
      </p>
    )
  return (
    <div className={`${parts.note} ${css.confirmation}`} role="group">
      <p>{t('wait.leave.sure')}</p>
      <p className={parts.line}>
        <button type="button" className={`${parts.btn} ${parts.neutral} ${parts.compact}`} onClick={onLeave}>
          {t('wait.leave.yes')}
        </button>
        <button
          type="button"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that had the focus is gone
          autoFocus
          className={`${parts.btn} ${parts.compact}`}
          onClick={() => setConfirming(false)}
        >
          {t('wait.leave.no')}
        </button>
      </p>
    </div>
  )
}
