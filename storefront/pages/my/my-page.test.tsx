import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cancelLink } from '../../shared/cancel-link.ts'
import { savePhone } from '../../shared/saved-buyer.ts'
import { storeToken } from '../../shared/session.ts'
import { inPage, serve } from '../../testing/serve.tsx'
import { MyPage } from './my-page.tsx'

const arriveBy = (link: string): void => history.replaceState(null, '', link)
const show = (): string => {
  const Page = inPage()
  return (
    render(
      <Page>
        <MyPage />
      </Page>,
    ).container.textContent ?? ''
  )
}

beforeEach(() => {
  localStorage.clear()
  storeToken(undefined)
})
afterEach(() => {
  arriveBy('/')
  document.body.innerHTML = ''
  vi.unstubAllGlobals()
})

describe('the sign-in to own orders', () => {
  it('says why it is needed to who follows a link that cancels', () => {
    arriveBy(cancelLink('101229'))
    expect(show()).toContain('So that only the buyer can cancel order 101229')
    document.body.innerHTML = ''
    arriveBy(cancelLink())
    expect(show()).toContain('So that only the buyer can cancel, we send a code')
  })

  it('shows no text of an address', () => {
    arriveBy('/order/my?cancel=call%20050-1234567%20now')
    expect(show()).not.toContain('call')
  })

  it('has the phone of the last order beside its country, without the code in front', () => {
    savePhone('+972 52-0229095')
    arriveBy('/order/my')
    show()
    expect(screen.getByLabelText<HTMLInputElement>('Mobile phone').value).toBe('052-022-9095')
  })

  it('leads to the order of the link, and says where this phone has no such order', async () => {
    storeToken('token')
    serve(() => [])
    arriveBy(cancelLink('101229'))
    show()
    expect(await screen.findByText(/Order 101229 was not ordered with this phone number/u)).toBeDefined()
  })
})
