import * as drafts from '@kartis/contract/venue-map-drafts.ts'
import * as contract from '@kartis/contract/venue-maps.ts'
import { compile, describePlace, flagsOf } from '@kartis/seat-map/model/compile.ts'
import type { MapDocument } from '@kartis/seat-map/model/document.ts'
import { park } from '@kartis/seat-map/templates/stadium.ts'
import { theatre } from '@kartis/seat-map/templates/theatre.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as } from '../../../../testing/events.ts'
import { producer, type Producer } from '../../../../testing/people.ts'
import { publishedMap, seatMap } from '../../../../testing/seat-maps.ts'
import { openWorld, type World } from '../../../../testing/world.ts'
import { plugin as accounts } from '../../../people/accounts/index.ts'
import { plugin as attachments } from '../../../people/attachments/index.ts'
import { auth } from '../../../../testing/auth.ts'
import { plugin } from '../index.ts'

let world: World
let owner: Producer
beforeAll(async () => {
  world = await openWorld({ modules: [auth, accounts, attachments, plugin] })
  owner = await producer(world)
})
afterAll(() => world.close())

const formOf = (fields: Record<string, string>, file?: string | Uint8Array<ArrayBuffer>): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  if (file !== undefined) form.set('file', new Blob([file]), 'אולם.csv')
  return form
}

const importFile = (
  uuid: string,
  format: string,
  file: string | Uint8Array<ArrayBuffer>,
  fields: Record<string, string> = {},
) => world.call(drafts.importVenueMap, { ...as(owner), params: { uuid }, body: formOf({ format, ...fields }, file) })

const exportFile = (uuid: string, format: 'pretix' | 'csv' | 'json', edition?: number) =>
  world.call(drafts.exportVenueMap, { ...as(owner), params: { uuid }, query: { format, edition } })

const show = async (uuid: string) =>
  (await world.call(contract.showVenueMap, { ...as(owner), params: { uuid } })).body.data

/** What people know of each place. */
const placesOf = (document: MapDocument) => {
  const map = compile(document)
  const names = new Map(document.categories.map(({ id, name }) => [id, name]))
  return map.labels.map((_, place) => ({
    ...describePlace(map, place),
    gate: undefined,
    category: names.get(map.categories[map.category[place] ?? 0] ?? ''),
    flags: flagsOf(map.flags[place] ?? 0),
  }))
}

