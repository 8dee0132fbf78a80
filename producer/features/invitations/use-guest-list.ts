import { sendInvitation } from '@kartis/contract/invitations.ts'
import type { GuestRow } from '@kartis/domain/guest-list.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ApiError } from '../../shared/api-error.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { invitedKey, offerKey } from './use-invitations.ts'

export type Outcome = 'sent' | { readonly problem: string }

export interface GuestListSending {
  /** By the phone of the guest, so that they hold while the list is corrected or continued. */
  readonly outcomes: ReadonlyMap<string, Outcome>
  readonly isSending: boolean
  /** Begins another list. */
  readonly forget: () => void
  readonly send: (rows: readonly GuestRow[], typeUuid: string) => Promise<void>
}

/** Refusals that those that follow would get too. */
const ENDS: ReadonlySet<string> = new Set(['sold_out', 'new_account_limit'])

/** Invitations on their way at the same time. */
const AT_ONCE = 6

/**
 * Sends the invitations of a guest list, a few at once, which the server issues together; each has an idempotency key of its own, so a list that is sent
 * again after a lost connection invites nobody twice. It stops when no invitation that follows could be sent.
 */
export const useGuestList = (eventUuid: string): GuestListSending => {
  const { i18n } = useTranslation()
  const queries = useQueryClient()
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const note = (phone: string, outcome: Outcome) => setOutcomes((before) => new Map(before).set(phone, outcome))
  const textOf = (error: unknown): string =>
    error instanceof ApiError ? error.message : String(i18n.t('errors:system_error' as never))

  /** Whether more can be sent. */
  const sendOne = async ({ name, phone = '', quantity }: GuestRow, typeUuid: string): Promise<boolean> => {
    try {
      await api(sendInvitation, {
        params: { uuid: eventUuid },
        body: { recipient: { name, phone }, items: [{ events_ticket_uuid: typeUuid, quantity }] },
      })
      note(phone, 'sent')
      return true
    } catch (error) {
      note(phone, { problem: textOf(error) })
      return !(error instanceof ApiError && ENDS.has(error.code))
    }
  }

  const sendAll = async (rows: readonly GuestRow[], typeUuid: string): Promise<void> => {
    const open = rows.filter(({ phone }) => phone !== undefined && outcomes.get(phone) !== 'sent').values()
    let isAvailable = true
    const sendSome = async (): Promise<void> => {
      for (const row of open) {
        if (isAvailable && !(await sendOne(row, typeUuid))) isAvailable = false
        if (!isAvailable) return
      }
    }
    // The first one alone: a type that is sold out is asked for once.
    const first = open.next().value
    isAvailable = first === undefined || (await sendOne(first, typeUuid))
    if (isAvailable) await Promise.all(Array.from({ length: AT_ONCE }, sendSome))
    await Promise.all([
      queries.invalidateQueries({ queryKey: offerKey(eventUuid) }),
      queries.invalidateQueries({ queryKey: invitedKey(eventUuid) }),
      queries.invalidateQueries({ queryKey: ['event', eventUuid] }),
    ])
  }
  const sending = useMutation({
    mutationFn: ({ rows, typeUuid }: { readonly rows: readonly GuestRow[]; readonly typeUuid: string }) =>
      sendAll(rows, typeUuid),
  })
  const send: GuestListSending['send'] = (rows, typeUuid) => sending.mutateAsync({ rows, typeUuid })
  const forget = () => setOutcomes(new Map())
  return { outcomes, isSending: sending.isPending, forget, send }
}
