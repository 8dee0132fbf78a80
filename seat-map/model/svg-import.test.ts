import { describe, expect, it } from 'vitest'
import { compile, neighboursOf } from './compile.ts'
import { importSvg } from './svg-import.ts'
import { readSvg, SVG_LIMITS } from './svg-reader.ts'

const svg = (content: string): string =>
  `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 500 500">${content}</svg>`

/** Rows of circles, 12 apart, rows 20 apart. */
const circles = (rows: number, seats: number, attributes = ''): string =>
  Array.from(
    { length: rows * seats },
    (_, index) =>
      `<circle cx="${100 + (index % seats) * 12}" cy="${100 + Math.floor(index / seats) * 20}" r="5" ${attributes}/>`,
  ).join('')

const imported = (content: string) => {
  const result = importSvg(svg(content))
  if ('error' in result) throw result.error
  return result
}

const reason = (text: string): string | undefined => {
  const result = importSvg(text)
  return 'error' in result ? `${result.error.issues[0]!.path.join('.')}: ${result.error.issues[0]!.message}` : undefined
}

describe('importSvg', () => {
  it('circles become rows of seats in the size of seats', () => {
    const { document, notes } = imported(circles(3, 10))
    const map = compile(document)
    expect(map.rows.map(({ first, end }) => end - first)).toEqual([10, 10, 10])
    expect(document.rows[0]).toMatchObject({ gap: 48, bend: 0, at: [400, 400] })
    expect(map.labels.slice(0, 10)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'])
    expect(notes).toContainEqual({ code: 'rows_clustered', count: 3 })
  })

  it('squares are seats, larger shapes and flat ones are not', () => {
    const { document } = imported(
      `<rect id="stage" x="100" y="10" width="200" height="40"/>${circles(1, 4)}<rect x="160" y="95" width="10" height="10"/>`,
    )
    expect(compile(document).size).toBe(5)
    expect(document.shapes).toMatchObject([{ kind: 'stage', form: 'rect', at: [800, 120], size: [800, 160] }])
    expect(document.focus).toEqual([800, 120])
  })

  it('transformations of groups and shapes are computed', () => {
    const { document } = imported(
      '<g transform="translate(100 50) scale(2)"><g transform="rotate(90)">' +
        '<circle cx="0" cy="0" r="5"/><circle cx="12" cy="0" r="5"/><circle transform="matrix(1,0,0,1,24,0)" cx="0" cy="0" r="5"/></g></g>',
    )
    const map = compile(document)
    // A seat has a diameter of 20 on the page and of 40 centimetres in the hall.
    expect([...map.x].map(Math.round)).toEqual([200, 200, 200])
    expect([...map.y].map(Math.round)).toEqual([100, 148, 196])
  })

  it('rows of a turned block are found along its own direction', () => {
    const { document } = imported(`<g transform="rotate(30 200 200)">${circles(4, 8)}</g>`)
    expect(compile(document).rows.map(({ first, end }) => end - first)).toEqual([8, 8, 8, 8])
    for (const { angle } of document.rows) expect(Math.abs(angle)).toBeCloseTo(30, 0)
  })

  it('blocks that are turned against each other have rows of their own, without any group', () => {
    const stand = (turn: number): string => {
      const seats = Array.from(
        { length: 60 },
        (_, index) => [300 + (index % 10) * 12, 400 + Math.floor(index / 10) * 20] as const,
      )
      const [sin, cos] = [Math.sin((turn * Math.PI) / 180), Math.cos((turn * Math.PI) / 180)]
      return seats
        .map(
          ([x, y]) => `<circle cx="${(x * cos - y * sin).toFixed(3)}" cy="${(x * sin + y * cos).toFixed(3)}" r="5"/>`,
        )
        .join('')
    }
    const { document } = imported([0, 40, 80, 120].map(stand).join(''))
    expect(document.rows.map(({ count }) => count)).toEqual(Array.from({ length: 24 }, () => 10))
    expect(document.rows.every(({ free }) => free === undefined)).toBe(true)
  })

  it('a line with a wide gap is two rows', () => {
    expect(
      imported(circles(1, 5) + circles(1, 5).replaceAll('cx="1', 'cx="4')).document.rows.map(({ count }) => count),
    ).toEqual([5, 5])
  })

  it('a group on an arc is one row, and an aisle parts it', () => {
    const arc = Array.from({ length: 12 }, (_, index) => {
      const turn = ((index + (index > 5 ? 1 : 0)) * 6 * Math.PI) / 180
      return `<circle cx="${200 - 120 * Math.cos(turn)}" cy="${100 + 120 * Math.sin(turn)}" r="5"/>`
    }).join('')
    const { document } = imported(`<g>${arc}</g>`)
    expect(document.rows).toHaveLength(1)
    expect(Math.abs(document.rows[0]!.bend)).toBeGreaterThan(60)
    expect(neighboursOf(compile(document), 5)).toEqual([4])
  })

  it('attributes name sections, rows, seats and categories; colours are categories', () => {
    const { document } = imported(
      '<g data-section="יציע"><g data-row="ג׳"><circle data-seat="7" cx="10" cy="10" r="5" style="stroke:#000;fill:#f00"/>' +
        '<circle data-seat="8" data-category="זהב" cx="22" cy="10" r="5"/></g></g>',
    )
    const map = compile(document)
    expect(map.sections[0]!.name).toBe('יציע')
    expect(map.rows[0]!.label).toBe('ג׳')
    expect(map.labels).toEqual(['7', '8'])
    expect(document.categories.map(({ name }) => name)).toEqual(['#ff0000', 'זהב'])
  })

  it.each<[string, string, string]>([
    ['no SVG', 'hello', 'file: invalid'],
    ['an SVG without seats', svg('<path d="M0 0"/>'), 'file: required'],
    [
      'a document type, which may declare entities',
      `<!DOCTYPE svg [<!ENTITY a "aaaa">]>${svg(circles(1, 2))}`,
      'file: invalid',
    ],
    ['a tag without end', svg('<circle cx="1'), 'file: invalid'],
    ['a file of 50 MB', svg(circles(1, 2)) + ' '.repeat(50_000_000), 'file: invalid'],
    ['groups without end', svg('<g>'.repeat(200) + circles(1, 2)), 'file: invalid'],
    ['more elements than any hall has', svg('<circle/>'.repeat(SVG_LIMITS.elements + 1)), 'file: invalid'],
  ])('%s is refused', (_name, text, expected) => {
    expect(reason(text)).toBe(expected)
  })

  it('scripts, foreign content and event handlers are read over, and nothing of them is stored', () => {
    const { document, notes } = imported(
      '<script>if (a < b) alert("<circle r=5>")</script><style>circle { fill: url(javascript:x) }</style>' +
        '<foreignObject><circle cx="1" cy="1" r="5"/><script>evil()</script></foreignObject>' +
        '<image href="https://example.com/x.png"/><!-- <circle r="5"/> --><![CDATA[<circle r="5"/>]]>' +
        `${circles(1, 3, 'onclick="evil()"')}<circle data-row="&lt;script&gt;" cx="300" cy="300" r="5"/>`,
    )
    expect(compile(document).size).toBe(4)
    expect(JSON.stringify(document)).not.toMatch(/evil|javascript|example\.com/)
    expect(document.rows.map(({ label }) => label)).toEqual(['1', '<script>'])
    expect(notes).toContainEqual({ code: 'elements_ignored', count: 1 })
  })
})

describe('readSvg', () => {
  it('a bracket or a quote in an attribute does not end the tag', () => {
    const content = readSvg(svg(`<circle id='a>"b' cx="3" cy="4" r="5"/>`))
    expect(content!.shapes[0]).toMatchObject({ at: [3, 4], attributes: { id: 'a>"b' } })
  })

  it('the colour of a group holds for its shapes', () => {
    expect(
      readSvg(svg('<g fill="#ABC"><circle r="5"/><circle r="5" fill="none"/></g>'))!.shapes.map(({ fill }) => fill),
    ).toEqual(['#aabbcc', '#aabbcc'])
  })

  it('numbers that are none count as nothing', () => {
    expect(
      readSvg(svg('<g transform="scale(x) rotate()"><circle cx="NaN" cy="1e999" r="5"/></g>'))!.shapes[0]!.at,
    ).toEqual([0, 0])
  })

  it.each([
    ['piles up its seats', '<circle cx="1" cy="1" r="5"/>'.repeat(60)],
    ['is larger than any hall', '<circle cx="1" cy="1" r="5"/><circle cx="1e9" cy="1" r="5"/>'],
    ['leaves the numbers', '<circle cx="1" cy="1" r="5"/><circle cx="1e308" cy="1" r="5"/>'],
  ])('a drawing that %s is refused before anything is computed', (_what, shapes) => {
    const result = importSvg(`<svg xmlns="http://www.w3.org/2000/svg">${shapes}</svg>`)
    expect('error' in result && result.error.issues).toMatchObject([{ path: ['file'], message: 'invalid' }])
  })
})
