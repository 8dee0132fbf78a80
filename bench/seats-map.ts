import { changeSeating } from '@kartis/contract/event-seating.ts'
import { publishVenueMap, saveMapDraft } from '@kartis/contract/venue-map-drafts.ts'
import { showVenueMap } from '@kartis/contract/venue-maps.ts'
import type { SeatedSale } from '@kartis/testing/seats.ts'
import { bigHall } from './big-hall.ts'
import { fit } from '@kartis/seat-map/viewer/camera.ts'
import { hitAt } from '@kartis/seat-map/viewer/hits.ts'
import { ANSWER_PX, scaleForSpacing } from '@kartis/seat-map/viewer/levels.ts'
import { pointOf, sceneOf } from '@kartis/seat-map/viewer/scene.ts'
import { openClient } from '@kartis/testing/http-client.ts'
import { percentilesOf } from './percentiles.ts'
import type { Figure } from './report.ts'
import type { SeatedEvent } from './seated-event.ts'
import type { Server } from './servers.ts'

const MAP_BYTES = 60_000
const DRY_RUN_MS = 2000
const DRY_RUNS = 4

/** What a browser downloads to draw the hall. */
export const weightFigure = async (server: Server, { uuid, hash, map }: SeatedEvent): Promise<Figure> => {
  const client = openClient(1)
  const { headers, ms } = await client.send(`${server.url}/api/v1/public/events/${uuid}/seat_map/${hash}`, {
    headers: { 'accept-encoding': 'br' },
  })
  client.close()
  const bytes = Number(headers['content-length'])
  return {
    name: `the map of ${map.size.toLocaleString('en')} seats`,
    p50: ms,
    proof: headers['content-encoding'] === 'br' && bytes <= MAP_BYTES,
    note: `${(bytes / 1000).toFixed(1)} KB, at most ${MAP_BYTES / 1000}`,
  }
}

const PHONE_SIZE = [390, 560] as const
/** A phone is four times slower than this machine. */
const HIT_MS = 1 / 4
const HITS = 20_000

/** What a finger on the map means: which of the seats, where they are close enough, otherwise which section. */
export const hitFigure = (): Figure => {
  const scene = sceneOf(bigHall())
  const { map, bounds } = scene
  const far = fit(bounds, PHONE_SIZE)
  const close = scaleForSpacing(scene, ANSWER_PX.coarse)
  const times: number[] = []
  let found = 0
  for (let hit = 0; hit < HITS; hit++) {
    const place = Math.imul(hit, 2_654_435_761) >>> 0
    const [x, y] = pointOf(map, place % map.size)
    // The whole hall in sight, and a seat in the middle of the screen, in turn.
    const camera = hit % 2 === 0 ? far : { x, y, scale: close, turn: far.turn }
    const pixel = [place % 391, (place >>> 9) % 561] as const
    const began = performance.now()
    const answer = hitAt(scene, { camera, size: PHONE_SIZE, pointer: 'coarse' }, [...pixel])
    times.push(performance.now() - began)
    if (answer.place >= 0 || answer.section >= 0) found += 1
  }
  const { p99, ...others } = percentilesOf(times)
  return {
    name: `what a finger means among ${map.size.toLocaleString('en')} seats`,
    ...others,
    p99,
    proof: p99 <= HIT_MS && found > HITS / 2,
    note: `p99 at most ${HIT_MS} ms, 1 ms on a processor four times slower`,
  }
}

/** What another edition would mean, in which every place reads differently. */
export const dryRunFigure = async ({ producer: { call }, event, map }: SeatedSale): Promise<Figure> => {
  const document = bigHall()
  const sections = document.sections.map((section) => ({
    ...section,
    numbering: { ...section.numbering, from: 'left' as const },
  }))
  const params = { uuid: map }
  const { version } = (await call(showVenueMap, { params })).data.draft
  await call(saveMapDraft, { params, body: { version, document: { ...document, sections } } })
  const { edition } = (await call(publishVenueMap, { params, body: {} })).data
  const times: number[] = []
  let relabelled = 0
  for (let run = 0; run < DRY_RUNS; run++) {
    const began = performance.now()
    const { data } = await call(changeSeating, { params: { uuid: event.uuid }, body: { edition, dry_run: true } })
    times.push(performance.now() - began)
    relabelled = data.counts.relabelled
  }
  return {
    name: 'a dry run of another edition',
    ...percentilesOf(times),
    most: DRY_RUN_MS,
    note: `${relabelled.toLocaleString('en')} places relabelled`,
  }
}
