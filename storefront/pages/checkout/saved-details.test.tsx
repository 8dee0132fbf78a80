import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readBuyer, saveBuyer } from '../../shared/saved-buyer.ts'
import { inPage } from '../../testing/serve.tsx'
import { readDraft, removeDraft } from './checkout-draft.ts'
import { SaveDetails, SavedDetails } from './saved-details.tsx'
import type { Answers } from './use-answers.ts'

const NOA = { name: 'Noa Barkan', phone: '050-123-4567', email: 'noa@example.com' }
const NOBODY = { name: '', phone: '', email: '', marketing: false }

const show = (buyer = NOBODY) => {
  const Page = inPage()
  const answers = { buyer, setBuyer: vi.fn(), focus: vi.fn() }
  const { container } = render(
    <Page>
      <SavedDetails answers={answers as unknown as Answers} />
      <SaveDetails order="o1" />
    </Page>,
  )
  return { answers, text: () => container.textContent ?? '' }
}

beforeEach(() => {
  localStorage.clear()
  removeDraft('o1')
})
afterEach(() => {
  document.body.innerHTML = ''
  vi.unstubAllGlobals()
})

describe('the details of the last order', () => {
  it('are offered with no more than their owner needs to recognise them, and filled in on request', () => {
    saveBuyer(NOA)
    const { answers, text } = show()
    expect(text()).toContain('Noa')
    expect(text()).toContain('4567')
    expect(text()).not.toMatch(/Barkan|123|example/u)
    expect(answers.setBuyer).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: 'Yes, use them' }))
    expect(answers.setBuyer).toHaveBeenCalledWith(NOA)
  })

  it('are removed by whoever they are not of', () => {
    saveBuyer(NOA)
    const { text } = show()
    fireEvent.click(screen.getByRole('button', { name: 'Not me, remove' }))
    expect(readBuyer()).toBeUndefined()
    expect(text()).toContain('removed')
    expect(text()).not.toContain('4567')
  })

  it('are not offered to who has typed, or is signed in', () => {
    saveBuyer(NOA)
    show({ ...NOBODY, phone: '052-000-0000' })
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('are saved for the next order where the buyer chooses so', () => {
    show()
    const box = screen.getByRole<HTMLInputElement>('checkbox')
    expect([box.checked, readDraft('o1').saves]).toEqual([false, undefined])
    act(() => box.click())
    expect([box.checked, readDraft('o1').saves]).toEqual([true, true])
  })

  it('are not saved until the buyer chooses so, on a phone either; advice for shared computers is for computers', () => {
    expect(show().text()).toContain('shared computer')
    document.body.innerHTML = ''
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    const { text } = show()
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
    expect(text()).not.toContain('shared computer')
  })
})
