import { describe, expect, test } from 'vitest'
import {
  asOneLine,
  isEmail,
  hasForeignLink,
  isOneLine,
  isPersonName,
  isPlainText,
  isRecipientName,
  searchText,
  tidy,
  withoutAddresses,
  withoutForeignAddresses,
  withoutInvisible,
} from './text.ts'

describe('names', () => {
  test.each(['דנה', 'Bo', "O'Neil", 'בן-דוד', 'בן־דוד', 'ג׳ורג׳', ' נועה לי ', 'ليلى', 'José', 'דָּנָה'])(
    '%s is a name',
    (name) => {
      expect(isPersonName(name)).toBe(true)
    },
  )

  test.each(['', 'א', '  ', "'-", 'א-', 'D2', 'דנה!', 'Иван', '李小龍', 'a@b', 'א1ב'])('"%s" is not', (name) => {
    expect(isPersonName(name)).toBe(false)
  })

  test.each(['דנה כהן', 'Dana Levi', '  דנה   בת-אל כהן ', 'ليلى حداد'])('%s is a full name', (name) => {
    expect(isRecipientName(name)).toBe(true)
  })

  test.each(['דנה', 'דנה כ', 'ד כהן', 'Dana 12', '', 'דנה כהן 3'])('"%s" is not a full name', (name) => {
    expect(isRecipientName(name)).toBe(false)
  })
})

describe('e-mail', () => {
  test.each([
    'a@b.co',
    'dana.levi+tickets@mail.example.co.il',
    'x_y@exa-mple.com',
    'x@example.xn--4dbrk0ce',
    `a@${'b'.repeat(63)}.co`,
  ])('%s is an address', (text) => {
    expect(isEmail(text)).toBe(true)
  })

  test.each([
    '',
    'a',
    'a@b',
    'a@b.c',
    '@b.co',
    'a@.co',
    'a b@c.co',
    'a@b..co',
    'a..b@c.co',
    'a@b.co1',
    'a@-b.co',
    'a@b@c.co',
    `${'a'.repeat(250)}@b.co`,
    `${'a'.repeat(65)}@b.co`,
    `a@${'b'.repeat(64)}.co`,
  ])('"%s" is not', (text) => {
    expect(isEmail(text)).toBe(false)
  })

  test('a hostile address is refused quickly', () => {
    expect(isEmail(`a@${'a-'.repeat(120)}`)).toBe(false)
  })
})

describe('searching', () => {
  test('a search ignores vowel points, geresh, gershayim, hyphens and case', () => {
    expect(new Set(['צ׳יק', "צ'יק", 'ציק', 'צ’יק', 'צִ׳יק'].map(searchText))).toEqual(new Set(['ציק']))
    expect(searchText('תנ״ך')).toBe(searchText('תנ"ך'))
    expect(searchText('בן־דוד')).toBe(searchText('בן דוד'))
    expect(searchText('  DANA   Levi ')).toBe('dana levi')
    expect(searchText('لَيْلى')).toBe('ليلى')
  })

  test('tidy trims text and collapses white space', () => {
    expect(tidy('  דנה \n כהן ')).toBe('דנה כהן')
  })
})

describe('control characters', () => {
  test.each(['a\nb', 'a\rb', 'a\u0000b', 'a\u0007b', 'a\u0085b', 'a\u2028b', 'a\u2029b'])(
    '%j is not one line, and becomes one',
    (text) => {
      expect(isOneLine(text)).toBe(false)
      expect(asOneLine(text)).toBe('a b')
    },
  )

  test('a text of several lines may have line breaks and tabs, and nothing else', () => {
    expect(isPlainText('a\r\n\tb')).toBe(true)
    expect(isPlainText('a\u001bb')).toBe(false)
  })

  test('an override of the writing direction is removed, a direction mark stays', () => {
    expect(withoutInvisible('\u202ainvoice\u202e\u200efdp\u2066')).toBe('invoice\u200efdp')
  })

  test('joiners and direction marks of words stay, and what separates words unseen is removed', () => {
    for (const text of ['می\u200cخواهم', '\u200fשלום (!\u200f)', '👩\u200d👧', 'क्\u200dष'])
      expect(withoutInvisible(text)).toBe(text)
    expect(withoutInvisible('ad\u200bm\u2060in\ufeff')).toBe('admin')
  })

  test('marks that are piled upon a letter are left out, and pointed letters keep theirs', () => {
    expect(withoutInvisible(`Zalgo${'\u0301'.repeat(100)}!`)).toBe(`Zalgo${'\u0301'.repeat(5)}!`)
    for (const text of ['שִׁ\u0591בּוֹלֶת', 'مُحَمَّدٌ', 'é', '1️⃣']) expect(withoutInvisible(text)).toBe(text)
  })

  test.each(['\u200b\u200b', '\u200e \u200f', '\u3164', '\u2800', '\u00ad\u200d'])(
    'a text without anything visible is empty',
    (text) => {
      expect(withoutInvisible(text)).toBe('')
    },
  )
})

