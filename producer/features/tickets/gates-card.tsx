import type { Event } from '@kartis/contract/events.ts'
import type { TicketType } from '@kartis/contract/tickets.ts'
import { laneCountOf, MAX_LANES } from '@kartis/domain/lanes.ts'
import { Button, IconButton } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { ManyPills } from '@kartis/ui/components/choice-pills.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { TextField } from '@kartis/ui/components/text-field.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { gatesOfEvent, gatesText } from '../../shared/check-in/gates-of-event.ts'
import { useLeaveGuard } from '../../shared/use-leave-guard.ts'
import { draftsOf, gatesWithin, type GateDraft, gatesOf, hoursWrong, nameReasons, NO_HOURS } from './gate-drafts.ts'
import { HoursFields } from './hours-fields.tsx'
import { movesTickets, useLaneQuestion } from './lane-question.ts'
import { useSaveGateSettings } from './ticket-queries.ts'
import style from './tickets.module.css'

type Gates = NonNullable<NonNullable<Event['settings']>['gates']>

/** The place of the card in the page, for links that lead to it. */
const GATES = 'gates'
const MAX_GATES = 40
const MAX_CHARS = 80

interface GatesCardProps {
  readonly event: Event
  readonly tickets: readonly TicketType[]
}

/** The gates of an event and the ticket types that enter at each. A scan at another gate is refused with S7. */
export function GatesCard({ event, tickets }: GatesCardProps) {
  const lanes = laneCountOf(event.settings?.check_in)
  const saved = gatesWithin(event.settings?.gates ?? [], lanes || MAX_LANES)
  // mounted anew with what was saved
  return (
    <GatesForm
      key={JSON.stringify(saved)}
      event={event}
      saved={saved}
      ofHall={gatesOfEvent({ seat_gates: event.seat_gates })}
      tickets={tickets}
      lanes={lanes}
    />
  )
}

const emptyGate = (name: string, id: number): GateDraft => ({ id, name, types: [], lanes: [], hours: NO_HOURS })

function GatesForm({
  event,
  saved,
  ofHall,
  tickets,
  lanes,
}: {
  readonly event: Event
  readonly saved: Gates
  /** The gates that the sections of its hall name. */
  readonly ofHall: readonly string[]
  readonly tickets: readonly TicketType[]
  /** How many lanes the event has; 0 without any. */
  readonly lanes: number
}) {
  const { t } = useTranslation('gate')
  const lang = useLang()
  const [drafts, setDrafts] = useState<readonly GateDraft[]>(() => draftsOf(saved))
  const [isSent, setIsSent] = useState(false)
  const saving = useSaveGateSettings(event.uuid)
  const mayChange = useLaneQuestion(event)
  const reasons = nameReasons(drafts)
  const gates = gatesOf(drafts)
  const isChanged = JSON.stringify(gates) !== JSON.stringify(gatesOf(draftsOf(saved)))
  const change = (id: number, fields: Partial<GateDraft>) =>
    setDrafts(drafts.map((draft) => (draft.id === id ? { ...draft, ...fields } : draft)))
  const save = async (): Promise<boolean> => {
    setIsSent(true)
    if (reasons.some(Boolean) || drafts.some(({ hours }) => hoursWrong(hours))) return false
    if (lanes > 0 && movesTickets(saved, gates) && !(await mayChange('gates'))) return false
    await saving.mutateAsync({ gates })
    showToast({ state: 'good', text: t('gates.saved') })
    return true
  }
  const own = useRef<HTMLElement>(null)
  // The link of the entrance leads here, and the card comes after the page.
  useEffect(() => {
    if (location.hash !== `#${GATES}`) return
    own.current?.scrollIntoView({ block: 'start' })
    own.current?.focus({ preventScroll: true })
  }, [])
  const saveOrShow = () => save().catch(() => false) // the mutation shows why
  useLeaveGuard({ dirty: isChanged, save: saveOrShow })
  const submit = (form: FormEvent) => {
    form.preventDefault()
    void saveOrShow()
  }
  return (
    <Card title={t('gates.title')} id={GATES} ref={own} tabIndex={-1} className={style.linked}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Soft small>{t('gates.hint')}</Soft>
          {drafts.length === 0 && ofHall.length > 0 && (
            <>
              <Soft small>{t('gates.of_hall', { gates: gatesText(ofHall, lang) })}</Soft>
              <Button look="line" onClick={() => setDrafts(ofHall.slice(0, MAX_GATES).map(emptyGate))}>
                {t('gates.take_hall')}
              </Button>
            </>
          )}
          {drafts.map(({ id, name, types, lanes: own, hours }, place) => (
            <fieldset key={id} className={style.gate}>
              <legend className="visually-hidden">{name || t('gates.name')}</legend>
              <div className={style.gateName}>
                <TextField
                  label={t('gates.name')}
                  placeholder={t('gates.name_example')}
                  maxLength={MAX_CHARS}
                  autoComplete="off"
                  dir="auto"
                  error={isSent && reasons[place] && t(`gates.${reasons[place]}`)}
                  value={name}
                  onChange={(field) => change(id, { name: field.target.value })}
                />
                <IconButton
                  bare
                  label={t('gates.remove', { name })}
                  onClick={() => setDrafts(drafts.filter((draft) => draft.id !== id))}
                >
                  <IconTrash size={20} stroke={1.75} aria-hidden />
                </IconButton>
              </div>
              <ManyPills
                label={t('gates.types', { name })}
                quietLabel
                choices={tickets.map((ticket) => ({ value: ticket.uuid, label: <UserText>{ticket.name}</UserText> }))}
                value={types}
                onChange={(chosen) => change(id, { types: chosen })}
              />
              {lanes > 0 && (
                <ManyPills
                  label={t('gates.lanes', { name })}
                  choices={Array.from({ length: lanes }, (_, at) => ({
                    value: String(at + 1),
                    label: t('lanes.lane', { lane: at + 1 }),
                    // a lane is at one gate
                    disabled: drafts.some((other) => other.id !== id && other.lanes.includes(at + 1)),
                  }))}
                  value={own.map(String)}
                  onChange={(chosen) => change(id, { lanes: chosen.map(Number) })}
                />
              )}
              <HoursFields
                name={name}
                zone={event.timezone}
                value={hours}
                onChange={(next) => change(id, { hours: next })}
              />
            </fieldset>
          ))}
          <Button
            look="bare"
            icon={<IconPlus size={20} stroke={1.75} aria-hidden />}
            disabled={drafts.length >= MAX_GATES}
            onClick={() => setDrafts([...drafts, emptyGate('', Math.max(-1, ...drafts.map((draft) => draft.id)) + 1)])}
          >
            {t('gates.add')}
          </Button>
          {isChanged && (
            <Button type="submit" full busy={saving.isPending}>
              {t('gates.save')}
            </Button>
          )}
        </Stack>
      </form>
    </Card>
  )
}
