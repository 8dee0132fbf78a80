import type { EventTexts, TypeTexts } from '../server.ts'
import { lostMoon } from '../art/lost-moon.ts'
import { HOUR, later, SATURDAY } from '../calendar.ts'
import type { Guest, Sales, ShowMaker, Show } from '../show.ts'

const DESCRIPTION = `
<p>לילה אחד הירח יורד לבקר בשכונה, ושוכח איך חוזרים. נועם בת השש, חתול בשם מוסטפא וסולם שסבא בנה יוצאים להחזיר אותו לפני שהבוקר ישים לב.</p>
<p>הצגה מוזיקלית עם בובות ענק, צלליות ותזמורת קטנה על הבמה. חמישים דקות, בלי הפסקה, לגילי 3–9 ולכל מי שעדיין מסתכל למעלה.</p>
<ul><li>מוזיקה חיה</li><li>הצגה בעברית, עם רגעים בערבית</li><li>אחרי ההצגה אפשר להיפגש עם הבובות</li></ul>`

const TEXTS: EventTexts = {
  en: {
    accessibility: 'Four wheelchair places in row 6, and an assistive listening system.',
    name: 'The Moon That Got Lost: a play for the whole family',
    description:
      '<p>One night the moon comes down to visit the neighbourhood and forgets the way back. Six-year-old Noam, a cat called Mustafa and a ladder that Grandpa built set out to bring it home before morning notices.</p><p>A musical with giant puppets and shadow play. Fifty minutes, ages three to nine.</p>',
  },
  ar: {
    accessibility: 'أربعة أماكن للكراسي المتحركة في الصف 6، ونظام مساعد للسمع.',
    name: 'القمر الذي تاه: مسرحية لكل العائلة',
    description:
      '<p>ذات ليلة ينزل القمر لزيارة الحارة وينسى طريق العودة. نوعام ابنة السادسة وقط اسمه مصطفى وسلّم بناه الجد يخرجون لإعادته قبل أن ينتبه الصباح.</p><p>مسرحية غنائية مع دمى عملاقة وخيال الظل. خمسون دقيقة، من سن ثلاث إلى تسع سنوات.</p>',
  },
}

/** Ticket types in English and Arabic, by their Hebrew names. */
const TYPE_TEXTS: Readonly<Record<string, TypeTexts>> = {
  מבוגר: {
    en: { name: 'Adult' },
    ar: { name: 'بالغ' },
  },
  'ילד או ילדה': {
    en: { name: 'Child', info: 'From the age of two.' },
    ar: { name: 'طفل أو طفلة', info: 'من سن سنتين.' },
  },
  'מקום נגיש ומלווה': {
    en: {
      name: 'Wheelchair place and companion',
      info: 'Row 6. One ticket for both of you: the companion does not pay.',
    },
    ar: { name: 'مكان مهيّأ ومرافق', info: 'الصف 6. تذكرة واحدة لكليكما: المرافق لا يدفع.' },
  },
}

const GUESTS: readonly Guest[] = [
  { name: 'גן שקמה', phone: '5550131', tickets: 4 },
  { name: 'הדס אבידן', phone: '5550132', tickets: 4 },
]

const SALES: Sales = {
  conversion: 0.047,
  sizes: [6, 34, 22, 32, 6],
  tourists: 0.02,
  arabic: 0.14,
  refunded: 4,
  partly: 2,
  withFee: 1,
  quietDay: 60,
}

const ARTISTS: Show['artists'] = [
  ['תיאטרון כיס', 'Pocket Theatre', 'مسرح الجيب'],
  ['מירב עוז', 'Meirav Oz', 'ميراف عوز'],
  ['נידאל עאסי', 'Nidal Asi', 'نضال عاصي'],
]

/** A family play of a Saturday morning, sold out long before. */
export const lostMoonPlay: ShowMaker = ({ at, coming }) => {
  const startsAt = coming(SATURDAY, 12, '11:00')
  return {
    name: 'הירח שהלך לאיבוד: הצגה לכל המשפחה',
    description: DESCRIPTION,
    texts: TEXTS,
    typeTexts: TYPE_TEXTS,
    artists: ARTISTS,
    categories: ['plays'],
    venue: 'תיאטרון הפארק',
    art: lostMoon,
    when: {
      startsAt,
      endsAt: later(startsAt, HOUR),
      createdAt: at(-30, '12:05'),
      publishedAt: at(-27, '08:30'),
      saleFrom: at(-27, '09:00'),
      saleTo: at(-14, '21:40'),
    },
    settings: {
      doors_at: later(startsAt, -HOUR / 2).toISOString(),
      order_limit: 6,
      accessibility: 'ארבעה מקומות לכיסאות גלגלים בשורה 6, ומערכת עזר לשמיעה.',
    },
    types: [
      { name: 'מבוגר', info: '', type: 'regular', price: 59, total: 110, limit: 4, sold: 106, invited: 4 },
      {
        name: 'ילד או ילדה',
        info: 'מגיל שנתיים.',
        type: 'regular',
        price: 59,
        total: 158,
        limit: 6,
        sold: 154,
        invited: 4,
        along: true,
      },
      {
        name: 'מקום נגיש ומלווה',
        info: 'שורה 6. כרטיס אחד לשניכם: המלווה אינו משלם.',
        type: 'regular',
        price: 59,
        total: 12,
        limit: 2,
        sold: 12,
        invited: 0,
      },
    ],
    sales: SALES,
    guests: GUESTS,
    entered: 0,
  }
}
