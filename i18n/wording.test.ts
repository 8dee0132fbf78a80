import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { LANGS, type Lang } from './lang.ts'
import { translatorFor } from './server.ts'

// What words may not come back: the choices of docs/GLOSSARY.md, and mistakes that a reader sees and a type does not.

const folder = new URL('./messages/', import.meta.url)

const flatten = (node: unknown, path: string): (readonly [string, string])[] =>
  typeof node === 'string'
    ? [[path, node]]
    : Object.entries(node as object).flatMap(([key, child]) => flatten(child, path ? `${path}.${key}` : key))

/** All messages of a language by `namespace:key`. */
const messagesIn = (lang: Lang): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(new URL(`${lang}/`, folder)).flatMap((file) => {
      const namespace = file.replace(/\.json$/, '')
      const text = readFileSync(new URL(`${lang}/${file}`, folder), 'utf8')
      return flatten(JSON.parse(text), '').map(([key, value]) => [`${namespace}:${key}`, value] as const)
    }),
  )

const CATALOGUES: Readonly<Record<Lang, ReadonlyMap<string, string>>> = {
  he: messagesIn('he'),
  en: messagesIn('en'),
  ar: messagesIn('ar'),
}

/** `namespace:key  text` of every message that breaks a rule; `except` matches the keys that may. */
const breaking = (lang: Lang, breaks: (text: string) => boolean, except = /^$/): string[] =>
  [...CATALOGUES[lang]]
    .filter(([key, text]) => breaks(text) && !except.test(key))
    .map(([key, text]) => `${key}  ${text}`)

interface Rule {
  readonly title: string
  readonly pattern: RegExp
  /** Keys that may use it, with the reason beside the rule. */
  readonly except?: RegExp
}

/** Matches a whole Hebrew term. */
const term = (...terms: readonly string[]): RegExp => new RegExp(`(?<![א-ת])(?:${terms.join('|')})(?![א-ת])`)

