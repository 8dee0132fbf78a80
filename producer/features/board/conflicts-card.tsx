import type { GateBoard, GateConflict } from '@kartis/contract/gate-board.ts'
import { closeConflict, explainConflict } from '@kartis/contract/gate-board.ts'
import { answersOf, type ConflictAnswer } from '@kartis/domain/gate-conflict.ts'
import { numberText, timeText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { GlyphTile } from '@kartis/ui/components/glyph-tile.tsx'
import { Soft } from '@kartis/ui/components/layout.tsx'
import { Pieces } from '@kartis/ui/components/pieces.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconArrowsExchange, IconCheck } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { timesApart } from '../../shared/times-apart.ts'
import style from './board.module.css'
import { AdmitByHand } from './admit-by-hand.tsx'
import { NoteDialog } from './note-dialog.tsx'
import { useShowConflict } from './use-board.ts'

/** What this viewer may do with conflicts; on a big screen nothing. */
export interface ConflictRights {
  readonly explain: boolean
  readonly close: boolean
}

interface ConflictsCardProps {
  readonly board: GateBoard
  readonly may: ConflictRights
  /** How many are shown at most: nobody scrolls a big screen. */
  readonly most?: number
}

/** Entries that do not fit together: to be explained, not blamed. */
export function ConflictsCard({ board, may, most }: ConflictsCardProps) {
  const { t } = useTranslation('gate-board')
  const lang = useLang()
  const { open, explained, items: all } = board.conflicts
  const items = all.slice(0, most)
  const more = open + explained - items.length
  // The row of a closed one is gone, and with it the button that had the focus.
  const list = useRef<HTMLUListElement>(null)
  return (
    <Card title={t('conflicts.title')} action={open > 0 && <Chip state="bad">{numberText(open, lang)}</Chip>}>
      {items.length === 0 && <Soft>{t('conflicts.empty')}</Soft>}
      <ul className={style.conflicts} ref={list} tabIndex={-1} aria-label={t('conflicts.title')}>
        {items.map((item) => (
          <ConflictRow
            key={item.scan_uuid}
            event={board.event}
            conflict={item}
            may={may}
            onClosed={() => list.current?.focus()}
          />
        ))}
      </ul>
      {more > 0 && <Soft small>{t('conflicts.more', { count: more })}</Soft>}
    </Card>
  )
}

interface RowProps {
  readonly event: GateBoard['event']
  readonly conflict: GateConflict
  readonly may: ConflictRights
  readonly onClosed: () => void
}

function ConflictRow({ event, conflict, may, onClosed }: RowProps) {
  const { t } = useTranslation('gate-board')
  const head = useRef<HTMLHeadingElement>(null)
  const { kind, ticket_number: number, state } = conflict
  const title = t(`conflicts.kind.${kind}`, { number: `\u2066${number ?? ''}\u2069` })
  return (
    <li>
      <GlyphTile tone={state === 'open' ? 'bad' : 'quiet'}>
        {state === 'open' ? (
          <IconArrowsExchange size={20} stroke={1.75} aria-hidden />
        ) : (
          <IconCheck size={20} stroke={1.75} aria-hidden />
        )}
      </GlyphTile>
      <div>
        <h3 ref={head} tabIndex={-1}>
          <Title text={title} number={number} />
        </h3>
        <ConflictFacts event={event} conflict={conflict} />
        <Acts
          event={event}
          title={title}
          conflict={conflict}
          may={may}
          onExplained={() => head.current?.focus()}
          onClosed={onClosed}
        />
      </div>
    </li>
  )
}

/** What happened, with the number in one line: browsers break it behind its hyphen. */
function Title({ text, number }: { readonly text: string; readonly number: string | null }) {
  if (number === null || !text.includes(number)) return text
  const [before, after] = text.split(number)
  return (
    <>
      {before}
      <span className={style.number}>{number}</span>
      {after}
    </>
  )
}

/** Ticket and entries. Without the guest's name: who looks at names at the gate is recorded, and a board may be a big screen. */
function ConflictFacts({ event, conflict }: Pick<RowProps, 'event' | 'conflict'>) {
  const { t } = useTranslation('gate-board')
  const lang = useLang()
  const { kind, ticket, entry, other } = conflict
  const acts = other ? [other, entry] : [entry]
  const times = timesApart(
    acts.map(({ scanned_at }) => scanned_at),
    lang,
    event.timezone,
  )
  const state =
    kind === 'untimely' &&
    ticket &&
    (ticket.status === 'cancelled'
      ? t('conflicts.ticket.cancelled')
      : ticket.redeemed_at === null
        ? t('conflicts.ticket.outside')
        : t('conflicts.ticket.entered', { time: timeText(ticket.redeemed_at, lang, event.timezone) }))
  return (
    <>
      {ticket && (
        <p>
          <Pieces
            pieces={[
              <UserText key="type">{ticket.name}</UserText>,
              state && (
                <b key="state" data-state={ticket.redeemed_at === null ? undefined : 'good'}>
                  {state}
                </b>
              ),
            ]}
          />
        </p>
      )}
      {acts.map((act, place) => (
        <EntryLine key={place} time={times[place] ?? ''} entry={act} />
      ))}
    </>
  )
}

function EntryLine({ time, entry }: { readonly time: string; readonly entry: GateConflict['entry'] }) {
  return (
    <p>
      <Pieces
        pieces={[
          time,
          entry.gate !== null && <UserText key="gate">{entry.gate}</UserText>,
          entry.device !== null && <UserText key="device">{entry.device}</UserText>,
        ]}
      />
    </p>
  )
}

interface ActsProps {
  readonly event: GateBoard['event']
  readonly title: string
  readonly conflict: GateConflict
  readonly may: ConflictRights
  /** The buttons that were pressed are gone: the focus has to go somewhere. */
  readonly onExplained: () => void
  readonly onClosed: () => void
}

const useMoves = (event: string, scan: string) => {
  const { t } = useTranslation('gate-board')
  const show = useShowConflict(event)
  const params = { uuid: event, scan_uuid: scan }
  const explaining = useMutation({
    mutationFn: (body: { readonly reason: ConflictAnswer; readonly note?: string }) =>
      api(explainConflict, { params, body }),
    onSuccess: ({ data }) => {
      show(data)
      showToast({ state: 'good', text: t('conflicts.saved') })
    },
  })
  const closing = useMutation({
    mutationFn: () => api(closeConflict, { params, body: {} }),
    onSuccess: ({ data }) => {
      show(data)
      showToast({ state: 'good', text: t('conflicts.closed') })
    },
  })
  return { explaining, closing }
}

/** Ready answers of an open conflict; of an explained one what was said, and closing it. */
function Acts({ event, title, conflict, may, onExplained, onClosed }: ActsProps) {
  const { t } = useTranslation('gate-board')
  const [isChanging, setIsChanging] = useState(false)
  const [isWriting, setIsWriting] = useState(false)
  const { explaining, closing } = useMoves(event.uuid, conflict.scan_uuid)
  const answers = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isChanging) answers.current?.querySelector('button')?.focus()
  }, [isChanging])
  const isExplained = useRef(false)
  const explained = () => {
    isExplained.current = true
    setIsChanging(false)
  }
  // After the dialog of a note has closed: what is behind it takes no focus before.
  useEffect(() => {
    if (!isExplained.current || isWriting) return
    isExplained.current = false
    onExplained()
  })
  const answer = (reason: ConflictAnswer) => {
    if (reason === 'other') return setIsWriting(true)
    explaining.mutate({ reason }, { onSuccess: explained })
  }
  const close = async () => {
    const question = {
      title: t('conflicts.close_title'),
      text: t('conflicts.close_text'),
      action: t('conflicts.close_action'),
    }
    if (await confirm(question)) closing.mutate(undefined, { onSuccess: onClosed })
  }
  const mayAnswer = may.explain && (conflict.state === 'open' || isChanging)
  // The dialogs cover the list that they were opened from.
  const about = (
    <div className={style.about}>
      <b>
        <Title text={title} number={conflict.ticket_number} />
      </b>
      <ConflictFacts event={event} conflict={conflict} />
    </div>
  )
  return (
    <>
      {conflict.reason !== null && (
        <p className={style.explained}>
          {t('conflicts.explained', { reason: conflict.note ?? t(`conflicts.answer.${conflict.reason}`) })}
        </p>
      )}
      {may.explain && conflict.can_admit && (
        <div className={style.answers} role="group" aria-label={title}>
          <AdmitByHand event={event.uuid} conflict={conflict} about={about} onAdmitted={explained} />
        </div>
      )}
      {mayAnswer && (
        <div className={style.answers} role="group" aria-label={title} ref={answers}>
          {answersOf(conflict.kind).map((reason) => (
            <Button key={reason} look="line" disabled={explaining.isPending} onClick={() => answer(reason)}>
              {t(`conflicts.answer.${reason}`)}
            </Button>
          ))}
        </div>
      )}
      {!mayAnswer && conflict.state === 'explained' && (may.explain || may.close) && (
        <div className={style.answers} role="group" aria-label={title}>
          {may.close && (
            <Button look="line" busy={closing.isPending} onClick={() => void close()}>
              {t('conflicts.close')}
            </Button>
          )}
          {may.explain && (
            <Button look="bare" onClick={() => setIsChanging(true)}>
              {t('conflicts.change')}
            </Button>
          )}
        </div>
      )}
      <NoteDialog
        open={isWriting}
        busy={explaining.isPending}
        texts={{
          title: t('conflicts.answer.other'),
          label: t('conflicts.note'),
          missing: t('conflicts.note_missing'),
          action: t('conflicts.save'),
        }}
        about={about}
        onClose={() => setIsWriting(false)}
        onSave={(note) =>
          explaining.mutate(
            { reason: 'other', note },
            {
              onSuccess: () => {
                setIsWriting(false)
                explained()
              },
            },
          )
        }
      />
    </>
  )
}
