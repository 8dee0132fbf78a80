import type { GateOrder } from '@kartis/contract/admission.ts'
import {
  type GateQuery,
  type GateSeat,
  isSeatSearched,
  matchesGateQuery,
  readGateQuery,
} from '@kartis/domain/gate-search.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Note } from '@kartis/ui/components/card.tsx'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { Soft } from '@kartis/ui/components/layout.tsx'
import { Pieces } from '@kartis/ui/components/pieces.tsx'
import { TextField } from '@kartis/ui/components/text-field.tsx'
import { useOpeningFocus } from '@kartis/ui/components/use-opening-focus.ts'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { IconArrowRight, IconSearch, IconShieldCheck } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { searchAtGate } from './gate-acts.ts'
import { GuestOrder, type GuestOrderProps } from './guest-order.tsx'
import { Inside } from './inside-chip.tsx'
import style from './guest-search.module.css'
import { useSearchable } from './use-searchable.ts'

type GateTicket = GateOrder['tickets'][number]

const TYPING_MS = 300
/** What is said of a search, by whose list it was. */
const PRIVACY = { server: 'search.privacy', hub: 'search.hub_privacy', device: 'search.local_privacy' } as const

const useTyped = (text: string): string => {
  const [typed, setTyped] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setTyped(text), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  return typed
}

export interface GuestSearchProps extends Omit<GuestOrderProps, 'order' | 'onChanged'> {
  /** What to search for at first, such as a typed order number. */
  readonly start: string
}

/** Finds guests by name, phone or number, and admits tickets of an order by hand. `start` undefined: closed. */
export function GuestSearchDialog({
  start,
  onClose,
  ...props
}: Omit<GuestSearchProps, 'start'> & { readonly start: string | undefined; readonly onClose: () => void }) {
  const { t } = useTranslation('gate')
  return (
    <Dialog tall throwaway open={start !== undefined} onClose={onClose} title={t('search.title')}>
      <GuestSearch {...props} start={start ?? ''} />
    </Dialog>
  )
}

function GuestSearch({ start, ...props }: GuestSearchProps) {
  const { event, list, scanned } = props
  const { t } = useTranslation(['gate', 'gate-people'])
  const field = useRef<HTMLInputElement>(null)
  // the dialog was opened to type here
  useOpeningFocus(field)
  const [text, setText] = useState(start)
  const [chosen, setChosen] = useState<string>()
  const typed = useTyped(text)
  const isSearchable = readGateQuery(typed) !== undefined
  // An entry that is made here, or taken back in the result above, shows in the order at once.
  const entries = scanned.admitted.map(({ scanUuid }) => scanUuid).join(' ')
  const found = useQuery({
    queryKey: ['gate-orders', event, typed, entries],
    queryFn: () => searchAtGate(event, list(), typed),
    enabled: isSearchable,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
  const searchable = useSearchable(list)
  const orders = isSearchable ? (found.data?.orders ?? []) : []
  const order =
    orders.find(({ number }) => number === chosen) ??
    (orders.length === 1 && start !== '' && text === start ? orders[0] : undefined)
  if (order)
    return (
      <>
        <Button
          look="bare"
          className={style.back}
          icon={<IconArrowRight size={20} stroke={1.75} aria-hidden />}
          onClick={() => {
            setChosen(undefined)
            if (start !== '') setText('')
          }}
        >
          {t('search.back')}
        </Button>
        <GuestOrder {...props} order={order} onChanged={() => void found.refetch()} />
      </>
    )
  return (
    <div className={style.search}>
      <TextField
        label={t(`gate-people:search.label.${searchable}`)}
        icon={<IconSearch size={20} stroke={1.75} aria-hidden />}
        ref={field}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={text}
        onChange={(change) => setText(change.target.value)}
      />
      <div className={style.results} aria-live="polite" aria-busy={found.isFetching}>
        {searchable === 'numbers' && <Note>{t('gate-people:search.none')}</Note>}
        {!isSearchable && <Soft>{t(`gate-people:search.start.${searchable}`)}</Soft>}
        {isSearchable && found.isError && (
          <div role="alert">
            <p>{t('search.failed')}</p>
            <Button look="line" onClick={() => void found.refetch()}>
              {t('search.again')}
            </Button>
          </div>
        )}
        {isSearchable && found.isSuccess && orders.length === 0 && (
          <div>
            <p>
              <b>{t('search.none')}</b>
            </p>
            <Soft>{t(`gate-people:search.none_text.${searchable}`)}</Soft>
          </div>
        )}
        {orders.length > 0 && (
          <ul className={style.hits}>
            {orders.map((each) => (
              <Hit
                key={each.number}
                order={each}
                typed={typed}
                seatOf={(ticket) => ticket.seat ?? list()?.tickets.get(ticket.uuid)?.seat}
                onOpen={() => setChosen(each.number)}
              />
            ))}
          </ul>
        )}
        {isSearchable && found.data?.more === true && <Soft small>{t('search.more')}</Soft>}
      </div>
      <p className={style.privacy}>
        <IconShieldCheck size={20} stroke={1.75} aria-hidden />
        <span>{t(PRIVACY[found.data?.searched ?? 'server'])}</span>
      </p>
    </div>
  )
}

interface HitProps {
  readonly order: GateOrder
  readonly typed: string
  readonly seatOf: (ticket: GateTicket) => GateSeat | undefined
  readonly onOpen: () => void
}

/** Whether what was typed is the name or the phone of a person who was given this ticket. */
const isHolderSearched = (query: GateQuery | undefined, { holder, phone_end: phone = null }: GateTicket): boolean =>
  query !== undefined && holder !== undefined && matchesGateQuery(query, { order: '', holder, phone })

function Hit({ order, typed, seatOf, onOpen }: HitProps) {
  const { t } = useTranslation(['gate', 'scan'])
  const query = readGateQuery(typed)
  const seat = order.tickets.map(seatOf).find((each) => isSeatSearched(query, each))
  const held = order.tickets.find((ticket) => isHolderSearched(query, ticket))
  return (
    <li>
      <button type="button" className={style.hit} onClick={onOpen}>
        <span>
          <b>
            <UserText>
              {order.holder === null ? t('search.nameless') : <Marked text={order.holder} typed={typed} />}
            </UserText>
          </b>
          {held && (
            <span className={style.seat}>
              <UserText>
                <Marked text={held.holder ?? t('search.nameless')} typed={typed} />
              </UserText>
              {' · '}
              <bdi dir="ltr">{held.number}</bdi>
            </span>
          )}
          {seat && (
            <span className={style.seat}>
              {t('scan:result.seat', { section: seat.section, row: seat.row, seat: seat.number })}
            </span>
          )}
          <small>
            <Pieces
              pieces={[
                t('search.order', { number: order.number }),
                t('search.tickets', { count: order.tickets_count }),
                order.phone_end !== null && (
                  <bdi key="phone" dir="ltr" aria-label={t('search.phone', { end: order.phone_end })}>
                    {`•••${order.phone_end}`}
                  </bdi>
                ),
              ]}
            />
          </small>
        </span>
        <Inside order={order} />
      </button>
    </li>
  )
}

/** A name with the part that was typed marked, where it is spelled as it was typed. */
function Marked({ text, typed }: { readonly text: string; readonly typed: string }) {
  const term = typed.trim().toLocaleLowerCase()
  const at = term === '' ? -1 : text.toLocaleLowerCase().indexOf(term)
  if (at < 0) return text
  const end = at + term.length
  return (
    <>
      {text.slice(0, at)}
      <mark className={style.mark}>{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  )
}
