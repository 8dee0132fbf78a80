import { smsParts } from '@kartis/domain/buyer-message.ts'
import { LANGS } from '@kartis/i18n/lang.ts'
import { describe, expect, it } from 'vitest'
import { renderIn } from '../../../testing/templates.ts'
import { emailCorrected } from './email-corrected.ts'
import {
  eventChanged,
  invitationTickets,
  orderCancelled,
  paymentRefundedLate,
  refundDone,
  seatsChanged,
  ticketsReady,
} from './templates.ts'

const facts = { event: 'לילה לבן <עם> "הלהקה"', startsAt: '2026-12-17T19:00:00Z', place: 'בארבי, נמל יפו' }
const link = 'https://tickets.example.co.il/order/tickets/1?token=abc&x=1'
const more = {
  calendar: 'https://tickets.example.co.il/api/v1/public/orders/1/calendar.ics?token=abc',
  google: 'https://calendar.google.com/calendar/render?action=TEMPLATE',
  receipt: 'https://tickets.example.co.il/order/receipt/1?token=abc',
}
const ready = { ...facts, more, count: 2, number: 'K-10027', link, total: 25_800 }
const cancelled = { ...facts, number: 'K-10027', count: 2 }
const messages = [
  ticketsReady(ready),
  invitationTickets({ ...facts, more, name: 'דנה לוי', from: 'הפקות הצפון', count: 1, link }),
  orderCancelled({ ...cancelled, refund: 25_800 }),
  orderCancelled({ ...cancelled, left: 3, refund: 24_510, fee: 1_290 }),
  refundDone({ event: facts.event, number: 'K-10027', amount: 12_345 }),
  paymentRefundedLate({ event: facts.event, number: 'K-10027', amount: 25_800 }),
  eventChanged({ ...facts, change: 'time', isRefundable: true, link }),
  seatsChanged({ ...facts, link }),
  emailCorrected({ event: facts.event, number: 'K-10027' }),
].map((content) => [content.template, content] as const)

