import { emptyDocument, type MapDocument, type Numbering, type Row, type Section } from '../model/document.ts'

export const NUMBERING: Numbering = { scheme: '1', first: 1, step: 1, from: 'right', skip: [] }

/** A hall with the stage above, one floor `1`, one section `s` and the categories `a` and `b`. */
export const hall = (change: Partial<MapDocument> = {}): MapDocument => ({
  ...emptyDocument(),
  next: 2_000_000_000,
  focus: [500, 0],
  categories: [
    { id: 'a', name: 'זהב', color: '#aa8800', rank: 0 },
    { id: 'b', name: 'כסף', color: '#8888aa', rank: 1 },
  ],
  sections: [section()],
  ...change,
})

export const section = (change: Partial<Section> = {}): Section => ({
  id: 's',
  floor: '1',
  name: 'אולם',
  short: '',
  kind: 'rows',
  outline: [],
  rank: 0,
  numbering: NUMBERING,
  ...change,
})

/** A straight row `r1` below the stage, ten places from the left of the screen to its right. */
export const row = (change: Partial<Row> = {}): Row => ({
  id: 'r1',
  section: 's',
  label: 'א׳',
  rank: 1,
  at: [275, 300],
  angle: 0,
  gap: 50,
  bend: 0,
  count: 10,
  breaks: [],
  numbering: {},
  category: 'a',
  except: {},
  ...change,
})

/** Rows one behind the other, `r1` in front; each has ten places of category `a` unless told otherwise. The section has a gate. */
export const hallOf = (rows: readonly Partial<Row>[], change: Partial<MapDocument> = {}): MapDocument =>
  hall({
    sections: [section({ gate: 'שער 5' })],
    rows: rows.map((part, index) =>
      row({ id: `r${index + 1}`, label: String(index + 1), rank: index, at: [275, 300 + 100 * index], ...part }),
    ),
    ...change,
  })
