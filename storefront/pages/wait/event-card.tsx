import { commaText } from '@kartis/i18n/format.ts'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { Art } from '../../shared/art.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import type { WaitView } from '../../state/wait-state.ts'
import css from './wait-page.module.css'
import type { ReactNode } from 'react'

/** Picture, name and time of the event that the queue is for. */
export const EventCard = ({ event, children }: { readonly event: WaitView; readonly children?: ReactNode }) => {
  const { lang } = usePageContext()
  return (
    <div className={css.event}>
      <Art artwork={event.artwork} alt="" sizes="4.5rem" className={css.thumb} />
      <div>
        <p className={parts.strong}>
          <UserText>{event.name}</UserText>
        </p>
        <p className={`${parts.small} ${parts.quiet}`}>{commaText([event.day, event.start], lang)}</p>
        {children}
      </div>
    </div>
  )
}
