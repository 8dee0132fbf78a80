import type { Event } from '@kartis/contract/events.ts'
import type { TicketType } from '@kartis/contract/tickets.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLeaveGuard } from '../../shared/use-leave-guard.ts'
import { hoursDraftOf, hoursOf, hoursWrong, NO_HOURS } from './gate-drafts.ts'
import { HoursFields } from './hours-fields.tsx'
import { useSaveGateSettings } from './ticket-queries.ts'
import style from './tickets.module.css'

interface TypeHoursCardProps {
  readonly event: Event
  readonly tickets: readonly TicketType[]
}

/** Hours of single ticket types: day tickets, early entry. A scan outside of them is refused with S5. */
export function TypeHoursCard(props: TypeHoursCardProps) {
  // mounted anew with what was saved
  return <TypeHoursForm key={JSON.stringify(props.event.settings?.type_hours ?? [])} {...props} />
}

function TypeHoursForm({ event, tickets }: TypeHoursCardProps) {
  const { t } = useTranslation('gate')
  const saved = event.settings?.type_hours ?? []
  const [drafts, setDrafts] = useState(
    () => new Map(saved.map(({ events_ticket_uuid: uuid, ...hours }) => [uuid, hoursDraftOf(hours)])),
  )
  const saving = useSaveGateSettings(event.uuid)
  const hoursOfTypes = (all: typeof drafts) =>
    [...all]
      .filter(([, { opens, closes }]) => opens !== '' || closes !== '')
      .map(([uuid, hours]) => ({ events_ticket_uuid: uuid, ...hoursOf(hours) }))
  const before = new Map(saved.map(({ events_ticket_uuid: uuid, ...hours }) => [uuid, hoursDraftOf(hours)]))
  const isChanged = JSON.stringify(hoursOfTypes(drafts)) !== JSON.stringify(hoursOfTypes(before))
  const isWrong = [...drafts.values()].some(hoursWrong)
  const save = async (): Promise<boolean> => {
    if (isWrong) return false
    await saving.mutateAsync({ type_hours: hoursOfTypes(drafts) })
    showToast({ state: 'good', text: t('again.saved') })
    return true
  }
  const saveOrShow = () => save().catch(() => false) // the mutation shows why
  useLeaveGuard({ dirty: isChanged, save: saveOrShow })
  return (
    <Card title={t('hours.title')}>
      <form
        noValidate
        onSubmit={(submit) => {
          submit.preventDefault()
          void saveOrShow()
        }}
      >
        <Stack>
          <Soft small>{t('hours.hint')}</Soft>
          {tickets.map(({ uuid, name }) => (
            <div key={uuid} className={style.typeHours}>
              <b>
                <UserText>{name}</UserText>
              </b>
              <HoursFields
                name={name}
                zone={event.timezone}
                value={drafts.get(uuid) ?? NO_HOURS}
                onChange={(hours) => setDrafts(new Map(drafts).set(uuid, hours))}
              />
            </div>
          ))}
          {isChanged && (
            <Button type="submit" full disabled={isWrong} busy={saving.isPending}>
              {t('hours.save')}
            </Button>
          )}
        </Stack>
      </form>
    </Card>
  )
}
