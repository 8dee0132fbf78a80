import { describe, expect, it } from 'vitest'
import { compile, flagsOf } from './compile.ts'
import { exportCsv, importCsv } from './csv.ts'
import { exportPretix } from './export-pretix.ts'
import { importPretix, type ImportResult } from './import-pretix.ts'
import { importSvg } from './svg-import.ts'

const taken = (result: ImportResult) => {
  if ('error' in result) throw result.error
  return { ...result, map: compile(result.document) }
}
const noteOf = ({ notes }: { notes: readonly { code: string; count: number }[] }, code: string): number =>
  notes.find((note) => note.code === code)?.count ?? 0

/** Two rows of five, each as `seat` draws it around a point. */
const twoRows = (seat: (x: number, y: number, index: number) => string): string =>
  Array.from({ length: 10 }, (_, index) => seat(100 + (index % 5) * 12, 100 + Math.floor(index / 5) * 20, index)).join(
    '\n',
  )

describe('drawings as other programs write them', () => {
  it('a document type without declarations, styles by class and a title are those of Illustrator', () => {
    const file = `<?xml version="1.0" encoding="utf-8"?>
<!-- Generator: Adobe Illustrator 27.0, SVG Export Plug-In -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg version="1.1" id="Layer_1" xmlns="http://www.w3.org/2000/svg" x="0px" y="0px" viewBox="0 0 400 300">
<defs><style><![CDATA[ /* dear */ .cls-1, .cls-3 { stroke: #000; fill: #C2410C; } .cls-2{fill:rgb(15, 118, 110)} ]]></style></defs>
<title>hall</title>
${twoRows((x, y, index) => `<circle class="cls-${index < 5 ? 1 : 2}" cx="${x}" cy="${y}" r="5"/>`)}
</svg>`
    const { document, map } = taken(importSvg(file))
    expect(map.rows.map(({ first, end }) => end - first)).toEqual([5, 5])
    expect(document.categories.map(({ color }) => color)).toEqual(['#c2410c', '#0f766e'])
  })

  it('layers with transformations and colours by style are those of Inkscape', () => {
    const file = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" width="210mm" height="297mm">
<sodipodi:namedview id="base"/><g id="layer1" transform="translate(-10,-20)">
${twoRows((x, y) => `<ellipse style="opacity:1;fill:#1d4ed8;stroke:none" cx="${x}" cy="${y}" rx="5" ry="5" id="path1"/>`)}
</g></svg>`
    const { document, map } = taken(importSvg(file))
    expect(map.size).toBe(10)
    expect([map.x[0], map.y[0]]).toEqual([360, 320])
    expect(document.categories.map(({ color }) => color)).toEqual(['#1d4ed8'])
  })

  it.each([
    ['two arcs', (x: number, y: number) => `M${x - 5},${y}a5,5 0 1,0 10,0a5,5 0 1,0 -10,0Z`],
    [
      'four curves',
      (x: number, y: number) =>
        `M${x + 5} ${y}C${x + 5} ${y + 2.76} ${x + 2.76} ${y + 5} ${x} ${y + 5}C${x - 2.76} ${y + 5} ${x - 5} ${y + 2.76} ${x - 5} ${y}C${x - 5} ${y - 2.76} ${x - 2.76} ${y - 5} ${x} ${y - 5}C${x + 2.76} ${y - 5} ${x + 5} ${y - 2.76} ${x + 5} ${y}Z`,
    ],
    ['lines around a square', (x: number, y: number) => `m${x - 5} ${y - 5}h10v10h-10z`],
    [
      'numbers after the move',
      (x: number, y: number) => `M${x - 5},${y - 5} ${x + 5},${y - 5} ${x + 5},${y + 5} ${x - 5},${y + 5}z`,
    ],
  ])('seats that were converted to paths of %s are seats', (_what, path) => {
    const file = `<svg xmlns="http://www.w3.org/2000/svg"><rect width="900" height="900" fill="white"/>${twoRows(
      (x, y) => `<path d="${path(x, y)}" fill="#4d7c0f"/>`,
    )}<path d="M0 0L300 10L20 30" stroke="black"/></svg>`
    const result = taken(importSvg(file))
    expect(result.map.size).toBe(10)
    expect(result.map.x[1]! - result.map.x[0]!).toBeCloseTo(48)
    // Neither the paper below nor the loose line is a part of the hall.
    expect(result.document.shapes).toEqual([])
    expect(noteOf(result, 'elements_ignored')).toBe(1)
  })

  it('a triangle, a star, an open spiral and two lines in one path are no seats', () => {
    const paths = [
      'M0 0L10 0L5 8Z',
      'M5 0L6 4L10 5L6 6L5 10L4 6L0 5L4 4Z',
      `M0 0${'l1 1'.repeat(40)}`,
      'M0 0h9v9zM5 5h9v9z',
    ]
    const file = `<svg xmlns="http://www.w3.org/2000/svg">${twoRows((x, y) => `<circle cx="${x}" cy="${y}" r="5"/>`)}${paths
      .map((path) => `<path d="${path}"/>`)
      .join('')}</svg>`
    expect(taken(importSvg(file)).map.size).toBe(10)
  })

  it('a seat that is defined once and used many times stands wherever it is used', () => {
    const file = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">
<defs><symbol id="seat"><g><rect x="-5" y="-5" width="10" height="10" fill="#be185d"/><text>1</text></g></symbol></defs>
<g transform="scale(2)" data-section="יציע">${twoRows((x, y, index) => `<use xlink:href="#seat" x="${x}" y="${y}" data-seat="${index + 1}"/>`)}</g>
<use href="#nothing"/><use href="https://example.com/a.svg#seat"/></svg>`
    const result = taken(importSvg(file))
    expect([result.map.size, result.map.sections[0]!.name]).toEqual([10, 'יציע'])
    expect([result.map.x[0], result.map.labels[9]]).toEqual([400, '10'])
    expect(noteOf(result, 'elements_ignored')).toBe(2)
  })

  const seats = (left: number, attributes = '') =>
    twoRows((x, y) => `<circle ${attributes} cx="${x + left}" cy="${y}" r="5"/>`)

  it.each([
    ['display="none"', 'display="none"'],
    ['a style of Inkscape', 'style="fill:#f00; display: none"'],
    ['visibility="hidden"', 'visibility="hidden"'],
  ])('a layer and a shape that are switched off by %s are no part of the hall', (_what, off) => {
    const file = `<svg xmlns="http://www.w3.org/2000/svg">${seats(0)}<g ${off}>${seats(500)}<g>${seats(800)}</g></g>${seats(1200, off)}<circle cx="100" cy="0" r="5"/></svg>`
    expect(taken(importSvg(file)).map.size).toBe(11)
  })

  it('names with the prefix of the namespace, styles as character data and polygons are read', () => {
    const prefixed = `<svg:svg xmlns:svg="http://www.w3.org/2000/svg"><svg:script>for (a<b;;) {}</svg:script><svg:g>${seats(0).replaceAll('<circle', '<svg:circle')}</svg:g></svg:svg>`
    expect(taken(importSvg(prefixed)).map.size).toBe(10)
    const styled = `<svg xmlns="http://www.w3.org/2000/svg"><style><![CDATA[ .a { fill: #00ff00 } ]]></style>${seats(0, 'class="a"')}</svg>`
    expect(taken(importSvg(styled)).document.categories).toMatchObject([{ color: '#00ff00' }])
    const polygons = `<svg xmlns="http://www.w3.org/2000/svg">${twoRows((x, y) => `<polygon points="${x},${y} ${x + 10},${y} ${x + 10},${y + 10} ${x},${y + 10}"/>`)}</svg>`
    expect(taken(importSvg(polygons)).map.size).toBe(10)
  })

  it('what a drawing names outside of itself is counted and not read', () => {
    const file = `<svg xmlns="http://www.w3.org/2000/svg"><image href="https://evil.test/x.png"/><use href="https://evil.test/a.svg#s"/>${seats(0)}</svg>`
    const { document, notes } = taken(importSvg(file))
    expect(notes).toContainEqual({ code: 'elements_ignored', count: 2 })
    expect(JSON.stringify(document)).not.toContain('evil')
  })

  it('a definition that uses itself ends', () => {
    const file = `<svg xmlns="http://www.w3.org/2000/svg"><defs><g id="a"><use href="#a"/><use href="#b"/></g><g id="b"><use href="#a"/></g></defs><use href="#a"/>${twoRows(
      (x, y) => `<circle cx="${x}" cy="${y}" r="5"/>`,
    )}</svg>`
    expect(taken(importSvg(file)).map.size).toBe(10)
  })
})

