import { setInterval as every } from 'node:timers/promises'
import * as drafts from '@kartis/contract/venue-map-drafts.ts'
import * as contract from '@kartis/contract/venue-maps.ts'
import { maskedPhone } from '@kartis/domain/phone.ts'
import { countPlaces, emptyDocument, LIMITS, type MapDocument } from '@kartis/seat-map/model/document.ts'
import { concertHall } from '@kartis/seat-map/templates/concert-hall.ts'
import { smallHall } from '@kartis/seat-map/templates/small-hall.ts'
import { park, stadium } from '@kartis/seat-map/templates/stadium.ts'
import { theatre } from '@kartis/seat-map/templates/theatre.ts'
import { hall, row, section } from '@kartis/seat-map/testing/documents.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as } from '../../../../testing/events.ts'
import { joinAs, producer, type Producer } from '../../../../testing/people.ts'
import { seatMap } from '../../../../testing/seat-maps.ts'
import { openWorld, type World } from '../../../../testing/world.ts'
import { plugin as accounts } from '../../../people/accounts/index.ts'
import { plugin as attachments } from '../../../people/attachments/index.ts'
import { auth } from '../../../../testing/auth.ts'
import { plugin } from '../index.ts'

let world: World
let owner: Producer
let manager: Awaited<ReturnType<typeof joinAs>>
beforeAll(async () => {
  world = await openWorld({ modules: [auth, accounts, attachments, plugin] })
  owner = await producer(world)
  manager = await joinAs(world, owner, 'manager')
})
afterAll(() => world.close())

const show = async (uuid: string) =>
  (await world.call(contract.showVenueMap, { ...as(owner), params: { uuid } })).body.data

const save = (uuid: string, version: number, document: MapDocument, token = owner.token) =>
  world.call(drafts.saveMapDraft, {
    token,
    account: owner.account.uuid,
    params: { uuid },
    body: { version, document },
  })

const put = (uuid: string, body: string, headers = { 'content-type': 'application/json' }) =>
  world.http('PUT', `/api/v1/producer/venues_maps/${uuid}/draft`, body, { ...as(owner), headers })

/** As it comes back from JSON. */
const sent = (document: MapDocument): unknown => JSON.parse(JSON.stringify(document))

