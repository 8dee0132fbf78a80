import { type Event, showEvent } from '@kartis/contract/events.ts'
import { type Invitation, listInvitations } from '@kartis/contract/invitations.ts'
import { parsePhone } from '@kartis/domain/phone.ts'
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import { everyPage } from '../../shared/every-page.ts'

export const invitedKey = (uuid: string) => ['invitations', uuid] as const
export const offerKey = (uuid: string) => ['event', uuid, 'offer'] as const

/** The event with its stock per ticket type and the producer's fee for a free ticket. */
export const useOffer = (uuid: string): UseQueryResult<Event> =>
  useQuery({
    queryKey: offerKey(uuid),
    queryFn: async () =>
      (await api(showEvent, { params: { uuid }, query: { with: ['events_tickets', 'accounts_contract'] } })).data,
    staleTime: 0,
  })

/** Whom a number already has tickets as, and how many; undefined where it was not invited, or its invitations were revoked. */
export const invitedBefore = async (uuid: string, phone: string) => {
  const { data } = await api(listInvitations, {
    params: { uuid },
    query: { filter: { status: 'sent', or: { phone } } },
  })
  const [last] = data
  return last && { name: last.recipient.name, tickets: data.reduce((sum, { tickets_count: count }) => sum + count, 0) }
}

/** Every number that has tickets of an invitation, as `+972…`. */
export const invitedPhones = async (uuid: string): Promise<ReadonlySet<string>> => {
  const { data } = await everyPage((query) =>
    api(listInvitations, { params: { uuid }, query: { ...query, filter: { status: 'sent' } } }),
  )
  const phones = data.map(({ recipient }) => parsePhone('972', recipient.phone))
  return new Set(phones.flatMap((phone) => (phone.ok ? [phone.e164] : [])))
}

/** The same while a list is looked at, so that its preview can say who was invited already. */
export const useInvitedPhones = (uuid: string, enabled: boolean): ReadonlySet<string> =>
  useQuery({ queryKey: [...invitedKey(uuid), 'phones'], queryFn: () => invitedPhones(uuid), enabled }).data ?? NOBODY
const NOBODY: ReadonlySet<string> = new Set()

export interface InvitedPage {
  readonly invitations: readonly Invitation[]
  readonly lastPage: number
  readonly total: number
}

/** One page of the guest list; `term` searches names, phones and order numbers. */
export const useInvited = (uuid: string, page: number, term: string, enabled: boolean): UseQueryResult<InvitedPage> =>
  useQuery({
    queryKey: [...invitedKey(uuid), page, term],
    queryFn: async () => {
      const or = term === '' ? undefined : { name: term, phone: term, number: term }
      const { data, meta } = await api(listInvitations, {
        params: { uuid },
        query: { page, ...(or && { filter: { or } }) },
      })
      return { invitations: data, lastPage: meta.last_page, total: meta.total }
    },
    enabled,
    placeholderData: keepPreviousData,
  })
