import type { EventTexts, TypeTexts } from '../server.ts'
import { fourSilences as art } from '../art/four-silences.ts'
import { HOUR, later, THURSDAY } from '../calendar.ts'
import type { Guest, Sales, ShowMaker, Show } from '../show.ts'

const DESCRIPTION = `
<p>ארבעה רקדנים, ארבע עונות, ושקט אחד שכל אחד מהם ממלא אחרת. ערב מחול של להקת מרווה, עם רביעיית מיתרים על הבמה ותאורה שנבנית מול העיניים.</p>
<p>שעה ועשר דקות, בלי הפסקה. הדלתות נסגרות עם תחילת המופע, ומאחרים נכנסים בין העונה הראשונה לשנייה.</p>
<ul><li>המקומות מסומנים: בוחרים על המפה או מקבלים את הטובים שנשארו</li><li>אחרי המופע שיחה קצרה עם היוצרים</li></ul>`

const TEXTS: EventTexts = {
  en: {
    accessibility:
      'Wheelchair places in the first row, each with a companion’s seat beside it; choose them on the map.',
    name: 'Four Silences: an evening of dance',
    description:
      '<p>Four dancers, four seasons, and one silence that each of them fills in another way. An evening of dance by the Marva company, with a string quartet on stage.</p><p>Seventy minutes without a break. Seats are numbered: choose them on the map, or take the best that are left.</p>',
  },
  ar: {
    accessibility: 'أماكن للكراسي المتحركة في الصف الأول، وبجانب كل منها مقعد للمرافق؛ تُختار على الخريطة.',
    name: 'أربعة صموت: أمسية رقص',
    description:
      '<p>أربعة راقصين، أربعة فصول، وصمت واحد يملؤه كل منهم بطريقته. أمسية رقص لفرقة مرفا مع رباعي وتري على المنصة.</p><p>سبعون دقيقة بلا استراحة. المقاعد مرقّمة: اختاروها على الخريطة أو خذوا أفضل ما تبقى.</p>',
  },
}

/** Ticket types in English and Arabic, by their Hebrew names. */
const TYPE_TEXTS: Readonly<Record<string, TypeTexts>> = {
  'קדמת האולם': {
    en: { name: 'Front stalls', info: 'The first five rows.' },
    ar: { name: 'مقدمة القاعة', info: 'الصفوف الخمسة الأولى.' },
  },
  אולם: {
    en: { name: 'Stalls' },
    ar: { name: 'القاعة' },
  },
  'אולם, סטודנטים': {
    en: { name: 'Stalls, students', info: 'With a student card at the entrance.' },
    ar: { name: 'القاعة، طلاب', info: 'مع بطاقة طالب عند الدخول.' },
  },
  יציע: {
    en: { name: 'Balcony' },
    ar: { name: 'الشرفة' },
  },
}

const GUESTS: readonly Guest[] = [
  { name: 'מרכז סוזן דלל', phone: '5550161', tickets: 2 },
  { name: 'ליאת שוורץ', phone: '5550162', tickets: 2 },
  { name: 'מוסף תרבות', phone: '5550163', tickets: 2 },
  { name: 'איברהים חורי', phone: '5550164', tickets: 4 },
  { name: 'נטע ברגמן', phone: '5550165', tickets: 2, revoked: true },
]

const SALES: Sales = {
  conversion: 0.034,
  sizes: [9, 56, 12, 17, 4, 2],
  tourists: 0.05,
  arabic: 0.1,
  refunded: 4,
  partly: 3,
  withFee: 2,
  quietDay: 70,
}

const ARTISTS: Show['artists'] = [
  ['להקת מרווה', 'Marva Dance Company', 'فرقة مرفا للرقص'],
  ['רביעיית גבעה', 'Giva Quartet', 'رباعي غيفعا'],
]

/** An evening of dance with numbered seats in the theatre, half of them sold. */
export const fourSilences: ShowMaker = ({ now, at, coming }) => {
  const startsAt = coming(THURSDAY, 31, '20:30')
  const type = (plan: Pick<Show['types'][number], 'name' | 'price' | 'sold'> & Partial<Show['types'][number]>) => ({
    info: '',
    type: 'regular' as const,
    total: 600,
    limit: 8,
    invited: 0,
    seats: plan.name,
    ...plan,
  })
  return {
    name: 'ארבע שתיקות: ערב מחול',
    description: DESCRIPTION,
    texts: TEXTS,
    typeTexts: TYPE_TEXTS,
    artists: ARTISTS,
    categories: ['shows'],
    venue: 'תיאטרון הפארק',
    isSeated: true,
    art,
    when: {
      startsAt,
      endsAt: later(startsAt, 1.25 * HOUR),
      createdAt: at(-31, '11:15'),
      publishedAt: at(-26, '10:00'),
      saleFrom: at(-26, '12:00'),
      saleTo: now,
    },
    settings: {
      doors_at: later(startsAt, -HOUR / 2).toISOString(),
      order_limit: 8,
      accessibility: 'מקומות לכיסאות גלגלים בשורה א׳, וליד כל אחד מקום למלווה; בוחרים אותם על המפה.',
      max_installments: 3,
    },
    types: [
      type({ name: 'קדמת האולם', info: 'שורות א׳ עד ה׳.', price: 189, sold: 88, invited: 6 }),
      type({ name: 'אולם', price: 149, sold: 130, invited: 4 }),
      type({
        name: 'אולם, סטודנטים',
        info: 'בהצגת כרטיס סטודנט בכניסה.',
        price: 99,
        total: 60,
        limit: 2,
        sold: 22,
        seats: 'אולם',
      }),
      type({ name: 'יציע', price: 99, sold: 46 }),
    ],
    sales: SALES,
    guests: GUESTS,
    entered: 0,
  }
}
