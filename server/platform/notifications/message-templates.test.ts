import { LANGS } from '@kartis/i18n/lang.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { translatorFor } from '@kartis/i18n/server.ts'
import { describe, expect, it } from 'vitest'
import { emailHtml, emailText } from './email/email-message.ts'
import type { EmailFrame } from './email/email-message.ts'
import { say } from './message-templates.ts'
import type { Saying, Template, TemplateParams } from './message-templates.ts'

const how = (lang: Lang): Saying => ({
  words: translatorFor(lang),
  lang,
  host: 'tickets.example.co.il',
  code: '482913',
})
const frame = (lang: Lang): EmailFrame => ({ lang, brand: 'Kartis', footer: 'foot', openLink: 'copy' })

const facts = { event: 'לילה לבן <עם> "הלהקה"', startsAt: '2026-12-17T19:00:00Z', place: 'בארבי, נמל יפו' }
const link = 'https://tickets.example.co.il/order/tickets/1?token=abc&x=1'
const samples: { [T in Template]: TemplateParams[T] } = {
  login_code: { minutes: 5 },
  tickets_ready: { ...facts, count: 2, number: 'K-10027', link, total: 25_800 },
  invitation_tickets: { ...facts, name: 'דנה לוי', from: 'הפקות הצפון', count: 1, link },
  team_invite: { account: 'הפקות הצפון', role: 'scanner', link },
  order_cancelled: { ...facts, number: 'K-10027', count: 2, refund: 25_800 },
  refund_done: { event: facts.event, number: 'K-10027', amount: 12_345 },
  payment_refunded_late: { event: facts.event, number: 'K-10027', amount: 25_800 },
  event_changed: { ...facts, change: 'time', link },
}
const templates = Object.keys(samples) as Template[]

describe.each(LANGS)('messages in %s', (lang) => {
  it.each(templates)('%s says everything: no key and no placeholder is left', (template) => {
    const said = say(template, samples[template] as never, how(lang))
    const all = [said.sms, emailText(said.letter, frame(lang)), emailHtml(said.letter, frame(lang))].join('\n')
    expect(all).not.toMatch(/\{\{|\}\}|messages:|undefined|null|NaN|\[object/)
    expect(said.letter.subject.length).toBeGreaterThan(5)
    if (lang !== 'he')
      expect(all.replaceAll(/לילה|לבן|עם|הלהקה|בארבי|נמל|יפו|דנה|לוי|הפקות|הצפון/g, '')).not.toMatch(
        /\p{Script=Hebrew}/u,
      )
  })

  it('carry the code in one SMS, bound to the site in its last line', () => {
    const { sms } = say('login_code', samples.login_code, how(lang))
    expect(sms.length).toBeLessThanOrEqual(70)
    expect(sms.split('\n').at(-1)).toBe('@tickets.example.co.il #482913')
    expect(sms.split('\n')[0]).toContain('482913')
  })

  it.each([1, 2, 3, 11, 100])('count %i tickets as the language does', (count) => {
    const { sms, letter } = say('tickets_ready', { ...samples.tickets_ready, count }, how(lang))
    expect(sms).not.toContain('{{')
    if (count > 2) expect(sms + letter.facts.join()).toContain(String(count))
  })
})

describe('messages', () => {
  it('tell the time of the event in its own zone and the money in shekels', () => {
    const { letter } = say('tickets_ready', samples.tickets_ready, how('he'))
    const text = emailText(letter, frame('he'))
    expect(text).toContain('21:00')
    expect(text).toContain('17 בדצמבר 2026')
    expect(text).toMatch(/258\.00/)
    const abroad = say('tickets_ready', { ...samples.tickets_ready, timezone: 'Europe/London' }, how('he'))
    expect(emailText(abroad.letter, frame('he'))).toContain('19:00')
  })

  it('shorten a long event name in an SMS, never in a letter', () => {
    const event = 'פסטיבל הקיץ הגדול של כל הזמנים עם עשרות אמנים ובמות פתוחות'
    const said = say('tickets_ready', { ...samples.tickets_ready, event }, how('he'))
    expect(said.sms).toContain('…')
    expect(said.sms).toContain(link)
    expect(said.letter.facts[0]?.[1]).toBe(event)
  })

  it('say nothing of a refund where there is none', () => {
    const { refund: _, ...without } = samples.order_cancelled
    const said = say('order_cancelled', without, how('he'))
    expect(`${said.sms} ${said.letter.lines.join()}`).not.toContain('החזר')
  })

  it.each(['time', 'place', 'both', 'cancelled'] as const)('tell what has changed: %s', (change) => {
    for (const lang of LANGS)
      expect(say('event_changed', { ...samples.event_changed, change }, how(lang)).sms).not.toMatch(/\{\{|messages:/)
  })
})

describe('a letter', () => {
  const html = emailHtml(say('tickets_ready', samples.tickets_ready, how('he')).letter, frame('he'))

  it('takes nothing that people typed for HTML', () => {
    expect(html).not.toContain('<עם>')
    expect(html).toContain('&lt;עם&gt;')
    expect(html).toContain('href="https://tickets.example.co.il/order/tickets/1?token=abc&amp;x=1"')
  })

  it('runs in the direction of its language, without tables, scripts or pictures from afar', () => {
    expect(html).toMatch(/<html lang="he" dir="rtl">/)
    expect(emailHtml(say('login_code', { minutes: 5 }, how('en')).letter, frame('en'))).toContain('dir="ltr"')
    expect(html).not.toMatch(/<table|<script|<img|\bleft\b|\bright\b/)
  })

  it('leads nowhere but to the web', () => {
    const letter = say('team_invite', { ...samples.team_invite, link: 'javascript:alert(1)' }, how('he')).letter
    expect(() => emailHtml(letter, frame('he'))).toThrow()
    expect(() => emailText(letter, frame('he'))).toThrow()
  })
})
