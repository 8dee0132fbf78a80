import { atEveryPath, type BodyIn } from '@kartis/contract/endpoint.ts'
import * as drafts from '@kartis/contract/venue-map-drafts.ts'
import * as parts from '@kartis/contract/venue-map-parts.ts'
import type { MapDocument } from '@kartis/seat-map/model/document.ts'
import { row } from '@kartis/seat-map/testing/documents.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as } from '../../../../testing/events.ts'
import { growingHall, partCalls } from '../../../../testing/map-parts.ts'
import { joinAs, producer, type Producer } from '../../../../testing/people.ts'
import { seatMap } from '../../../../testing/seat-maps.ts'
import { openWorld, type World } from '../../../../testing/world.ts'

let world: World
let owner: Producer
let calls: ReturnType<typeof partCalls>
beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
  calls = partCalls(world, owner)
})
afterAll(() => world.close())

describe('a seat that is added', () => {
  it('is the next of its row and only in the draft, at both URLs', async () => {
    const { uuid, section: section_uuid } = await calls.published()
    const numbers: string[] = []
    for (const endpoint of atEveryPath(parts.createMapElement)) {
      const made = await world.call(endpoint, { ...as(owner), body: { section_uuid, row: 'א׳' } })
      expect(made.status, made.text).toBe(201)
      expect(made.body.data).toMatchObject({ section_uuid, kind: 'seat', row: 'א׳', category: 'זהב', status: 'draft' })
      expect((await calls.show(made.body.data.uuid)).body.data).toEqual(made.body.data)
      numbers.push(made.body.data.label)
    }
    expect(numbers).toEqual(['11', '12'])
    expect(await calls.elementsOf(uuid, 'draft')).toHaveLength(2)
    // No other place moved or has another number.
    expect(await calls.elementsOf(uuid, 'published')).toHaveLength(10)
    expect(await calls.sectionsOf(uuid)).toMatchObject([{ capacity: 12, status: 'changed' }])
    expect(await calls.mapOf(uuid)).toMatchObject({ capacity: 10, draft_seats: 12, edition: 1, status: 'changed' })
  })

  it('has the label, category, flags and position that it is given, and publishing changes only its state', async () => {
    const { uuid, section: section_uuid } = await calls.published()
    const body = { row: 'א׳', label: '20א', category: 'כסף', flags: ['aisle' as const], x: 1000, y: 320 }
    const made = (await calls.create({ section_uuid, ...body })).body.data
    expect(made).toMatchObject(body)
    await calls.publish(uuid)
    expect((await calls.show(made.uuid)).body.data).toEqual({ ...made, status: 'published' })
    expect((await calls.elementsOf(uuid)).map(({ status }) => status)).not.toContain('draft')
  })

  it('of a row that does not exist is the first of a new row behind the others', async () => {
    const { section: section_uuid } = await calls.published()
    const first = (await calls.create({ section_uuid, row: 'ב׳' })).body.data
    const second = (await calls.create({ section_uuid, row: 'ב׳' })).body.data
    expect([first, second]).toMatchObject([
      { row: 'ב׳', label: '1', x: 275, y: 390 },
      { row: 'ב׳', label: '2', x: 225, y: 390 },
    ])
  })

  it.each([
    ['without a row', {}, { row: ['required'] }],
    ['with a number of the row', { row: 'א׳', label: '7' }, { label: ['duplicate'] }],
    ['with too long a label', { row: 'א׳', label: '123456789' }, { label: ['too_long'] }],
    ['of an unknown category', { row: 'א׳', category: 'פלטינה' }, { category: ['unknown_option'] }],
    ['with an unknown flag', { row: 'א׳', flags: ['window'] }, { 'flags.0': ['unknown_option'] }],
    ['with a capacity', { row: 'א׳', capacity: 2 }, { capacity: ['not_of_this_kind'] }],
    ['as a table among rows', { kind: 'table', capacity: 8 }, { section_uuid: ['not_of_this_kind'] }],
    ['with a field of its own', { row: 'א׳', price: 3 }, { price: ['unknown_field'] }],
  ])('is refused %s', async (_what, body, detail) => {
    const { uuid, section: section_uuid } = await calls.published()
    const refused = await calls.create({ section_uuid, ...body } as BodyIn<typeof parts.createMapElement>)
    expect(refused.status, refused.text).toBe(422)
    expect(refused.error?.detail).toEqual(detail)
    expect((await calls.mapOf(uuid)).status).toBe('published')
  })

  it('is refused in a row of 400, in one of two rows of one label, and where its number would be that of another', async () => {
    const rows = [
      row({ count: 400 }),
      row({ id: 'r2', rank: 2, label: 'ב', at: [275, 400] }),
      row({ id: 'r3', rank: 3, label: 'ב', at: [275, 500], numbering: { first: 100 } }),
      row({ id: 'r4', rank: 4, label: 'ג', at: [275, 600], numbering: { from: 'middle' } }),
    ]
    const { section: section_uuid } = await calls.published(growingHall({ rows }))
    const reasons = async (label: string) => (await calls.create({ section_uuid, row: label })).error?.detail
    expect(await reasons('א׳')).toEqual({ row: ['too_many'] })
    expect(await reasons('ב')).toEqual({ row: ['duplicate'] })
    expect((await calls.create({ section_uuid, row: 'ג' })).body.data).toMatchObject({ row: 'ג', label: '11' })
    expect(await reasons('ג')).toEqual({ label: ['required'] })
    expect((await calls.create({ section_uuid, row: 'ג', label: '12' })).body.data).toMatchObject({
      row: 'ג',
      label: '12',
    })
  })
})