describe('a draft', () => {
  it('is saved over the version that it is based on, and shown as it was saved', async () => {
    const { uuid } = await seatMap(world, owner)
    expect((await save(uuid, 1, theatre())).body.data).toEqual({ version: 2 })
    const shown = await show(uuid)
    expect(shown).toMatchObject({ status: 'draft', version: 2, draft_seats: 600, draft_areas: 0, edition: null })
    expect(shown.draft).toEqual({ version: 2, document: sent(theatre()) })
  })

  it('of two people who save at once is that of one; the other is refused with the name and the time of the first', async () => {
    const { uuid } = await seatMap(world, owner)
    const answers = await Promise.all([save(uuid, 1, theatre()), save(uuid, 1, park(), manager.token)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const winner = answers[0]?.status === 200 ? owner.user : manager.user
    const name = expect.any(String) as string
    expect(answers.find(({ status }) => status === 409)?.error).toMatchObject({
      code: 'version_conflict',
      detail: { version: 2, by: { uuid: winner.uuid, name }, at: world.clock.now().toISOString() },
    })
    expect((await show(uuid)).draft.document).toEqual(sent(winner === owner.user ? theatre() : park()))
  })

  it('that was saved by somebody without a name is refused with the masked phone', async () => {
    const { uuid } = await seatMap(world, owner)
    await save(uuid, 1, park(), manager.token)
    await world.db
      .updateTable('users')
      .set({ first_name: '', last_name: '' })
      .where('id', '=', manager.user.uuid)
      .execute()
    expect((await save(uuid, 1, theatre())).error?.detail).toMatchObject({
      by: { name: maskedPhone(manager.user.phone.phone_number) },
    })
  })

  it('that was saved in between is taken over with its version', async () => {
    const { uuid } = await seatMap(world, owner)
    await save(uuid, 1, park(), manager.token)
    const refused = await save(uuid, 1, theatre())
    const version = refused.error?.detail['version'] as number
    expect((await save(uuid, version, theatre())).body.data).toEqual({ version: 3 })
  })

  it('is saved once where the same request arrives twice', async () => {
    const { uuid } = await seatMap(world, owner)
    const call = { ...as(owner), params: { uuid }, body: { version: 1, document: park() }, idempotencyKey: uuid }
    const answers = [await world.call(drafts.saveMapDraft, call), await world.call(drafts.saveMapDraft, call)]
    expect(answers.map(({ body }) => body.data)).toEqual([{ version: 2 }, { version: 2 }])
  })

  it('of the first form, which nobody edited, is an empty document of today’s form', async () => {
    const { uuid } = await seatMap(world, owner, 'park')
    const draft = JSON.stringify({ form: 1, sections: [], elements: [] })
    await world.db.updateTable('venues_maps').set({ draft }).where('id', '=', uuid).execute()
    expect((await show(uuid)).draft).toEqual({ version: 1, document: emptyDocument() })
    expect((await save(uuid, 1, theatre())).status).toBe(200)
  })

  it('is refused with the path of what is wrong in its document', async () => {
    const { uuid } = await seatMap(world, owner)
    const wrong = hall({ rows: [row({ gap: 0 }), row({ id: 'r2', category: 'z' })] })
    expect((await save(uuid, 1, wrong)).error).toMatchObject({
      code: 'validation',
      detail: { 'document.rows.0.gap': ['too_small'] },
    })
    const unknown = { ...hall({ rows: [row({ category: 'z' })] }) }
    expect((await save(uuid, 1, unknown)).error?.detail).toEqual({ 'document.rows.0.category': ['unknown_option'] })
    const many = hall({ rows: Array.from({ length: 201 }, (_, index) => row({ id: `${index}a`, count: 400 })) })
    expect((await save(uuid, 1, many)).error?.detail).toEqual({ 'document.rows': ['too_many'] })
    const corners = Array.from({ length: LIMITS.corners + 1 }, (_, index): [number, number] => [index, index % 2])
    const wide = hall({ sections: [section({ outline: corners })] })
    expect((await save(uuid, 1, wide)).error?.detail).toEqual({ 'document.sections.0.outline': ['too_many'] })
    expect((await show(uuid)).draft).toEqual({ version: 1, document: emptyDocument() })
  })

  it.each([
    ['that is no JSON', '{"version":1,', 422, { body: ['not_json'] }],
    ['that is a text', '"document"', 422, { body: ['invalid'] }],
    ['without a version', '{"document":{}}', 422, { version: ['required'] }],
    [
      'with a field of its own',
      `{"version":1,"name":"x","document":${JSON.stringify(park())}}`,
      422,
      { name: ['unknown_field'] },
    ],
    ['with a prototype', `{"version":1,"__proto__":{"a":1},"document":${JSON.stringify(park())}}`, 422, {}],
    ['beyond the limit', `{"version":1,"document":"${'x'.repeat(LIMITS.jsonBytes + 70_000)}"}`, 413, {}],
  ])('is refused as a body %s', async (_what, body, status, detail) => {
    const { uuid } = await seatMap(world, owner)
    const refused = await put(uuid, body)
    expect(refused.status, refused.text).toBe(status)
    expect(refused.error?.detail).toMatchObject(detail)
    expect((await show(uuid)).version).toBe(1)
  })

  it('is refused as a form', async () => {
    const { uuid } = await seatMap(world, owner)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await put(uuid, 'version=1', headers)).error?.code).toBe('unsupported_media_type')
  })

  it('is checked as for publishing: problems by place, blocking ones first', async () => {
    const { uuid } = await seatMap(world, owner)
    await save(uuid, 1, hall({ rows: [row(), row({ id: 'r2', rank: 2, at: [275, 400] })] }))
    const checked = await world.call(drafts.checkMapDraft, { ...as(owner), params: { uuid } })
    expect(checked.body.data).toMatchObject({ version: 2, seats: 20, areas: 0 })
    expect(checked.body.data.problems[0]).toMatchObject({ code: 'duplicate_label', level: 'block', count: 20 })
    expect(checked.body.data.problems[0]?.places).toContain('r2.10')
    expect(checked.body.data.problems.map(({ level }) => level)).toContain('warn')
  })
})

