import { expect, test } from 'vitest'
import { newId } from '../database/ids.ts'
import { openLog } from './log.ts'

const logged = (act: (log: ReturnType<typeof openLog>) => void): string => {
  let text = ''
  const payments = { secretFields: ['gateway_token', 'ccno', 'myid'] }
  act(openLog({ production: true, logLevel: 'info', payments }, { write: (line) => void (text += line) }))
  return text
}

test('codes, tokens, card numbers and ID numbers are not logged', () => {
  const text = logged((log) => {
    log.info(
      {
        code: '123456',
        token: 'tok-secret',
        body: { card_number: '4580000000001008', cvv: '123', id_number: '123456782' },
      },
      'a',
    )
    log.info(
      {
        req: {
          headers: { authorization: 'Bearer tok-secret', cookie: 'refresh=tok-secret', 'x-order-token': 'tok-secret' },
        },
      },
      'b',
    )
    log.info({ payment: { raw: { gateway_token: 'tok-secret', ccno: '1008', myid: '123456782' } } }, 'c')
  })
  for (const secret of ['123456', 'tok-secret', '4580000000001008', '123456782']) expect(text).not.toContain(secret)
  expect(text.match(/\[hidden\]/g)?.length).toBeGreaterThanOrEqual(10)
})

test('phones and e-mail addresses are masked', () => {
  const text = logged((log) => log.info({ user: { phone: '+972501234567', email: 'dana@example.co.il' } }, 'a'))
  expect(text).toContain('…567')
  expect(text).not.toContain('+97250')
  expect(text).not.toContain('dana')
})

test('the code of an error is logged', () => {
  expect(logged((log) => log.error({ err: Object.assign(new Error('x'), { code: '40001' }) }, 'a'))).toContain('40001')
})

test('ids increase within a millisecond too, and have version and variant of UUIDv7', () => {
  const ids = Array.from({ length: 10_000 }, newId)
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids.slice(0, 50))
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})
