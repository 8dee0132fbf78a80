import { describe, expect, test } from 'vitest'
import { redact } from './redact.ts'

describe('redact', () => {
  test.each([
    ['no such buyer: 050-234-5678', 'no such buyer: [number]'],
    ['+972 50 234 5678 did not answer', '[number] did not answer'],
    ['(03) 517 1234', '([number]'],
    ['id 000000018 is taken', 'id [number] is taken'],
    ['card 4580 4580 4580 4580', 'card [number]'],
    ['mail to noa.barkan+x@example.co.il failed', 'mail to [email] failed'],
    ['Bearer kt_abc.def', 'Bearer [token]'],
    ['token kt_9f86d081884c7d659a2feaa0c55ad015a', 'token [token]'],
    ['GET /api/v1/orders/1?token=abc&phone=05 gave 500', 'GET /api/v1/orders/1?[query] gave 500'],
    ['https://x.example/a/b?q=%D7%A0#frag is gone', 'https://x.example/a/b?[query] is gone'],
    ['event 019a5b3c-1111-7111-8111-111111111111', 'event [uuid]'],
  ])('replaces personal data and secrets in "%s"', (text, redacted) => {
    expect(redact(text)).toBe(redacted)
  })

  test('keeps what failed and where', () => {
    for (const text of [
      'duplicate key value violates unique constraint "tickets_order"',
      "Cannot read properties of undefined (reading 'name')",
      'scan-screen.tsx:120:33 in useAdmission, status 500 after 40000 ms',
      'relation "report_exports" does not exist',
    ])
      expect(redact(text)).toBe(text)
  })

  test('shortens the text to 2000 characters', () => {
    expect(redact('x'.repeat(9000))).toHaveLength(2000)
  })
})