describe('a new map', () => {
  it.each([
    ['small_hall', smallHall],
    ['theatre', theatre],
    ['concert_hall', concertHall],
    ['stadium', stadium],
    ['park', park],
  ] as const)('starts from the template %s', async (template, build) => {
    const map = await seatMap(world, owner, template)
    expect(map.draft.document).toEqual(sent(build()))
    expect(map.draft_seats).toBe(countPlaces(build()))
  })

  it('is recognized in the list by its outline, which is far smaller than its document', async () => {
    const own = await producer(world)
    const map = await seatMap(world, own, 'theatre')
    const list = async (append?: ['outline']) =>
      (await world.call(contract.listVenueMaps, { ...as(own), query: { append } })).body.data
    expect((await list())[0]).not.toHaveProperty('outline')
    const { outline } = (await list(['outline']))[0] ?? {}
    const copied = await world.call(contract.duplicateVenueMap, { ...as(own), params: { uuid: map.uuid }, body: {} })
    expect(copied.body.data.draft.document).toEqual(sent(theatre()))
    expect(outline?.size).toEqual([3200, 3000])
    expect(outline?.rows).toHaveLength(20)
    const big = await world.call(contract.listMapTemplates, as(own))
    expect(big.body.data.map(({ template, seats, areas }) => [template, seats > 100, areas])).toEqual([
      ['small_hall', true, 0],
      ['theatre', true, 0],
      ['concert_hall', true, 0],
      ['stadium', true, 0],
      ['park', true, 2],
    ])
    for (const template of big.body.data) expect(JSON.stringify(template).length).toBeLessThan(15_000)
  })
})

/** The longest time in which the thread of requests did nothing else, in milliseconds, while `act` runs. */
const longestPause = async (act: () => Promise<unknown>): Promise<number> => {
  const stop = new AbortController()
  let [longest, last] = [0, performance.now()]
  const watching = (async () => {
    for await (const _ of every(1, undefined, { signal: stop.signal })) {
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    }
  })().catch(() => undefined)
  await act()
  stop.abort()
  await watching
  return longest
}

describe('a map of 60,000 places', () => {
  const rows = Array.from({ length: 2000 }, (_, index) =>
    row({ id: `${index.toString(36)}z`, rank: index, label: String(index), count: 30, at: [500, 300 + index * 90] }),
  )
  const document = hall({ size: [20_000, 190_000], rows })

  it('is saved, checked and shown without holding the thread that serves requests', async () => {
    const { uuid } = await seatMap(world, owner)
    const body = JSON.stringify({ version: 1, document })
    const url = `/api/v1/producer/venues_maps/${uuid}`
    const headers = { authorization: `Bearer ${owner.token}`, 'x-account-id': owner.account.uuid }
    const json = { ...headers, 'content-type': 'application/json' }
    const began = performance.now()
    const pause = await longestPause(async () => {
      const saved = await world.app.inject({ method: 'PUT', url: `${url}/draft`, headers: json, payload: body })
      expect(saved.statusCode, saved.body).toBe(200)
      expect((await world.app.inject({ method: 'POST', url: `${url}/check`, headers })).statusCode).toBe(200)
      expect((await world.app.inject({ method: 'GET', url, headers })).body).toContain('"draft_seats":60000')
    })
    // On the thread of requests it would be one pause of some hundred milliseconds.
    expect(pause).toBeLessThan((performance.now() - began) / 4)
  })
})

describe('seat maps of an account', () => {
  it('are unknown to strangers, drafts and editions included', async () => {
    const { uuid } = await seatMap(world, owner, 'park')
    const stranger = { ...as(await producer(world)), params: { uuid } }
    const edition = { ...stranger, params: { uuid, edition: 1 } }
    const form = new FormData()
    form.set('format', 'csv')
    form.set('file', new Blob(['section,row,seat,category,flags\nא,1,1,א,\n']), 'a.csv')
    const answers = [
      await world.call(drafts.saveMapDraft, { ...stranger, body: { version: 1, document: theatre() } }),
      await world.call(drafts.checkMapDraft, stranger),
      await world.call(drafts.publishVenueMap, { ...stranger, body: {} }),
      await world.call(drafts.showMapEdition, edition),
      await world.call(drafts.restoreMapEdition, { ...edition, body: {} }),
      await world.call(drafts.exportVenueMap, { ...stranger, query: { format: 'json' } }),
      await world.call(drafts.importVenueMap, { ...stranger, body: form }),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
    expect((await show(uuid)).draft).toEqual({ version: 1, document: sent(park()) })
  })

  it('are closed to scanners', async () => {
    const { uuid } = await seatMap(world, owner)
    const scanner = await joinAs(world, owner, 'scanner')
    const refused = await save(uuid, 1, theatre(), scanner.token)
    expect(refused.error?.code).toBe('forbidden')
  })
})
