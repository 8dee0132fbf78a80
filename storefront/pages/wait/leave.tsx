import { useState } from 'react'
import { usePage } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import css from './wait-page.module.css'

/** Gives the place up, after one more question. */
export const Leave = ({ onLeave }: { readonly onLeave: () => void }) => {
  const { say } = usePage()
  const [asking, setAsking] = useState(false)
  if (!asking)
    return (
      <p className={css.leave}>
        <button type="button" className={`${parts.btn} ${parts.bare} ${parts.thin}`} onClick={() => setAsking(true)}>
          {say('wait.leave.go')}
        </button>
      </p>
    )
  return (
    <div className={`${parts.note} ${css.sure}`} role="group">
      <p>{say('wait.leave.sure')}</p>
      <p className={parts.line}>
        <button type="button" className={`${parts.btn} ${parts.plain} ${parts.thin}`} onClick={onLeave}>
          {say('wait.leave.yes')}
        </button>
        <button
          type="button"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the press that opened this has just taken its own button away
          autoFocus
          className={`${parts.btn} ${parts.thin}`}
          onClick={() => setAsking(false)}
        >
          {say('wait.leave.no')}
        </button>
      </p>
    </div>
  )
}
