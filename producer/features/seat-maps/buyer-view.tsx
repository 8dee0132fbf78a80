import { SEAT_PREVIEW_PATH, type SeatPreview, type SeatPreviewNote } from '@kartis/contract/seat-preview.ts'
import { listMapEvents } from '@kartis/contract/venue-maps.ts'
import { DEFAULT_SEAT_RULES } from '@kartis/domain/seats.ts'
import { dayText } from '@kartis/i18n/format.ts'
import { Note } from '@kartis/ui/components/card.tsx'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ticketTypesOf } from '../../shared/event-queries.ts'
import { everyPage } from '../../shared/every-page.ts'
import type { LiveHall } from '../../shared/hall/use-hall.ts'
import { useSeatingOf } from '../../shared/hall/use-seating.ts'
import { WithHall } from '../../shared/hall/with-hall.tsx'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { isTakenInSample, previewOf, samplePrices } from './buyer-preview.ts'
import style from './buyer-view.module.css'
import { Segments } from './editor-fields.tsx'
import { useEditor } from './editor-state.ts'

/** The draft as buyers would see it, with the prices of an event or a sample: their own page, which reserves nothing. */
export function BuyerView({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation('seat-maps')
  return (
    <Dialog open={open} onClose={onClose} title={t('view.title')} wide="full">
      {open && <WithEvents />}
    </Dialog>
  )
}

const listEvents = async (map: string) =>
  (await everyPage((query) => api(listMapEvents, { params: { uuid: map }, query }))).data
type MapEvent = Awaited<ReturnType<typeof listEvents>>[number]

function WithEvents() {
  const { map } = useEditor()
  const events = useQuery({ queryKey: ['seat-maps', 'events', map], queryFn: () => listEvents(map), staleTime: 0 })
  return <WhenLoaded query={events}>{(found) => <Choices events={found} />}</WhenLoaded>
}

type State = 'now' | 'sample' | 'free'
const SAMPLE = 'sample'

function Choices({ events }: { readonly events: readonly MapEvent[] }) {
  const { t } = useTranslation('seat-maps')
  const lang = useLang()
  const [event, setEvent] = useState(events[0]?.uuid ?? SAMPLE)
  const [chosenState, setState] = useState<State>('now')
  const [device, setDevice] = useState<'computer' | 'phone'>('computer')
  const isSample = event === SAMPLE
  const state = isSample && chosenState === 'now' ? 'sample' : chosenState
  return (
    <div className={style.view}>
      <div className={style.choices}>
        <label className={style.event}>
          <span>{t('view.prices')}</span>
          <select value={event} onChange={({ target }) => setEvent(target.value)}>
            {events.map(({ uuid, name, starts_at: at }) => (
              <option key={uuid} value={uuid}>
                {name} · {dayText(at, lang)}
              </option>
            ))}
            <option value={SAMPLE}>{t('view.sample_prices')}</option>
          </select>
        </label>
        <Segments<State>
          label={t('view.state')}
          value={state}
          options={(isSample ? (['sample', 'free'] as const) : (['now', 'sample', 'free'] as const)).map((value) => ({
            value,
            label: t(`view.state_${value}`),
          }))}
          onChange={setState}
        />
        <div className={style.devices}>
          <Segments
            label={t('view.device')}
            value={device}
            options={(['computer', 'phone'] as const).map((value) => ({ value, label: t(`view.${value}`) }))}
            onChange={setDevice}
          />
        </div>
      </div>
      <Note>{t(isSample ? 'view.note_sample' : 'view.note')}</Note>
      {isSample ? (
        <SamplePreview state={state} device={device} />
      ) : state === 'now' ? (
        <WithHall key={event} event={event}>
          {(hall) => <EventPreview event={event} hall={hall} state={state} device={device} />}
        </WithHall>
      ) : (
        <EventPreview key={event} event={event} hall={undefined} state={state} device={device} />
      )}
    </div>
  )
}

interface PreviewProps {
  readonly state: State
  readonly device: 'computer' | 'phone'
}

const takenIn = (state: State) => (state === 'sample' ? isTakenInSample : () => false)

function SamplePreview({ state, device }: PreviewProps) {
  const { document } = useEditor()
  const preview = useMemo(
    () => previewOf(document, { ...samplePrices(document), rules: DEFAULT_SEAT_RULES, isTaken: takenIn(state) }),
    [document, state],
  )
  return <Frame preview={preview} device={device} />
}

/** Keys of the places that nobody can buy now, in the order of the hall: the same text while nothing changes. */
const takenKeys = ({ map, standings }: LiveHall): string =>
  map.keys.filter((_, place) => standings[place] !== 'free').join(' ')

function EventPreview({
  event,
  hall,
  state,
  device,
}: PreviewProps & {
  readonly event: string
  /** Of the state that it has now. */ readonly hall: LiveHall | undefined
}) {
  const { document } = useEditor()
  const seating = useSeatingOf(event, true)
  const types = useQuery(ticketTypesOf(event))
  const taken = hall && takenKeys(hall)
  const preview = useMemo(() => {
    if (!seating.data || !types.data) return undefined
    const { prices, rules } = seating.data
    const keys = taken === undefined ? undefined : new Set(taken.split(' '))
    return previewOf(document, {
      prices,
      rules,
      types: types.data.map(({ uuid, name, price }) => ({ uuid, name, price })),
      isTaken: keys ? (key) => keys.has(key) : takenIn(state),
    })
  }, [document, seating.data, types.data, taken, state])
  return (
    <WhenLoaded query={seating}>
      {() => <WhenLoaded query={types}>{() => preview && <Frame preview={preview} device={device} />}</WhenLoaded>}
    </WhenLoaded>
  )
}

/** The page of buyers, which gets the draft from here whenever it is ready and whenever something changes. */
function Frame({ preview, device }: { readonly preview: SeatPreview; readonly device: PreviewProps['device'] }) {
  const { t } = useTranslation('seat-maps')
  const lang = useLang()
  const frame = useRef<HTMLIFrameElement>(null)
  const send = (draft: SeatPreview): void => frame.current?.contentWindow?.postMessage(draft, location.origin)
  const answer = useEffectEvent(() => send(preview))
  const explain = useEffectEvent(() => showToast({ state: 'info', text: t('view.pays') }))
  useEffect(() => {
    const listen = ({ origin, source, data }: MessageEvent<unknown>): void => {
      if (origin !== location.origin || source !== frame.current?.contentWindow) return
      const { kind } = data as SeatPreviewNote
      if (kind === 'seat-preview-ready') answer()
      if (kind === 'seat-preview-pays') explain()
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [])
  const sendChanged = useEffectEvent(send)
  useEffect(() => sendChanged(preview), [preview])
  return (
    // oxlint-disable-next-line react/iframe-missing-sandbox -- a page of this site, which needs its own origin to be told the draft
    <iframe
      ref={frame}
      className={style.frame}
      data-device={device}
      src={`${SEAT_PREVIEW_PATH}?lang=${lang}`}
      title={t('view.title')}
    />
  )
}
