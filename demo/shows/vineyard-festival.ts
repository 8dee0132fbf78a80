import type { EventTexts, TypeTexts } from '../server.ts'
import { vineyard } from '../art/vineyard.ts'
import { type Calendar, HOUR, later } from '../calendar.ts'
import type { Guest, Sales, ShowMaker, Show } from '../show.ts'

/** Open right now and for some hours more, whatever the time is: by day, in the evening, or through the night. */
const hours = ({ hour, at }: Calendar): { startsAt: Date; endsAt: Date } => {
  if (hour < 3) return { startsAt: at(-1, '19:00'), endsAt: at(0, '06:00') }
  if (hour < 9) return { startsAt: at(-1, '21:00'), endsAt: at(0, '12:30') }
  if (hour < 17) return { startsAt: at(0, '09:00'), endsAt: at(0, '23:30') }
  return { startsAt: at(0, '17:00'), endsAt: at(1, '03:30') }
}

const DESCRIPTION = `
<p>שלושים ושניים יקבים, שמונה מטבחים ובמה אחת מול השקיעה. פעם בשנה הכרם נפתח לקהל, והיין נמזג במקום שבו הוא גדל.</p>
<h3>מה מחכה לכם</h3>
<ul><li>כוס טעימות ממותגת ושמונה טעימות חופשיות בכל כרטיס</li><li>סיורים מודרכים בין השורות, כל שעה עגולה</li><li>הופעות על הבמה המרכזית לתוך הלילה</li><li>מתחם ילדים עם דריכת ענבים</li></ul>
<p><strong>הסעות חינם</strong> יוצאות מתחנת הרכבת בנימינה כל עשרים דקות. שתיתם? אל תנהגו.</p>`

const TEXTS: EventTexts = {
  en: {
    accessibility:
      'Paved paths, accessible toilets and an area without steps. A service vehicle is available from the south gate.',
    name: 'Mountain Wine Festival',
    description:
      '<p>Thirty-two wineries, eight kitchens and one stage facing the sunset. Once a year the vineyard opens its gates, and the wine is poured where it grew.</p><ul><li>A tasting glass and eight free tastings with every ticket</li><li>Guided walks between the rows, every hour on the hour</li><li>Live music into the night</li><li>Grape stomping for children</li></ul><p><strong>Free shuttles</strong> leave Binyamina railway station every twenty minutes.</p>',
  },
  ar: {
    accessibility: 'ممرات معبّدة ومراحيض مهيّأة وساحة بلا درج. تتوفّر مركبة خدمة من البوابة الجنوبية.',
    name: 'مهرجان نبيذ الجبل',
    description:
      '<p>اثنان وثلاثون مصنع نبيذ، ثمانية مطابخ ومنصة واحدة أمام الغروب. مرة في السنة يفتح الكرم أبوابه، ويُسكب النبيذ حيث نما.</p><ul><li>كأس تذوّق وثماني تذوّقات مجانية مع كل تذكرة</li><li>جولات بين الصفوف مع مرشد، كل ساعة</li><li>عروض موسيقية حتى ساعات الليل</li><li>ركن للأولاد مع عصر العنب بالأقدام</li></ul><p><strong>نقل مجاني</strong> من محطة قطار بنيامينا كل عشرين دقيقة.</p>',
  },
}

/** Ticket types in English and Arabic, by their Hebrew names. */
const TYPE_TEXTS: Readonly<Record<string, TypeTexts>> = {
  'כניסה וטעימות': {
    en: { name: 'Entry and tastings', info: 'A tasting glass and eight tastings. Ages 18 and up.' },
    ar: { name: 'دخول وتذوّق', info: 'كأس تذوّق وثماني تذوّقات. من سن 18.' },
  },
  'נהג תורן': {
    en: { name: 'Designated driver', info: 'Entry, soft drinks and coffee. No alcohol.' },
    ar: { name: 'سائق (بدون كحول)', info: 'دخول، مشروبات خفيفة وقهوة. بدون كحول.' },
  },
  'ילדים עד גיל 12': {
    en: { name: 'Children up to 12', info: 'With an adult. Free of charge.' },
    ar: { name: 'أولاد حتى سن 12', info: 'برفقة بالغ. مجانًا.' },
  },
  'שולחן היינן': {
    en: { name: 'Winemaker’s table', info: 'A five-course tasting meal beside the winemaker.' },
    ar: { name: 'طاولة صانع النبيذ', info: 'وجبة تذوّق من خمسة أطباق بجانب صانع النبيذ.' },
  },
  'צוות ויקבים': {
    en: { name: 'Crew and wineries' },
    ar: { name: 'طاقم ومصانع نبيذ' },
  },
}

