import { listPublicEvents } from '@kartis/contract/public-events.ts'
import { assetsOf } from './browser.ts'
import { type Client, openClient } from '@kartis/testing/http-client.ts'
import { figureOf } from './figure.ts'
import { measureCpu, costText, get, type Measured } from './load.ts'
import type { Benchmark } from './report.ts'
import { type Server, startKartis } from './servers.ts'
import { createCaller } from '@kartis/testing/client.ts'

const READERS = 100
const TARGET = 0.6

const AS_BROWSER = { headers: { accept: 'text/html,*/*', 'accept-encoding': 'gzip, br' } }

/** Compressed bytes of a response. */
const weightOf = async (client: Client, url: string): Promise<number> =>
  Number((await client.send(url, AS_BROWSER)).headers['content-length'] ?? 0)

/** The file of the page whose compressed size is closest to that of the page. */
const fileLike = async (client: Client, url: string, path: string) => {
  const html = await (await fetch(`${url}${path}`)).text()
  const weight = await weightOf(client, `${url}${path}`)
  const files = await Promise.all(
    assetsOf(html).map(async (file) => ({ file, weight: await weightOf(client, `${url}${file}`) })),
  )
  const [nearest] = files.toSorted((a, b) => Math.abs(a.weight - weight) - Math.abs(b.weight - weight))
  if (!nearest) throw new Error('the sale page names no file')
  return { ...nearest, page: weight }
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`

const rounds = async (server: Server, urls: readonly string[], seconds: number, count: number) => {
  const loads = urls.map((): Measured[] => [])
  const each = async (place: number, time: number): Promise<Measured> =>
    measureCpu(server, () => get(`${server.url}${urls[place] ?? ''}`, { connections: READERS, seconds: time }))
  for (let place = 0; place < urls.length; place++) await each(place, 2)
  for (let round = 0; round < count; round++)
    for (let place = 0; place < urls.length; place++) loads[place]?.push(await each(place, seconds))
  return loads
}

/** The sale page and its availability poll, compared with a static file of the same server. */
export const page: Benchmark = {
  name: 'page',
  what: `the sale page for ${READERS} readers at once, beside a static file of the same server`,
  run: async ({ seconds, rounds: count }) => {
    const server = await startKartis({ DEMO: '1', NODE_ENV: 'development' })
    const client = openClient(6)
    try {
      const { data } = await createCaller(server.url)(listPublicEvents, {})
      const event = data.find(({ attachments }) => attachments.length > 0)
      if (!event) throw new Error('the demo has no public event with a picture')
      const path = `/order/${event.slug}`
      const like = await fileLike(client, server.url, path)
      const poll = `/api/v1/public/events/${event.uuid}/availability`
      const [file = [], pages = [], polls = []] = await rounds(server, [like.file, path, poll], seconds, count)
      const top = figureOf('a built file of about its weight', file)
      const costNote = (loads: readonly Measured[]) => costText(loads.map(({ cost }) => cost))
      const pageFigure = figureOf('the sale page', pages)
      const left = figureOf('what is left (availability)', polls)
      const errors = [...file, ...pages, ...polls].reduce((sum, load) => sum + load.errors + load.refused, 0)
      return [
        { ...top, note: `${kilobytes(like.weight)}. ${costNote(file)}` },
        {
          ...pageFigure,
          ofCeiling: pageFigure.rate / top.rate,
          target: TARGET,
          note: `${kilobytes(like.page)}. ${costNote(pages)}`,
        },
        { ...left, ofCeiling: left.rate / top.rate, target: TARGET, note: costNote(polls) },
        { name: 'no reply was an error', proof: errors === 0, note: `${errors} errors` },
      ]
    } finally {
      client.close()
      await server.stop()
    }
  },
}
