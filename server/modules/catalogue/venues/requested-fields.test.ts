import { OWNED_FILES } from '@kartis/domain/limits.ts'
import { hall, hallOf, row, section } from '@kartis/seat-map/testing/documents.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, draftEvent } from '../../../testing/events.ts'
import { joinAs, type Producer, producer } from '../../../testing/people.ts'
import { publishedMap } from '../../../testing/seat-maps.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer
let venue: string
let map: string

const BASES = ['/v1', '/v1/producer'] as const

type Answer = Readonly<Record<string, unknown>> & { readonly uuid: string }

const send = async (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
  who: object = as(owner),
) => world.http(method, `/api${path}`, body, who)
const dataOf = async (path: string) => {
  const answer = await send('GET', path)
  expect(answer.status, `${path}: ${answer.text}`).toBe(200)
  return (JSON.parse(answer.text) as { data: Answer }).data
}
const listOf = async (path: string) => (await dataOf(path)) as unknown as readonly Answer[]

const fileForm = (bytes: Uint8Array<ArrayBuffer>, name: string) => {
  const form = new FormData()
  form.set('file', new Blob([bytes]), name)
  return form
}
const photo = async () =>
  new Uint8Array(
    await sharp({ create: { width: 60, height: 40, channels: 3, background: '#336699' } })
      .jpeg()
      .toBuffer(),
  )

beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
  venue = (JSON.parse((await send('POST', '/v1/venues', { name: 'היכל' })).text) as { data: Answer }).data.uuid
  const document = hallOf([{ except: { 2: { is: ['wheelchair'] }, 3: { is: ['companion'], of: 'r1.2' } } }, {}])
  ;({ uuid: map } = await publishedMap(world, owner, document))
  await send('PATCH', `/v1/venues_maps/${map}`, { venue_uuid: venue })
})
afterAll(() => world.close())

/** One entity of each kind that holds files of its own, with its route. */
const withFiles = async (base: string): Promise<readonly string[]> => {
  const [element] = await listOf(`${base}/venues_maps_elements?filter[venues_map_uuid]=${map}`)
  return [`${base}/venues/${venue}`, `${base}/venues_maps_elements/${element?.uuid}`]
}

describe.each(BASES)('files of venues and elements under %s', (base) => {
  it('are added, listed with their owner and deleted, and only their workspace opens them', async () => {
    for (const path of await withFiles(base)) {
      const added = await send('POST', `${path}/attachments`, fileForm(await photo(), 'צד הבמה.jpg'))
      expect(added.status, `${path}: ${added.text}`).toBe(201)
      const { uuid, url } = (JSON.parse(added.text) as { data: { uuid: string; url: string } }).data
      expect((await dataOf(`${path}?with[]=attachments`))['attachments']).toMatchObject([{ uuid, name: 'צד הבמה.jpg' }])
      expect(await dataOf(path)).not.toHaveProperty('attachments')
      const list = `${path.slice(0, path.lastIndexOf('/'))}?with[]=attachments&per_page=100`
      const [owned] = (await listOf(list)).filter(({ attachments }) => (attachments as readonly object[]).length > 0)
      expect(path.endsWith(owned?.uuid ?? '-')).toBe(true)
      const files = await listOf(`/v1/attachments?filter[owner_uuid]=${owned?.uuid}`)
      expect(files).toMatchObject([{ uuid, owner: { uuid: owned?.uuid } }])
      expect((await world.http('GET', url)).status).toBe(200)
      expect((await world.http('GET', url.split('?')[0] ?? '')).status).toBe(404)
      expect((await send('DELETE', `/v1/attachments/${uuid}`)).status).toBe(200)
      expect((await dataOf(`${path}?with[]=attachments`))['attachments']).toEqual([])
      expect((await world.http('GET', url)).status).toBe(404)
    }
  })

  it('are refused to other workspaces and to scanners, and when there is nothing of theirs', async () => {
    const stranger = await producer(world)
    const scanner = await joinAs(world, owner, 'scanner')
    for (const path of await withFiles(base)) {
      const upload = async (who: object) =>
        (await send('POST', `${path}/attachments`, fileForm(await photo(), 'a.jpg'), who)).status
      expect(await upload(as(stranger)), path).toBe(404)
      expect(await upload({ token: scanner.token, account: owner.account.uuid }), path).toBe(403)
      const text = new Uint8Array(Buffer.from('<script>alert(1)</script>'))
      expect((await send('POST', `${path}/attachments`, fileForm(text, 'plan.pdf'))).status, path).toBe(415)
      expect((await send('POST', `${path}/attachments`, new FormData())).status, path).toBe(422)
    }
  })
})

