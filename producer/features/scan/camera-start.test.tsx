import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { writeForTab } from '../../shared/storage.ts'
import { requestCamera, useCameraOn } from './camera-start.ts'

/** The scan page of an event, as it opens. */
const opened = (event: string) => renderHook(() => useCameraOn(event))
const isOnAt = (event: string): boolean => {
  const { result, unmount } = opened(event)
  const [isOn] = result.current
  unmount()
  return isOn
}

it('a page that is reloaded opens with the camera that was on at this event, and at no other one', () => {
  // What the page has written when the browser ends it.
  writeForTab('draft:camera_on', 'event-1')
  expect(isOnAt('event-2')).toBe(false)
  writeForTab('draft:camera_on', 'event-1')
  expect(isOnAt('event-1')).toBe(true)
  // It was left, not reloaded.
  expect(isOnAt('event-1')).toBe(false)
})

it('a camera that was turned off stays off after a reload', () => {
  const { result } = opened('event-1')
  act(() => result.current[1](true))
  act(() => result.current[1](false))
  expect(opened('event-1').result.current[0]).toBe(false)
})

it('whoever pressed "start scanning" elsewhere finds the camera on, once', () => {
  requestCamera()
  expect([isOnAt('event-1'), isOnAt('event-1')]).toEqual([true, false])
})
