import { SCANNER } from '@kartis/domain/limits.ts'
import { numberText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { useModal } from '@kartis/ui/components/use-modal.ts'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconArrowBackUp } from '@tabler/icons-react'
import { type CSSProperties, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../shared/api-error.ts'
import { gateName } from '../../shared/check-in/device.ts'
import { RefusalFacts, useRefusalText } from './refusal-facts.tsx'
import { ResultIcon } from './result-icon.tsx'
import style from './result-overlay.module.css'
import type { DecidedBy, Entrant } from './check-ticket.ts'
import { type ByHand, isWhole, type Overlay } from './use-overlay.ts'
import { VerdictNotes, VerdictTicket, VerdictTiles } from './verdict-parts.tsx'

export interface ResultOverlayProps {
  readonly overlay: Overlay | undefined
  readonly eventName: string
  /** How many have entered. */
  readonly inside?: number | undefined
  readonly zone: string
  /** The day of the event has not come yet: the result is amber and says so first. */
  readonly isEarly: boolean
  readonly onClose: () => void
  readonly onRetry: () => void
  /** The order of the ticket that entered, where it has several. */
  readonly group?: Group | undefined
  /** Opens that order, to admit who is left. */
  readonly onGroup?: (() => void) | undefined
  /** Takes the entry back; undefined for people who may not. */
  readonly onUndo?: (() => void) | undefined
  /** Lets a ticket of another lane in; undefined for people who may not. */
  readonly onOverride?: (() => void) | undefined
}

export interface Group {
  readonly inside: number
  readonly tickets: number
}

/** The full-screen result: recognisable at arm's length and in the dark. */
export function ResultOverlay(props: ResultOverlayProps) {
  const { overlay, eventName, inside, zone, isEarly, group, onClose, onRetry, onGroup, onUndo, onOverride } = props
  const { t } = useTranslation('gate')
  const lang = useLang()
  const mayClose = overlay !== undefined && overlay.state !== 'check'
  const dialog = useModal({ open: overlay !== undefined, onClose, locked: !mayClose, covers: true })
  const title = useId()
  return (
    <dialog
      ref={dialog}
      className={style.overlay}
      data-state={overlay?.state}
      data-kind={overlay && kindOf(overlay, isEarly)}
      aria-modal
      aria-labelledby={title}
      onCancel={(event) => {
        event.preventDefault()
        if (mayClose) onClose()
      }}
    >
      {overlay && (
        <>
          <p className={style.event}>
            <UserText>{gateName() || eventName}</UserText>
            {inside !== undefined && (
              <span>{t('group.entered', { count: inside, total: numberText(inside, lang) })}</span>
            )}
          </p>
          <div className={style.result} role="status" key={overlay.state}>
            <ResultIcon
              state={overlay.state}
              kind={kindOf(overlay, isEarly)}
              code={overlay.state === 'fail' ? overlay.error.code : undefined}
            />
            <Result overlay={overlay} titleId={title} zone={zone} isEarly={isEarly} group={group} />
          </div>
          <Actions
            key={`foot-${overlay.state}`}
            overlay={overlay}
            onClose={onClose}
            onRetry={onRetry}
            onGroup={group && group.inside < group.tickets ? onGroup : undefined}
            onUndo={onUndo}
            onOverride={onOverride}
          />
        </>
      )}
    </dialog>
  )
}

/** A sentence that stands alone as a heading has no full stop. */
const asHeadline = (text: string): string => text.replace(/^([^.]*)\.$/u, '$1')

/** Valid, but to enter at another gate: nobody made a mistake, so it is not shown as a refusal of the guest. */
const isElsewhere = (overlay: Overlay): boolean =>
  overlay.state === 'fail' && (overlay.error.code === 'S7' || overlay.error.code === 'S8')

/** Of a ticket that is valid: it has entered already, comes at another hour, or is not inside. Any other is not valid. */
const FAILURES: Readonly<Partial<Record<string, 'gate:result.refused' | 'gate:result.no_exit'>>> = {
  S2: 'gate:result.refused',
  S5: 'gate:result.refused',
  S9: 'gate:result.no_exit',
}

/** What makes a result look different from others of its state. */
const kindOf = (overlay: Overlay, isEarly: boolean): 'else' | 'early' | 'part' | 'exit' | undefined => {
  if (isElsewhere(overlay)) return 'else'
  if (overlay.state === 'success' && overlay.direction === 'exit') return 'exit'
  if (overlay.state !== 'success') return undefined
  if (isEarly) return 'early'
  return isWhole(overlay) ? undefined : 'part'
}

/** Without an answer of the server a ticket is not checked only where this device has no list to check it by. */
const uncheckedBecause = ({ error }: Overlay & { state: 'unchecked' }) => {
  if (error === undefined) return 'unchecked_text'
  if (error.detail['codes_only'] === true) return 'unchecked_codes_only'
  return error.status > 0 ? 'unchecked_error' : 'unchecked_no_list'
}

function Result({
  overlay,
  titleId,
  zone,
  isEarly,
  group,
}: Pick<ResultOverlayProps, 'zone' | 'isEarly' | 'group'> & {
  readonly overlay: Overlay
  readonly titleId: string
}) {
  const { t } = useTranslation(['scan', 'gate'])
  const refusal = useRefusalText()
  /** What the guest has to know first: the lane, or that it is another gate. */
  const elsewhereTitle = ({ code, detail }: ApiError): string | undefined => {
    if (code === 'S8' && typeof detail['lane'] === 'number') return t('gate:lanes.go', { lane: detail['lane'] })
    return code === 'S7' ? t('gate:result.else') : undefined
  }
  const titleOf = (shown: Exclude<Overlay, { state: 'fail' }>): string => {
    if (shown.state !== 'success') return t(`result.${shown.state}`)
    // Nothing was scanned.
    if (shown.byHand) return asHeadline(t('gate:order.done', { count: shown.byHand.count }))
    return shown.direction === 'exit' ? t('gate:exit.done') : t('result.success')
  }
  if (overlay.state === 'fail')
    return (
      <>
        {!isElsewhere(overlay) && <p className={style.kind}>{t(FAILURES[overlay.error.code] ?? 'scan:result.fail')}</p>}
        <h2 id={titleId}>{elsewhereTitle(overlay.error) ?? asHeadline(refusal(overlay.error))}</h2>
        <RefusalFacts error={overlay.error} at={overlay.at} zone={zone} />
      </>
    )
  const isForbidden = overlay.state === 'unchecked' && overlay.error?.status === 403
  const isEarlyEntry = kindOf(overlay, isEarly) === 'early'
  const heading = isForbidden ? t('result.forbidden') : isEarlyEntry ? t('gate:early.short') : titleOf(overlay)
  return (
    <>
      <h2 id={titleId}>{heading}</h2>
      {overlay.state === 'check' && <p>{t('result.check_text')}</p>}
      {overlay.state === 'again' && <p>{t(overlay.isForeign ? 'result.again_foreign' : 'result.again_text')}</p>}
      {isEarlyEntry && <p className={style.early}>{titleOf(overlay)}</p>}
      {overlay.state === 'success' && (
        <AdmittedTicket
          ticket={overlay.ticket}
          byHand={overlay.byHand}
          isEntry={overlay.direction === 'entry'}
          decidedBy={overlay.decidedBy}
          group={group}
        />
      )}
      {overlay.state === 'unchecked' && (
        <p>{t(isForbidden ? 'result.forbidden_text' : `result.${uncheckedBecause(overlay)}`)}</p>
      )}
    </>
  )
}

function AdmittedTicket({
  ticket,
  byHand,
  isEntry,
  decidedBy,
  group,
}: Pick<ResultOverlayProps, 'group'> & {
  readonly ticket: Entrant
  readonly byHand: ByHand | undefined
  readonly isEntry: boolean
  readonly decidedBy: DecidedBy
}) {
  const { t } = useTranslation(['scan', 'gate'])
  const refusal = useRefusalText()
  const together = byHand !== undefined && byHand.count > 1 ? byHand : undefined
  const refused = byHand?.refused ?? []
  const seat = together ? undefined : ticket.seat
  const tiles = seat
    ? [
        ...(seat.gate === undefined ? [] : [{ id: 'gate', label: t('gate:tile.gate'), value: seat.gate }]),
        { id: 'section', label: t('gate:tile.section'), value: seat.section },
        { id: 'row', label: t('gate:tile.row'), value: seat.row },
        { id: 'seat', label: t('gate:tile.seat'), value: seat.number },
      ]
    : []
  return (
    <>
      {refused.length > 0 && <p className={style.early}>{t('gate:order.not_in', { count: refused.length })}</p>}
      {together ? (
        <VerdictTicket
          holder={together.holder ?? undefined}
          name={t('gate:search.order', { number: together.order })}
          number={undefined}
        />
      ) : (
        <VerdictTicket holder={ticket.holder ?? undefined} name={ticket.name} number={ticket.number} />
      )}
      <VerdictTiles facts={tiles} />
      <VerdictNotes>
        {[
          group && isEntry && t('gate:group.inside', { inside: group.inside, tickets: group.tickets }),
          ticket.isAgain === true && isEntry && t('gate:again.entered'),
          decidedBy === 'device' && t('result.own'),
          decidedBy === 'hub' && t('result.by_hub'),
          ...refused.map(({ number, code, text }) =>
            t('gate:order.refused', { number, text: refusal({ code, description: text }) }),
          ),
        ]}
      </VerdictNotes>
    </>
  )
}

/** Runs out while a result is open that closes by itself. */
const FUSE: CSSProperties = { animationDuration: `${SCANNER.resetMs}ms` }

function Actions({
  overlay,
  onClose,
  onRetry,
  onGroup,
  onUndo,
  onOverride,
}: Pick<ResultOverlayProps, 'onClose' | 'onRetry' | 'onGroup' | 'onUndo' | 'onOverride'> & {
  readonly overlay: Overlay
}) {
  const { t } = useTranslation(['scan', 'gate'])
  const first = useRef<HTMLButtonElement>(null)
  // What was found is read first: the button takes the focus without scrolling it away.
  useEffect(() => first.current?.focus({ preventScroll: true }), [])
  if (overlay.state === 'check') return <p className={style.hint}>{t('result.check_wait')}</p>
  return (
    <div className={style.foot}>
      {/* Small: people read the sentence, and name the code when they call for help. */}
      {overlay.state === 'fail' && <p className={style.code}>{t('result.code', { code: overlay.error.code })}</p>}
      {overlay.state === 'success' && isWhole(overlay) && (
        <p className={style.hint}>
          <span className={style.fuse} aria-hidden>
            <span style={FUSE} />
          </span>
          {t('result.success_text')}
        </p>
      )}
      {overlay.state === 'unchecked' && (
        <Button full ref={first} className={style.button} onClick={onRetry}>
          {t('result.retry')}
        </Button>
      )}
      <Button
        full
        ref={overlay.state === 'unchecked' ? undefined : first}
        className={overlay.state === 'unchecked' ? style.quiet : style.button}
        onClick={onClose}
      >
        {t('result.close')}
      </Button>
      {onGroup && overlay.state === 'success' && overlay.direction === 'entry' && (
        <Button full className={style.quiet} onClick={onGroup}>
          {t('gate:group.open')}
        </Button>
      )}
      {onUndo && overlay.state === 'success' && (
        <Button
          full
          className={style.quiet}
          icon={<IconArrowBackUp size={20} stroke={2} aria-hidden />}
          onClick={onUndo}
        >
          {t('gate:undo.action')}
        </Button>
      )}
      {onOverride && overlay.state === 'fail' && overlay.error.code === 'S8' && (
        <Button full className={style.quiet} onClick={onOverride}>
          {t('gate:lanes.override')}
        </Button>
      )}
    </div>
  )
}
