import { dayIn } from '@kartis/domain/zone.ts'
import { momentShortText, timeText } from '@kartis/i18n/format.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../shared/api-error.ts'
import { errorText } from '../../shared/failures.ts'
import { deviceId, laneNumber } from '../../shared/check-in/device.ts'
import { type VerdictFact, VerdictNotes, VerdictTicket, VerdictTiles } from './verdict-parts.tsx'

type Detail = Readonly<Record<string, unknown>>

const textIn = (detail: Detail, name: string): string | undefined => {
  const value = detail[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

const objectIn = (detail: Detail, name: string): Detail => {
  const value = detail[name]
  return typeof value === 'object' && value !== null ? (value as Detail) : {}
}

/** Why a ticket was refused, in one sentence. */
export const useRefusalText = () => {
  const { i18n } = useTranslation('scan')
  return ({ code, description }: Pick<ApiError, 'code' | 'description'>): string => description || errorText(i18n, code)
}

/** The time of an evening alone; with its day where that is another one. */
const useMoment = (zone: string, at: string) => {
  const lang = useLang()
  return (when: string): string =>
    dayIn(zone, new Date(when)) === dayIn(zone, new Date(at))
      ? timeText(when, lang, zone)
      : momentShortText(when, lang, zone)
}

/** Gates and lanes where the ticket enters, or when and where it entered: what is read from two metres. */
const useTiles = (detail: Detail, at: string, zone: string): VerdictFact[] => {
  const { t } = useTranslation('gate')
  const moment = useMoment(zone, at)
  const [redeemed, before, opens, closes] = [
    textIn(detail, 'redeemed_at'),
    textIn(detail, 'entered_before'),
    textIn(detail, 'opens_at'),
    textIn(detail, 'closes_at'),
  ]
  const gates = Array.isArray(detail['gates']) ? detail['gates'].filter((name) => typeof name === 'string') : []
  const gate = textIn(detail, 'gate')
  const isEarly = opens !== undefined && new Date(opens) > new Date(at)
  const facts = [
    typeof detail['lane'] === 'number' && { id: 'lane', label: t('tile.lane'), value: String(detail['lane']) },
    before !== undefined && { id: 'before', label: t('tile.entered_before'), value: moment(before) },
    redeemed !== undefined && { id: 'entered', label: t('tile.entered'), value: moment(redeemed) },
    isEarly && { id: 'opens', label: t('tile.opens'), value: moment(opens) },
    !isEarly && closes !== undefined && { id: 'closed', label: t('tile.closed'), value: moment(closes) },
    gate !== undefined && { id: 'gate', label: t('tile.gate'), value: gate },
    gates.length > 0 && { id: 'gates', label: t('tile.gate'), value: gates.join(' · ') },
  ]
  return facts.filter((fact) => fact !== false)
}

/** What the person at the gate tells the guest: the ticket, when and where it entered, or the event that it is for. */
export function RefusalFacts({
  error: { detail },
  at,
  zone,
}: {
  readonly error: ApiError
  readonly at: string
  readonly zone: string
}) {
  const { t } = useTranslation(['scan', 'gate'])
  const refusal = useRefusalText()
  const lang = useLang()
  const moment = useMoment(zone, at)
  const tiles = useTiles(detail, at, zone)
  const ticket = objectIn(detail, 'ticket')
  const device = textIn(detail, 'device_id')
  const [cancelled, listed, left] = [
    textIn(detail, 'cancelled_at'),
    textIn(detail, 'list_at'),
    textIn(detail, 'left_at'),
  ]
  const limit = typeof detail['limit'] === 'number' ? detail['limit'] : undefined
  const other = objectIn(detail, 'event')
  const [otherName, otherStart] = [textIn(other, 'name'), textIn(other, 'starts_at')]
  return (
    <>
      <VerdictTicket
        holder={textIn(ticket, 'holder')}
        name={textIn(ticket, 'name')}
        number={textIn(ticket, 'number')}
      />
      <VerdictTiles facts={tiles} />
      <VerdictNotes>
        {[
          otherName && t('result.other_event', { name: otherName }),
          otherStart && momentShortText(otherStart, lang, textIn(other, 'timezone') ?? zone),
          left && t('gate:exit.left_at', { moment: moment(left) }),
          limit !== undefined && t('gate:again.limit', { count: limit }),
          textIn(detail, 'entered_before') && t('result.entered_by_list'),
          device && (device === deviceId() ? t('result.here') : (textIn(detail, 'device') ?? t('result.elsewhere'))),
          cancelled && t('result.cancelled_at', { moment: moment(cancelled) }),
          detail['is_number'] === true && t('result.only_number'),
          detail['reissued'] === true && t('gate:result.reissued'),
          detail['of'] === 'gate' && t('gate:hours.of_gate'),
          detail['of'] === 'ticket_type' && t('gate:hours.of_type'),
          typeof detail['lane'] === 'number' && refusal({ code: 'S8', description: '' }),
          typeof detail['lane'] === 'number' && laneNumber() === null && t('gate:lanes.none_here'),
          listed && t('result.not_listed', { moment: moment(listed) }),
        ]}
      </VerdictNotes>
    </>
  )
}
