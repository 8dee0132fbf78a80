import type { EventTexts, TypeTexts } from '../server.ts'
import { bass } from '../art/bass.ts'
import { HOUR, later, THURSDAY } from '../calendar.ts'
import type { Sales, ShowMaker, Show } from '../show.ts'

const DESCRIPTION = `
<p>תשעה ליינים, רחבה אחת, ומערכת סאונד שמרגישים בצלעות. תדר נמוך חוזרת אל הסיבוב עם לילה שכולו בס.</p>
<ul><li>23:30 וולט</li><li>01:00 אל־קאע (עכו)</li><li>02:30 נמוכה, סט של שלוש שעות</li></ul>
<p>מגיל 21. בלי צילום ברחבה, בלי הטרדות. אטמי אוזניים על הבר, חינם.</p>`

const TEXTS: EventTexts = {
  en: {
    name: 'Low Frequency: a bass night, edition 9',
    description:
      '<p>Nine editions, one floor, and a sound system you feel in your ribs.</p><ul><li>23:30 Volt</li><li>01:00 Al Qaa (Acre)</li><li>02:30 Nemucha, a three-hour set</li></ul><p>21 and over. No cameras on the floor. Free earplugs at the bar.</p>',
  },
  ar: {
    name: 'تردّد منخفض: ليلة بيس، النسخة التاسعة',
    description:
      '<p>تسع نسخ، ساحة واحدة، ونظام صوت تشعرون به في الأضلاع.</p><ul><li>23:30 فولت</li><li>01:00 القاع (عكا)</li><li>02:30 نموخا، فقرة من ثلاث ساعات</li></ul><p>من سن 21. بدون تصوير في الساحة. سدادات أذن مجانية على البار.</p>',
  },
}

/** Ticket types in English and Arabic, by their Hebrew names. */
const TYPE_TEXTS: Readonly<Record<string, TypeTexts>> = {
  'סבב ראשון': {
    en: { name: 'First release', info: 'One hundred and fifty tickets, while they last.' },
    ar: { name: 'الدفعة الأولى', info: 'مئة وخمسون تذكرة، حتى النفاد.' },
  },
  'סבב שני': {
    en: { name: 'Second release' },
    ar: { name: 'الدفعة الثانية' },
  },
  רשימה: {
    en: { name: 'Guest list', info: 'For artists and crew.' },
    ar: { name: 'القائمة', info: 'للفنانين والطاقم.' },
  },
}

const SALES: Sales = {
  conversion: 0.03,
  sizes: [1],
  tourists: 0,
  arabic: 0,
  refunded: 0,
  partly: 0,
  withFee: 0,
  quietDay: 260,
}

const ARTISTS: Show['artists'] = [
  ['וולט', 'Volt', 'ڤولت'],
  ['אל־קאע', 'Al-Qa’', 'القاع'],
  ['נמוכה', 'Nemucha', 'نموخا'],
]

/** Published, and not for sale yet. */
export const bassParty: ShowMaker = ({ now, at, coming }) => {
  const startsAt = coming(THURSDAY, 38, '23:30')
  const opens = at(3, '10:00')
  return {
    name: 'תדר נמוך: מסיבת בס, ליין מספר 9',
    description: DESCRIPTION,
    texts: TEXTS,
    typeTexts: TYPE_TEXTS,
    artists: ARTISTS,
    categories: ['shows'],
    venue: 'מועדון הסיבוב',
    art: bass,
    when: {
      startsAt,
      endsAt: later(startsAt, 6.5 * HOUR),
      createdAt: at(-5, '22:10'),
      publishedAt: at(-2, '19:00'),
      saleFrom: null,
      saleTo: now,
    },
    settings: { age_limit: 21, order_limit: 4, hide_remaining: true },
    types: [
      {
        name: 'סבב ראשון',
        info: 'מאה וחמישים כרטיסים, עד שנגמר.',
        type: 'regular',
        price: 75,
        total: 150,
        limit: 4,
        sold: 0,
        invited: 0,
        saleStartsAt: opens,
      },
      {
        name: 'סבב שני',
        info: '',
        type: 'regular',
        price: 95,
        total: 300,
        limit: 4,
        sold: 0,
        invited: 0,
        saleStartsAt: later(opens, 7 * 24 * HOUR),
      },
      {
        name: 'רשימה',
        info: 'לאמנים ולצוות.',
        type: 'producer',
        price: 0,
        total: 40,
        limit: null,
        sold: 0,
        invited: 0,
      },
    ],
    sales: SALES,
    guests: [],
    entered: 0,
  }
}