describe('a seat that is changed', () => {
  it('shows the draft and says so; its row, section and kind stay', async () => {
    const { uuid, section: section_uuid, element } = await calls.published()
    const seat = element('r1.3')
    for (const endpoint of atEveryPath(parts.updateMapElement)) {
      const body = {
        label: '8ב',
        category: 'כסף',
        flags: ['wheelchair' as const, 'stairs_free' as const],
        kind: 'seat' as const,
      }
      const same = { ...body, row: 'א׳', section_uuid }
      const changed = await world.call(endpoint, { ...as(owner), params: { uuid: seat }, body: same })
      expect(changed.body.data, changed.text).toMatchObject({ ...same, uuid: seat, status: 'changed' })
      expect((await calls.show(seat)).body.data).toEqual(changed.body.data)
    }
    const fixed = await calls.patch(seat, { row: 'ב׳', kind: 'table', section_uuid: uuid })
    expect(fixed.error?.detail).toEqual({
      section_uuid: ['not_changeable'],
      kind: ['not_changeable'],
      row: ['not_changeable'],
    })
    expect((await calls.patch(seat, { label: '5' })).error?.detail).toEqual({ label: ['duplicate'] })
    expect((await calls.elementsOf(uuid, 'published')).length).toBe(9)
  })

  it('is as published again without its own label, category and flags', async () => {
    const { element } = await calls.published()
    const before = (await calls.show(element('r1.3'))).body.data
    await calls.patch(before.uuid, { label: 'X', category: 'b', flags: ['hearing'], x: 0 })
    const back = await calls.patch(before.uuid, { label: null, category: 'זהב', flags: [], x: before.x })
    expect(back.body.data).toEqual({ ...before, draft_version: before.draft_version + 2 })
  })

  it('of a companion belongs to the wheelchair place of its row, until that is no longer one', async () => {
    const { uuid, element } = await calls.published()
    await calls.patch(element('r1.3'), { flags: ['wheelchair'] })
    await calls.patch(element('r1.4'), { flags: ['companion'] })
    const exceptions = async () => (await calls.mapOf(uuid)).draft.document.rows[0]?.except
    expect(await exceptions()).toEqual({ 3: { is: ['wheelchair'] }, 4: { is: ['companion'], of: 'r1.3' } })
    await calls.remove(element('r1.3'))
    expect(await exceptions()).toEqual({ 3: { gone: true }, 4: { is: ['companion'] } })
  })
})

