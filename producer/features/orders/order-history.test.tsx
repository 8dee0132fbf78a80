import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { OrderHistory } from './order-history.tsx'

const entry = (kind: string, detail: Record<string, unknown>, at: string) => ({ kind, detail, at, by: null })

it('the history of an order says what of its buyer was changed, the name too', async () => {
  await renderApp(
    <OrderHistory
      history={[
        entry('details', { name: { from: 'דנה', to: 'דנה לוי' }, fields: ['name', 'email'] }, '2026-11-01T10:00:00Z'),
        entry(
          'phone_changed',
          { from: '•••4567', to: '•••1111', name: { from: 'דנה לוי', to: 'נועה' }, fields: ['phone', 'name'] },
          '2026-11-01T11:00:00Z',
        ),
        // from before names were recorded
        entry('details', { fields: ['name'] }, '2026-11-01T12:00:00Z'),
      ]}
    />,
    { messages: ['orders'] },
  )
  const plain = screen
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent?.replaceAll(/[\u2066-\u2069]/gu, ''))
  expect(plain[0]).toContain('השם שונה מ־דנה ל־דנה לוי, כתובת המייל שונתה')
  expect(plain[1]).toContain('הטלפון שונה מ־•••4567 ל־•••1111, השם שונה מ־דנה לוי ל־נועה')
  expect(plain[2]).toContain('הפרטים עודכנו')
})