const CSV = 'section,row,seat,category,flags\nאולם,א,1,זהב,wheelchair\nאולם,א,2,זהב,companion\nאולם,ב,1,כסף,\n'
const SVG = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><rect id="stage" width="300" height="40"/>
  ${Array.from({ length: 12 }, (_, n) => `<circle onclick="x()" cx="${(n % 6) * 24}" cy="${100 + Math.floor(n / 6) * 30}" r="10"/>`).join('')}</svg>`

describe('an imported file', () => {
  it('becomes the new draft; the reply says what could not be kept', async () => {
    const { uuid } = await seatMap(world, owner, 'park')
    const imported = await importFile(uuid, 'csv', CSV)
    expect(imported.body.data.draft.version).toBe(2)
    expect(imported.body.data.notes).toContainEqual({ code: 'positions_invented', count: 3 })
    expect(placesOf(imported.body.data.draft.document)).toMatchObject([
      { section: 'אולם', row: 'א', number: '1', category: 'זהב', flags: ['wheelchair'] },
      { section: 'אולם', row: 'א', number: '2', category: 'זהב', flags: ['companion'] },
      { section: 'אולם', row: 'ב', number: '1', category: 'כסף', flags: [] },
    ])
    expect(await show(uuid)).toMatchObject({ draft_seats: 3, draft_areas: 0, draft: imported.body.data.draft })
  })

  it('of Excel is read in Hebrew, as Unicode text and in the encoding of old Windows', async () => {
    const { uuid } = await seatMap(world, owner)
    const table = 'section,row,seat,category,flags\nאולם,א,1,זהב,\n'
    const unicode = Buffer.from(`\uFEFF${table.replaceAll(',', '\t')}`, 'utf16le')
    const old = Uint8Array.from(table, (character) => {
      const code = character.charCodeAt(0)
      return code > 0x5cf ? code - 0x5d0 + 0xe0 : code
    })
    for (const bytes of [Uint8Array.from(unicode), old]) {
      const imported = await importFile(uuid, 'csv', bytes)
      expect(imported.error, imported.text).toBeUndefined()
      expect(placesOf(imported.body.data.draft.document)).toMatchObject([{ section: 'אולם', category: 'זהב' }])
    }
  })

  it('of a drawing keeps its seats and nothing that a browser would run', async () => {
    const { uuid } = await seatMap(world, owner)
    const imported = await importFile(uuid, 'svg', SVG)
    expect(imported.body.data.draft.document.rows.map(({ count }) => count)).toEqual([6, 6])
    expect(imported.body.data.notes).toContainEqual({ code: 'rows_clustered', count: 2 })
    expect(imported.text).not.toMatch(/script|onclick|alert/)
  })

  it('replaces only the version that was seen, where one is named', async () => {
    const { uuid } = await seatMap(world, owner)
    expect((await importFile(uuid, 'csv', CSV, { version: '1' })).body.data.draft.version).toBe(2)
    expect((await importFile(uuid, 'svg', SVG, { version: '1' })).error?.code).toBe('version_conflict')
    expect((await importFile(uuid, 'svg', SVG, { version: 'x' })).error?.detail).toEqual({
      version: ['not_an_integer'],
    })
  })

  it.each([
    ['of an unknown format', 'dwg', CSV, { format: ['unknown_option'] }],
    ['that is empty', 'csv', '', { file: ['required'] }],
    ['without any seat', 'csv', 'section,row,seat,category,flags\n', { file: ['required'] }],
    ['without a column', 'csv', 'section,row,category\nא,1,ב\n', { 'header.seat': ['required'] }],
    ['with a line without a seat', 'csv', `${CSV}אולם,ב,,כסף,\n`, { 'lines.5.seat': ['required'] }],
    ['with an unknown flag', 'csv', `${CSV}אולם,ב,2,כסף,vip\n`, { 'lines.5.flags.0': ['unknown_option'] }],
    ['that is no JSON', 'pretix', '{"name":', { file: ['invalid'] }],
    ['with a prototype', 'pretix', '{"__proto__":{"rows":[]},"name":"x"}', { zones: ['required'] }],
    [
      'with a seat of an unknown category',
      'pretix',
      JSON.stringify({
        name: 'x',
        categories: [],
        zones: [
          {
            position: { x: 0, y: 0 },
            rows: [
              {
                row_number: '1',
                seats: [{ seat_guid: '1', seat_number: '1', position: { x: 0, y: 0 }, category: 'z' }],
              },
            ],
          },
        ],
      }),
      { 'zones.0.rows.0.seats.0.category': ['unknown_option'] },
    ],
    ['with entities', 'svg', `<!DOCTYPE svg [<!ENTITY a "b">]>${SVG}`, { file: ['invalid'] }],
    ['that is no drawing', 'svg', '\u0000\u0001', { file: ['invalid'] }],
    [
      'with more seats than a map holds',
      'csv',
      `section,row,seat,category,flags\n${'א,1,1,א,\n'.repeat(80_001)}`,
      { lines: ['too_big'] },
    ],
  ])('%s is refused with its place and leaves the draft as it was', async (_what, format, file, detail) => {
    const { uuid } = await seatMap(world, owner)
    const refused = await importFile(uuid, format, file)
    expect(refused.status, refused.text).toBe(422)
    expect(refused.error?.detail).toMatchObject(detail)
    expect((await show(uuid)).version).toBe(1)
  })

  it('above five megabytes, without a file or as JSON is refused', async () => {
    const { uuid } = await seatMap(world, owner)
    const large = await importFile(uuid, 'csv', CSV.padEnd(drafts.MAX_IMPORT_BYTES + 1))
    expect(large.error?.code).toBe('payload_too_large')
    const call = { ...as(owner), params: { uuid } }
    const none = await world.call(drafts.importVenueMap, { ...call, body: formOf({ format: 'csv' }) })
    expect(none.error?.detail).toEqual({ file: ['required'] })
    const url = `/api/v1/producer/venues_maps/${uuid}/import`
    expect((await world.http('POST', url, { format: 'csv' }, as(owner))).error?.code).toBe('unsupported_media_type')
  })
})

describe('an exported file', () => {
  it.each(['csv', 'pretix'] as const)('of the format %s comes back with the same places', async (format) => {
    const { uuid } = await seatMap(world, owner, 'theatre')
    const file = await exportFile(uuid, format)
    expect(file.headers['content-disposition']).toContain(`.${format === 'csv' ? 'csv' : 'pretix.json'}`)
    const imported = await importFile(uuid, format, file.text)
    expect(imported.error, imported.text).toBeUndefined()
    const expected = placesOf(theatre())
    expect(placesOf(imported.body.data.draft.document)).toEqual(
      // The format of pretix has no flags.
      format === 'csv' ? expected : expected.map((place) => ({ ...place, flags: [] })),
    )
  })

  it('of its document comes back as it was, also as the format json of a pretix plan', async () => {
    const { uuid } = await seatMap(world, owner, 'theatre')
    const before = (await show(uuid)).draft.document
    const other = await seatMap(world, owner)
    const imported = await importFile(other.uuid, 'json', (await exportFile(uuid, 'json')).text)
    expect(imported.error, imported.text).toBeUndefined()
    expect(imported.body.data).toMatchObject({ draft: { document: before }, notes: [] })
    const plan = await importFile(other.uuid, 'json', (await exportFile(uuid, 'pretix')).text)
    expect(placesOf(plan.body.data.draft.document)).toHaveLength(600)
    expect((await importFile(other.uuid, 'json', '{"form":')).error?.detail).toEqual({ file: ['invalid'] })
  })

  it('is of the draft or of a named edition', async () => {
    const map = await publishedMap(world, owner, theatre())
    await world.call(drafts.saveMapDraft, {
      ...as(owner),
      params: { uuid: map.uuid },
      body: { version: map.version, document: park() },
    })
    const rowsOf = async (edition?: number) =>
      (JSON.parse((await exportFile(map.uuid, 'json', edition)).text) as MapDocument).rows.length
    expect(await rowsOf()).toBe(park().rows.length)
    expect(await rowsOf(1)).toBe(theatre().rows.length)
    expect((await exportFile(map.uuid, 'json', 2)).status).toBe(404)
    expect((await exportFile(map.uuid, 'json')).headers['content-type']).toContain('application/json')
  })
})
