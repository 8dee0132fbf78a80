import type { OrderEntry } from '@kartis/contract/order-entries.ts'
import { MANUAL_REASONS } from '@kartis/domain/admission.ts'
import { momentShortText } from '@kartis/i18n/format.ts'
import { Pieces } from '@kartis/ui/components/pieces.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import style from './order-details.module.css'

/** Each entry and exit of one ticket: when, where, by whom, and what was unusual about it. */
export function EntryLines({ entries }: { readonly entries: readonly OrderEntry[] }) {
  return entries.map((entry) => <EntryLine key={entry.scan_uuid} entry={entry} />)
}

function EntryLine({ entry }: { readonly entry: OrderEntry }) {
  const { t } = useTranslation(['orders', 'gate'])
  const lang = useLang()
  const { direction, scanned_at: at, gate, device, reason, note, lane_override: isOverride, conflict, undone } = entry
  const byHand = MANUAL_REASONS.find((each) => each === reason)
  const unusual = [
    isOverride && t('orders:entries.lane_override'),
    conflict !== null && t(`orders:entries.conflict.${conflict}`),
    undone && t('orders:entries.undone'),
  ].filter((text) => text !== false)
  return (
    <span className={style.soft}>
      <Pieces
        pieces={[
          t(`orders:entries.${direction}`, { moment: momentShortText(at, lang) }),
          gate !== null && <UserText key="gate">{gate}</UserText>,
          device !== null && <UserText key="device">{device}</UserText>,
          byHand && t('orders:entries.by_hand', { reason: t(`gate:reason.${byHand}`) }),
          note !== null && note !== '' && <UserText key="note">{note}</UserText>,
          ...unusual.map((text) => (
            <b key={text} data-state="warn">
              {text}
            </b>
          )),
        ]}
      />
    </span>
  )
}
