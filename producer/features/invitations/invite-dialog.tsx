import type { Event } from '@kartis/contract/events.ts'
import { sendInvitation } from '@kartis/contract/invitations.ts'
import { invitePhone } from '@kartis/domain/invitation.ts'
import { tidy } from '@kartis/domain/text.ts'
import { numberText } from '@kartis/i18n/format.ts'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { Button } from '@kartis/ui/components/button.tsx'
import { ResultState } from '@kartis/ui/components/error-state.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { lostSeats } from '../../shared/hall/lost-seats.ts'
import { itemsWithSeats, type Picks } from '../../shared/hall/seat-picks.ts'
import { ButtonLink } from '../../shared/links.tsx'
import { useMutation } from '../../shared/use-mutation.ts'
import { type Guest, GuestForm } from './guest-form.tsx'
import type { InviteLine } from './invite-line.ts'
import { leftOf } from './sold-out.ts'
import { invitedBefore, invitedKey, offerKey } from './use-invitations.ts'

export interface InviteDialogProps {
  readonly event: Event
  readonly lines: readonly InviteLine[]
  /** Seats that were chosen on the map. */
  readonly picks: Picks
  /** Somebody else has taken some of them. */
  readonly onLost: (seats: readonly string[]) => void
  readonly open: boolean
  /** Returns to the unchanged counters. */
  readonly onClose: () => void
  /** Returns to the counters, reset to zero. */
  readonly onAnother: () => void
}

const wholePhone = ({ phone }: Guest): string => {
  const whole = invitePhone(phone.prefix, phone.number)
  return whole.ok ? whole.e164 : `${phone.prefix}${phone.number}`
}

/** The guest form, then its result. */
export function InviteDialog({ event, lines, picks, onLost, open, onClose, onAnother }: InviteDialogProps) {
  const { t } = useTranslation('invitations')
  const lang = useLang()
  const queries = useQueryClient()
  const sending = useMutation({
    mutationFn: (guest: Guest) =>
      api(sendInvitation, {
        params: { uuid: event.uuid },
        body: {
          recipient: { name: tidy(guest.name), phone: wholePhone(guest) },
          items: itemsWithSeats(
            lines.map(({ type, quantity }) => ({ uuid: type.uuid, quantity })),
            picks,
          ),
        },
      }),
    meta: { quiet: true },
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['event', event.uuid] }),
        queries.invalidateQueries({ queryKey: invitedKey(event.uuid) }),
      ]),
    onError: async (failure) => {
      const lost = lostSeats(failure)
      if (lost) onLost(lost)
      if (leftOf(failure)) await queries.invalidateQueries({ queryKey: offerKey(event.uuid) })
    },
  })
  const leave = () => {
    const wasSent = sending.isSuccess
    sending.reset()
    if (wasSent) onAnother()
    else onClose()
  }
  const [isChecking, setIsChecking] = useState(false)
  /** Asks first where the number has tickets already: a second invitation gives more of them. */
  const send = async (guest: Guest) => {
    setIsChecking(true)
    const had = await invitedBefore(event.uuid, wholePhone(guest)).catch(() => undefined)
    setIsChecking(false)
    const question = had && {
      title: t('again.title'),
      text: t('again.text', { name: had.name, figure: numberText(had.tickets, lang) }),
      action: t('again.action'),
    }
    if (!question || (await confirm(question))) sending.mutate(guest)
  }
  const total = lines.reduce((sum, { quantity }) => sum + quantity, 0)

  return (
    <Dialog
      open={open}
      onClose={leave}
      locked={sending.isPending}
      title={sending.isSuccess ? <UserText>{event.name}</UserText> : t('form.title')}
    >
      {sending.isSuccess ? (
        <ResultState
          state="good"
          title={t('sent.title')}
          text={t('sent.text', {
            name: sending.data.data.recipient.name,
            phone: `\u2066${sending.data.data.recipient.phone}\u2069`,
          })}
          action={
            <>
              <Button onClick={leave}>{t('sent.another')}</Button>
              <ButtonLink to="/events/$uuid" params={{ uuid: event.uuid }} look="line">
                {t('sent.back')}
              </ButtonLink>
            </>
          }
        />
      ) : (
        <GuestForm
          lines={lines}
          total={total}
          busy={isChecking || sending.isPending}
          error={sending.error ?? undefined}
          onSend={(guest) => void send(guest)}
          onBack={leave}
        />
      )}
    </Dialog>
  )
}