const HEBREW: readonly Rule[] = [
  {
    title: 'a payment card is כרטיס אשראי, because כרטיס alone is the ticket',
    pattern:
      /(?<!סוג )כרטיס (אחר|סורב|נדחה|חסום|תייר)(?![א-ת])|תשלום בכרטיס(?! אשראי)|מספר ה?כרטיס(?!ים| ה?אשראי)|תוקף הכרטיס/,
    // a scanner types the number of a ticket
    except: /^(scan|gate):/,
  },
  {
    title: 'a page is unpublished (ביטול הפרסום), because הורדת דף is a download',
    pattern: /(הורדת|להוריד את) (ה|דף)/,
  },
  {
    title: 'the product is named Kartis, because כרטיס is the ticket',
    pattern: /קוד.* לכרטיס$|מערכת כרטיס(?![א-ת])|כרטיס (היא|הוא) מערכת|\| כרטיס$|^כרטיס, ל/,
  },
  {
    title: 'a prefix stands before Latin letters, digits and placeholders with a maqaf, not with a hyphen',
    pattern: /(?<![א-ת])[בלמהוכש]{1,2}-(?=[A-Za-z0-9{<])/,
  },
  { title: 'a prefix never touches a Latin letter or a digit', pattern: /(?<![א-ת״׳])[בלמהוכש](?=[A-Za-z0-9])/ },
  {
    title: 'a time in a sentence has its preposition: נסרק ב־17 בדצמבר, נפתחת ביום חמישי',
    pattern: /(?<!עד|של)(?<=[א-ת]) \{\{(when|moment|until|day)\}\}/,
  },
  { title: 'quotes are gershayim', pattern: /"/ },
  {
    title: 'things happen אוטומטית, not לבד or מעצמן',
    pattern: term('לבד', 'מעצמו', 'מעצמה', 'מעצמם'),
  },
  { title: 'what is deleted is deleted לצמיתות', pattern: term('לתמיד') },
  {
    title: 'literary words are not used',
    pattern: term('לשווא', 'ננטש', 'ויתר', 'הקישו', 'החל'),
    except: /^(terms|legal|event|reports|sale):/,
  },
  {
    title: 'an email is מייל or אימייל',
    pattern: /דוא״ל|(?<![א-ת])הדואר(?! האלקטרוני)/,
    except: /^signup:banks\.postal$/,
  },
  { title: 'an SMS is SMS', pattern: term('מסרון', 'במסרון') },
  { title: 'something that is not there yet is עדיין, not עוד', pattern: /(?<![א-ת])עוד (לא|אין)(?![א-ת])/ },
  { title: 'a hint says what to do with an empty field', pattern: /(?<![א-ת])ריק:/ },
  {
    title: 'who runs an event is מפיק',
    pattern: /(?<![א-ת])[הלמבו]?מארגנ?(ים|ן)?(?![א-ת])/,
  },
]

const ENGLISH: readonly Rule[] = [
  { title: 'nothing is mended, shut out or dealt with', pattern: /\b(mend(s|ed|ing)?|shut out|dealt with)\b/i },
  { title: 'people delete, they do not erase', pattern: /\b(erase[sd]?|erasing|erasure)\b/i },
  { title: 'money is an amount, not a sum', pattern: /(?<!\{\{)\bsums?\b(?!\}\})/i },
  {
    title: 'no word-for-word translations are left',
    pattern:
      /\b(dearest|in vain|as the law asks|by itself|by themselves|held of|good for|someone of|is gone|all the same|not whose|for good|tell about|at once)\b|^Of it\b/i,
    except: /^(legal|terms|waiting-room):/,
  },
  { title: 'a hint says what to do with an empty field', pattern: /\bEmpty:/ },
  { title: 'email has no hyphen', pattern: /e-mail/i },
  { title: 'people sign in and out', pattern: /\b(log(ged)? (in|out)|login|logout)\b/i },
  { title: 'who runs an event is the organiser', pattern: /\bproducers?\b/i },
  { title: 'a selling device is a register of the box office', pattern: /\b(tills?|cashiers?)\b/i },
  { title: 'payments have a provider and a processing fee', pattern: /\b(clearing fees?|payment company)\b/i },
  {
    title: 'people wait in a queue',
    pattern: /\b(in line|the line|a line|this line)\b/i,
    except: /^(forms|images|validation):/,
  },
  { title: 'apostrophes are curly', pattern: /'/ },
  // An SMS in the GSM alphabet has 160 characters; curly quotes would leave it 70.
  { title: 'quotes are curly, except in an SMS', pattern: /"/, except: /sms(_|$)/ },
]

const ARABIC_RANGE = '[\\u0600-\\u06ff]'

const ARABIC: readonly Rule[] = [
  {
    title: 'who runs an event is منظّم: منتج is a product',
    pattern: new RegExp(`(?<!${ARABIC_RANGE})(ال|لل|وال)?منتج(ين|ون)?(?!${ARABIC_RANGE})`),
    // the terms speak of products as well
    except: /^terms:/,
  },
  {
    title: 'the product is named Kartis',
    pattern: /كرتيس/,
  },
  { title: 'quotes are « »', pattern: /"/ },
  { title: 'accessibility is إتاحة الوصول', pattern: /إمكانية الوصول/ },
  { title: 'the payment provider is شركة الدفع', pattern: /شركة المقاصة|عمول(ة|ات) المقاصة/ },
  { title: 'people contact: تواصلوا مع', pattern: /توجّ?هوا إلى/ },
  { title: 'a hint says what to do with an empty field', pattern: /فارغ:/ },
  { title: 'things happen تلقائيًا', pattern: /(تتحدّث|يُفتح)[^.]*وحد(ها|ه)/ },
  { title: 'a selling device is نقطة بيع', pattern: /صندوق|صناديق/, except: /^messages:outbox\.title$/ },
  { title: 'tanwin stands before the alif', pattern: /اً/ },
  { title: 'a comma is Arabic', pattern: /[\u0600-\u06ff],/ },
  {
    title: 'what is in progress is named with جارٍ, not in the first person',
    pattern: /^(نحفظ|نرسل|نحمّل|نلغي|نفتح|نفحص|نجهّز)[^.]*…$/,
  },
]

/** Catalogues of screens alone: what the server sends or prints has rules of its own. */
const SCREENS: ReadonlySet<string> = new Set(
  'box-office choice coupons event forms gate gate-board gate-devices home hub images invitations orders profile scan seat-maps seating security team terminals tickets venues welcome wizard'.split(
    ' ',
  ),
)

const RULES = { he: HEBREW, en: ENGLISH, ar: ARABIC } as const

describe.each(LANGS)('the wording of the messages in %s', (lang) => {
  it.each(RULES[lang])('$title', ({ pattern, except }) => {
    expect(breaking(lang, (text) => pattern.test(text), except)).toEqual([])
  })

  it('a name that people typed stands in isolates in a sentence of a screen', () => {
    const bare = /(?<![\u2068\u2066/>])\{\{(name|event|venue|account|gate|helper|device|organiser|guest|holder)\}\}/
    // Texts that leave the screen: names of files and halls, what is shared or sent; and `gate.twice`, which puts a text in.
    const leaves =
      /^(event:share|orders:file|invitations:waiting\.file|venues:maps\.copy_of|seat-maps:names|gate:twice|seating:now)\b/
    const wrong = breaking(lang, (text) => bare.test(text), leaves)
    expect(wrong.filter((line) => SCREENS.has(line.split(':', 1)[0] ?? ''))).toEqual([])
  })

  it('a number with a hyphen stands in an isolate among Arabic letters, which would turn its parts around', () => {
    // Whole paragraphs of the law and of the terms name sections, ratios and years.
    const bare = /(?<![\u2066\d-])\d{2,}[-\u2013]\d/
    expect(lang === 'ar' ? breaking(lang, (text) => bare.test(text), /^(terms|legal|privacy):/) : []).toEqual([])
  })

  it('a toast of a single sentence has no full stop', () => {
    const ofToasts =
      /[:._](saved|saved_all|done|done_refund|removed|copied|embed_copied|created|sent|resent|erased|exported|changed|cancelled|revoked|revoked_done|file_saved|undone|closed|off|on)$/
    const isOneSentence = (text: string) => /[^.]\.$/.test(text) && !/[.؟!?] /.test(text)
    const wrong = breaking(lang, isOneSentence, /^(terms|legal|messages|errors|gateway):/)
    expect(wrong.filter((line) => ofToasts.test(line.split('  ', 1)[0] ?? ''))).toEqual([])
  })

  it('a message with a count has plural forms', () => {
    // A ticket's place among all, a multiplication sign, and a figure after a colon or in brackets read alike for any number.
    const readsAlike = /(\{\{place\}\}.*\{\{count\}\}|\{\{count\}\} ×|: ?\{\{count\}\}|\(\{\{count\}\}\))/
    const counted = [...CATALOGUES[lang]].filter(
      ([key, text]) =>
        text.includes('{{count}}') && !/_(zero|one|two|few|many|other)$/.test(key) && !readsAlike.test(text),
    )
    // The first is never below two, the second always the same.
    expect(counted.map(([key]) => key)).toEqual(['components:search.short', 'wizard:forms.more'])
  })
})

describe('an SMS in English', () => {
  it('is written in the GSM alphabet: one curly quote would leave it 70 characters instead of 160', () => {
    const ofSms = [...CATALOGUES.en].filter(([key]) => /^(messages|disputes|refund-\w+):.*[._]sms(_|$)/.test(key))
    expect(ofSms.length).toBeGreaterThan(10)
    expect(ofSms.filter(([, text]) => /[“”‘’–—…·]/.test(text))).toEqual([])
  })
})

describe('numbers in the messages', () => {
  const bases = (lang: Lang) =>
    [...CATALOGUES[lang].keys()].filter((key) => key.endsWith('_other')).map((key) => key.replace(/_other$/, ''))

  const shown = (lang: Lang, key: string, count: number) =>
    (translatorFor(lang) as unknown as (key: string, values: object) => string)(key, { count, figure: count, from: 1 })

  it('a single item never stands in the plural: not "1 כרטיסים", not "1 tickets"', () => {
    const hebrew = bases('he').map((key) => [key, shown('he', key, 1)] as const)
    expect(hebrew.filter(([, text]) => /(?<!\d)1 [א-ת]+(ים|ות)(?![א-ת])/.test(text))).toEqual([])
    const english = bases('en').map((key) => [key, shown('en', key, 1)] as const)
    expect(english.filter(([, text]) => /(?<!\d)1 (more |free )?(?!was|is)\w+s\b/.test(text))).toEqual([])
  })

  it('every other number stands in its message, or in the word for two', () => {
    for (const lang of LANGS)
      for (const key of bases(lang)) {
        const form = CATALOGUES[lang].get(`${key}_other`) ?? ''
        if (/\{\{(count|figure)\}\}/.test(form)) expect(shown(lang, key, 100), `${lang} ${key}`).toContain('100')
      }
  })

  it('a number of another name stands before a plural only where it is never one', () => {
    // Days offline (3, 15), minutes of a code (5), hours after an event (6), types (more than a screen shows), characters.
    const never =
      /^(errors:N[34]|messages:codes\.\w+\.body|gate-people:setting\.text|reports:types\.whole|wizard:description\.left)$/
    const plural = /\{\{(?!count|name|percent)\w+\}\} (?!עד)[א-ת]+(ים|ות)(?![א-ת])/
    const wrong = breaking('he', (text) => plural.test(text), never)
    expect(wrong.filter((line) => !/_(one|two|other)  /.test(line))).toEqual([])
  })

  it('a countdown in Arabic has one label for every number, because the number is written before it', () => {
    for (const unit of ['days', 'hours', 'minutes'])
      expect(
        new Set([...CATALOGUES.ar].filter(([key]) => key.startsWith(`event:count.${unit}_`)).map(([, text]) => text))
          .size,
      ).toBe(1)
  })
})

describe('orders and invitations in Hebrew', () => {
  const ambiguous = (namespace: string, bare: RegExp) =>
    breaking('he', (text) => bare.test(text) && !/אורח|לצוות|כרטיסי? הזמנה|מספר הזמנה/.test(text)).filter((line) =>
      line.startsWith(`${namespace}:`),
    )

  it('a guest’s invitation is הזמנת אורח or כרטיס הזמנה, because הזמנה is an order', () => {
    expect(ambiguous('invitations', /(?<![א-ת])ה?הזמנ(ה|ת|ות)(?![א-ת])/)).toEqual([])
  })

  it('an invitation to a team is הזמנה לצוות, because הזמנה is an order', () => {
    expect(ambiguous('team', /(?<![א-ת])ה?הזמנ(ה|ת)(?![א-ת])/)).toEqual([])
  })
})