describe('an element that is deleted', () => {
  it('leaves a gap: its neighbours keep their numbers, and it is gone with the next edition', async () => {
    const { uuid, element } = await calls.published()
    const [first, second] = atEveryPath(parts.deleteMapElement)
    const gone = [element('r1.3'), element('r1.4')]
    for (const [index, endpoint] of [first, second].entries()) {
      const params = { uuid: gone[index] ?? '' }
      const deleted = await world.call(endpoint ?? parts.deleteMapElement, { ...as(owner), params })
      expect(deleted.body.data, deleted.text).toEqual({ done: true })
    }
    for (const each of gone) {
      expect([
        (await calls.show(each)).status,
        (await calls.patch(each, {})).status,
        (await calls.remove(each)).status,
      ]).toEqual([404, 404, 404])
    }
    expect((await calls.elementsOf(uuid)).map(({ label }) => label)).toEqual(['10', '9', '6', '5', '4', '3', '2', '1'])
    expect((await calls.elementsOf(uuid, 'removed')).map(({ label }) => label)).toEqual(['8', '7'])
    await calls.publish(uuid)
    expect(await calls.elementsOf(uuid)).toHaveLength(8)
    expect(await calls.elementsOf(uuid, 'removed')).toEqual([])
  })

  it('is no longer listed when a whole document is saved without it, and a seat of a call stays while the document has it', async () => {
    const { uuid, section: section_uuid } = await calls.published()
    const seat = (await calls.create({ section_uuid, row: 'א׳' })).body.data
    const save = async (document: MapDocument) => {
      const body = { version: (await calls.mapOf(uuid)).version, document }
      expect((await world.call(drafts.saveMapDraft, { ...as(owner), params: { uuid }, body })).status).toBe(200)
    }
    const { document } = (await calls.mapOf(uuid)).draft
    await save({ ...document, rows: document.rows.map((each) => ({ ...each, label: 'ז׳' })) })
    expect((await calls.show(seat.uuid)).body.data).toMatchObject({ row: 'ז׳', label: '11', status: 'draft' })
    await save(growingHall())
    expect((await calls.show(seat.uuid)).status).toBe(404)
    expect((await calls.elementsOf(uuid)).map(({ status }) => status)).toEqual(
      Array.from({ length: 10 }, () => 'published'),
    )
    expect(await calls.sectionsOf(uuid)).toMatchObject([{ status: 'published', capacity: 10 }])
  })
})

