import { act, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { useAboveKeyboard } from './use-above-keyboard.ts'

const Content = () => {
  const content = useRef<HTMLDivElement>(null)
  useAboveKeyboard(content)
  return <div ref={content} />
}

const openWith = (height: number, scale = 1) => {
  const seen = Object.assign(new EventTarget(), { height, offsetTop: 0, scale })
  vi.stubGlobal('visualViewport', seen)
  vi.stubGlobal('innerHeight', 844)
  const { container } = render(
    <dialog open>
      <Content />
    </dialog>,
  )
  const covered = () => container.querySelector('dialog')?.style.getPropertyValue('--keyboard')
  return { seen, covered }
}
afterEach(() => vi.unstubAllGlobals())

it('a dialog ends above the keyboard while it is open, and at the bottom of the screen otherwise', () => {
  const { seen, covered } = openWith(844)
  expect(covered()).toBe('0px')
  act(() => void Object.assign(seen, { height: 480 }).dispatchEvent(new Event('resize')))
  expect(covered()).toBe('364px')
  act(() => void Object.assign(seen, { height: 844 }).dispatchEvent(new Event('resize')))
  expect(covered()).toBe('0px')
})

it('a page that somebody enlarged has no keyboard', () => {
  expect(openWith(422, 2).covered()).toBe('0px')
})