describe.each(LANGS)('order messages in %s', (lang) => {
  it.each(messages)('%s is complete: no key and no placeholder is left', (_, content) => {
    const { all, email } = renderIn(lang, content)
    expect(all).not.toMatch(/\{\{|\}\}|messages:|undefined|null|NaN|\[object/)
    expect(email.subject.length).toBeGreaterThan(5)
    if (lang !== 'he')
      expect(all.replaceAll(/לילה|לבן|עם|הלהקה|בארבי|נמל|יפו|דנה|לוי|הפקות|הצפון/g, '')).not.toMatch(
        /\p{Script=Hebrew}/u,
      )
  })

  it.each([1, 2, 3, 11, 100])('the plural of %i tickets follows the language', (count) => {
    const { sms, email } = renderIn(lang, ticketsReady({ ...ready, count }))
    expect(sms).not.toContain('{{')
    if (count > 2) expect(sms + email.facts.join()).toContain(String(count))
  })

  it.each(['time', 'place', 'both', 'cancelled'] as const)('a change of the event is named: %s', (change) => {
    expect(renderIn(lang, eventChanged({ ...facts, change, link })).sms).not.toMatch(/\{\{|messages:/)
  })
})

describe('order messages', () => {
  it('a postponement names the full refund and its end in both messages, and another change does not', () => {
    for (const change of ['time', 'both'] as const) {
      const { sms, email } = renderIn('he', eventChanged({ ...facts, change, isRefundable: true, link }))
      expect(sms).toContain('החזר מלא עד תחילת האירוע')
      expect(sms).toContain(link)
      expect(email.lines.join()).toMatch(/החזר מלא.*ביטול כרטיסים/u)
      expect(renderIn('he', eventChanged({ ...facts, change, link })).all).not.toContain('החזר')
    }
  })

  it('a change of place says that a substantial one is refunded, where something was paid', () => {
    for (const change of ['place', 'both'] as const) {
      const { sms, email } = renderIn('he', eventChanged({ ...facts, change, isPaid: true, link }))
      expect(sms).toContain('שינוי מהותי מזכה בהחזר מלא')
      expect(email.lines.join()).toContain('שינוי מהותי במקום מזכה בהחזר מלא')
    }
    expect(renderIn('he', eventChanged({ ...facts, change: 'time', isPaid: true, link })).all).not.toContain('החזר')
    const both = eventChanged({ ...facts, change: 'both', isPaid: true, isRefundable: true, link })
    expect(renderIn('he', both).all).not.toContain('מהותי')
  })

  it('the mail with the tickets leads to both calendars, and to the payment confirmation of a paid order only', () => {
    const paid = renderIn('he', ticketsReady(ready)).email.links?.map(({ link: to }) => to)
    expect(paid).toEqual([more.calendar, more.google, more.receipt])
    const free = ticketsReady({ ...ready, more: { ...more, receipt: undefined } })
    expect(renderIn('he', free).email.links).toHaveLength(2)
  })

  it('times are in the zone of the event, amounts in shekels', () => {
    const { all } = renderIn('he', ticketsReady(ready))
    expect(all).toContain('21:00')
    expect(all).toContain('17 בדצמבר 2026')
    expect(all).toMatch(/258\.00/)
    expect(renderIn('he', ticketsReady({ ...ready, timezone: 'Europe/London' })).all).toContain('19:00')
  })

  it('the SMS names the place, unless that makes it a part longer', () => {
    const short = { ...ready, event: 'לילה לבן', link: 'https://tickets.example.co.il/t/abcdefghij' }
    const sms = (place?: string) => renderIn('he', ticketsReady({ ...short, place })).sms
    expect(sms('בארבי, נמל יפו')).toContain(', בארבי. הזמנה')
    expect(sms('בארבי, נמל יפו')).not.toContain('נמל יפו')
    const without = sms()
    for (let letters = 1; letters < 40; letters += 1)
      expect(smsParts(sms('ב'.repeat(letters))), String(letters)).toBe(smsParts(without))
    expect(renderIn('he', invitationTickets({ ...short, name: 'דנה', from: 'הצפון', place: 'בארבי' })).sms).toContain(
      ', בארבי. ',
    )
  })

  it('a long event name is cut in an SMS, never in an e-mail', () => {
    const event = 'פסטיבל הקיץ הגדול של כל הזמנים עם עשרות אמנים ובמות פתוחות'
    const { sms, email } = renderIn('he', ticketsReady({ ...ready, event }))
    expect(sms).toContain('…')
    expect(sms).toContain(link)
    expect(email.facts[0]?.[1]).toBe(event)
  })

  it('a cancellation without a refund does not mention one', () => {
    const { sms, email } = renderIn('he', orderCancelled(cancelled))
    expect(`${sms} ${email.lines.join()}`).not.toMatch(/החזר|יוחזר/)
  })

  it('a cancellation of some tickets says how many of how many, and never that the order is cancelled', () => {
    const { sms, email, all } = renderIn(
      'he',
      orderCancelled({ ...facts, number: '101081', count: 1, left: 1, refund: 12_900 }),
    )
    for (const text of [sms, email.subject, email.title]) expect(text).toContain('כרטיס אחד מתוך 2')
    expect(all).not.toContain('ההזמנה בוטלה')
    expect(sms).toContain('שאר ההזמנה בתוקף')
    expect(email.lines.join()).toContain('הכרטיס הנותר בהזמנה בתוקף')
    const english = renderIn('en', orderCancelled({ ...facts, number: '101081', count: 1, left: 1 }))
    expect(english.email.title).toBe('1 of your 2 tickets was cancelled')
    expect(english.sms).toContain('1 of the 2 tickets')
  })

  it('a cancellation counts only tickets that the buyer still holds as left', () => {
    const some = { ...facts, number: '101081', count: 1, left: 2, refund: 12_900 }
    expect(renderIn('he', orderCancelled({ ...some, held: 1 })).email.lines.join()).toContain(
      'הכרטיס הנותר בהזמנה בתוקף',
    )
    const { sms, email, all } = renderIn('he', orderCancelled({ ...some, held: 2 }))
    expect(all).not.toMatch(/שאר ההזמנה בתוקף|הנותר|כרגיל/u)
    expect(sms).toContain('לא נשארו אצלכם כרטיסים')
    expect(email.lines.join()).toContain('לא נשארו אצלכם כרטיסים בהזמנה')
  })

  it('a cancellation of all tickets says that the order is cancelled, also when others were cancelled before', () => {
    const { email } = renderIn('he', orderCancelled({ ...cancelled, count: 1, left: 0 }))
    expect(email.title).toBe('ההזמנה בוטלה')
  })

  it('a fee that was retained is a line of its own beside the refund', () => {
    const { email } = renderIn('he', orderCancelled({ ...cancelled, refund: 24_510, fee: 1_290 }))
    expect(email.facts.map(([, value]) => value).join()).toMatch(/245\.10.*12\.90/u)
    expect(renderIn('he', orderCancelled({ ...cancelled, refund: 25_800 })).all).not.toContain('דמי ביטול')
  })
})