describe('an empty map', () => {
  it('becomes a hall by calls alone, and is published as they say', async () => {
    const { uuid } = await seatMap(world, owner)
    const rows = await calls.addSection(uuid, { name: 'אולם', numbering: { from: 'left' } })
    const tables = await calls.addSection(uuid, { name: 'שולחנות', kind: 'tables' })
    await calls.addSection(uuid, { name: 'דשא', kind: 'area', capacity: 50 })
    const made = [
      await calls.create({ venues_map_uuid: uuid, kind: 'stage' }),
      await calls.create({ venues_map_uuid: uuid, kind: 'text', label: 'כניסה', x: 40, y: 50 }),
    ]
    for (const label of ['א', 'א', 'ב']) made.push(await calls.create({ section_uuid: rows, row: label }))
    made.push(await calls.create({ section_uuid: tables, kind: 'table', label: '7', capacity: 6, y: 2000 }))
    // Places and standing areas cannot have one category.
    expect(new Set((await calls.elementsOf(uuid)).map(({ category }) => category))).toEqual(
      new Set([null, 'דשא', 'רגיל']),
    )
    const views = made.map(({ body: { data }, text }) => [data?.kind ?? text, data?.row, data?.label, data?.capacity])
    expect(views).toEqual([
      ['stage', '', 'במה', null],
      ['text', '', 'כניסה', null],
      ['seat', 'א', '1', null],
      ['seat', 'א', '2', null],
      ['seat', 'ב', '1', null],
      ['table', '', '7', 6],
    ])
    const before = await calls.elementsOf(uuid)
    // With the lawn and the places of the table.
    expect(before).toHaveLength(13)
    expect((await calls.publish(uuid)).body.data.edition).toBe(1)
    const after = new Map((await calls.elementsOf(uuid)).map((element) => [element.uuid, element]))
    expect(after.size).toBe(before.length)
    for (const element of before)
      expect(after.get(element.uuid)).toEqual({ ...element, status: 'published', position: expect.any(Number) })
  })

  it('has its tables, areas, texts and stage changed and deleted; their sections stay', async () => {
    const { uuid } = await seatMap(world, owner)
    const tables = await calls.addSection(uuid, { name: 'שולחנות', kind: 'tables' })
    const lawn = await calls.addSection(uuid, { name: 'דשא', kind: 'area', capacity: 50 })
    const table = (await calls.create({ section_uuid: tables, kind: 'table', capacity: 6 })).body.data
    const stage = (await calls.create({ venues_map_uuid: uuid, kind: 'stage' })).body.data
    const area = (await calls.elementsOf(uuid)).find(({ kind }) => kind === 'area')
    const changed = [
      await calls.patch(table.uuid, { capacity: 8, label: 'VIP', sold: 'whole', x: 10 }),
      await calls.patch(stage.uuid, { label: 'הבמה', y: 7 }),
      await calls.patch(area?.uuid ?? '', { capacity: 70, label: 'מדשאה' }),
    ]
    expect(changed.map(({ body }) => body.data)).toMatchObject([
      { capacity: 8, label: 'VIP', x: 10, settings: { sold: 'whole' } },
      { label: 'הבמה', y: 7 },
      { capacity: 70, label: 'מדשאה' },
    ])
    const wrong = [
      await calls.patch(table.uuid, { flags: ['aisle'], capacity: 61 }),
      await calls.patch(table.uuid, { capacity: 61 }),
      await calls.patch(stage.uuid, { capacity: 5 }),
      await calls.patch(area?.uuid ?? '', { label: null }),
    ]
    expect(wrong.map(({ error }) => error?.detail)).toEqual([
      { flags: ['not_of_this_kind'] },
      { capacity: ['too_big'] },
      { capacity: ['not_of_this_kind'] },
      { label: ['required'] },
    ])
    for (const each of [table, stage, area]) expect((await calls.remove(each?.uuid ?? '')).status).toBe(200)
    expect(await calls.elementsOf(uuid)).toEqual([])
    expect((await calls.sectionsOf(uuid)).map(({ name, capacity }) => [name, capacity])).toEqual([
      ['שולחנות', 0],
      ['דשא', 0],
    ])
    const again = await calls.create({ section_uuid: lawn, kind: 'area', capacity: 5 })
    expect(again.body.data).toMatchObject({ label: 'דשא', capacity: 5 })
  })
})

describe('elements of an account', () => {
  it('are unknown to strangers, and closed to scanners', async () => {
    const { uuid, section: section_uuid, element } = await calls.published()
    const params = { uuid: element('r1.1') }
    const stranger = as(await producer(world))
    const scanner = { ...as(owner), token: (await joinAs(world, owner, 'scanner')).token }
    for (const [caller, status] of [
      [stranger, 404],
      [scanner, 403],
    ] as const) {
      const answers = [
        await world.call(parts.createMapElement, { ...caller, body: { section_uuid, row: 'א׳' } }),
        await world.call(parts.createMapElement, { ...caller, body: { venues_map_uuid: uuid, kind: 'stage' } }),
        await world.call(parts.updateMapElement, { ...caller, params, body: { label: '3' } }),
        await world.call(parts.deleteMapElement, { ...caller, params }),
      ]
      expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => status))
    }
    expect((await calls.mapOf(uuid)).status).toBe('published')
  })

  it('come with their section and map where it is requested', async () => {
    const { uuid, element } = await calls.published()
    const query = { with: ['section' as const, 'venues_map' as const] }
    const shown = await world.call(parts.showMapElement, { ...as(owner), params: { uuid: element('r1.1') }, query })
    expect(shown.body.data).toMatchObject({ section: { name: 'אולם' }, venues_map: { uuid } })
  })
})
