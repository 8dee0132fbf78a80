import type { EventTexts, TypeTexts } from '../server.ts'
import { harbour } from '../art/harbour.ts'
import { HOUR, later, THURSDAY } from '../calendar.ts'
import type { Dice } from '../random.ts'
import type { Guest, Sales, ShowForm, ShowMaker, Show } from '../show.ts'

const DESCRIPTION = `
<p>נועה ברקן, ארבעים נגנים, והים מאחור. פעם אחת, בלילה אחד, כל השירים שגדלתם עליהם יוצאים מהאולפן אל הרציף.</p>
<h3>הלילה, לפי הסדר</h3>
<ul><li>19:30 שערים נפתחים, דוכני אוכל ותקליטים</li><li>20:15 עדן ושות׳ מחממות</li><li>21:00 נועה ברקן והתזמורת</li><li>23:30 מסיבת רחוב עם די־ג׳יי לולה</li></ul>
<p>המופע מתקיים תחת כיפת השמיים. הביאו שכבה נוספת: מהים באה רוח.</p>`

const SOURCES = ['אינסטגרם', 'חברים', 'רדיו', 'שלטי חוצות', 'הייתי בשנה שעברה'] as const

/** Optional questions. */
const FORM: ShowForm = {
  form: {
    name: 'כמה מילים לפני הערב',
    texts: { en: { name: 'A few words before the evening' }, ar: { name: 'بضع كلمات قبل الأمسية' } },
    ask_per: 'order',
    fields: [
      {
        type: 'select',
        name: 'איך שמעתם על הערב?',
        description: '',
        advanced: 'heard_from',
        required: false,
        options: [...SOURCES],
        texts: {
          en: {
            name: 'How did you hear about the evening?',
            options: ['Instagram', 'Friends', 'Radio', 'Billboards', 'I came last year'],
          },
          ar: {
            name: 'كيف سمعتم عن الأمسية؟',
            options: ['إنستغرام', 'الأصدقاء', 'الراديو', 'لوحات الإعلانات', 'حضرت في العام الماضي'],
          },
        },
      },
      {
        type: 'checkboxes',
        name: 'מה יעזור לכם להגיע?',
        description: 'נשלח פרטים יומיים לפני המופע.',
        advanced: 'getting_there',
        required: false,
        options: ['הסעה מהרכבת', 'חניית אופניים', 'כניסה נגישה'],
        texts: {
          en: {
            name: 'What will help you get here?',
            description: 'We send details two days before the show.',
            options: ['Shuttle from the train', 'Bicycle parking', 'Accessible entrance'],
          },
          ar: {
            name: 'ما الذي يساعدكم على الوصول؟',
            description: 'نرسل التفاصيل قبل العرض بيومين.',
            options: ['نقل من محطة القطار', 'موقف دراجات', 'مدخل مهيّأ'],
          },
        },
      },
    ],
  },
  answers: [
    { place: 0, answer: (random: Dice) => (random.chance(0.62) ? random.pick(SOURCES) : undefined) },
    {
      place: 1,
      answer: (random: Dice) =>
        random.chance(0.28) ? [random.pick(['הסעה מהרכבת', 'חניית אופניים', 'כניסה נגישה'])] : undefined,
    },
  ],
}

const TEXTS: EventTexts = {
  en: {
    accessibility:
      'A raised platform for wheelchairs, and someone to meet you at the gate. Write to us up to two days before.',
    name: 'White Night at the Port: Noa Barkan and the Orchestra',
    description:
      '<p>Noa Barkan, forty musicians, and the sea behind them. For one night, the songs you grew up with leave the studio for the quay.</p><h3>The night, in order</h3><ul><li>19:30 Gates open: food stalls and records</li><li>20:15 Eden &amp; Co. warm up</li><li>21:00 Noa Barkan and the Orchestra</li><li>23:30 Street party with DJ Lola</li></ul><p>Open air. Bring another layer: the wind comes from the sea.</p>',
  },
  ar: {
    accessibility: 'منصة مرتفعة للكراسي المتحركة ومرافقة من البوابة. اكتبوا لنا حتى يومين قبل العرض.',
    name: 'ليلة بيضاء في الميناء: نوعا بركان والأوركسترا',
    description:
      '<p>نوعا بركان، أربعون عازفًا والبحر من خلفهم. لليلة واحدة تخرج الأغاني التي كبرنا عليها من الاستوديو إلى الرصيف.</p><h3>برنامج الليلة</h3><ul><li>19:30 فتح الأبواب: أكشاك طعام وأسطوانات</li><li>20:15 عيدن وشركاؤها</li><li>21:00 نوعا بركان والأوركسترا</li><li>23:30 حفلة شارع مع دي جي لولا</li></ul><p>العرض في الهواء الطلق. أحضروا سترة: الريح تأتي من البحر.</p>',
  },
}

