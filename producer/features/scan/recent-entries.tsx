import { timeText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Soft } from '@kartis/ui/components/layout.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconArrowBackUp, IconCheck, IconUsersPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { offline } from '../../shared/connection.ts'
import type { LocalAdmissionList } from '../../shared/check-in/admission-list.ts'
import { ticketsOfOrder } from '../../shared/check-in/find-in-list.ts'
import { holderOf } from '../../shared/check-in/guest-names.ts'
import { orderNumberOf } from '../../shared/check-in/order-index.ts'
import style from './recent-entries.module.css'
import type { Admitted } from '../../shared/check-in/recent-entries.ts'
import { useLastOwn } from './use-recent-entries.ts'
import type { Undo } from './use-undo.ts'

const ICON = { size: 18, stroke: 2, 'aria-hidden': true } as const

interface RecentEntriesProps {
  readonly admitted: readonly Admitted[]
  readonly zone: string
  readonly list: () => LocalAdmissionList | undefined
  readonly undo: Undo
  readonly onUndone: (ticketUuid: string) => void
  /** Opens the order, to admit the left of a group. */
  readonly onOrder: (number: string) => void
}

/** The last admissions on this device, each with its undoing and with the left of its order. */
export function RecentEntries({ admitted, ...props }: RecentEntriesProps) {
  const { t } = useTranslation('gate')
  const isOffline = offline.use()
  const own = useLastOwn(admitted)
  return (
    <section className={style.recent} aria-label={t('recent.title')}>
      <h2>{t('recent.title')}</h2>
      {admitted.length === 0 ? (
        <p className={style.empty}>{t('recent.empty')}</p>
      ) : (
        <ul>
          {admitted.map((entry) => (
            <Entry key={entry.scanUuid} entry={entry} isOwn={own.includes(entry)} {...props} />
          ))}
        </ul>
      )}
      {isOffline && props.undo.isAllowed && admitted.length > 0 && (
        <Soft small role="status">
          {t('undo.needs')}
        </Soft>
      )}
    </section>
  )
}

function Entry({
  entry,
  isOwn,
  zone,
  list,
  undo,
  onUndone,
  onOrder,
}: Omit<RecentEntriesProps, 'admitted'> & { readonly entry: Admitted; readonly isOwn: boolean }) {
  const { t } = useTranslation(['gate', 'scan'])
  const lang = useLang()
  const { ticketUuid, number, holder, name, at } = entry
  const stored = list()
  const order = orderNumberOf(entry)
  const left = stored
    ? ticketsOfOrder(stored, order).filter(({ cancelled_at, redeemed_at }) => !cancelled_at && !redeemed_at).length
    : 0
  // After a reload the guest has a name where this device has the sealed file.
  const guest = holder ?? (stored && holderOf(stored, entry)) ?? undefined
  const shown = guest ?? (name || t('scan:recent.nobody'))
  const takeBack = async () => {
    const who = guest ?? (number === '' ? shown : undefined)
    if (await undo.run({ uuid: ticketUuid, name: who, number, own: isOwn ? entry : undefined })) onUndone(ticketUuid)
  }
  return (
    <li>
      <span className={style.state}>
        <IconCheck {...ICON} />
      </span>
      <span className={style.what}>
        <b>
          <UserText>{shown}</UserText>
        </b>
        <small>
          {number !== '' && (
            <>
              <bdi dir="ltr">{number}</bdi>
              {' · '}
            </>
          )}
          <time dateTime={at}>{timeText(at, lang, zone)}</time>
        </small>
      </span>
      {left > 0 && (
        <Button look="soft" icon={<IconUsersPlus {...ICON} />} onClick={() => onOrder(order)}>
          {t('recent.more', { count: left })}
        </Button>
      )}
      {(undo.isAllowed || isOwn) && (
        <Button
          look="bare"
          icon={<IconArrowBackUp {...ICON} />}
          aria-label={t('order.undo_name', { number })}
          disabled={undo.isPending}
          onClick={() => void takeBack()}
        >
          {t('undo.short')}
        </Button>
      )}
    </li>
  )
}
