import type { Event } from '@kartis/contract/events.ts'
import { iconButtonClass } from '@kartis/ui/components/button.tsx'
import { IconArrowRight, IconPencil, IconPhoto, IconTicket } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { IconLink } from '../../shared/links.tsx'
import { CoverArt } from './cover-art.tsx'
import style from './event-cover.module.css'

const WIDTHS = [640, 828, 1128]

/** The full-width artwork with the back link and, for editors, three shortcuts. */
export function EventCover({ event }: { readonly event: Event }) {
  const { t } = useTranslation('event')
  const banner = event.attachments?.find(({ slot }) => slot === 'banner_event')
  const params = { uuid: event.uuid }
  return (
    <div className={style.cover}>
      {banner ? (
        <img
          src={`${banner.url}?w=1128`}
          srcSet={WIDTHS.map((width) => `${banner.url}?w=${width} ${width}w`).join(', ')}
          sizes="(min-width: 48rem) 70rem, 100vw"
          width={1128}
          height={456}
          alt=""
        />
      ) : (
        <CoverArt />
      )}
      <div className={style.tools}>
        <Link to="/" className={iconButtonClass()} aria-label={t('tools.back')} title={t('tools.back')}>
          <IconArrowRight className={style.arrow} size={20} stroke={1.75} aria-hidden />
        </Link>
        {event.can.edit && (
          <>
            <IconLink to="/events/$uuid/tickets" params={params} label={t('tools.tickets')}>
              <IconTicket size={20} stroke={1.75} aria-hidden />
            </IconLink>
            <IconLink to="/events/$uuid/images" params={params} label={t('tools.images')}>
              <IconPhoto size={20} stroke={1.75} aria-hidden />
            </IconLink>
            <IconLink to="/events/$uuid/setup" params={params} label={t('tools.edit')}>
              <IconPencil size={20} stroke={1.75} aria-hidden />
            </IconLink>
          </>
        )}
      </div>
    </div>
  )
}
