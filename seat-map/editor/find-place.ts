import type { CompiledMap } from '../model/compile.ts'

const plain = (text: string): string =>
  text
    .normalize('NFC')
    .toLocaleLowerCase()
    .replaceAll(/["'׳״,.·:-]/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()

const ROW = /(?:^|\s)(?:שורה|row|صف|الصف)\s+(\S+)/u
const SEAT = /(?:^|\s)(?:כיסא|מושב|מקום|seat|مقعد|المقعد)\s+(\S+)/u
const TABLE = /(?:^|\s)(?:שולחן|table|طاولة|الطاولة)\s+(\S+)/u
const SECTION = /(?:^|\s)(?:גוש|אזור|section|block|منطقة)\s+/gu

const compact = (text: string): string => plain(text).replaceAll(' ', '')

/**
 * The places that a search such as "גוש 4 שורה ז כיסא 12" names: of a section, of a row, or a single one. Empty where nothing
 * is found.
 */
export const findPlaces = (map: CompiledMap, text: string): number[] => {
  const query = plain(text)
  if (query === '') return []
  const row = (ROW.exec(query) ?? TABLE.exec(query))?.[1]
  const seat = SEAT.exec(query)?.[1]
  const section = compact(query.replace(ROW, ' ').replace(TABLE, ' ').replace(SEAT, ' ').replaceAll(SECTION, ' '))
  const names = map.sections.map(({ name }) => compact(name))
  const isSection = (index: number): boolean =>
    section === '' || names[index] === section || (!names.includes(section) && (names[index] ?? '').includes(section))
  const found: number[] = []
  for (const { section: owner, label, first, end } of map.rows) {
    if (!isSection(owner) || (row !== undefined && compact(label) !== compact(row))) continue
    for (let place = first; place < end; place++)
      if (seat === undefined || compact(map.labels[place] ?? '') === compact(seat)) found.push(place)
  }
  return found
}
