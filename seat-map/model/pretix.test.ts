import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hall, row, section } from '../testing/documents.ts'
import { documents } from '../testing/random-documents.ts'
import { type CompiledMap, compile, describePlace, neighboursOf } from './compile.ts'
import type { MapDocument, Row, Table } from './document.ts'
import { exportPretix } from './export-pretix.ts'
import { importPretix, PRETIX_CM } from './import-pretix.ts'

const imported = (plan: unknown) => {
  const result = importPretix(plan)
  if ('error' in result) throw result.error
  return result
}

const seat = (number: number, x: number, change = {}) => ({
  seat_guid: `A-${number}`,
  seat_number: String(number),
  position: { x, y: 0 },
  category: 'Stalls',
  ...change,
})

/** As the editor of pretix writes it today. */
const TODAY = {
  name: 'Saal',
  size: { width: 1000, height: 600 },
  categories: [
    { name: 'Stalls', color: '#7f4a91' },
    { name: 'Balcony', color: 'red' },
  ],
  zones: [
    {
      name: 'Parkett',
      zone_id: 'parkett',
      uuid: 'c9e1a5f1-6f0c-4a3c-9a38-5b0e2a1f5b11',
      position: { x: 100, y: 50 },
      rows: [
        {
          row_number: 'A',
          row_label: 'Reihe A',
          seat_label: 'Sitz %s',
          row_number_position: 'both',
          uuid: '5a57b4c0-0d0c-4a39-8a0b-53f0f6d7ad36',
          position: { x: 10, y: 200 },
          seats: [0, 1, 2, 3, 4, 5].map((index) =>
            seat(index + 1, index * 25 + (index > 2 ? 60 : 0), {
              radius: 9,
              start_direction: index === 0 ? '>' : null,
            }),
          ),
        },
        { row_number: 'B', position: { x: 10, y: 240 }, seats: [seat(7, 0, { category: 'Balcony' })] },
      ],
      areas: [
        {
          shape: 'rectangle',
          position: { x: 0, y: 0 },
          rectangle: { width: 300, height: 80 },
          rotation: 90,
          color: '#333333',
          border_color: '#000000',
          text: { text: 'Stage', position: { x: 1, y: 1 }, size: 16 },
        },
        { shape: 'circle', position: { x: 5, y: 5 }, circle: { radius: 20 } },
        {
          shape: 'polygon',
          position: { x: 1, y: 2 },
          polygon: {
            points: [
              { x: 0, y: 0 },
              { x: 9, y: 0 },
              { x: 9, y: 9 },
            ],
          },
        },
        { shape: 'text', position: { x: 7, y: 7 }, text: { text: 'Ausgang', position: { x: 0, y: 0 } } },
      ],
    },
  ],
}

/** As its first version: `position` of a row is missing, areas have width, height and a plain text, zones are displayed. */
const FIRST = {
  name: 'Old',
  categories: [{ name: 'Stalls' }],
  zones: [
    {
      name: 'Main',
      displayed: true,
      position: { x: 0, y: 0 },
      rows: [{ row_number: '1', number_of_seats: 2, seats_spacing: 25, seats: [seat(1, 0), seat(2, 25)] }],
      areas: [{ width: 100, height: 20, position: { x: 0, y: -60 }, text: 'Stage' }],
    },
  ],
}

/** Its draft: no name, no list of categories, seats without ids, some of them without a category. */
const DRAFT = {
  zones: [
    {
      position: { x: 10, y: 20 },
      rows: [
        {
          row_number: 7,
          number_of_seats: 3,
          seats: [1, 2, 3].map((number) => ({
            seat_number: String(number),
            position: { x: number * 25, y: 0 },
            ...(number > 1 && { category: 'Parkett' }),
          })),
        },
      ],
      areas: [{ shape: 'text', position: { x: 3, y: 3 }, text: { text: 'Bar', position: { x: 0, y: 0 } } }],
    },
  ],
}

const summary = (map: CompiledMap) =>
  Array.from({ length: map.size }, (_, place) => ({ ...describePlace(map, place), category: map.category[place] }))

