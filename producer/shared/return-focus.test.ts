import { waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { returnFocus } from './return-focus.ts'

beforeAll(returnFocus)
beforeEach(() => {
  document.body.innerHTML = `
    <ul><li><h3>name</h3><button id="opener"></button></li></ul><button id="other"></button><dialog></dialog>`
})

const of = (id: string): HTMLButtonElement =>
  document.querySelector<HTMLButtonElement>(`#${id}`) ?? new HTMLButtonElement()
const close = () => document.querySelector('dialog')?.dispatchEvent(new Event('close'))

it('a button that is busy with what was confirmed has the focus again once it is not', async () => {
  const opener = of('opener')
  opener.focus()
  close()
  opener.blur()
  opener.disabled = true
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(document.activeElement).toBe(document.body)
  opener.disabled = false
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

it('the row of a button that is gone has the focus, and what the row stood in where the row is gone too', async () => {
  of('opener').focus()
  close()
  of('opener').remove()
  await waitFor(() => expect(document.activeElement?.tagName).toBe('LI'))
  close()
  document.querySelector('li')?.remove()
  await waitFor(() => expect(document.activeElement?.tagName).toBe('UL'))
})

it('nothing takes the focus from where somebody has put it since', async () => {
  of('opener').focus()
  close()
  of('other').focus()
  of('opener').remove()
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(document.activeElement).toBe(of('other'))
})
