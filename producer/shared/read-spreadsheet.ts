import { strFromU8, unzipSync } from 'fflate'

/** A guest list of 300 rows takes some 20 KB; more than this is another file. */
export const MAX_FILE_BYTES = 1_000_000
/** Of one part of the file after unpacking: a small file can claim to unpack to anything. */
const MAX_PART_BYTES = 8_000_000
const MAX_COLUMNS = 100

export type FileProblem = 'file_too_big' | 'file_unreadable'
export type SheetText = { readonly text: string } | { readonly problem: FileProblem }

const NEEDED = /^xl\/(workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|worksheets\/[^/]+\.xml)$/u

/** The parts of the file that are read; the space for each is taken once, as the file claims it, within the limit. */
const partsOf = (bytes: Uint8Array): ReadonlyMap<string, Document> => {
  const unpacked = unzipSync(bytes, {
    filter: ({ name, originalSize }) => NEEDED.test(name) && originalSize <= MAX_PART_BYTES,
  })
  return new Map(
    Object.entries(unpacked).map(([name, part]) => [
      name,
      new DOMParser().parseFromString(strFromU8(part), 'application/xml'),
    ]),
  )
}

const elements = (parent: Document | Element | undefined, name: string): Element[] =>
  parent === undefined ? [] : [...parent.getElementsByTagName(name)]

/** The first sheet in the order of the tabs. */
const firstSheet = (parts: ReadonlyMap<string, Document>): Document | undefined => {
  const [tab] = elements(parts.get('xl/workbook.xml'), 'sheet')
  const link = elements(parts.get('xl/_rels/workbook.xml.rels'), 'Relationship').find(
    (relation) => relation.getAttribute('Id') === tab?.getAttribute('r:id'),
  )
  const target = link?.getAttribute('Target')?.replace(/^\/?(xl\/)?/u, 'xl/')
  return parts.get(target ?? 'xl/worksheets/sheet1.xml')
}

const textOf = (parent: Element | undefined): string =>
  elements(parent, 't')
    // the reading aids of East Asian scripts are no part of the text
    .filter((part) => part.parentElement?.tagName !== 'rPh')
    .map((part) => part.textContent)
    .join('')

/** A long number may stand as 5.0123E+8. */
const numberText = (value: string): string => (/e/iu.test(value) ? String(Number(value)) : value)

const cellText = (cell: Element, shared: readonly string[]): string => {
  const type = cell.getAttribute('t')
  if (type === 'inlineStr') return textOf(cell)
  const value = elements(cell, 'v')[0]?.textContent ?? ''
  if (type === 's') return shared[Number(value)] ?? ''
  return type === 'str' ? value : numberText(value)
}

/** The column of a cell from 0, by its reference such as `C2`; undefined where the file leaves it out. */
const columnOf = (cell: Element): number | undefined => {
  const column = /^[A-Z]{1,3}(?=\d)/u.exec(cell.getAttribute('r') ?? '')?.[0]
  if (column === undefined) return undefined
  return Array.from(column).reduce((sum, char) => sum * 26 + char.charCodeAt(0) - 64, 0) - 1
}

/** The texts at their columns: empty cells are no part of the file. What lies beyond a list's columns is left out. */
const inColumns = (cells: readonly { readonly column: number | undefined; readonly text: string }[]): string[] => {
  const texts: string[] = []
  for (const { column = texts.length, text } of cells) {
    if (column >= MAX_COLUMNS) break
    while (texts.length < column) texts.push('')
    texts[column] = text
  }
  return texts
}

/** The first sheet of an .xlsx file as text: a row a line, its cells separated by tabs. */
export const readSpreadsheet = async (file: Blob): Promise<SheetText> => {
  if (file.size > MAX_FILE_BYTES) return { problem: 'file_too_big' }
  try {
    const parts = partsOf(new Uint8Array(await file.arrayBuffer()))
    const sheet = firstSheet(parts)
    if (!sheet) return { problem: 'file_unreadable' }
    const shared = elements(parts.get('xl/sharedStrings.xml'), 'si').map(textOf)
    const rows = elements(sheet, 'row').map((row) =>
      inColumns(
        elements(row, 'c').map((cell) => ({
          column: columnOf(cell),
          text: cellText(cell, shared).replaceAll(/\s+/gu, ' '),
        })),
      ).join('\t'),
    )
    return { text: rows.join('\n') }
  } catch {
    return { problem: 'file_unreadable' } // no ZIP archive, or a damaged one
  }
}
