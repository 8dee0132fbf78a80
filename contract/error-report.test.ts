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
  test('has three lines: its head, the kind of its item, the event', () => {
    const fault = new Error('buyer 050-234-5678 is gone', { cause: new TypeError('noa@example.co.il') })
    const [head, item, event] = envelopeOf(fault, facts)
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

  test('tells of what is thrown without being an error too', () => {
    expect(envelopeOf('no', facts)).toContain('"type":"string","value":"no"')
  })
})

test('frames are read as Chromium, Firefox and Node write them, and name no folder of the machine', () => {
  const frames = framesOf(
    [
      'Error: x',
      '    at Door.scan (https://kartis.example/assets/scan-AbC123.js?token=9:10:20)',
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
  expect(frames.at(-1)?.function).toBe('Door.scan')
  expect(frames[0]?.in_app).toBe(false)
})

test('a fault is told once a minute, and a storm of different ones is cut short', () => {
  const passes = createThrottle()
  expect([passes(new Error('a'), 0), passes(new Error('a'), 30_000), passes(new Error('a'), 60_000)]).toEqual([
    true,
    false,
    true,
  ])
  expect(Array.from({ length: 50 }, (_, n) => passes(new Error(`b${n}`), 61_000)).filter(Boolean)).toHaveLength(19)
})

test('a fault may be marked, so that nobody is told', () => {
  expect(isUnreported(unreported(new Error('x')))).toBe(true)
  expect(isUnreported(new Error('x'))).toBe(false)
})
