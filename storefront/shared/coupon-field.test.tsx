import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { inPage } from '../testing/serve.tsx'
import { type CouponEntry, CouponField } from './coupon-field.tsx'

const entry = (change: Partial<CouponEntry> = {}): CouponEntry => ({
  typed: '',
  setTyped: () => undefined,
  applied: undefined,
  busy: false,
  problem: '',
  apply: () => undefined,
  remove: () => undefined,
  ...change,
})

const show = (first: CouponEntry) => {
  const Page = inPage()
  const page = (shown: CouponEntry) => (
    <Page>
      <CouponField entry={shown} />
    </Page>
  )
  const { rerender } = render(page(first))
  return (next: CouponEntry) => rerender(page(next))
}

afterEach(() => {
  document.body.innerHTML = ''
  vi.restoreAllMocks()
})

describe('the field of a coupon', () => {
  it('opens with the cursor in it', () => {
    show(entry())
    const summary = screen.getByText('I have a coupon')
    fireEvent.click(summary)
    expect(document.activeElement).toBe(screen.getByLabelText('Coupon code'))
    fireEvent.click(summary)
    expect(summary.closest('details')?.open).toBe(false)
  })

  it('takes no focus where a code is restored', () => {
    show(entry({ typed: 'SPRING' }))
    expect(screen.getByText('I have a coupon').closest('details')?.open).toBe(true)
    expect(document.activeElement).toBe(document.body)
  })

  it('brings the way out of a refused code into view with the reason', () => {
    const update = show(entry({ typed: 'NOPE' }))
    const brought: Element[] = []
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      brought.push(this)
    })
    update(entry({ typed: 'NOPE', problem: 'No such coupon.' }))
    expect(brought[0]?.contains(screen.getByRole('button', { name: 'Remove the code' }))).toBe(true)
    expect(brought[0]?.contains(screen.getByRole('alert'))).toBe(true)
  })
})
