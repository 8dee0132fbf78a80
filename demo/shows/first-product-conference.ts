import type { EventTexts, TypeTexts } from '../server.ts'
import { firstProduct } from '../art/first-product.ts'
import { HOUR, later, TUESDAY } from '../calendar.ts'
import type { Dice } from '../random.ts'
import type { Guest, Sales, ShowForm, ShowMaker, Show } from '../show.ts'

const DESCRIPTION = `
<p>יום אחד על הדבר הקשה ביותר: להתחיל. שש־עשרה הרצאות קצרות, ארבע סדנאות ומסדרון אחד ארוך מלא באנשים שכבר עשו את זה פעם.</p>
<h3>למי זה מתאים</h3>
<p>למי שבונים מוצר ראשון, למי שמעצבים אותו, ולמי שצריכים להחליט מתי הוא מספיק טוב.</p>
<ul><li>ארוחת צהריים וקפה לאורך היום</li><li>תרגום סימולטני לעברית ולאנגלית</li><li>ההרצאות המוקלטות נשלחות לכל המשתתפים</li></ul>`

const ROLES = ['מוצר', 'עיצוב', 'פיתוח', 'שיווק', 'הנהלה', 'סטודנטים'] as const
const COMPANIES = [
  'סטודיו גובה',
  'אורנים תוכנה',
  'בית ספר לעיצוב',
  'עצמאית',
  'נקודה',
  'מעבדת אור',
  'ספריית העיר',
] as const

const FORM: ShowForm = {
  form: {
    name: 'פרטי משתתפים בכנס',
    texts: { en: { name: 'Conference participants' }, ar: { name: 'تفاصيل المشاركين في المؤتمر' } },
    ask_per: 'order',
    fields: [
      {
        type: 'text',
        name: 'מקום עבודה',
        description: 'יודפס על התג.',
        advanced: 'company',
        required: true,
        options: [],
        texts: {
          en: { name: 'Workplace', description: 'Printed on your badge.' },
          ar: { name: 'مكان العمل', description: 'يُطبع على بطاقة الاسم.' },
        },
      },
      {
        type: 'select',
        name: 'תחום',
        description: '',
        advanced: 'role',
        required: true,
        options: [...ROLES],
        texts: {
          en: { name: 'Field', options: ['Product', 'Design', 'Development', 'Marketing', 'Management', 'Students'] },
          ar: { name: 'المجال', options: ['المنتج', 'التصميم', 'التطوير', 'التسويق', 'الإدارة', 'طلاب'] },
        },
      },
      {
        type: 'checkbox',
        name: 'ארוחה טבעונית',
        description: '',
        advanced: 'vegan',
        required: false,
        options: [],
        texts: { en: { name: 'Vegan meal' }, ar: { name: 'وجبة نباتية' } },
      },
      {
        type: 'email',
        name: 'לאן לשלוח את ההקלטות',
        description: '',
        advanced: 'recordings',
        required: false,
        options: [],
        texts: { en: { name: 'Where to send the recordings' }, ar: { name: 'إلى أين نرسل التسجيلات' } },
      },
    ],
  },
  answers: [
    { place: 0, answer: (random: Dice) => random.pick(COMPANIES) },
    { place: 1, answer: (random: Dice) => random.pick(ROLES) },
    { place: 2, answer: (random: Dice) => (random.chance(0.24) ? true : undefined) },
  ],
}

const TEXTS: EventTexts = {
  en: {
    accessibility: 'All halls are accessible; induction loop in the Erez hall.',
    name: 'First Product: a conference on starting and on design',
    description:
      '<p>One day about the hardest thing: starting. Sixteen short talks, four workshops and one long corridor full of people who have done it before.</p><p>Lunch and coffee all day; simultaneous translation between Hebrew and English.</p>',
  },
  ar: {
    accessibility: 'جميع القاعات مهيّأة، وحلقة سمعية في قاعة إيرز.',
    name: 'المنتج الأول: مؤتمر مبادرة وتصميم',
    description:
      '<p>يوم واحد عن أصعب الأمور: أن تبدأ. ست عشرة محاضرة قصيرة، أربع ورشات وممر طويل مليء بمن فعلوا ذلك من قبل.</p><p>وجبة غداء وقهوة طوال اليوم، وترجمة فورية بين العبرية والإنجليزية.</p>',
  },
}

