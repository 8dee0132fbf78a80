import { momentShortText } from '@kartis/i18n/format.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../shared/api-error.ts'
import { errorText } from '../../shared/failures.ts'
import { deviceId } from './device.ts'
import style from './result-overlay.module.css'

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

/** Whose ticket it is, as on an admitted one; nothing for a code that is not on this event's list. */
function RefusedTicket({ detail }: { readonly detail: Detail }) {
  const ticket = objectIn(detail, 'ticket')
  const [holder, name, number] = [textIn(ticket, 'holder'), textIn(ticket, 'name'), textIn(ticket, 'number')]
  if (!holder && !name && !number) return null
  return (
    <>
      {holder && (
        <p className={style.holder}>
          <bdi>{holder}</bdi>
        </p>
      )}
      <div className={style.pass}>
        {name && <b>{name}</b>}
        {number && <bdi dir="ltr">{number}</bdi>}
      </div>
    </>
  )
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
  const moment = (name: string) => {
    const when = textIn(detail, name)
    return when && momentShortText(when, lang, zone)
  }
  const redeemed = moment('redeemed_at')
  const gate = textIn(detail, 'gate')
  const device = textIn(detail, 'device_id')
  const opens = moment('opens_at')
  const closed = moment('closes_at')
  const isEarly = opens !== undefined && new Date(textIn(detail, 'opens_at') ?? '') > new Date(at)
  const cancelled = moment('cancelled_at')
  const listed = moment('list_at')
  const left = moment('left_at')
  const limit = typeof detail['limit'] === 'number' ? detail['limit'] : undefined
  const gates = Array.isArray(detail['gates']) ? detail['gates'].filter((name) => typeof name === 'string') : []
  const lane = typeof detail['lane'] === 'number' ? detail['lane'] : undefined
  const other = objectIn(detail, 'event')
  const [otherName, otherStart] = [textIn(other, 'name'), textIn(other, 'starts_at')]
  const facts = [
    otherName && t('result.other_event', { name: otherName }),
    otherStart && momentShortText(otherStart, lang, textIn(other, 'timezone') ?? zone),
    redeemed && t('result.redeemed_at', { moment: redeemed }),
    left && t('gate:exit.left_at', { moment: left }),
    limit !== undefined && t('gate:again.limit', { count: limit }),
    gate && t('result.at_gate', { gate }),
    device && (device === deviceId() ? t('result.here') : (textIn(detail, 'device') ?? t('result.elsewhere'))),
    cancelled && t('result.cancelled_at', { moment: cancelled }),
    detail['reissued'] === true && t('gate:result.reissued'),
    isEarly && t('result.opens_at', { moment: opens }),
    !isEarly && closed && t('result.closed_at', { moment: closed }),
    detail['of'] === 'gate' && t('gate:hours.of_gate'),
    detail['of'] === 'ticket_type' && t('gate:hours.of_type'),
    lane !== undefined && refusal({ code: 'S8', description: '' }),
    gates.length > 0 && t('gate:result.go_to', { gates: gates.join(' · ') }),
    listed && t('result.not_listed', { moment: listed }),
  ].filter((fact): fact is string => typeof fact === 'string' && fact !== '')
  return (
    <>
      <RefusedTicket detail={detail} />
      {facts.length > 0 && (
        <div className={style.reason}>
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </div>
      )}
    </>
  )
}
