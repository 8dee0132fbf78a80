import { fourSilences } from '../art/four-silences.ts'
import { bass } from '../art/bass.ts'
import { standUp } from '../art/stand-up.ts'
import { vineyard } from '../art/vineyard.ts'
import { HOUR, later } from '../calendar.ts'
import type { Sales, Show, ShowMaker } from '../show.ts'

const SALES: Sales = {
  conversion: 0.04,
  sizes: [14, 56, 14, 14, 2],
  tourists: 0.03,
  arabic: 0.1,
  refunded: 0,
  partly: 0,
  withFee: 0,
  quietDay: 25,
}

type Evening = Pick<Show, 'name' | 'description' | 'texts' | 'artists' | 'categories' | 'venue' | 'art'> & {
  /** Days before today on which it was, and days before that on which its sale began. */
  readonly daysAgo: number
  readonly saleDays: number
  readonly clock: string
  readonly ticket: readonly [he: string, en: string, ar: string]
  /** shekels */
  readonly price: number
  readonly sold: number
  readonly entered: number
  /** Nothing is sold in the last days: the evening was cancelled then. */
  readonly closedDays?: number
}

/** A small evening of one ticket type, which the producer has put aside. */
const evening =
  ({ daysAgo, saleDays, clock, ticket, price, sold, entered, closedDays = 0, ...texts }: Evening): ShowMaker =>
  ({ at }) => {
    const startsAt = at(-daysAgo, clock)
    const [name, en, ar] = ticket
    return {
      ...texts,
      typeTexts: { [name]: { en: { name: en }, ar: { name: ar } } },
      when: {
        startsAt,
        endsAt: later(startsAt, 2 * HOUR),
        createdAt: at(-daysAgo - saleDays - 4, '11:10'),
        publishedAt: at(-daysAgo - saleDays - 1, '09:30'),
        saleFrom: at(-daysAgo - saleDays, '10:00'),
        saleTo: closedDays > 0 ? at(-daysAgo - closedDays, '10:00') : later(startsAt, -HOUR),
      },
      settings: { doors_at: later(startsAt, -HOUR).toISOString(), order_limit: 8 },
      types: [{ name, info: '', type: 'regular', price, total: sold + 40, limit: 8, sold, invited: 0 }],
      sales: SALES,
      guests: [],
      entered,
    }
  }

/** Paid out; afterwards one of its orders was refunded. */
export const tryouts = evening({
  daysAgo: 75,
  saleDays: 26,
  clock: '21:00',
  name: 'ארז שמש: ההרצות',
  description: '<p>שעה של חומר חדש, שחלקו ישרוד. מגיעים, צוחקים, ומספרים לארז מה פחות.</p>',
  texts: {
    en: {
      name: 'Erez Shemesh: The Try-outs',
      description: '<p>An hour of new material, some of which will survive. The show is in Hebrew.</p>',
    },
    ar: { name: 'إيرز شيمش: العروض التجريبية', description: '<p>ساعة من مواد جديدة سيبقى بعضها. العرض بالعبرية.</p>' },
  },
  artists: [['ארז שמש', 'Erez Shemesh', 'إيرز شيمش']],
  categories: ['stand-up'],
  venue: 'גג בית היוצר',
  art: standUp,
  ticket: ['כניסה', 'Admission', 'دخول'],
  price: 60,
  sold: 118,
  entered: 0.9,
})

/** Its payout came back from the bank. */
export const premiere = evening({
  daysAgo: 40,
  saleDays: 34,
  clock: '20:30',
  name: 'ארבע שתיקות: ערב הבכורה',
  description: '<p>ארבעה רקדנים, במה אחת, ושקט שאפשר לשמוע. הערב הראשון, ואחריו שיחה עם היוצרים.</p>',
  texts: {
    en: {
      name: 'Four Silences: Opening Night',
      description: '<p>Four dancers, one stage, and a quiet that can be heard. A talk with the makers follows.</p>',
    },
    ar: {
      name: 'أربعة صموت: ليلة الافتتاح',
      description: '<p>أربعة راقصين ومنصة واحدة وصمت مسموع. يليه لقاء مع المبدعين.</p>',
    },
  },
  artists: [['להקת ארבע', 'Arba Company', 'فرقة أربع']],
  categories: ['shows'],
  venue: 'היכל הצליל',
  art: fourSilences,
  ticket: ['מושב', 'Seat', 'مقعد'],
  price: 140,
  sold: 164,
  entered: 0.94,
})

/** Its payout waits for a second person. */
export const tasting = evening({
  daysAgo: 14,
  saleDays: 30,
  clock: '19:00',
  name: 'בציר ראשון: טעימות בכרם',
  description: '<p>שקיעה, שישה יינות, ומי שעשו אותם. הישיבה בין השורות.</p>',
  texts: {
    en: {
      name: 'First Harvest: A Tasting in the Vineyard',
      description: '<p>A sunset, six wines, and the people who made them. We sit between the rows.</p>',
    },
    ar: {
      name: 'القطاف الأول: تذوّق في الكرم',
      description: '<p>غروب وستة أنواع من النبيذ ومن صنعوها. نجلس بين الصفوف.</p>',
    },
  },
  artists: [],
  categories: ['tours'],
  venue: 'כרם נבט',
  art: vineyard,
  ticket: ['טעימה', 'Tasting', 'تذوّق'],
  price: 110,
  sold: 86,
  entered: 0.95,
})

/** Cancelled six days before it was to be; every order was refunded. */
export const cancelledParty = evening({
  daysAgo: 9,
  saleDays: 30,
  clock: '22:30',
  closedDays: 6,
  name: 'לילה אחד לפני: מסיבת חימום',
  description: '<p>רחבה אחת, שני תקליטנים, ובס שמרגישים ברצפה. חימום לפני הדבר האמיתי.</p>',
  texts: {
    en: {
      name: 'One Night Before: Warm-up Party',
      description: '<p>One floor, two DJs, and a bass that you feel in your feet.</p>',
    },
    ar: { name: 'ليلة قبل: حفلة إحماء', description: '<p>ساحة واحدة وديجيان وبيس تشعرون به في الأرض.</p>' },
  },
  artists: [],
  categories: ['shows'],
  venue: 'מועדון הסיבוב',
  art: bass,
  ticket: ['כניסה לרחבה', 'Dance floor', 'دخول الساحة'],
  price: 70,
  sold: 34,
  entered: 0,
})
