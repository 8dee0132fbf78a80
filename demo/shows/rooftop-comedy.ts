import type { EventTexts, TypeTexts } from '../server.ts'
import { standUp } from '../art/stand-up.ts'
import { HOUR, later, SATURDAY } from '../calendar.ts'
import type { Guest, Sales, ShowMaker, Show } from '../show.ts'

const DESCRIPTION = `
<p>ארז שמש חוזר אל הגג עם שעה חדשה לגמרי, ומביא איתו שלושה חברים שהבטיחו לא לדבר עליו. הם משקרים.</p>
<p>ערב אחד, מיקרופון אחד, ומעלית אחת שעדיין לא עובדת כמו שצריך. מגיעים מוקדם, תופסים מזרן, שותים משהו קר.</p>
<blockquote>״הצחוק הכי גבוה בתל אביב, פשוט כי זה בקומה שלישית״</blockquote>
<p>המופע מגיל 16. הישיבה חופשית.</p>`

const TEXTS: EventTexts = {
  en: {
    accessibility: 'A lift from the back courtyard. Tell us in advance and we will keep a comfortable place for you.',
    name: 'Erez Shemesh and Friends: Stand-up on the Roof',
    description:
      '<p>Erez Shemesh is back on the roof with a brand-new hour and three friends who promised not to talk about him. They lied.</p><p>Doors open an hour before. Free seating, ages 16 and up. The show is in Hebrew.</p>',
  },
  ar: {
    accessibility: 'مصعد من الساحة الخلفية. أخبرونا مسبقًا لنحجز لكم مكانًا مريحًا.',
    name: 'إيرز شيمش وضيوفه: ستاند أب على السطح',
    description:
      '<p>إيرز شيمش يعود إلى السطح بساعة جديدة كليًا، ومعه ثلاثة أصدقاء وعدوا ألّا يتحدّثوا عنه. كذبوا.</p><p>تُفتح الأبواب قبل العرض بساعة. جلوس حرّ، من سن 16. العرض بالعبرية.</p>',
  },
}

/** Ticket types in English and Arabic, by their Hebrew names. */
const TYPE_TEXTS: Readonly<Record<string, TypeTexts>> = {
  'כרטיס מוקדם': {
    en: { name: 'Early ticket', info: 'For the first sixty.' },
    ar: { name: 'تذكرة مبكّرة', info: 'لأوّل ستين سبقوا غيرهم.' },
  },
  'כניסה רגילה': {
    en: { name: 'General admission', info: 'Free seating.' },
    ar: { name: 'دخول عادي', info: 'جلوس حرّ.' },
  },
  'שורה ראשונה ומשקה': {
    en: { name: 'Front row and a drink', info: 'A cushion in the front row and a cocktail. Erez will talk to you.' },
    ar: { name: 'الصف الأول ومشروب', info: 'فرشة في الصف الأول وكوكتيل. إيرز سيتحدّث إليكم.' },
  },
}

const GUESTS: readonly Guest[] = [
  { name: 'נעמה גולן', phone: '5550121', tickets: 2 },
  { name: 'איתי ליבוביץ', phone: '5550122', tickets: 2 },
  { name: 'רונית שגב', phone: '5550123', tickets: 2, revoked: true },
  { name: 'עמית כרמלי', phone: '5550124', tickets: 4 },
]

const SALES: Sales = {
  conversion: 0.041,
  sizes: [16, 58, 10, 14, 2],
  tourists: 0.03,
  arabic: 0.07,
  refunded: 3,
  partly: 2,
  withFee: 2,
  quietDay: 45,
}

const ARTISTS: Show['artists'] = [
  ['ארז שמש', 'Erez Shemesh', 'إيرز شيمش'],
  ['ליהי ברק', 'Lihi Barak', 'ليهي براك'],
  ['וסים נאסר', 'Wassim Nasser', 'وسيم ناصر'],
  ['גיא פלד', 'Guy Peled', 'غاي بيلد'],
]

/** Next Saturday night, with the last tickets left. */
export const rooftopComedy: ShowMaker = ({ now, at, coming }) => {
  const startsAt = coming(SATURDAY, 4, '21:30')
  return {
    name: 'ארז שמש ואורחים: סטנדאפ על הגג',
    description: DESCRIPTION,
    texts: TEXTS,
    typeTexts: TYPE_TEXTS,
    artists: ARTISTS,
    categories: ['stand-up'],
    venue: 'גג בית היוצר',
    art: standUp,
    when: {
      startsAt,
      endsAt: later(startsAt, 2 * HOUR),
      createdAt: at(-36, '14:20'),
      publishedAt: at(-31, '09:30'),
      saleFrom: at(-31, '10:00'),
      saleTo: now,
    },
    settings: {
      doors_at: later(startsAt, -HOUR).toISOString(),
      age_limit: 16,
      order_limit: 8,
      accessibility: 'מעלית מהחצר האחורית. ספרו לנו מראש ונשמור לכם מקום נוח.',
    },
    types: [
      {
        name: 'כרטיס מוקדם',
        info: 'לשישים הראשונים.',
        type: 'regular',
        price: 69,
        total: 60,
        limit: 4,
        sold: 60,
        invited: 0,
        during: [0, 0.22],
      },
      {
        name: 'כניסה רגילה',
        info: 'ישיבה חופשית.',
        type: 'regular',
        price: 89,
        total: 220,
        limit: 8,
        sold: 196,
        invited: 4,
      },
      {
        name: 'שורה ראשונה ומשקה',
        info: 'מזרן בשורה הראשונה וקוקטייל. ארז ידבר אליכם.',
        type: 'regular',
        price: 139,
        total: 60,
        limit: 4,
        sold: 52,
        invited: 4,
      },
    ],
    sales: SALES,
    guests: GUESTS,
    entered: 0,
  }
}