describe('importPretix', () => {
  it('places stand at zone + row + seat, and keep labels, ids, titles and radius', () => {
    const { document } = imported(TODAY)
    const map = compile(document)
    expect([map.x[0], map.y[0]]).toEqual([110 * PRETIX_CM, 250 * PRETIX_CM])
    expect(map.x[5]).toBeCloseTo((110 + 125 + 60) * PRETIX_CM)
    expect(map.labels).toEqual(['1', '2', '3', '4', '5', '6', '7'])
    expect(map.rows.map(({ label }) => label)).toEqual(['A', 'B'])
    expect(document.rows[0]).toMatchObject({ row_title: 'Reihe A', seat_title: 'Sitz %s', radius: 18 })
    expect(document.rows[0]!.guids).toEqual(['A-1', 'A-2', 'A-3', 'A-4', 'A-5', 'A-6'])
  })

  it('a row on a line becomes a row with an aisle and a rule of numbering, no list', () => {
    const { document } = imported(TODAY)
    expect(document.rows[0]).toMatchObject({ gap: 50, bend: 0, breaks: [[3, 120]], except: {} })
    expect(document.rows[0]!.free).toBeUndefined()
    expect(neighboursOf(compile(document), 2)).toEqual([1])
  })

  it('the stage is what the audience faces', () => {
    const { document } = imported(TODAY)
    expect(document.focus).toEqual([(100 - 40) * PRETIX_CM, (50 + 150) * PRETIX_CM])
    expect(document.shapes.map(({ kind, form }) => `${kind} ${form}`)).toEqual([
      'stage rect',
      'wall ellipse',
      'wall polygon',
      'text rect',
    ])
  })

  it('what has no place here is counted', () => {
    const notes = Object.fromEntries(imported(TODAY).notes.map(({ code, count }) => [code, count]))
    expect(notes).toEqual({ start_direction: 1, row_number_position: 1, border_color: 1 })
  })

  it('the first version of the format is read as well', () => {
    const { document, notes } = imported(FIRST)
    expect(compile(document).size).toBe(2)
    expect(document.shapes[0]).toMatchObject({ kind: 'stage', form: 'rect', size: [200, 40] })
    expect(notes).toEqual([])
  })

  it('a row that fits no curve keeps its positions', () => {
    const zigzag = [0, 1, 2, 3, 4].map((index) => ({
      ...seat(index + 1, index * 25),
      position: { x: index * 25, y: (index % 2) * 10 },
    }))
    const plan = { ...FIRST, zones: [{ ...FIRST.zones[0]!, rows: [{ row_number: '1', seats: zigzag }] }] }
    const { document, notes } = imported(plan)
    expect(document.rows[0]!.free).toHaveLength(5)
    expect(notes).toContainEqual({ code: 'rows_without_curve', count: 1 })
    expect(compile(document).y[1]).toBeCloseTo(20)
  })

  it('seats that are listed in another order are put as they stand', () => {
    const seats = [3, 1, 2, 5, 4].map((number) => seat(number, number * 25))
    const { document, notes } = imported({
      ...FIRST,
      zones: [{ ...FIRST.zones[0]!, rows: [{ row_number: '1', seats }] }],
    })
    expect(compile(document).labels).toEqual(['1', '2', '3', '4', '5'])
    expect(notes).toContainEqual({ code: 'seats_reordered', count: 5 })
  })

  it.each<[string, unknown, string]>([
    ['no zones', { name: 'x', categories: [] }, 'zones'],
    ['a category that is not listed', { ...FIRST, categories: [] }, 'zones.0.rows.0.seats.0.category'],
    [
      'a seat without position',
      {
        ...FIRST,
        zones: [{ ...FIRST.zones[0]!, rows: [{ row_number: '1', seats: [{ ...seat(1, 0), position: {} }] }] }],
      },
      'zones.0.rows.0.seats.0.position.x',
    ],
    [
      'more than 400 seats in a row',
      {
        ...FIRST,
        zones: [
          {
            ...FIRST.zones[0]!,
            rows: [{ row_number: '1', seats: Array.from({ length: 401 }, (_, index) => seat(index, index)) }],
          },
        ],
      },
      'zones.0.rows.0.seats',
    ],
    ['no plan at all', [], ''],
  ])('%s is refused with its path', (_name, plan, path) => {
    const result = importPretix(plan)
    expect('error' in result && result.error.issues[0]!.path.join('.')).toBe(path)
  })
})

