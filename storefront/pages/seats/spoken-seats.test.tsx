import { cleanup, fireEvent, render, renderHook, screen, within } from '@testing-library/react'
import { LANGS, type Lang } from '@kartis/i18n/lang.ts'
import { boardOf, toBase64, toStateBits } from '@kartis/seat-map/model/board.ts'
import { hallOf } from '@kartis/seat-map/testing/documents.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HASH, seatsViewWith, seatType, wireOf } from '../../testing/seats.ts'
import { inPage, serve } from '../../testing/serve.tsx'
import { leftByCategory } from './looks-of.ts'
import { usePlaceTexts } from './place-bubble.tsx'
import { categoriesOf, seatSaleOf } from './seat-sale.ts'
import { SeatsPage } from './seats-page.tsx'

/** A row with one place of each kind, from the left of the screen, and a row without any. */
const document = hallOf([
  {
    label: 'א׳',
    except: {
      1: { is: ['wheelchair', 'stairs_free'] },
      2: { is: ['companion'], of: 'r1.1' },
      3: { is: ['restricted'] },
      4: { is: ['hearing'] },
      5: { is: ['transfer'] },
    },
  },
  { label: 'ב׳' },
])
const wire = wireOf(document)
const sale = seatSaleOf(wire, HASH, 'he')
const types = [seatType('front', 220)]
const prices = [{ category: sale.map.categories[0] ?? '', events_ticket_uuid: 'front' }]
const TAKEN = 5
const board = boardOf(sale.map, (place) => place !== TAKEN)
/** The hall as a buyer who reads this language has it. */
const hallIn = (lang: Lang) => {
  const own = seatSaleOf(wire, HASH, lang)
  return {
    sale: own,
    categories: categoriesOf(own, prices, types),
    board,
    open: board,
    left: leftByCategory(own.map, board),
  }
}

