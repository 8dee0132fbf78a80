import { REFUND_RUN_KINDS } from '@kartis/domain/refund-run.ts'
import { LANGS } from '@kartis/i18n/lang.ts'
import { describe, expect, it } from 'vitest'
import { renderIn } from '../../../testing/templates.ts'
import { refundRunNotice } from './templates.ts'

const notice = {
  event: 'ערב',
  startsAt: new Date('2027-01-28T19:00:00Z'),
  timezone: 'Asia/Jerusalem',
  number: '101081',
  amount: 268_20,
  byHand: false,
  until: new Date('2027-01-03T21:59:00Z'),
  message: '',
  link: 'https://tickets.example.co.il/order/choice/1?token=abc',
}

describe.each(LANGS)('the notice of a refund run in %s', (lang) => {
  it.each(REFUND_RUN_KINDS)('%s is complete: no key and no placeholder is left', (kind) => {
    for (const more of [{}, { byHand: true }, { amount: 0 }]) {
      const { all, sms } = renderIn(lang, refundRunNotice({ ...notice, kind, ...more }))
      expect(all).not.toMatch(/\{\{|\}\}|messages:|refund-runs:|undefined|null|NaN|\[object/)
      expect(sms).toContain(notice.link)
    }
  })
})

describe('the notice of a refund run', () => {
  it('names no refund where nothing was paid', () => {
    expect(renderIn('en', refundRunNotice({ ...notice, kind: 'cancelled', amount: 0 })).sms).not.toContain('₪')
  })

  it('names the full refund until the event starts beside the choice, where the event was postponed since the purchase', () => {
    for (const lang of LANGS) {
      const render = (more: object) => renderIn(lang, refundRunNotice({ ...notice, kind: 'postponed', ...more }))
      const [entitled, other] = [render({ isPostponed: true }), render({})]
      expect(entitled.email.lines).toHaveLength(other.email.lines.length + 1)
      expect(entitled.sms).not.toBe(other.sms)
      expect(entitled.all).not.toMatch(/\{\{|refund-runs:/u)
    }
    const text = renderIn('en', refundRunNotice({ ...notice, kind: 'postponed', isPostponed: true }))
    expect(text.sms).toContain('full refund until it starts')
    expect(text.all).toContain('for a full refund without a fee until the event starts')
  })

  it("adds the organiser's words to the e-mail", () => {
    const { email } = renderIn('he', refundRunNotice({ ...notice, kind: 'postponed', message: 'תודה\nעל הסבלנות' }))
    expect(email.lines.slice(1)).toEqual(['תודה', 'על הסבלנות'])
  })
})
