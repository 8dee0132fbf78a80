import type { SeatPreview, SeatPreviewNote } from '@kartis/contract/seat-preview.ts'
import { useEffect, useMemo, useState } from 'react'
import { serverTime } from '../../shared/clock.ts'
import { usePageContext } from '../../shared/page-context.tsx'
import page from '../../shared/page.module.css'
import parts from '../../shared/parts.module.css'
import type { SavedHold } from '../../shared/saved-hold.ts'
import type { TicketTypeView } from '../../state/event-state.ts'
import type { SeatsView } from '../../state/seats-state.ts'
import { NONE } from '../event/use-waiting-room.ts'
import { Choosing } from '../seats/choosing.tsx'
import { seatSaleOf } from '../seats/seat-sale.ts'
import { boardAfter } from '../seats/seats-board.ts'
import { SeatsBar } from '../seats/tray.tsx'
import { useChoice } from '../seats/use-picker.ts'
import type { SeatOrder } from '../seats/use-seat-order.ts'
import type { SeatsNow } from '../seats/use-seats-state.ts'

const HASH = 'preview'
const HOLD_MS = 10 * 60_000

const send = (note: SeatPreviewNote): void => window.parent.postMessage(note, location.origin)

/** What the editor around this frame sends, and nobody else. */
const usePreview = (): SeatPreview | undefined => {
  const [preview, setPreview] = useState<SeatPreview>()
  useEffect(() => {
    const listen = ({ origin, source, data }: MessageEvent<unknown>): void => {
      const isOfEditor = origin === location.origin && source === window.parent && window.parent !== window
      if (isOfEditor && (data as SeatPreview).kind === 'seat-preview') setPreview(data as SeatPreview)
    }
    addEventListener('message', listen)
    send({ kind: 'seat-preview-ready' })
    return () => removeEventListener('message', listen)
  }, [])
  return preview
}

const typeOf = ({ uuid, name, price }: SeatPreview['types'][number]): TicketTypeView => ({
  uuid,
  name,
  price,
  info: '',
  max: 8,
  left: null,
  scarce: false,
  state: 'on_sale',
  note: '',
})

const viewOf = ({ prices, rules, types }: SeatPreview): SeatsView => ({
  uuid: HASH,
  slug: HASH,
  name: '',
  // What is over asks no server what is left.
  phase: 'over',
  ticketTypes: types.map(typeOf),
  orderLimit: null,
  opens: '',
  israeliPhone: undefined,
  hasFee: false,
  when: '',
  place: '',
  seller: { name: '', number: '' },
  seatMap: { hash: HASH, rev: 1, rules, prices },
})

/** An order that holds whatever is taken, in this page alone. */
const useOwnOrder = (): SeatOrder => {
  const [hold, setHold] = useState<SavedHold>()
  return {
    hold,
    busy: false,
    problem: '',
    isExpired: false,
    phoneNeeded: false,
    setPhoneNeeded: () => undefined,
    take: (items) => {
      const expires = new Date(serverTime() + HOLD_MS).toISOString()
      const held = { order: HASH, token: '', expires, cart: JSON.stringify(items) }
      setHold(held)
      return Promise.resolve({ kind: 'held', hold: held })
    },
    release: () => {
      setHold(undefined)
      return Promise.resolve()
    },
    expire: () => setHold(undefined),
    prolong: () => undefined,
  }
}

const Preview = ({ preview }: { readonly preview: SeatPreview }) => {
  const { lang } = usePageContext()
  const view = useMemo(() => viewOf(preview), [preview])
  const now = useMemo((): SeatsNow => {
    const sale = seatSaleOf(preview.wire, HASH, lang)
    const live = boardAfter(sale, undefined, { rev: 1, bits: preview.bits })
    return { sale, live, isFailed: false, refresh: () => undefined }
  }, [preview, lang])
  const picker = useChoice(view, { waitingRoom: NONE, now, order: useOwnOrder() })
  const taking = { ...picker.taking, goOn: () => send({ kind: 'seat-preview-pays' }) }
  const shown = { ...picker, taking }
  return (
    <>
      <Choosing picker={shown} />
      <p className={parts.unseen} role="status">
        {taking.announcement}
      </p>
      <SeatsBar picker={shown} />
    </>
  )
}

/** The choice of seats on a draft of a map: the components of buyers, and nothing is reserved. */
export const SeatPreviewPage = () => {
  const { t } = usePageContext()
  const preview = usePreview()
  return (
    <main id="main" className={`${parts.wrap} ${parts.stack} ${parts.loose} ${page.main}`}>
      <h1 className={page.heading}>{t('sale.seats.title')}</h1>
      {preview ? (
        <Preview key={preview.bits + preview.types.map(({ uuid }) => uuid).join()} preview={preview} />
      ) : (
        <p role="status">{t('sale.seats.loading')}</p>
      )}
    </main>
  )
}