/** Without the marks that only isolate directions, and with one kind of space. */
const plain = (text = ''): string =>
  text
    .replaceAll(/[\u200e\u200f\u2066-\u2069]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim()

/** The texts of a control, each in an element of its own. */
const partsOf = (element: HTMLElement): string =>
  [...element.querySelectorAll('b, small, label > span:last-child')]
    .map(({ textContent }) => plain(textContent))
    .filter((text) => text !== '')
    .join(' | ')

/** What the map says of a place that the keyboard is on. */
const spokenOf = (lang: Lang, place: number, { mine = false, party = 1 } = {}): string => {
  const choice = { places: mine ? [place] : [] }
  const group = Array.from({ length: party }, (_, index) => place + index)
  const { result } = renderHook(() => usePlaceTexts({ hall: hallIn(lang), choice }, place, group), {
    wrapper: inPage(null, lang),
  })
  return plain([result.current?.title, result.current?.text].join('. '))
}

const openList = async (lang: Lang) => {
  serve(({ path, method }) => {
    if (path.includes('/seat_map/')) return wire
    if (path.includes('/seats?') || (path.endsWith('/seats') && method === 'GET'))
      return { rev: 1, next_ms: 60_000, hash: HASH, bits: toBase64(toStateBits(board, sale.numbers)) }
    if (path.endsWith('/availability')) return { events_tickets: [] }
    if (path.includes('/waiting-room')) return { state: 'closed' }
    return { uuid: 'o1', token: 'key', expires_at: new Date(Date.now() + 600_000).toISOString() }
  })
  render(<SeatsPage view={seatsViewWith(prices, { ticketTypes: types })} />, { wrapper: inPage(null, lang) })
  fireEvent.click(await screen.findByRole('button', { name: { he: 'רשימה', en: 'List', ar: 'قائمة' }[lang] }))
  return within(await screen.findByRole('group', { name: /ב׳/u }))
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Of the first row, from its left end: wheelchair, companion, restricted view, hearing, transfer, taken, free, two, mine. */
const ON_THE_MAP: Readonly<Record<Lang, readonly string[]>> = {
  he: [
    'שורה א׳, כיסא 10 · 220.00 ₪. אולם, מקום לכיסא גלגלים, בלי מדרגות, פנוי',
    'שורה א׳, כיסא 9 · 220.00 ₪. אולם, מקום למלווה, פנוי',
    'שורה א׳, כיסא 8 · 220.00 ₪. אולם, ראות מוגבלת, פנוי',
    'שורה א׳, כיסא 7 · 220.00 ₪. אולם, עזרי שמיעה, פנוי',
    'שורה א׳, כיסא 6 · 220.00 ₪. אולם, אפשר לעבור אליו מכיסא גלגלים, פנוי',
    'שורה א׳, כיסא 5. אולם, תפוס',
    'שורה א׳, כיסא 4 · 220.00 ₪. אולם, פנוי',
    'שורה א׳, כיסא 3 · 220.00 ₪. אולם, פנוי, 2 צמודים',
    'שורה א׳, כיסא 2 · 220.00 ₪. אולם, שלכם',
  ],
  en: [
    'Row 1 (א׳), seat 10 · ₪220.00. אולם, Place for a wheelchair, No stairs, Free',
    'Row 1 (א׳), seat 9 · ₪220.00. אולם, Companion’s place, Free',
    'Row 1 (א׳), seat 8 · ₪220.00. אולם, Restricted view, Free',
    'Row 1 (א׳), seat 7 · ₪220.00. אולם, Hearing aids, Free',
    'Row 1 (א׳), seat 6 · ₪220.00. אולם, You can move to it from a wheelchair, Free',
    'Row 1 (א׳), seat 5. אולם, Taken',
    'Row 1 (א׳), seat 4 · ₪220.00. אולם, Free',
    'Row 1 (א׳), seat 3 · ₪220.00. אולם, Free, 2 side by side',
    'Row 1 (א׳), seat 2 · ₪220.00. אולם, Yours',
  ],
  ar: [
    'الصف 1 (א׳)، المقعد 10 · 220.00 ₪. אולם، مكان لكرسي متحرك، بلا درج، شاغر',
    'الصف 1 (א׳)، المقعد 9 · 220.00 ₪. אולם، مقعد المرافق، شاغر',
    'الصف 1 (א׳)، المقعد 8 · 220.00 ₪. אולם، رؤية محدودة، شاغر',
    'الصف 1 (א׳)، المقعد 7 · 220.00 ₪. אולם، وسائل مساعدة للسمع، شاغر',
    'الصف 1 (א׳)، المقعد 6 · 220.00 ₪. אולם، يمكن الانتقال إليه من كرسي متحرك، شاغر',
    'الصف 1 (א׳)، المقعد 5. אולם، مشغول',
    'الصف 1 (א׳)، المقعد 4 · 220.00 ₪. אולם، شاغر',
    'الصف 1 (א׳)، المقعد 3 · 220.00 ₪. אולם، شاغر، مقعدان متجاوران',
    'الصف 1 (א׳)، المقعد 2 · 220.00 ₪. אולם، لكم',
  ],
}

const IN_THE_LIST: Readonly<Record<Lang, object>> = {
  he: {
    sections: ['אולם | 220.00 ₪ לכיסא, 8 קבוצות'],
    group: 'כיסאות 7–8 | 440.00 ₪',
    announced: 'שורה ב׳, כיסאות 7–8: שמורים לכם. הזמן שנותר: 10:00',
  },
  en: {
    sections: ['אולם | ₪220.00 a seat, 8 groups'],
    group: 'seats 7–8 | ₪440.00',
    announced: 'Row 2 (ב׳), seats 7–8: held for you. Time left: 10:00',
  },
  ar: {
    sections: ['אולם | 220.00 ₪ للمقعد، 8 مجموعات'],
    group: 'المقعدان 7–8 | 440.00 ₪',
    announced: 'الصف 2 (ב׳)، المقعدان 7–8: محجوزة لكم. الوقت المتبقي: 10:00',
  },
}

describe.each(LANGS)('a screen reader in %s', (lang) => {
  it('hears section, row, seat, price, marks and state of each place of the map', () => {
    const places = [0, 1, 2, 3, 4, TAKEN, 6]
    const spoken = [
      ...places.map((place) => spokenOf(lang, place)),
      spokenOf(lang, 7, { party: 2 }),
      spokenOf(lang, 8, { mine: true }),
    ]
    expect(spoken).toEqual(ON_THE_MAP[lang])
  })

  it('hears the sections, rows and groups of the list, and what was taken', async () => {
    const row = await openList(lang)
    const sections = screen.getAllByRole('button', { expanded: true }).map(partsOf)
    const [radio] = row.getAllByRole('radio')
    const group = partsOf(radio?.closest('label') as HTMLElement)
    fireEvent.click(radio as HTMLElement)
    const [announced] = await screen.findAllByText(/9:5\d|10:00/u, { selector: '[role=status]' })
    expect({ sections, group, announced: plain(announced?.textContent).replace(/9:5\d/u, '10:00') }).toEqual(
      IN_THE_LIST[lang],
    )
  })
})
