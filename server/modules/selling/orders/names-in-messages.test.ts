import { smsParts } from '@kartis/domain/buyer-message.ts'
import { withoutMarks } from '@kartis/i18n/plain-text.ts'
import { describe, expect, it } from 'vitest'
import { emailBody, emailText } from '../../../platform/notifications/email/email-message.ts'
import { withoutCostlyMarks } from '../../../platform/notifications/template.ts'
import { emailFrame, renderIn } from '../../../testing/templates.ts'
import { eventChanged, invitationTickets } from './templates.ts'

const RLM = '\u200f'
const LRM = '\u200e'
const link = 'https://t.example/order/tickets/1'
const startsAt = '2026-12-17T18:00:00Z'
const more = { calendar: link, google: link }

describe('a message with names of another direction', () => {
  it('begins in the direction of its language, and what follows the name stays behind it', () => {
    const changed = (event: string) => eventChanged({ event, startsAt, change: 'time', link })
    expect(renderIn('he', changed('Mamma Mia!')).sms).toMatch(/^"?״?\u200fMamma Mia!\u200e\u200f/u)
    expect(renderIn('en', changed('נועה שחר')).sms).toContain(`"${LRM}נועה שחר${LRM}": new time, `)
    expect(renderIn('he', changed('DJ נועם על הגג')).email.subject).toContain(`${RLM}DJ נועם על הגג${RLM}`)
    for (const [event, lang] of [
      ['נועה שחר', 'he'],
      ['Mamma Mia!', 'en'],
    ] as const)
      expect(renderIn(lang, changed(event)).sms).not.toMatch(/[\u200e\u200f]/u)
  })

  it('has them round the guest, the organiser and the place too', () => {
    const invitation = invitationTickets({
      event: 'ערב שירה',
      startsAt,
      place: 'Zappa, הברזל 24',
      name: 'Dana',
      from: 'Stage',
      count: 1,
      link,
      more,
    })
    const { sms, email } = renderIn('he', invitation)
    expect(sms).toContain(`${RLM}Zappa${RLM}`)
    expect(email.title).toContain(`${RLM}Dana${RLM}`)
    expect(email.lines[0]).toContain(`${RLM}Stage${RLM}`)
    expect(emailText(email, emailFrame('he'))).toContain(`: ${RLM}Zappa, הברזל 24${RLM}\n`)
    expect(emailBody(email, emailFrame('he'))).toContain(`<dd>${RLM}Zappa, הברזל 24</dd>`)
  })

  it('costs no part more as an SMS', () => {
    const fitting = Array.from({ length: 60 }, (_, length) => `${RLM}Mamma${RLM} ${'א'.repeat(length)}`)
    for (const sms of fitting) {
      expect(smsParts(withoutCostlyMarks(sms))).toBe(smsParts(withoutMarks(sms)))
      expect(withoutMarks(withoutCostlyMarks(sms))).toBe(withoutMarks(sms))
    }
  })
})