describe('a text without addresses', () => {
  test.each([
    ['הצטרפו evil.com/login עכשיו', 'הצטרפו evil. com/login עכשיו'],
    ['https://evil.co.il', 'https evil. co. il'],
    ['dana@evil.com', 'dana@evil. com'],
    ['evil。com', 'evil. com'],
    ['10.0.0.1/pay', '10. 0. 0. 1/pay'],
    ['אתר.קום', 'אתר. קום'],
  ])('%s is no link', (text, expected) => {
    expect(withoutAddresses(text)).toBe(expected)
  })

  test.each(['גרסה 2.0', '12.11.2026', 'ד״ר א.ב. כהן', 'ערב שירה...', 'DJ A.B.', '1.5 שעות'])(
    '%s stays as it is',
    (text) => {
      expect(withoutAddresses(text)).toBe(text)
    },
  )
})

describe('the text of a message by SMS', () => {
  const HOST = 'tickets.example.co.il'
  const own = [
    'פרטים: https://tickets.example.co.il/order/show?lang=en#map',
    'tickets.example.co.il/order/show',
    'https://tickets.example.co.il.',
    '(https://tickets.example.co.il:8443/order)',
    'שאלות: info@producer.co.il, 03-1234567',
  ]
  const plain = ['הדלתות ב־20:30. נתראה!', '24.12.2026, 19:00', 'ד״ר א.ב. כהן', 'גרסה 2.0', 'נתראה.תודה', '₪ 12.50']
  const names = [
    'נועה ב.Live',
    'ב.LIVE!',
    'ערב (שירה.Acoustic), 20:30',
    'ה־ב.Live: שעתיים',
    'ليلة.Live.',
    'נועה ב.Live\nנתראה',
  ]
  const foreign = [
    'https://evil.com',
    'היכנסו evil.com/login',
    'www.evil.com',
    'evil。com',
    'ｅｖｉｌ．ｃｏｍ',
    '10.0.0.1/pay',
    'https://10.0.0.1',
    'אתר.com',
    'אתר.Com',
    'אתר.IL',
    'אתר.live',
    'אתר.Live/pay',
    'אתר.Live:8443',
    'אתר.Live?a=1',
    'אתר.Live.evil',
    'evil-ב.Live',
    'evil.ב.Live',
    'evilב.Live',
    'שירה9.Live',
    'x@ב.Live',
    'evil.Live',
    'www.ב.Live',
    'https://ב.Live',
    'נועה ב.Live ואתר.com',
    'x.xn--4dbrk0ce',
    'https://tickets.example.co.il.evil.com/',
    'https://tickets.example.co.il@evil.com/',
    'https://tickets.example.co.il:443@evil.com/',
    'https://evil-tickets.example.co.il/',
    'https://my.tickets.example.co.il/',
    'info@evil.com/login',
    'https://tickets.example.co.il/order;https://evil.com',
    'http://localhost',
  ]

  test.each([...own, ...plain, ...names])('may say: %s', (text) => {
    expect(hasForeignLink(text, HOST)).toBe(false)
  })

  test.each(foreign)('may not say: %s', (text) => {
    expect(hasForeignLink(text, HOST)).toBe(true)
  })

  test.each(own)('keeps what may be followed: %s', (text) => {
    expect(withoutForeignAddresses(text, HOST)).toBe(text)
  })

  test.each(names)('has a space in a name that a phone could show as a link: %s', (text) => {
    expect(withoutForeignAddresses(text, HOST)).toBe(text.replace(/\.(?=[A-Z])/, '. '))
  })

  test('has no other address, whatever a phone takes for one', () => {
    expect(withoutForeignAddresses('נתראה.תודה אתר.קום https://tickets.example.co.il/a', HOST)).toBe(
      'נתראה. תודה אתר. קום https://tickets.example.co.il/a',
    )
  })
})
