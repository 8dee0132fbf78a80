import type { Numbering } from '../model/document.ts'
import type { RowScheme } from '../commands/row-naming.ts'

/** What a sentence says about a block; what it does not mention stays as it is. */
export interface BlockText {
  readonly rows?: number
  /** Places of the front and of the back row. */
  readonly seats?: readonly [front: number, back: number]
  readonly aisles?: readonly number[] | 'middle'
  /** Centimetres. */
  readonly aisleWidth?: number
  readonly gap?: number
  readonly depth?: number
  /** Centimetres; null: straight rows. */
  readonly radius?: number | null
  readonly rowScheme?: RowScheme
  readonly from?: Numbering['from']
  readonly seatScheme?: Numbering['scheme']
}

interface Pattern {
  readonly pattern: RegExp
  /** Undefined: not what it seemed. */
  readonly read: (match: RegExpMatchArray) => BlockText | undefined
}

/** Neither within a word or a number nor behind a minus: -4 rows are not 4. */
const BEFORE = '(?<![\\p{L}\\d]|(?<![^\\s,;])[-\u2212])'
const AFTER = '(?![\\p{L}\\d])'
const ROWS = '(?:שורות|שורה|rows?|صفوف|صفًا|صفا|صف)'
const SEATS = '(?:כיסאות|כסאות|מושבים|מקומות|seats?|places|chairs|مقعدًا|مقعدا|مقاعد|مقعد)'
const PER_ROW = '(?:\\s*(?:(?:ב|ל)(?:כל\\s+)?שורה|(?:in\\s+)?(?:a|per|each)\\s+row|في\\s+الصف|لكل\\s+صف))?'
const TIMES = '(?:×|x|\\*|על|של|עם|of|by|with|في|من)'
const UP_TO = '(?:–|-|עד|to|إلى|الى)'
const CM = '(?:\\s*(?:ס[״"\']?מ|cm|سم))?'
const SPAN = `(?:from\\s+|מ[-־]?\\s*|من\\s+)?(\\d{1,3})(?:\\s*${UP_TO}\\s*(\\d{1,3}))?`

const matching = (source: string): RegExp => new RegExp(`${BEFORE}(?:${source})${AFTER}`, 'giu')
const number = (text: string | undefined): number => Number(text)

/** The most that a block has. */
export const MOST = { rows: 200, seats: 400 } as const

const isCount = (count: number, most: number): boolean => count >= 1 && count <= most

/** Undefined where a row cannot have as many. */
const seatsOf = (front: string | undefined, back: string | undefined): BlockText | undefined => {
  if (front === undefined) return {}
  const seats = [number(front), number(back ?? front)] as const
  return seats.every((count) => isCount(count, MOST.seats)) ? { seats } : undefined
}

/** Rows and what is in them; undefined where a block cannot have as many: a sentence that is not followed is not read. */
const rowsOf = ([, rows, front, back]: RegExpMatchArray): BlockText | undefined => {
  const seats = seatsOf(front, back)
  return seats && isCount(number(rows), MOST.rows) ? { rows: number(rows), ...seats } : undefined
}

/** A pattern with one number, in either order: "78 cm between rows", "between rows 78". */
const distance = (between: string, read: (cm: number) => BlockText): Pattern => ({
  pattern: matching(`(\\d{2,3})${CM}\\s*(?:${between})|(?:${between})\\s*[:=]?\\s*(\\d{2,3})${CM}`),
  read: (match) => read(number(match[1] ?? match[2])),
})

/** What people write before the side that numbers begin at. */
const NUMBERED = '(?:(?:ה?מספור|ממוספר(?:ים|ות)?|number(?:ing|ed)|الترقيم|ترقيم|مرقمة|مرقّمة)\\s+)?'

const fixed = (source: string, block: BlockText): Pattern => ({ pattern: matching(source), read: () => block })

const scheme = (source: string, rowScheme: RowScheme): Pattern => fixed(source, { rowScheme })
const from = (source: string, side: Numbering['from']): Pattern => fixed(`${NUMBERED}(?:${source})`, { from: side })