describe('there and back', () => {
  const positioned = (map: CompiledMap) =>
    summary(map).map((place, index) => ({ place, x: map.x[index]!, y: map.y[index]! }))
  const byName = (list: ReturnType<typeof positioned>) => {
    const nameOf = ({ place }: (typeof list)[number]) => [place.section, place.row, place.number].join('\u0000')
    return list.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)) || a.x - b.x || a.y - b.y)
  }
  /** `isReordered`: places around a table came back as a row, in another order. */
  const samePlaces = (before: MapDocument, after: MapDocument, isReordered = false): void => {
    const [a, b] = [before, after].map((document) => {
      const list = positioned(compile(document))
      return isReordered ? byName(list) : list
    })
    expect(b!.map(({ place }) => place)).toEqual(a!.map(({ place }) => place))
    const far = a!.filter(({ x, y }, index) => Math.hypot(x - b![index]!.x, y - b![index]!.y) > PRETIX_CM / 2)
    expect(far).toEqual([])
  }

  it('a hall of ours comes back with every place up to half a unit, its labels and categories', () => {
    fc.assert(
      fc.property(documents, (document) => {
        // The way back has no rank, no gates and no standing areas: rows of gone places only and empty sections go.
        const isFilled = ({ count, except }: Row | Table) =>
          Object.values(except).filter((of) => of.gone).length < count
        const [rows, tables] = [document.rows.filter(isFilled), document.tables.filter(isFilled)]
        const sections = document.sections
          .filter(({ id }) => [...rows, ...tables].some(({ section }) => section === id))
          .map(({ gate: _gate, ...section }) => section)
        const used = { ...document, rows, tables, sections, areas: [] }
        const { document: back, notes } = imported(JSON.parse(JSON.stringify(exportPretix(used, 'x').plan)))
        const isReordered = notes.some(({ code }) => code === 'seats_reordered')
        samePlaces(used, back, isReordered && tables.length > 0)
      }),
      { numRuns: 100 },
    )
  })

  it('a plan of pretix comes back with its seats, ids and shapes', () => {
    const { plan } = exportPretix(imported(TODAY).document, 'Saal')
    const flat = (value: {
      zones: {
        position: { x: number; y: number }
        rows: {
          position?: { x: number; y: number }
          seats: { seat_guid: string; position: { x: number; y: number } }[]
        }[]
      }[]
    }) =>
      value.zones.flatMap((zone) =>
        zone.rows.flatMap((row) =>
          row.seats.map((each) => [
            each.seat_guid,
            zone.position.x + (row.position?.x ?? 0) + each.position.x,
            zone.position.y + (row.position?.y ?? 0) + each.position.y,
          ]),
        ),
      )
    expect(flat(plan)).toEqual(flat(TODAY))
    const [stage, circle, polygon, text] = plan.zones[0]!.areas
    expect(stage).toMatchObject({
      shape: 'rectangle',
      position: { x: 100, y: 50 },
      rectangle: { width: 300, height: 80 },
      rotation: 90,
      text: { text: 'Stage' },
    })
    expect(circle).toMatchObject({
      shape: 'ellipse',
      position: { x: 105, y: 55 },
      ellipse: { radius: { x: 20, y: 20 } },
    })
    expect(polygon).toMatchObject({
      shape: 'polygon',
      position: { x: 101, y: 52 },
      polygon: {
        points: [
          { x: 0, y: 0 },
          { x: 9, y: 0 },
          { x: 9, y: 9 },
        ],
      },
    })
    expect(text).toMatchObject({ shape: 'text', position: { x: 107, y: 57 } })
  })

  it.each<[string, unknown]>([
    ['today', TODAY],
    ['its first version', FIRST],
    ['its draft', DRAFT],
  ])(
    'a plan of %s comes back from our file with its places, labels, categories, ids and drawings',
    (_version, plan) => {
      const shapesOf = ({ shapes }: MapDocument) =>
        shapes.map(({ id: _id, floor: _floor, color, ...shape }) => ({ ...shape, color: color ?? '#dddddd' }))
      const first = imported(plan).document
      const file = JSON.parse(JSON.stringify(exportPretix(first, 'Saal').plan)) as ReturnType<
        typeof exportPretix
      >['plan']
      const { document: back, notes } = imported(file)
      samePlaces(first, back)
      expect(compile(first).size).toBeGreaterThan(1)
      expect(shapesOf(back)).toEqual(shapesOf(first))
      expect(back.categories.map(({ name, color }) => [name, color])).toEqual(
        first.categories.map(({ name, color }) => [name, color]),
      )
      expect(back.rows.map(({ row_title, seat_title, radius }) => [row_title, seat_title, radius])).toEqual(
        first.rows.map(({ row_title, seat_title, radius }) => [row_title, seat_title, radius]),
      )
      // Seats without ids get theirs with the file, and keep them from then on.
      const guids = file.zones.flatMap(({ rows }) => rows.flatMap(({ seats }) => seats.map(({ seat_guid: id }) => id)))
      expect(new Set(guids).size).toBe(guids.length)
      expect(guids.every((id) => id !== '')).toBe(true)
      for (const [index, { guids: own }] of first.rows.entries()) if (own) expect(back.rows[index]?.guids).toEqual(own)
      expect(back.rows.flatMap((row) => row.guids ?? [])).toEqual(guids)
      // A hall without a stage has none in the file either.
      expect(notes.filter(({ code }) => code !== 'focus_guessed')).toEqual([])
      // A second time nothing changes any more.
      expect(exportPretix(back, 'Saal').plan).toEqual(file)
    },
  )

  it('what pretix cannot say is counted', () => {
    const area = { id: 'g1', section: 's', name: 'עמידה', outline: [], capacity: 5, category: 'a' }
    const document = hall({
      rows: [row({ except: { 1: { is: ['wheelchair'] } } })],
      areas: [area],
      sections: [section()],
    })
    expect(exportPretix(document, 'x').notes).toEqual([
      { code: 'seat_flags', count: 1 },
      { code: 'standing_areas', count: 1 },
    ])
  })
})