/** Ticket types in English and Arabic, by their Hebrew names. */
const TYPE_TEXTS: Readonly<Record<string, TypeTexts>> = {
  'הרשמה מוקדמת': {
    en: { name: 'Early registration', info: 'Until a month before the conference.' },
    ar: { name: 'تسجيل مبكّر', info: 'حتى شهر قبل المؤتمر.' },
  },
  'כרטיס ליום מלא': {
    en: { name: 'Full day', info: 'Lunch included.' },
    ar: { name: 'تذكرة ليوم كامل', info: 'تشمل وجبة غداء.' },
  },
  סטודנטים: {
    en: { name: 'Students', info: 'With a student card.' },
    ar: { name: 'طلاب', info: 'عند إبراز بطاقة طالب.' },
  },
  'דוברים וצוות': {
    en: { name: 'Speakers and crew' },
    ar: { name: 'متحدّثون وطاقم' },
  },
}

const GUESTS: readonly Guest[] = [
  { name: 'שירה קפלן', phone: '5550161', tickets: 4 },
  { name: 'נדים ג׳בארין', phone: '5550162', tickets: 3 },
  { name: 'אלה פרנק', phone: '5550163', tickets: 2 },
  { name: 'יותם הראל', phone: '5550164', tickets: 4 },
  { name: 'צוות הפקה', phone: '5550165', tickets: 14 },
  { name: 'מערכת מגזין קו', phone: '5550166', tickets: 5 },
  { name: 'מכללת הר הצופים', phone: '5550167', tickets: 4 },
]

const SALES: Sales = {
  conversion: 0.036,
  sizes: [58, 26, 8, 5, 3],
  tourists: 0.12,
  arabic: 0.1,
  refunded: 6,
  partly: 3,
  withFee: 5,
  quietDay: 70,
}

const ARTISTS: Show['artists'] = [
  ['ד״ר שירה קפלן', 'Dr Shira Kaplan', 'د. شيرا كابلان'],
  ['נדים ג׳בארין', 'Nadim Jabarin', 'نديم جبارين'],
  ['אלה פרנק', 'Ella Frank', 'إيلا فرانك'],
  ['יותם הראל', 'Yotam Harel', 'يوتام هرئيل'],
]

/** Over for a week or so: its payout can be read. */
export const firstProductConference: ShowMaker = ({ at, past }) => {
  const startsAt = past(TUESDAY, 5, '09:00')
  const soldTo = later(startsAt, -2 * HOUR)
  return {
    name: 'מוצר ראשון: כנס יזמות ועיצוב',
    description: DESCRIPTION,
    texts: TEXTS,
    typeTexts: TYPE_TEXTS,
    artists: ARTISTS,
    categories: ['conferences', 'classes'],
    venue: 'מרכז הכנסים ירושלים',
    art: firstProduct,
    when: {
      startsAt,
      endsAt: later(startsAt, 9 * HOUR),
      createdAt: at(-81, '10:00'),
      publishedAt: at(-76, '09:00'),
      saleFrom: at(-76, '10:00'),
      saleTo: soldTo,
    },
    settings: {
      doors_at: later(startsAt, -HOUR).toISOString(),
      order_limit: 10,
      accessibility: 'כל האולמות נגישים, לולאת השראה באולם ארז.',
      max_installments: 4,
    },
    types: [
      {
        name: 'הרשמה מוקדמת',
        info: 'עד חודש לפני הכנס.',
        type: 'regular',
        price: 290,
        total: 120,
        limit: 5,
        sold: 118,
        invited: 0,
        during: [0, 0.55],
        saleEndsAt: later(startsAt, -30 * 24 * HOUR),
      },
      {
        name: 'כרטיס ליום מלא',
        info: 'כולל ארוחת צהריים.',
        type: 'regular',
        price: 390,
        total: 220,
        limit: 10,
        sold: 163,
        invited: 5,
        during: [0.3, 1],
      },
      {
        name: 'סטודנטים',
        info: 'בהצגת תעודה.',
        type: 'regular',
        price: 145,
        total: 70,
        limit: 2,
        sold: 57,
        invited: 0,
      },
      { name: 'דוברים וצוות', info: '', type: 'producer', price: 0, total: 40, limit: null, sold: 0, invited: 31 },
    ],
    sales: SALES,
    guests: GUESTS,
    entered: 0.93,
    form: FORM,
  }
}
