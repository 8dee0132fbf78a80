import { describe, expect, it } from 'vitest'
import { emailFrame } from '../../../testing/templates.ts'
import { emailHtml } from '../../../testing/email-html.ts'
import { type EmailContent, emailText } from './email-message.ts'

const email: EmailContent = {
  subject: 'הכרטיסים שלכם',
  title: 'לילה לבן <עם> "הלהקה"',
  lines: ['הכרטיסים מוכנים'],
  facts: [['מקום', 'בארבי']],
  button: { text: 'לכרטיסים', link: 'https://tickets.example.co.il/order/tickets/1?token=abc&x=1' },
}

describe('e-mail', () => {
  const html = emailHtml(email, emailFrame('he'))

  it('texts are escaped in HTML', () => {
    expect(html).not.toContain('<עם>')
    expect(html).toContain('&lt;עם&gt;')
    expect(html).toContain('href="https://tickets.example.co.il/order/tickets/1?token=abc&amp;x=1"')
  })

  it('the direction is that of the language, without tables, scripts or remote images', () => {
    expect(html).toMatch(/<html lang="he" dir="rtl">/)
    expect(emailHtml(email, emailFrame('en'))).toContain('dir="ltr"')
    expect(html).not.toMatch(/<table|<script|<img|\bleft\b|\bright\b/)
  })

  it('a button link that is not http(s) is refused', () => {
    const unsafe = { ...email, button: { text: 'לכרטיסים', link: 'javascript:alert(1)' } }
    expect(() => emailHtml(unsafe, emailFrame('he'))).toThrow('http(s)')
    expect(() => emailText(unsafe, emailFrame('he'))).toThrow('http(s)')
  })
})
