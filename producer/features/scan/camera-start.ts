import { useEffect, useState } from 'react'
import { readForTab, writeForTab } from '../../shared/storage.ts'

const NAME = 'draft:camera_on'
let isRequested = false

/** The next scan page opens with its camera on: whoever pressed "start scanning" elsewhere does not press it twice. */
export const requestCamera = (): void => {
  isRequested = true
}

/** Whether the camera is on: at first where it was requested, or was on at this event when the page was reloaded. */
export const useCameraOn = (event: string) => {
  const [isOn, setIsOn] = useState(() => isRequested || readForTab(NAME) === event)
  useEffect(() => {
    isRequested = false
  }, [])
  useEffect(() => {
    writeForTab(NAME, isOn ? event : undefined)
    // A page that is reloaded ends without this; one that is left does not come back to the camera.
    return () => writeForTab(NAME, undefined)
  }, [isOn, event])
  return [isOn, setIsOn] as const
}
