/** What a column of a guest list holds. */
type Heading = 'name' | 'phone' | 'quantity' | 'email'

/** Terms of a heading, in the order in which they are looked for: "number of guests" is no name, "phone number" no quantity. */
const TERMS: readonly (readonly [Heading, RegExp])[] = [
  ['phone', /טלפון|נייד|סלולרי|פלאפון|phone|mobile|cell|\btel\b|هاتف|جوال|موبايل|محمول/u],
  ['email', /מייל|דוא ל|דואל|mail|بريد|إيميل|ايميل/u],
  ['quantity', /כמות|כמה|כרטיסים|מספר (?:אורחים|מוזמנים)|quantity|qty|tickets|number of|count|عدد|كمية|تذاكر/u],
  ['name', /^שם|^ה?אורח|^ה?מוזמן|name|guest|اسم|ضيف|مدعو/u],
]

const headingOf = (cell: string): Heading | undefined => {
  const text = cell
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return TERMS.find(([, terms]) => terms.test(text))?.[0]
}

/** What each column is by the first line of a list; undefined where that line is a guest. */
export const headingsOf = (cells: readonly string[]): readonly (Heading | undefined)[] | undefined => {
  if (cells.some((cell) => /\p{N}{3}|@/u.test(cell))) return undefined
  const found = cells.map(headingOf)
  const named = cells.filter((cell) => cell !== '').length
  const recognised = found.filter((heading) => heading !== undefined)
  const isHeading =
    recognised.some((heading) => heading !== 'name') || (recognised.length > 0 && recognised.length === named)
  return isHeading ? found : undefined
}

export interface GuestColumns {
  readonly phone: number | undefined
  readonly quantity: number | undefined
  readonly names: readonly number[]
}

const indexesOf = (headings: readonly (Heading | undefined)[], requested: Heading | undefined): number[] =>
  headings.flatMap((heading, column) => (heading === requested ? [column] : []))

/** The column that holds most of the valid phones. */
const phoneColumn = (rows: readonly (readonly string[])[], isPhone: (cell: string) => boolean): number | undefined => {
  const counts = new Map<number, number>()
  for (const cells of rows)
    for (const [column, cell] of cells.entries()) if (isPhone(cell)) counts.set(column, (counts.get(column) ?? 0) + 1)
  return [...counts].toSorted(([a, n], [b, m]) => m - n || a - b)[0]?.[0]
}

/** The columns by the headings; that of the phone by the cells where no heading names it. */
export const guestColumns = (
  headings: readonly (Heading | undefined)[] | undefined,
  rows: readonly (readonly string[])[],
  isPhone: (cell: string) => boolean,
): GuestColumns => {
  if (!headings) return { phone: undefined, quantity: undefined, names: [] }
  const [phone = phoneColumn(rows, isPhone)] = indexesOf(headings, 'phone')
  const names = indexesOf(headings, 'name')
  return {
    phone,
    quantity: indexesOf(headings, 'quantity')[0],
    names: names.length > 0 ? names : indexesOf(headings, undefined).filter((column) => column !== phone),
  }
}
