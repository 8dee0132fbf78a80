import { Button } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { Soft } from '@kartis/ui/components/layout.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import { dismissScan } from '../../shared/check-in/doubts.ts'
import { unsettledScans } from '../../shared/check-in/scan-queue.ts'
import { dismissMet, metElsewhere } from '../../shared/check-in/use-gate-contact.ts'
import { errorText } from '../../shared/failures.ts'
import { timesApart } from '../../shared/times-apart.ts'
import type { StoredScan } from '../../shared/offline/database.ts'
import style from './check-in-status.module.css'

/** An entry of this device that does not fit what the server knows. */
interface Doubt {
  readonly scanUuid: string
  /** The ticket, by its number where this device has it. */
  readonly name: string
  readonly at: string
  /** What the server says of it; undefined where the other entry says it all: the phone that was first did nothing wrong. */
  readonly text: string | undefined
  /** The other entry of the ticket. */
  readonly other: { readonly at: string; readonly gate: string | undefined } | undefined
  readonly onDone: () => void
}

const textIn = (scan: StoredScan, name: string): string | undefined => {
  const value = scan.refusal?.detail[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** What this device has heard of its own entries: by the reply to its upload, and later, of those that another one sent. */
const useDoubts = (event: string): readonly Doubt[] => {
  const { i18n } = useTranslation('errors')
  const refused = unsettledScans.use().refused.filter((scan) => scan.event === event)
  const met = metElsewhere.use().filter(({ scan_uuid }) => refused.every((scan) => scan.scan_uuid !== scan_uuid))
  return [
    ...refused.map((scan): Doubt => {
      const at = textIn(scan, 'redeemed_at')
      return {
        scanUuid: scan.scan_uuid,
        name: scan.name,
        at: scan.scanned_at,
        text:
          at !== undefined && scan.refusal?.code === 'S2'
            ? undefined
            : scan.refusal?.description || errorText(i18n, scan.refusal?.code ?? ''),
        other: at === undefined ? undefined : { at, gate: textIn(scan, 'gate') },
        onDone: () => void dismissScan(scan.scan_uuid),
      }
    }),
    ...met.map(({ scan_uuid, ticket_number, scanned_at, other }): Doubt => ({
      scanUuid: scan_uuid,
      name: ticket_number,
      at: scanned_at,
      text: undefined,
      other: { at: other.scanned_at, gate: other.gate ?? undefined },
      onDone: () => dismissMet(scan_uuid),
    })),
  ]
}

/** How many tickets this device has let in that entered elsewhere too, or should not have entered. */
export const useDoubtCount = (event: string): { readonly count: number; readonly areTwice: boolean } => {
  const doubts = useDoubts(event)
  return { count: doubts.length, areTwice: areTwice(doubts) }
}

/** Each of them entered elsewhere too; others were cancelled, issued anew or scanned at a time that cannot be. */
const areTwice = (doubts: readonly Doubt[]): boolean => doubts.every(({ other }) => other !== undefined)

/** A name that says itself that it is of a gate: `שער צפון`, `Gate 2`. */
const SAYS_GATE = /^(?:שער|gate|بوابة)(?:\s|$)/iu

/** Entries of this device that do not fit what the server knows, usually because another one has admitted the ticket too. */
export function DoubleEntries({ event, zone }: { readonly event: string; readonly zone: string }) {
  const { t } = useTranslation('gate')
  const doubts = useDoubts(event)
  if (doubts.length === 0) return null
  return (
    <Card
      title={t(areTwice(doubts) ? 'twice.title' : 'twice.title_any')}
      action={<Chip state="warn">{doubts.length}</Chip>}
    >
      <Soft small>{t(areTwice(doubts) ? 'twice.text' : 'twice.text_any')}</Soft>
      <ul className={style.twice}>
        {doubts.map((doubt) => (
          <DoubtRow key={doubt.scanUuid} doubt={doubt} zone={zone} />
        ))}
      </ul>
    </Card>
  )
}

function DoubtRow({ doubt, zone }: { readonly doubt: Doubt; readonly zone: string }) {
  const { t } = useTranslation(['scan', 'gate'])
  const { name, at, text, other, onDone } = doubt
  const [here = '', there = ''] = timesApart(other === undefined ? [at] : [at, other.at], useLang(), zone)
  const gate = other?.gate
  return (
    <li>
      <div>
        <b>{t('scan:twice.here', { name, time: here })}</b>
        {text !== undefined && <span>{text}</span>}
        {other !== undefined && (
          <span>
            {t(at < other.at ? 'gate:twice.this_first' : 'gate:twice.other_first', {
              here,
              there,
              gate:
                gate === undefined
                  ? ''
                  : t(SAYS_GATE.test(gate) ? 'gate:twice.gate_named' : 'gate:twice.gate', { gate }),
            })}
          </span>
        )}
      </div>
      <Button look="line" onClick={onDone}>
        {t('scan:twice.done')}
      </Button>
    </li>
  )
}