describe('tables as other programs write them', () => {
  it.each([
    ['a line that tells Excel the separator', 'sep=;\r\nsection;row;seat;category\r\nאולם;א׳;1;זהב\r\n'],
    ['line ends of old Macs', 'section,row,seat,category\rאולם,א׳,1,זהב\r'],
    ['headers in Hebrew', 'גוש,שורה,כיסא,קטגוריה\nאולם,א׳,1,זהב\n'],
    ['headers in Arabic', 'منطقة,صف,مقعد,فئة\nאולם,א׳,1,זהב\n'],
    ['headers in Arabic with articles', 'القسم;الصف;رقم المقعد;الفئة\nאולם;א׳;1;זהב\n'],
    ['abbreviated headers in Hebrew', "שם גוש,מס׳ שורה,מס' כיסא,קטגוריה\nאולם,א׳,1,זהב\n"],
    ['marks of direction around texts', '\u200fגוש,שורה,כיסא,קטגוריה\n\u200fאולם\u200f,א׳,1,\u202bזהב\u202c\n'],
    ['spaces between separators and quotes', 'section, row, seat, category\n"אולם", "א׳", 1, "זהב"\n'],
    ['a separator that another name contains', 'row;"note, if any";section;seat;category\nא׳;x;אולם;1;זהב\n'],
    ['headers of a ticketing system', 'Zone;Row_Number;Seat Number;Price Category;Barcode\nאולם;א׳;1;זהב;77\n'],
  ])('%s is read', (_what, text) => {
    const { map, document } = taken(importCsv(text))
    expect([map.sections[0]!.name, map.rows[0]!.label, map.labels[0], document.categories[0]!.name]).toEqual([
      'אולם',
      'א׳',
      '1',
      'זהב',
    ])
  })

  it('a decimal comma is one, and flags may be parted by anything usual', () => {
    const { map } = taken(
      importCsv('section;row;seat;category;flags;x;y\na;b;1;c;Aisle|restricted;12,5;30\na;b;2;c;;62,5;30\n'),
    )
    expect([map.x[0], map.x[1]]).toEqual([12.5, 62.5])
    expect(flagsOf(map.flags[0]!)).toEqual(['aisle', 'restricted'])
  })

  it('a second export is the first one', () => {
    const { document } = taken(
      importCsv('section,row,seat,category,flags,x,y\na,b,1,c,aisle,10,20\na,b,2,d,,60,20\na,c,1,c,,10,110\n'),
    )
    const first = exportCsv(document)
    expect(exportCsv(taken(importCsv(first)).document)).toBe(first)
  })
})

