import type { Member } from '@kartis/contract/accounts.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { Stack } from '@kartis/ui/components/layout.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EventChoice, type PickedEvent } from './event-choice.tsx'
import { memberName } from './use-team.ts'

interface EventsDialogProps {
  readonly member: Member
  readonly open: boolean
  readonly busy: boolean
  /** `null`: all events. */
  readonly onSave: (eventUuids: string[] | null) => void
  readonly onClose: () => void
}

/** Changes the events of a member or of an invitation. */
export function EventsDialog({ member, open, busy, onClose, onSave }: EventsDialogProps) {
  const { t } = useTranslation('team')
  return (
    <Dialog open={open} onClose={onClose} title={t('events.edit_of', { name: memberName(member) })} locked={busy}>
      <Content member={member} busy={busy} onClose={onClose} onSave={onSave} />
    </Dialog>
  )
}

function Content({ member, busy, onSave, onClose }: Omit<EventsDialogProps, 'open'>) {
  const { t } = useTranslation('team')
  const [events, setEvents] = useState<readonly PickedEvent[] | null>(member.events)
  const [missing, setMissing] = useState(false)
  const save = () => {
    if (events?.length === 0) return setMissing(true)
    return onSave(events?.map(({ uuid }) => uuid) ?? null)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Stack gap="wide">
        <EventChoice
          value={events}
          onChange={setEvents}
          error={missing && events?.length === 0 ? t('events.required') : undefined}
        />
        <Buttons busy={busy} onClose={onClose} />
      </Stack>
    </form>
  )
}

function Buttons({ busy, onClose }: { readonly busy: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation('team')
  return (
    <p>
      <Button type="submit" busy={busy}>
        {t('events.save')}
      </Button>{' '}
      <Button look="bare" onClick={onClose} disabled={busy}>
        {t('events.cancel')}
      </Button>
    </p>
  )
}
