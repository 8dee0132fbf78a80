import { describe, expect, test } from 'vitest'
import { envelopeOf, framesOf, isUnreported, createThrottle, readDsn, unreported } from './error-report.ts'

const facts = {
  platform: 'node',
  release: 'kartis@1.2.7',
  environment: 'test',
  at: new Date('2026-12-03T18:00:00Z'),
  eventId: 'a'.repeat(32),
  tags: { route: '/api/v1/x', buyer: '050-234-5678' },
} as const

describe('a DSN', () => {
  test('says where envelopes go, also under a folder', () => {
    expect(readDsn('https://abc@reports.example/7')).toEqual({
      key: 'abc',
      url: 'https://reports.example/api/7/envelope/',
      origin: 'https://reports.example',
    })
    expect(readDsn('http://abc@localhost:9000/in/7')?.url).toBe('http://localhost:9000/in/api/7/envelope/')
  })

  test.each(['', 'abc', 'https://reports.example/7', 'https://abc@reports.example', 'ftp://a@b/1'])(
    'is not "%s"',
    (text) => {
      expect(readDsn(text)).toBeUndefined()
    },
  )
})

describe('an envelope', () => {
  test('has three lines: the header, the item type, the event', () => {
    const error = new Error('buyer 050-234-5678 is gone', { cause: new TypeError('noa@example.co.il') })
    const [head, item, event] = envelopeOf(error, facts)
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(head).toEqual({ event_id: facts.eventId, sent_at: '2026-12-03T18:00:00.000Z' })
    expect(item).toEqual({ type: 'event' })
    expect(event).toMatchObject({
      platform: 'node',
      level: 'error',
      release: 'kartis@1.2.7',
      tags: { route: '/api/v1/x', buyer: '[number]' },
      exception: {
        values: [
          { type: 'TypeError', value: '[email]' },
          { type: 'Error', value: 'buyer [number] is gone' },
        ],
      },
    })
  })

  test('includes thrown values that are not errors', () => {
    expect(envelopeOf('no', facts)).toContain('"type":"string","value":"no"')
  })
})

test('stack frames of Chromium, Firefox and Node are parsed without local folders', () => {
  const frames = framesOf(
    [
      'Error: x',
      '    at Scanner.scan (https://kartis.example/assets/scan-AbC123.js?token=9:10:20)',
      '    at async file:///home/noa/kartis/server/modules/orders/pay.ts:7:3',
      'load@https://kartis.example/assets/index-Q.js:1:99',
      '    at node:internal/process/task_queues:104:5',
    ].join('\n'),
  )
  expect(frames.map(({ filename, lineno, colno }) => `${filename}:${lineno}:${colno}`)).toEqual([
    'task_queues:104:5',
    'assets/index-Q.js:1:99',
    'server/modules/orders/pay.ts:7:3',
    'assets/scan-AbC123.js:10:20',
  ])
  expect(frames.at(-1)?.function).toBe('Scanner.scan')
  expect(frames[0]?.in_app).toBe(false)
})

test('an error is reported once a minute, and at most twenty different ones', () => {
  const passes = createThrottle()
  expect([passes(new Error('a'), 0), passes(new Error('a'), 30_000), passes(new Error('a'), 60_000)]).toEqual([
    true,
    false,
    true,
  ])
  expect(Array.from({ length: 50 }, (_, n) => passes(new Error(`b${n}`), 61_000)).filter(Boolean)).toHaveLength(19)
})

test('an error marked as unreported is not reported', () => {
  expect(isUnreported(unreported(new Error('x')))).toBe(true)
  expect(isUnreported(new Error('x'))).toBe(false)
})