/** Ticket types in English and Arabic, by their Hebrew names. */
const TYPE_TEXTS: Readonly<Record<string, TypeTexts>> = {
  'מכירה מוקדמת': {
    en: { name: 'Early bird', info: 'Standing, at the price for people who did not wait.' },
    ar: { name: 'حجز مبكّر', info: 'دخول وقوفًا، بسعر من لم ينتظر.' },
  },
  'עמידה ברחבה': {
    en: { name: 'Standing', info: 'In front of the stage.' },
    ar: { name: 'وقوف في الساحة', info: 'أمام المنصة.' },
  },
  'ישיבה ביציע': {
    en: { name: 'Balcony seat', info: 'Unnumbered seats.' },
    ar: { name: 'جلوس في الشرفة', info: 'مقاعد غير مرقّمة.' },
  },
  'גולדן רינג': {
    en: { name: 'Golden ring', info: 'Front floor, its own bar and a signed poster.' },
    ar: { name: 'الدائرة الذهبية', info: 'ساحة أمامية، بار منفصل وملصق موقّع.' },
  },
  'מוזמני הפקה': {
    en: { name: 'Production guests' },
    ar: { name: 'ضيوف الإنتاج' },
  },
}

const GUESTS: readonly Guest[] = [
  { name: 'רדיו חוף', phone: '5550141', tickets: 6 },
  { name: 'תמר אלמוג', phone: '5550142', tickets: 2 },
  { name: 'יואב וענת דגן', phone: '5550143', tickets: 4 },
  { name: 'עיריית תל אביב תרבות', phone: '5550144', tickets: 8 },
  { name: 'מאיה הרשקוביץ', phone: '5550145', tickets: 2 },
  { name: 'כרים מנסור', phone: '5550146', tickets: 4 },
  { name: 'צוות קול וחומר', phone: '5550147', tickets: 6 },
  { name: 'אורי שביט', phone: '5550148', tickets: 4 },
  { name: 'גילי נבו', phone: '5550149', tickets: 2, revoked: true },
]

const SALES: Sales = {
  conversion: 0.029,
  sizes: [18, 54, 11, 14, 2, 1],
  tourists: 0.06,
  arabic: 0.08,
  refunded: 9,
  partly: 5,
  withFee: 4,
  quietDay: 120,
}

const ARTISTS: Show['artists'] = [
  ['נועה ברקן', 'Noa Barkan', 'نوعا بركان'],
  ['תזמורת הרציף', 'The Quay Orchestra', 'أوركسترا الرصيف'],
  ['עדן ושות׳', 'Eden & Co.', 'عيدن وشركاؤها'],
  ['די־ג׳יי לולה', 'DJ Lola', 'دي جي لولا'],
]

/** The big concert, in the middle of its sale. */
export const harbourNight: ShowMaker = ({ now, at, coming }) => {
  const startsAt = coming(THURSDAY, 24, '21:00')
  return {
    name: 'לילה לבן בנמל: נועה ברקן והתזמורת',
    description: DESCRIPTION,
    texts: TEXTS,
    typeTexts: TYPE_TEXTS,
    artists: ARTISTS,
    categories: ['shows'],
    venue: 'האנגר 11',
    art: harbour,
    when: {
      startsAt,
      endsAt: later(startsAt, 5 * HOUR),
      createdAt: at(-44, '16:40'),
      publishedAt: at(-38, '18:00'),
      saleFrom: at(-38, '20:00'),
      saleTo: now,
    },
    settings: {
      doors_at: later(startsAt, -1.5 * HOUR).toISOString(),
      order_limit: 8,
      accessibility: 'רחבה מוגבהת לכיסאות גלגלים וליווי מהשער. כתבו לנו עד יומיים לפני.',
      max_installments: 6,
      cancellation_days: 7,
    },
    types: [
      {
        name: 'מכירה מוקדמת',
        info: 'כניסה לעמידה, במחיר של מי שלא חיכה.',
        type: 'regular',
        price: 119,
        total: 200,
        limit: 6,
        sold: 200,
        invited: 0,
        during: [0, 0.24],
      },
      {
        name: 'עמידה ברחבה',
        info: 'מול הבמה.',
        type: 'regular',
        price: 149,
        total: 600,
        limit: 8,
        sold: 468,
        invited: 10,
      },
      {
        name: 'ישיבה ביציע',
        info: 'מקומות לא מסומנים.',
        type: 'regular',
        price: 189,
        total: 240,
        limit: 6,
        sold: 151,
        invited: 6,
      },
      {
        name: 'גולדן רינג',
        info: 'רחבה קדמית, בר נפרד ופוסטר חתום.',
        type: 'regular',
        price: 320,
        total: 60,
        limit: 4,
        sold: 46,
        invited: 2,
      },
      { name: 'מוזמני הפקה', info: '', type: 'producer', price: 0, total: 40, limit: null, sold: 0, invited: 18 },
    ],
    sales: SALES,
    guests: GUESTS,
    entered: 0,
    form: FORM,
  }
}