it('a venue has a limited number of files, and none replaces another', async () => {
  const own = (JSON.parse((await send('POST', '/v1/venues', { name: 'בארבי' })).text) as { data: Answer }).data.uuid
  const bytes = await photo()
  const statuses = await Promise.all(
    Array.from({ length: OWNED_FILES.perOwner + 3 }, async (_, index) => {
      const answer = await send('POST', `/v1/venues/${own}/attachments`, fileForm(bytes, `${index}.jpg`))
      return answer.status
    }),
  )
  expect(statuses.filter((status) => status === 201)).toHaveLength(OWNED_FILES.perOwner)
  expect(statuses.filter((status) => status === 409)).toHaveLength(3)
  const { attachments } = await dataOf(`/v1/venues/${own}?with[]=attachments`)
  expect(attachments).toHaveLength(OWNED_FILES.perOwner)
})

describe.each(BASES)('appended fields and counts of halls under %s', (base) => {
  it('a venue has its events and its largest hall', async () => {
    await draftEvent(world, owner, { venue_uuid: venue })
    const path = `${base}/venues/${venue}`
    expect(await dataOf(path)).not.toHaveProperty('statistics')
    const { statistics, events_count: count } = await dataOf(`${path}?append[]=statistics`)
    expect(statistics).toEqual({
      events: { count, upcoming_count: count },
      venues_maps: { count: 1, max_capacity: 20 },
    })
    const listed = (await listOf(`${base}/venues?append[]=statistics`)).find(({ uuid }) => uuid === venue)
    expect(listed?.['statistics']).toEqual(statistics)
  })

  it('a section has its elements counted, and its seats by their flags', async () => {
    const list = `${base}/venues_maps_sections?filter[venues_map_uuid]=${map}`
    const [plain] = await listOf(list)
    expect(plain).not.toHaveProperty('statistics')
    expect(plain).not.toHaveProperty('elements_count')
    const query = 'append[]=statistics&with_count[]=elements&with[]=attachments'
    const [listed] = await listOf(`${list}&${query}`)
    expect(listed).toMatchObject({
      elements_count: 20,
      attachments: expect.any(Array),
      statistics: {
        seats: { count: 20, flags: { wheelchair: 1, companion: 1 } },
        tables: { count: 0 },
        areas: { count: 0, capacity: 0 },
      },
    })
    expect(await dataOf(`${base}/venues_maps_sections/${plain?.uuid}?${query}`)).toEqual(listed)
  })

  it('a seat has the text of its ticket, with the floor where there are several', async () => {
    const list = `${base}/venues_maps_elements?filter[venues_map_uuid]=${map}`
    const [plain] = await listOf(list)
    expect(plain).not.toHaveProperty('seat')
    const shown = await dataOf(`${base}/venues_maps_elements/${plain?.uuid}?append[]=seat`)
    expect(shown['seat']).toEqual({ section: 'אולם', row: '1', number: '10', gate: 'שער 5' })
    const tall = hall({
      floors: [
        { id: '1', name: 'פרטר' },
        { id: '2', name: 'יציע' },
      ],
      sections: [section(), section({ id: 't', floor: '2', name: 'יציע א׳', rank: 1 })],
      rows: [row(), row({ id: 'r2', section: 't', at: [275, 900] })],
    })
    const { uuid } = await publishedMap(world, owner, tall)
    const places = await listOf(
      `${base}/venues_maps_elements?filter[venues_map_uuid]=${uuid}&append[]=seat&per_page=100`,
    )
    expect(new Set(places.map(({ seat }) => (seat as { floor: string }).floor))).toEqual(new Set(['פרטר', 'יציע']))
  })

  it('a seat map has the pictures of its sections, and each section its own', async () => {
    const [first] = await listOf(`${base}/venues_maps_sections?filter[venues_map_uuid]=${map}`)
    const path = `${base}/venues_maps_sections/${first?.uuid}`
    const added = await send('POST', `${path}/attachments`, fileForm(await photo(), 'view.jpg'))
    expect(added.status, added.text).toBe(201)
    const { uuid } = (JSON.parse(added.text) as { data: Answer }).data
    expect((await dataOf(`${path}?with[]=attachments`))['attachments']).toMatchObject([{ uuid }])
    const shown = await dataOf(`${base}/venues_maps/${map}?with[]=attachments`)
    expect((shown['attachments'] as readonly Answer[]).map((file) => file.uuid)).toContain(uuid)
    const maps = await listOf(`${base}/venues_maps?with[]=attachments`)
    const listed = maps.find((each) => each.uuid === map)
    expect(listed?.['attachments']).toEqual(shown['attachments'])
  })

  it('another name of these is refused, and names the field', async () => {
    for (const entity of ['venues', 'venues_maps', 'venues_maps_sections', 'venues_maps_elements'])
      for (const field of ['with', 'with_count', 'append']) {
        const refused = await send('GET', `${base}/${entity}?${field}[]=secrets`)
        expect(refused.status, `${entity} ${field}`).toBe(422)
        expect(refused.text).toContain(field)
      }
  })
})