const ODD = '(?:אי[-־ ]?זוגי(?:ים|ות)?|odd|فردية|فردي)'
const EVEN = '(?:זוגי(?:ים|ות)?|even|زوجية|زوجي)'
const AND = '\\s*(?:/|ו[-־]?|and|,|و)\\s*'

/** Metres of "curved" without a radius: that of a hall of middle size. */
const USUAL_RADIUS = 1700

/** In the order in which they are tried: a stretch that one of them understood is not read again. */
export const PATTERNS: readonly Pattern[] = [
  {
    pattern: matching(`(\\d{1,3})\\s*${ROWS}(?:\\s*${TIMES}\\s*${SPAN}(?:\\s*${SEATS})?${PER_ROW})?`),
    read: rowsOf,
  },
  {
    pattern: matching(`(\\d{1,3})\\s*[×x*]\\s*${SPAN}`),
    read: rowsOf,
  },
  distance('בין\\s+(?:ה)?שורות|between\\s+(?:the\\s+)?rows|بين\\s+الصفوف', (depth) => ({ depth })),
  distance('בין\\s+(?:ה)?(?:כיסאות|מושבים)|between\\s+(?:the\\s+)?seats|بين\\s+المقاعد', (gap) => ({ gap })),
  { pattern: matching(`${SPAN}\\s*${SEATS}${PER_ROW}`), read: (match) => seatsOf(match[1], match[2]) },
  fixed('בלי\\s+מעבר(?:ים)?|(?:no|without)\\s+(?:an\\s+)?aisles?|(?:بلا|بدون)\\s+ممر(?:ات)?', { aisles: [] }),
  fixed(
    'מעבר\\s+(?:באמצע|במרכז)|(?:middle|centre|center)\\s+aisle|aisle\\s+in\\s+the\\s+(?:middle|centre|center)|ممر\\s+في\\s+(?:الوسط|المنتصف)',
    { aisles: 'middle' },
  ),
  {
    pattern: matching(
      '(?:מעבר(?:ים)?|aisles?|ممرات|ممران|ممر)\\s+(?:אחרי|after|behind|بعد)\\s+(?:(?:כיסא|מקום|seats?|المقعد|مقعد)\\s+)?' +
        '(\\d{1,3}(?:\\s*(?:ו[-־]?|and|&|و)\\s*\\d{1,3}|\\s*,\\s*\\d{1,3}(?![\\d.])(?!\\s*[\\p{L}×*]))*)',
    ),
    read: (match) => ({ aisles: (match[1] ?? '').split(/\D+/).filter(Boolean).map(Number) }),
  },
  {
    pattern: matching(`(?:ב?רוחב(?:\\s+מעבר)?|(?:aisle\\s+)?width|بعرض|عرض)\\s*(?:של\\s*|of\\s*)?(\\d{2,3})${CM}`),
    read: (match) => ({ aisleWidth: number(match[1]) }),
  },
  {
    pattern: matching(
      "(?:ב?רדיוס|radius|نصف\\s+قطر)\\s*(?:של\\s*|of\\s*)?(\\d{1,3}(?:\\.\\d+)?)(?:\\s*(?:מטרים|מטר|מ[׳']?|metres|meters|m|م))?",
    ),
    read: (match) => ({ radius: Math.round(number(match[1]) * 100) }),
  },
  fixed('(?:ב?קשת|מקושת(?:ות|ים)?|מעוגל(?:ות|ים)?|מקומר(?:ות|ים)?|curved|arc|منحنية|مقوسة|قوس)', {
    radius: USUAL_RADIUS,
  }),
  fixed('(?:ישר(?:ות|ים|ה)?|straight|مستقيمة|مستقيم)', { radius: null }),
  scheme('אותיות\\s+(?:לועזיות|אנגליות|לטיניות)|latin\\s+letters|A\\s*[,-]?\\s*B\\s*[,-]?\\s*C|حروف\\s+لاتينية', 'A'),
  scheme("(?:hebrew\\s+letters|حروف\\s+عبرية|אותיות\\s+עבריות|א[׳']?\\s*[,-]?\\s*ב[׳']?\\s*[,-]?\\s*ג[׳']?)", 'א'),
  scheme('אלף[-־ ]?בית|hebrew\\s+alphabet|الأبجدية\\s+العبرية', 'אב'),
  scheme('(?:שורות\\s+ב)?אותיות', 'א'),
  scheme('letters|حروف|أحرف', 'A'),
  scheme('(?:שורות\\s+ב)?מספרים|numbers|أرقام', '1'),
  fixed(`${ODD}${AND}${EVEN}`, { seatScheme: 'odd_even' }),
  fixed(ODD, { seatScheme: 'odd' }),
  fixed(EVEN, { seatScheme: 'even' }),
  from('מ?(?:צד\\s+)?ימין|מהימין|(?:from\\s+)?(?:the\\s+)?right|من\\s+اليمين', 'right'),
  from('מ?(?:צד\\s+)?שמאל|מהשמאל|(?:from\\s+)?(?:the\\s+)?left|من\\s+اليسار', 'left'),
  from('מה?(?:מרכז|אמצע)|(?:from\\s+)?(?:the\\s+)?(?:middle|centre|center)|من\\s+(?:الوسط|المنتصف)', 'middle'),
]

