import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const RECORDER = readFileSync(join(import.meta.dirname, '../public/early-presses-1.js'), 'utf8')

const button = (id: string) => document.querySelector(`#${id}`) as HTMLButtonElement

beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML =
    '<button id="outside"></button><div id="page"><button id="more"><span id="sign"></span></button><form><button id="go" type="submit"></button></form></div>'
  // oxlint-disable-next-line typescript/no-implied-eval, no-new-func -- the recorder is a classic script, which a test cannot import
  new Function(RECORDER)()
})
afterEach(() => {
  window.repeatEarlyPresses?.()
  vi.useRealTimers()
})
const repeat = () => window.repeatEarlyPresses?.()

describe('presses before the page’s script has loaded', () => {
  it('are repeated once, in their order, and a form is not sent by the browser', () => {
    document.querySelector<HTMLElement>('#sign')?.click()
    button('more').click()
    const press = new MouseEvent('click', { bubbles: true, cancelable: true })
    button('go').dispatchEvent(press)
    expect(press.defaultPrevented).toBe(true)
    const pressed: string[] = []
    const listen = (event: Event) => {
      event.preventDefault()
      pressed.push((event.target as Element).id)
    }
    document.addEventListener('click', listen)
    repeat()
    repeat()
    vi.runAllTimers()
    document.removeEventListener('click', listen)
    expect(pressed).toEqual(['more', 'more', 'go'])
  })

  it('are left alone outside the page, and once it is hydrated', () => {
    button('outside').click()
    repeat()
    const press = new MouseEvent('click', { bubbles: true, cancelable: true })
    button('more').dispatchEvent(press)
    expect(press.defaultPrevented).toBe(false)
    const onClick = vi.fn()
    document.addEventListener('click', onClick)
    repeat()
    vi.runAllTimers()
    expect(onClick).not.toHaveBeenCalled()
  })

  it('of a button that is gone after hydration are dropped', () => {
    const more = button('more')
    more.click()
    const onClick = vi.spyOn(more, 'click')
    more.remove()
    repeat()
    vi.runAllTimers()
    expect(onClick).not.toHaveBeenCalled()
  })
})
