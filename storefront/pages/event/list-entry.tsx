import { useState } from 'react'
import { Icon } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { RefusalNote } from '../../shared/refusal-note.tsx'
import { boldFigure, Rich } from '../../shared/rich.tsx'
import { useSubmit } from '../../shared/use-submit.ts'
import type { OwnEntry, OwnList } from './use-own-entry.ts'

/** The visitor is on the list: at which phone, and the way off it. */
export const ListEntry = ({ entry, leave }: { readonly entry: OwnEntry; readonly leave: OwnList['leave'] }) => {
  const { t } = usePageContext()
  const [problem, setProblem] = useState('')
  const [busy, submit] = useSubmit(async () => {
    const failure = await leave()
    setProblem(failure ?? '')
    return failure === undefined
  })
  return (
    <div className={`${parts.state} ${parts.rise}`} role="status">
      <span className={`${parts.seal} ${parts.done}`}>
        <Icon name="check" />
      </span>
      <h4 className={parts.strong}>{t(`sale.waiting_list.done_${entry.kind}`)}</h4>
      <p className={`${parts.small} ${parts.quiet}`}>
        <Rich text={t(`sale.waiting_list.done_${entry.kind}_text`, { phone: entry.phone })} parts={{ n: boldFigure }} />
      </p>
      <button
        type="button"
        className={`${parts.btn} ${parts.textButton} ${parts.compact}`}
        aria-busy={busy}
        onClick={() => submit()}
      >
        {t('sale.waiting_list.leave')}
      </button>
      <RefusalNote text={problem} />
    </div>
  )
}
