import { listPublicEvents } from '@kartis/contract/public-events.ts'
import { figureOf } from './figure.ts'
import { costed, costText, get, type Measured } from './load.ts'
import type { Benchmark } from './report.ts'
import { type Server, startKartis } from './servers.ts'
import { caller } from './world.ts'

const READERS = 100
const TARGET = 0.6

const scriptOf = (html: string): string => {
  const script = /src="(\/order\/_\/[^"]+\.js)"/.exec(html)?.[1]
  if (!script) throw new Error('the sale page has no script')
  return script
}

const rounds = async (server: Server, urls: readonly string[], seconds: number, count: number) => {
  const loads = urls.map((): Measured[] => [])
  const each = async (place: number, time: number): Promise<Measured> =>
    costed(server, () => get(`${server.url}${urls[place] ?? ''}`, { connections: READERS, seconds: time }))
  for (let place = 0; place < urls.length; place++) await each(place, 2)
  for (let round = 0; round < count; round++)
    for (let place = 0; place < urls.length; place++) loads[place]?.push(await each(place, seconds))
  return loads
}

/** The sale page and what it polls, beside a built file of the same server. */
export const page: Benchmark = {
  name: 'page',
  what: `the sale page for ${READERS} readers at once, beside a static file of the same server`,
  run: async ({ seconds, rounds: count }) => {
    const server = await startKartis({ DEMO: '1', NODE_ENV: 'development' })
    try {
      const { data } = await caller(server.url)(listPublicEvents, {})
      const event = data.find(({ attachments }) => attachments.length > 0)
      if (!event) throw new Error('the demo has no public event with a picture')
      const path = `/order/${event.slug}`
      const html = await (await fetch(`${server.url}${path}`)).text()
      const poll = `/api/v1/public/events/${event.uuid}/availability`
      const [file = [], pages = [], polls = []] = await rounds(server, [scriptOf(html), path, poll], seconds, count)
      const top = figureOf('a static file (the page’s script)', file)
      const told = (loads: readonly Measured[]) => costText(loads.map(({ cost }) => cost))
      const drawn = figureOf('the sale page', pages)
      const left = figureOf('what is left (availability)', polls)
      const faults = [...file, ...pages, ...polls].reduce((sum, load) => sum + load.faults + load.refused, 0)
      return [
        { ...top, note: told(file) },
        { ...drawn, ofCeiling: drawn.rate / top.rate, target: TARGET, note: told(pages) },
        { ...left, ofCeiling: left.rate / top.rate, target: TARGET, note: told(polls) },
        { name: 'no answer was a fault', proof: faults === 0, note: `${faults} faults` },
        { name: 'memory of the server', note: `${Math.round(server.memory() / 1e6)} MB` },
      ]
    } finally {
      await server.stop()
    }
  },
}