interface SentenceTexts {
  readonly separator: string
  readonly rows: (rows: number, seats: string) => string
  readonly aisles: (after: readonly number[]) => string
  /** In metres. */
  readonly radius: (metres: number) => string
  readonly schemes: Readonly<Record<RowScheme, string>>
  readonly parity: Readonly<Record<'odd' | 'even' | 'odd_even', string>>
  readonly from: Readonly<Record<Numbering['from'], string>>
}

/** How a block reads; the patterns above understand every part. */
export const SENTENCES: Readonly<Record<'he' | 'en' | 'ar', SentenceTexts>> = {
  he: {
    separator: ', ',
    rows: (rows, seats) => (rows === 1 ? `1 שורה × ${seats}` : `${rows} שורות × ${seats}`),
    aisles: (after) => `מעבר אחרי ${after.join(' ו־')}`,
    radius: (metres) => `רדיוס ${metres} מ׳`,
    schemes: { א: 'אותיות', אב: 'אלף בית', A: 'אותיות לועזיות', '1': 'מספרים' },
    parity: { odd: 'אי־זוגיים', even: 'זוגיים', odd_even: 'אי־זוגיים וזוגיים' },
    from: { right: 'מימין', left: 'משמאל', middle: 'מהמרכז' },
  },
  en: {
    separator: ', ',
    rows: (rows, seats) => (rows === 1 ? `1 row × ${seats}` : `${rows} rows × ${seats}`),
    aisles: (after) => `aisle after ${after.join(' and ')}`,
    radius: (metres) => `radius ${metres} m`,
    schemes: { א: 'Hebrew letters', אב: 'Hebrew alphabet', A: 'letters', '1': 'numbers' },
    parity: { odd: 'odd', even: 'even', odd_even: 'odd and even' },
    from: { right: 'from the right', left: 'from the left', middle: 'from the middle' },
  },
  ar: {
    separator: '، ',
    rows: (rows, seats) => `${rows} ${rows > 2 && rows < 11 ? 'صفوف' : 'صف'} × ${seats}`,
    aisles: (after) => `ممر بعد ${after.join(' و ')}`,
    radius: (metres) => `نصف قطر ${metres} م`,
    schemes: { א: 'حروف عبرية', אב: 'الأبجدية العبرية', A: 'حروف', '1': 'أرقام' },
    parity: { odd: 'فردية', even: 'زوجية', odd_even: 'فردية و زوجية' },
    from: { right: 'من اليمين', left: 'من اليسار', middle: 'من الوسط' },
  },
}
