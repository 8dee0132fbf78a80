import { showMapEdition } from '@kartis/contract/venue-map-drafts.ts'
import type { ShownMap } from '@kartis/contract/venue-maps.ts'
import { type ChangePlan, planChange } from '@kartis/seat-map/model/change-plan.ts'
import { compile } from '@kartis/seat-map/model/compile.ts'
import type { MapDocument } from '@kartis/seat-map/model/document.ts'
import { areaNamesIn, seatIn, seatNamesOf } from '@kartis/seat-map/model/localized.ts'
import { HallCanvas } from '@kartis/seat-map/viewer/hall-canvas.tsx'
import { FADED, LOOKS } from '@kartis/seat-map/viewer/looks.ts'
import { sceneIn, sceneOf } from '@kartis/seat-map/viewer/scene.ts'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import type { Lang } from '@kartis/i18n/lang.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ChangeCounts, PlaceChanges } from '../../shared/hall/place-changes.tsx'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import style from './maps.module.css'

/** An edition by its number, or the draft. */
export type Side = number | 'draft'

interface EditionChangesProps {
  readonly map: ShownMap
  readonly from: number
  readonly to: Side
}

/** What differs between two editions, or between an edition and the draft: in words row by row, and on the newer map. */
export function EditionChanges({ map, from, to }: EditionChangesProps) {
  const { draft, uuid } = map
  const read = async (edition: number): Promise<MapDocument> =>
    (await api(showMapEdition, { params: { uuid, edition } })).data.document
  const documents = useQuery({
    queryKey: ['seat-maps', 'compared', uuid, from, to, draft.version],
    queryFn: async () => ({ before: await read(from), after: to === 'draft' ? draft.document : await read(to) }),
    staleTime: Infinity,
    gcTime: 0,
  })
  return <WhenLoaded query={documents}>{(found) => <Differences {...found} />}</WhenLoaded>
}

const planOf = (before: MapDocument, after: MapDocument): ChangePlan =>
  planChange(
    compile(before),
    compile(after),
    () => 'free',
    () => 0,
  )

type Planned = ChangePlan['places'][number]

/** What differs, as a reader of the language calls it; the plan itself compares the stored names. */
const changesIn = ({ places, areas }: ChangePlan, before: MapDocument, after: MapDocument, lang: Lang) => {
  const sides = [before, after].map((document) => ({
    names: seatNamesOf(document),
    areas: areaNamesIn(document, lang),
  }))
  const [old, next] = sides
  const seat = (printed: Planned['before'], side: typeof old) => printed && seatIn(printed, side?.names, lang)
  const differs = ({ changes }: Planned): boolean => !changes.includes('kept')
  return [
    ...places
      .filter(differs)
      .map((each) => ({ ...each, before: seat(each.before, old), after: seat(each.after, next) })),
    ...areas.filter(differs).map((each) => ({
      ...each,
      area: { before: old?.areas.get(each.place) ?? null, after: next?.areas.get(each.place) ?? null },
    })),
  ]
}

function Differences({ before, after }: { readonly before: MapDocument; readonly after: MapDocument }) {
  const { t } = useTranslation('seat-maps')
  const plan = useMemo(() => planOf(before, after), [before, after])
  const lang = useLang()
  const changed = useMemo(() => changesIn(plan, before, after, lang), [plan, before, after, lang])
  const scene = useMemo(() => sceneIn(sceneOf(after), lang), [after, lang])
  const state = useMemo(() => {
    const differing = new Set(plan.places.filter(({ changes }) => !changes.includes('kept')).map(({ place }) => place))
    // What stays is pale, so that what differs stands out in the colours of its categories.
    const looks = Uint8Array.from(scene.map.keys, (key) => (differing.has(key) ? LOOKS.free : LOOKS.free + FADED))
    return { looks }
  }, [plan, scene])
  if (changed.length === 0) return <Soft>{t('compare.same')}</Soft>
  return (
    <Stack gap="wide">
      <ChangeCounts counts={plan.counts} />
      <figure className={style.compared}>
        <HallCanvas scene={scene} state={state} className={style.comparedHall} inert />
        <figcaption>{t('compare.picture')}</figcaption>
      </figure>
      <PlaceChanges places={changed} total={changed.length} />
    </Stack>
  )
}