describe('plans of pretix of every version', () => {
  const seats = (change: (index: number) => object) =>
    [0, 1, 2].map((index) => ({ seat_number: String(index + 1), position: { x: index * 25, y: 0 }, ...change(index) }))
  const plan = (rows: unknown[], others: object = {}) => ({
    zones: [{ position: { x: 10, y: 20 }, rows, areas: [{}] }],
    ...others,
  })

  it('the draft of the format has no name, no list of categories, no ids, and areas without anything', () => {
    const result = taken(
      importPretix(
        plan([
          {
            row_number: '1',
            number_of_seats: 3,
            seats: seats((index) => ({ taken: false, price: '12.00', ...(index > 0 && { category: 'Parkett' }) })),
          },
        ]),
      ),
    )
    expect(result.map.labels).toEqual(['1', '2', '3'])
    expect(result.document.categories.map(({ name }) => name)).toEqual(['–', 'Parkett'])
    expect(result.document.rows[0]!.guids).toBeUndefined()
    expect([noteOf(result, 'categories_added'), noteOf(result, 'area_shape')]).toEqual([2, 1])
  })

  it('a seat to which the editor assigned no category has one of its own', () => {
    const result = taken(
      importPretix(
        plan(
          [
            {
              row_number: '1',
              seats: seats((index) => ({ seat_guid: `g${index}`, category: index === 1 ? '' : 'A' })),
            },
          ],
          {
            name: 'Saal',
            categories: [{ name: 'A', color: 'rgb(12, 34, 56)' }],
          },
        ),
      ),
    )
    expect(result.document.categories.map(({ name, color }) => [name, color])).toEqual([
      ['A', '#0c2238'],
      ['–', expect.stringMatching(/^#[0-9a-f]{6}$/) as string],
    ])
    expect(noteOf(result, 'categories_added')).toBe(1)
  })

  it('names that are longer than a ticket has space for are shortened, and counted', () => {
    const result = taken(
      importPretix(
        plan(
          [
            {
              row_number: 'Reihe links 12',
              seats: seats((index) => ({
                seat_number: `Platz Nummer ${index + 1}`,
                seat_guid: 'x'.repeat(150),
                category: 'A',
              })),
            },
          ],
          { name: 'Saal', categories: [{ name: 'A' }] },
        ),
      ),
    )
    expect([result.map.rows[0]!.label, ...result.map.labels]).toEqual(['12', '1', '2', '3'])
    expect(noteOf(result, 'labels_shortened')).toBe(4)
  })

  it('a second export is the first one', () => {
    const { document } = taken(
      importPretix(
        plan(
          [
            {
              row_number: 'A',
              row_label: 'Row %s',
              seats: seats((index) => ({ seat_guid: `A-${index}`, category: 'A', radius: 9 })),
            },
          ],
          {
            name: 'Saal',
            size: { width: 400, height: 300 },
            categories: [{ name: 'A', color: '#123456' }],
          },
        ),
      ),
    )
    const first = exportPretix(document, 'Saal').plan
    expect(exportPretix(taken(importPretix(first)).document, 'Saal').plan).toEqual({
      ...first,
      // Keys of our own parts are given anew.
      zones: first.zones.map((zone) => ({ ...zone, zone_id: expect.any(String) as string })),
    })
  })
})