const GUESTS: readonly Guest[] = [
  { name: 'יקב רמת הסלע', phone: '5550101', tickets: 8 },
  { name: 'יקב שלוש גבעות', phone: '5550102', tickets: 8 },
  { name: 'מטבח נטע ואורי', phone: '5550103', tickets: 6 },
  { name: 'צלמת הבית דנה מור', phone: '5550104', tickets: 2 },
  { name: 'להקת שדה בר', phone: '5550105', tickets: 10 },
  { name: 'איילת רון', phone: '5550106', tickets: 4 },
  { name: 'סאמר ח׳ורי', phone: '5550107', tickets: 4 },
]

const SALES: Sales = {
  conversion: 0.034,
  sizes: [14, 52, 12, 16, 3, 3],
  tourists: 0.1,
  arabic: 0.12,
  refunded: 7,
  partly: 4,
  withFee: 3,
  quietDay: 90,
}

const ARTISTS: Show['artists'] = [
  ['להקת שדה בר', 'Sde Bar Band', 'فرقة سديه بار'],
  ['עומר קדם', 'Omer Kedem', 'عومر كيدم'],
  ['רים ח׳ורי', 'Reem Khoury', 'ريم خوري'],
  ['תזמורת הנשיפה של ההר', 'The Mountain Brass Band', 'فرقة الجبل النحاسية'],
]

/** The festival that is open for entry while the demo is viewed. */
export const vineyardFestival: ShowMaker = (calendar) => {
  const { now, at } = calendar
  const { startsAt, endsAt } = hours(calendar)
  const doors = later(startsAt, -HOUR / 2)
  // The share of visitors that has entered grows with the time since the opening.
  const open = (now.getTime() - doors.getTime()) / (4 * HOUR)
  return {
    name: 'פסטיבל יין ההר',
    description: DESCRIPTION,
    texts: TEXTS,
    typeTexts: TYPE_TEXTS,
    artists: ARTISTS,
    categories: ['shows', 'tours'],
    venue: 'כרם נבט',
    art: vineyard,
    when: {
      startsAt,
      endsAt,
      createdAt: at(-52, '10:15'),
      publishedAt: at(-46, '11:00'),
      saleFrom: at(-46, '12:00'),
      saleTo: now,
    },
    settings: {
      doors_at: doors.toISOString(),
      order_limit: 10,
      accessibility: 'שבילים כבושים, שירותים נגישים ורחבה ללא מדרגות. רכב תפעולי זמין משער דרום.',
      max_installments: 3,
    },
    types: [
      {
        name: 'כניסה וטעימות',
        info: 'כוס ממותגת ושמונה טעימות. מגיל 18.',
        type: 'regular',
        price: 119,
        total: 720,
        limit: 10,
        sold: 468,
        invited: 6,
      },
      {
        name: 'נהג תורן',
        info: 'כניסה, שתייה קלה וקפה. בלי אלכוהול.',
        type: 'regular',
        price: 60,
        total: 160,
        limit: 4,
        sold: 74,
        invited: 0,
        along: true,
      },
      {
        name: 'ילדים עד גיל 12',
        info: 'בליווי מבוגר. ללא תשלום.',
        type: 'regular',
        price: 0,
        total: 150,
        limit: 6,
        sold: 61,
        invited: 0,
        along: true,
      },
      {
        name: 'שולחן היינן',
        info: 'ארוחת טעימות בת חמש מנות לצד היינן.',
        type: 'regular',
        price: 340,
        total: 48,
        limit: 6,
        sold: 41,
        invited: 2,
      },
      { name: 'צוות ויקבים', info: '', type: 'producer', price: 0, total: 80, limit: null, sold: 0, invited: 34 },
    ],
    sales: SALES,
    guests: GUESTS,
    entered: Math.min(0.72, Math.max(0.18, open * 0.6)),
  }
}
